"""`compare`: several systems against one gold. The command line and Python come here.

Every system is scored in the ordinary way; from then on only counts are used, and only of the items that were scored
for all systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.registry import Chosen, MetricLike, tasks
from tallystick.results.comparison import Comparison, SystemCoverage
from tallystick.results.options import UNITS, chosen
from tallystick.results.report import Report
from tallystick.results.settings import Settings
from tallystick.run.group_samples import group_samples
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.sides import Input, ItemsLike, input_of, input_pairs
from tallystick.run.inputs.sources import PipedSource
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.samples import metric_sample
from tallystick.run.score import missing_files, run_score
from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.resamples import RESAMPLES
from tallystick.tally import Reading
from tallystick.tasks.base import Task

__all__ = ["SystemRun", "check_comparison", "compare", "compare_runs", "run_compare", "score_systems"]

#: A gold item: its id or number, and its index among those with the same id.
_Key = tuple[str, int]


def compare(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike] | Sequence[ItemsLike],
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    average: str | None = None,
    by: str | None = None,
    undefined: str = "null",
    on_error: str = "fail",
    match_by: str = "auto",
    tests: Sequence[str] | str = ("ar",),
    pairs: str = "all",
    adjust: str = "holm",
    unit: str = "item",
    level: float = 0.95,
    trials: int = 10_000,
    resamples: int = RESAMPLES,
    seed: int = 12345,
    jobs: int | None = None,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    repair: str = "none",
    pred_at: str = "",
    strict_text: bool = False,
    columns: Mapping[str, str] | None = None,
    **options: object,
) -> Comparison:
    """Compare systems, two or more of them, by name or one after another; the first one is the baseline.

    The gold and each system are a path, text, a table, or a list of items, as in
    :func:`~tallystick.run.score.score`. `tests` are ``ar``, paired approximate randomisation, and ``bs``, the
    paired bootstrap; the first one named decides what is significant. `pairs` is ``all`` or ``baseline``: each
    system with each other, or with the first only. With ``average="groups"`` what is compared is the mean over the
    groups that `by` names, such as data sets.

    >>> import tallystick as ts
    >>> gold = [{"id": n, "spans": [{"type": "PER", "span": [n, n]}]} for n in range(8)]
    >>> nothing = [item | {"spans": []} for item in gold]
    >>> comparison = ts.compare(gold, {"none": nothing, "all": gold}, "span", task="spans")
    >>> difference = comparison["span"].difference("none", "all")
    >>> difference.value, difference.tests["ar"].p
    (1.0, 0.0078125)
    """
    tests = (tests,) if isinstance(tests, str) else tuple(tests)
    request, statistics = Request.from_keywords(locals()), Statistics(**chosen("statistics", locals()))
    named = systems if isinstance(systems, Mapping) else names_of(systems)
    return run_compare(gold, named, request, statistics, unit=unit, jobs=jobs)


def run_compare(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike],
    request: Request,
    statistics: Statistics,
    *,
    unit: str = "item",
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> Comparison:
    """Compare systems with everything settled."""
    check_comparison(systems, request.settings, unit)
    runs = score_systems(gold, systems, request, jobs=jobs, progress=progress)
    return compare_runs(runs, statistics, unit=unit)


def check_comparison(systems: Collection[str], settings: Settings, unit: str) -> None:
    """Refuse what cannot be compared, before any item is read."""
    if len(systems) < 2:
        raise UsageError(
            "two systems or more are needed to compare; one alone is scored: score, with confidence"
        )
    if unit not in UNITS:
        raise UsageError(f"unit={unit!r} is not one of {', '.join(UNITS)}")


def compare_runs(runs: Mapping[str, SystemRun], statistics: Statistics, *, unit: str = "item") -> Comparison:
    """Compare systems that were scored."""
    first = next(iter(runs.values())).report
    # A comparison has intervals of its own.
    settings = replace(first.settings, confidence=None)
    # A metric whose subject occurs in no system's run is in no report, unless it was asked for.
    signatures = {key: run.report[key].signature for run in runs.values() for key in run.report}
    common = _common(runs)
    documents = _documents(runs, common) if unit == "document" else None
    outcomes = {name: [run.scored[item] for item in common] for name, run in runs.items()}
    labels = sorted({label for own in outcomes.values() for outcome in own for label in outcome.groups})
    stratified = first.whole_groups
    readings = next(iter(runs.values())).readings
    samples = {
        key: {
            name: metric_sample(own, labels, index, reading, settings, stratified=stratified)
            for name, own in outcomes.items()
        }
        for index, (key, reading) in enumerate(readings.items())
        if key in signatures
    }
    if documents is not None:
        samples = {
            key: {name: sample.grouped(documents) for name, sample in own.items()}
            for key, own in samples.items()
        }
    grouped = group_samples(
        outcomes, labels, readings, signatures, settings, stratified=stratified, documents=documents
    )
    # The groups of a metric are adjusted together; the metric as a whole does not depend on them.
    families = {key: f"{own.metric} by group" for key, own in grouped.items()}
    by_key = compared({**samples, **{key: own.samples for key, own in grouped.items()}}, statistics, families)
    metrics = {}
    for key, metric in by_key.items():
        name, label = (grouped[key].metric, grouped[key].label) if key in grouped else (key, None)
        metrics[key] = replace(metric, key=name, group=label, signature=signatures[name])
    return Comparison(
        first.task,
        tuple(runs),
        metrics,
        len(common),
        len(set(documents)) if documents is not None else len(common),
        unit,
        statistics,
        settings,
        {name: run.coverage(len(common)) for name, run in runs.items()},
        first.part,
        first.whole_groups,
        tuple(dict.fromkeys(chain.from_iterable(run.report.problems for run in runs.values()))),
    )


@dataclass(slots=True)
class SystemRun:
    """One system: its report, and what each item of the gold came to."""

    report: Report
    scored: dict[_Key, Outcome] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    """How the counts of each metric are read, before anything is said of undefined numbers."""

    def coverage(self, common: int) -> SystemCoverage:
        """How much of it was compared."""
        report = self.report
        return SystemCoverage(
            report.items,
            report.skipped,
            report.zeroed,
            len(self.scored) - common,
            report.repaired,
            report.unproved,
        )


def score_systems(
    gold: ItemsLike,
    systems: Mapping[str, ItemsLike],
    request: Request,
    *,
    page: bool = False,
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> dict[str, SystemRun]:
    """Score every system, reading the gold once; raise an error that lists the problems of all systems."""
    inputs = {name: input_of(items, name, request.columns) for name, items in systems.items()}
    side = input_of(gold, "gold", request.columns)
    if [_from_stdin(input_side) for input_side in (side, *inputs.values())].count(True) > 1:
        raise UsageError("only one file can be read from standard input")
    _refuse_unpaired(side, inputs, request.task, missing_files(request.settings))
    side = _to_be_read_again(side)
    golds = ItemMemory()
    readings: dict[str, Reading] = {}

    def note_readings(chosen: Sequence[Chosen]) -> None:
        readings.update({choice.key: choice.scorer().reading for choice in chosen})

    runs: dict[str, SystemRun] = {}
    problems: list[Problem] = []
    unlisted = 0
    for name, pred in inputs.items():
        scored: dict[_Key, Outcome] = {}
        execution = Execution(jobs, progress=_remembering(scored, request.settings.on_error, progress))
        try:
            report = run_score(
                side, pred, request, execution, items=page, page=page, golds=golds, accept=note_readings
            )
        except DataError as error:
            problems += error.problems
            unlisted += error.unlisted
            continue
        runs[name] = SystemRun(report, scored, readings)
        if len(inputs) > 1:
            _refuse_companions(report.task, request)
        if request.task is None and report.task in tasks():
            request = replace(request, task=report.task)  # the same for all systems
    if problems:
        raise DataError(problems, unlisted)
    return runs


def _refuse_companions(task: str, request: Request) -> None:
    """Refuse files that complete the predictions of one system."""
    known = tasks().get(task)
    if known is not None and known.join is not None:
        from tallystick.run.inputs.companions import refuse_for_several

        refuse_for_several(known, request.parameters)


def _refuse_unpaired(gold: Input, inputs: Mapping[str, Input], task: str | Task | None, missing: str) -> None:
    """Refuse missing files and files without a partner before anything is scored."""
    problems: list[Problem] = []
    for pred in inputs.values():
        try:
            input_pairs(gold, pred, missing=missing, task=task)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)


def _from_stdin(side: Input) -> bool:
    return isinstance(side, Source) and side.text is None and side.path == "-"


def _to_be_read_again(gold: Input) -> Input:
    """The gold as something that can be read once for each system: a pipe or an iterator could not."""
    if not isinstance(gold, Source):
        return list(gold) if hasattr(gold, "__next__") else gold
    if not _from_stdin(gold) and not isinstance(gold, PipedSource):
        return gold
    # Invalid UTF-8 is kept, so that the reader reports its location.
    return Source(gold.path, gold._open().read().decode("utf-8", "surrogateescape"))


def _remembering(
    scored: dict[_Key, Outcome], policy: str, progress: Callable[[Outcome], None] | None
) -> Callable[[Outcome], None]:
    """Return a callback that records scored outcomes; repeated ids (`--match-by order`) are numbered."""
    seen: Counter[str] = Counter()

    def take(outcome: Outcome) -> None:
        if outcome.status in ("scored", "zeroed"):
            # Nothing but counts is kept: problems are in the report. Those of parts that were left out say which ones.
            kept = outcome.problems if outcome.parts and policy == "skip" else ()
            errors = tuple(problem for problem in kept if problem.level == "error")
            scored[outcome.gold_id, seen[outcome.gold_id]] = replace(outcome, problems=errors, kept=None)
        seen[outcome.gold_id] += 1
        if progress is not None:
            progress(outcome)

    return take


def _common(runs: Mapping[str, SystemRun]) -> list[_Key]:
    """The items that were scored for all systems, in the order of the first.

    Where parts of an item were left out, these have to be the same for all: those that the gold lacks.
    """
    first, *others = (run.scored for run in runs.values())
    common = [
        item
        for item, outcome in first.items()
        if all(item in scored and scored[item].problems == outcome.problems for scored in others)
    ]
    if not common:
        raise DataError(Problem("no item was scored for all systems", code="no-partner",
                                hint="items are paired by id, and files in directories by name"))  # fmt: skip
    return common


def _documents(runs: Mapping[str, SystemRun], common: Sequence[_Key]) -> list[str]:
    """Return the document of each item: the document in its meta, else its file."""
    scored = next(iter(runs.values())).scored
    documents = [scored[item].document for item in common]
    if len(set(documents)) < 2:
        raise UsageError(
            f"all items are of one document, {documents[0]}, so that none can be drawn; name the document of each item "
            'in its meta ("meta": {"document": …}), give directories with a file for each, or take items as units'
        )
    return documents
