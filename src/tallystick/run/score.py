"""`score`: from two sides to a report. Entry point of the command line and of Python."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict, Unpack

from tallystick.errors import DataError, NotProvenError, UsageError
from tallystick.registry import Chosen, MetricLike
from tallystick.results.report import Report
from tallystick.results.settings import Settings
from tallystick.run.collect import Collected, collect, outcomes
from tallystick.run.inferred import settled_by_gold
from tallystick.run.inputs.labels import FROM_FILES, UNLABELLED
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.inputs.sides import ItemsLike, input_of, input_pairs, pairing_notes, read_pairs
from tallystick.run.inputs.task import resolve_task
from tallystick.run.kept import KeptPair
from tallystick.run.pair_scoring import Scoring
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.settle import plan_of
from tallystick.run.summarise import build_report
from tallystick.stats.resamples import RESAMPLES
from tallystick.tasks.base import Task

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tallystick.run.inputs.companions import Companion
    from tallystick.run.journal import Journal

__all__ = [
    "ItemsLike",
    "input_of",
    "missing_files",
    "refuse_unknown_division",
    "run_score",
    "score",
]

#: The text of gold items, in bytes, that are kept after parameters were inferred from them.
_MOST_INFERRED = 64 << 20


def score(
    gold: ItemsLike,
    pred: ItemsLike,
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    items: bool = True,
    average: str = "auto",
    undefined: str = "null",
    confidence: float | None = None,
    resamples: int = RESAMPLES,
    seed: int = 12345,
    on_error: str = "fail",
    on_missing: str = "error",
    match_by: str = "auto",
    by: str | None = None,
    jobs: int | None = None,
    engine: str = "local",
    executor: Executor | None = None,
    resume: str | Path | None = None,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    require_optimal: bool = False,
    repair: str = "none",
    pred_at: str = "",
    strict_text: bool = False,
    columns: Mapping[str, str] | None = None,
    progress: Callable[[Outcome], None] | None = None,
    **options: object,
) -> Report:
    """Score predictions against gold.

    Both sides are paths, text, tables, or lists of items: dictionaries as in a file, records, or values of the task's
    types. A table is a data frame or a Hugging Face data set; `columns` maps its columns to fields if their names do
    not. `options` are parameters of the metrics; a preset is a named set of them. The work runs in `jobs` processes (by
    default in one, with threads on all cores if they help), on an `engine` (``dask``, ``dask://host:port``) or in any
    executor of `concurrent.futures`. `resume` names a journal from which an interrupted run continues.

    >>> import tallystick as ts
    >>> gold = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [4, 4]}]}]
    >>> pred = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}]
    >>> report = ts.score(gold, pred, "span", task="spans")
    >>> report["span"].recall, report["span"].items[0].alignment.missed
    (0.5, (TypedSpan(type='LOC', span=Offsets(left=4, right=4)),))
    """
    # Taken by name: the keywords above are the declared options, and no list of them is repeated here.
    request = Request.from_keywords(locals())
    with _journal(resume) if resume is not None else nullcontext() as journal:
        execution = Execution(jobs, engine, executor, journal, progress)
        report = run_score(gold, pred, request, execution, items=items)
    if require_optimal and report.unproved:
        raise NotProvenError(report.unproved)
    return report


def missing_files(settings: Settings) -> str:
    """Return how to treat files that only one of two directories has."""
    return "zero" if settings.on_error == "zero" and settings.on_missing == "error" else settings.on_missing


def _journal(path: str | Path) -> Journal:
    from tallystick.run.journal import Journal  # few runs keep one

    return Journal(path)


class ScoreOptions(TypedDict, total=False):
    """The options of :func:`score_items`, where they are explained."""

    items: bool
    page: bool
    golds: ItemMemory | None
    accept: Callable[[Task, Sequence[Chosen], Request], None] | None


def run_score(
    gold: ItemsLike,
    pred: ItemsLike,
    request: Request,
    execution: Execution = Execution(),  # noqa: B008 - immutable
    **options: Unpack[ScoreOptions],
) -> Report:
    """Score with all options resolved, and report."""
    return score_items(gold, pred, request, execution, **options).report()


class Scored(NamedTuple):
    """The items of a run, scored and counted."""

    task: Task
    build: Callable[..., Report]
    collected: Collected

    def report(self, *, intervals: bool = True) -> Report:
        """Return the report; its intervals may take as long as everything else."""
        return self.build(intervals=intervals)


def score_items(
    gold: ItemsLike,
    pred: ItemsLike,
    request: Request,
    execution: Execution = Execution(),  # noqa: B008 - immutable
    *,
    items: bool = True,
    page: bool = False,
    golds: ItemMemory | None = None,
    accept: Callable[[Task, Sequence[Chosen], Request], None] | None = None,
) -> Scored:
    """Score with all options resolved.

    With `items`, the report has the score of each item and can explain it; with `page`, also its data for the report
    page. `golds` remembers gold items that are scored with another system next. `accept` gets the task, the metrics
    and the request with the parameters that were inferred before any pair is scored, and may reject the run by raising
    an error.
    """
    settings = request.settings
    sides = input_of(gold, "gold", request.columns), input_of(pred, "pred", request.columns)
    inputs = input_pairs(*sides, missing=missing_files(settings), task=request.task)
    task = resolve_task(request, inputs[0].sources)
    if page and settings.by is None and task.breakdowns:
        # A page shows the breakdowns of the task, and compares systems part by part.
        request = replace(request, settings=replace(settings, by=task.breakdowns[0]))
    companions: list[Companion] = []
    if task.join is not None:
        from tallystick.run.inputs.companions import open_companions, with_companions  # few tasks have them

        request, companions = open_companions(task, request)
    planned = plan_of(task, request)
    if task.bulk and not page and golds is None and accept is None and settings.match_by != "id":
        # Imported here: few tasks have it.
        from tallystick.run.bulk import score_in_bulk

        bulk = score_in_bulk(task, inputs, planned.scoring, execution)
        if bulk is not None:
            kept_in_bulk = bulk.kept() if items else None
            counts = bulk.collected()
            counted = task, planned.chosen, counts, planned.settings, kept_in_bulk
            return Scored(task, partial(build_report, *counted), counts)
    pairs = read_pairs(task, inputs, settings.match_by, golds)
    if companions:
        if len(inputs) > 1:
            name = companions[0].parameter.name
            raise UsageError(
                f"--{name} needs one gold file and one file of predictions, not directories of files"
            )
        pairs = with_companions(task, pairs, companions)
    if task.inferred:
        # Their text is in memory already: reading it twice would cost more than keeping what was read.
        golds = golds if golds is not None else ItemMemory(_MOST_INFERRED)
        request, pairs = settled_by_gold(task, request, pairs, golds)
        planned = plan_of(task, request)
    chosen, settings, plan = planned.chosen, planned.settings, planned.plan
    scoring = planned.scoring
    if page or golds is not None:
        plan = replace(plan, page=page)
        scoring = Scoring(plan, task, golds)
    if accept is not None:
        accept(task, chosen, request)
    kept_pairs: list[BlockPair] = []
    if items:
        pairs = _remembered(pairs, kept_pairs)
    # Intervals, and means that are not a ratio of sums, need every item's counts.
    keep = items or settings.average != "micro" or settings.confidence is not None

    def score_pairs(some: Iterator[BlockPair]) -> Generator[Outcome, None, None]:
        return outcomes(scoring, some, execution, keep=items and not page)

    if execution.journal is None:
        scored = score_pairs(pairs)
    else:
        from tallystick.run.identity import identity_of

        identity = identity_of(task.name, chosen, settings, inputs, companions)
        scored = execution.journal.through(identity, pairs, score_pairs)
    # Closed at once where the run is interrupted: the journal has to be written, and workers to be ended.
    with closing(scored):
        collected = collect(scored, len(chosen), keep=keep, policy=plan.on_error, progress=execution.progress)
    collected.problems[:0] = pairing_notes(task, inputs, settings.match_by)
    collected.problems[:0] = (warning for pair in inputs for warning in pair.warnings)
    if collected.failed:
        raise DataError(collected.errors(), collected.unlisted)
    refuse_unknown_division(task, settings.by, collected)
    kept: list[KeptPair] | None = None
    if items:
        kept = [
            outcome.kept or KeptPair(scoring, kept_pairs[index], outcome.status)
            for index, outcome in zip(collected.indices, collected.outcomes, strict=True)
        ]
    return Scored(task, partial(build_report, task, chosen, collected, settings, kept), collected)


def refuse_unknown_division(task: Task, by: str | None, collected: Collected) -> None:
    """Reject a division that no item knows."""
    known_divisions = (*task.divisions, *task.breakdowns, "document")
    if by is None or by in known_divisions or set(collected.groups) - {UNLABELLED}:
        return
    known = ", ".join(name for name in (*known_divisions, *FROM_FILES) if name != by)
    raise UsageError(f"--by {by}: no gold item has {by!r} in its meta; available: {known}")


def _remembered(pairs: Iterator[BlockPair], kept: list[BlockPair]) -> Iterator[BlockPair]:
    for pair in pairs:
        kept.append(pair)
        yield pair
