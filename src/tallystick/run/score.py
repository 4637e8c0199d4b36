"""`score`: from two sides to a report. The command line and Python come here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tallystick.declare import Task
from tallystick.errors import DataError, NotProvenError, UsageError
from tallystick.formats.base import Block, Item, Source
from tallystick.registry import choose, find_task
from tallystick.run.inputs import SourcePair, infer_task, pick_format, read_pairs, source_pairs
from tallystick.run.pairing import BlockPair, pair_blocks
from tallystick.run.plan import Outcome, Plan, Scoring
from tallystick.run.report import AVERAGES, Report, Settings, build_report
from tallystick.run.runner import collect, outcomes
from tallystick.tally import Alignment

__all__ = ["Given", "open_run", "score"]

#: What a side may be: a path, text, or items as objects.
Given = str | Path | Iterable[object]


def score(
    gold: Given,
    pred: Given,
    metrics: Sequence[str] | str = (),
    *,
    task: str | None = None,
    items: bool = True,
    average: str = "micro",
    undefined: str = "null",
    confidence: float | None = None,
    seed: int = 12345,
    on_error: str = "fail",
    match_by: str = "auto",
    by: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    time_limit: float | None = None,
    require_optimal: bool = False,
    progress: Callable[[Outcome], None] | None = None,
    **options: object,
) -> Report:
    """Score predictions against gold.

    Both sides are paths, text, or lists of items. `options` are parameters of the metrics.

    >>> import tallystick as ts
    >>> gold = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [4, 4]}]}]
    >>> pred = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}]
    >>> report = ts.score(gold, pred, "span", task="spans")
    >>> report["span"].recall, report["span"].items[0].alignment.missed
    (0.5, (TypedSpan(type='LOC', span=Offsets(left=4, right=4)),))
    """
    _check(average=(average, AVERAGES), undefined=(undefined, ("null", "zero")),
           on_error=(on_error, ("fail", "skip", "zero")), match_by=(match_by, ("auto", "order", "id")))  # fmt: skip
    run = open_run(gold, pred, task, match_by)
    texts = [metrics] if isinstance(metrics, str) else list(metrics)
    chosen = choose(run.task, texts, {name.replace("_", "-"): value for name, value in options.items()})
    settings = Settings(average, undefined, confidence, seed=seed, on_error=on_error, by=by)
    weight = average if average in ("sentences", "tokens") else None
    if weight and weight not in run.task.sizes:
        raise UsageError(f"the items of the task {run.task.name} have no number of {weight}")
    plan = Plan(
        run.task.name, tuple((one.key, one.metric.name, one.options) for one in chosen), run.formats,
        on_error, by, weight, time_limit,
    )  # fmt: skip
    kept_pairs: list[BlockPair] = []
    pairs = _remembered(run.pairs, kept_pairs) if items else run.pairs
    keep = items or average != "micro" or confidence is not None
    found = outcomes(plan, pairs, task=run.task, jobs=jobs, executor=executor)
    collected = collect(found, len(chosen), keep=keep, progress=progress)
    if collected.failed:
        raise DataError([problem for problem in collected.problems if problem.level == "error"])
    if require_optimal and any(total.proved < total.items for total in collected.totals):
        raise NotProvenError("not every item is proved to be optimal; give more time, or drop the requirement")
    explain = None
    if items:
        kept = [(kept_pairs[place], outcome.status) for place, outcome in zip(collected.places, collected.kept, strict=True)]
        explain = partial(_explain_later, Scoring(plan, run.task), kept)
    return build_report(run.task.name, chosen, collected, settings, explain)


def _check(**values: tuple[str, Sequence[str]]) -> None:
    for name, (value, known) in values.items():
        if value not in known:
            raise UsageError(f"{name}={value!r} is not one of {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Run:
    """Two sides, paired and ready to be scored."""

    task: Task
    formats: tuple[int, int]
    pairs: Iterator[BlockPair]
    sources: Sequence[SourcePair] = ()


def open_run(gold: Given, pred: Given, task: str | None = None, match_by: str = "auto") -> Run:
    """Find out what the two sides are, and pair their items."""
    if isinstance(gold, (str, Path)) and isinstance(pred, (str, Path)):
        sources = _sources(gold, pred)
        chosen = find_task(task) if task else infer_task(sources[0])
        formats = (pick_format(chosen, sources[0].gold), pick_format(chosen, sources[0].pred))
        return Run(chosen, formats, read_pairs(chosen, sources, formats, match_by), sources)
    if task is None:
        raise UsageError("name the task of these objects: score(gold, pred, task=…)")
    chosen = find_task(task)
    sides = [iter(_objects(chosen, side)) for side in (gold, pred)]
    return Run(chosen, (0, 0), pair_blocks(sides[0], sides[1], ("gold", "pred"), match_by))


def _sources(gold: str | Path, pred: str | Path) -> list[SourcePair]:
    texts = [isinstance(side, str) and ("\n" in side or side.lstrip()[:1] in ("{", "(")) for side in (gold, pred)]
    if not any(texts):
        return source_pairs(str(gold), str(pred))
    named = [
        Source(f"<{name}>", str(side)) if text else Source(str(side))
        for name, side, text in zip(("gold", "pred"), (gold, pred), texts, strict=True)
    ]
    return [SourcePair(named[0], named[1])]


def _objects(task: Task, given: Given) -> Iterator[Block | Item]:
    """Items given as objects: plain dictionaries are read like lines of a file, anything else is taken as it is."""
    if isinstance(given, (str, Path)):
        yield from task.formats[pick_format(task, Source(str(given)))].reader.blocks(Source(str(given)))
        return
    for number, value in enumerate(given, 1):
        if isinstance(value, Item):
            yield value
        elif isinstance(value, Mapping):
            name = value.get("id")
            yield Block(json.dumps(value), "<objects>", number, None if name is None else str(name))
        else:
            yield Item(value, None, path="<objects>", line=number)


def _remembered(pairs: Iterator[BlockPair], kept: list[BlockPair]) -> Iterator[BlockPair]:
    for pair in pairs:
        kept.append(pair)
        yield pair


def _explain_later(
    scoring: Scoring, kept: Sequence[tuple[BlockPair, str]], place: int, metric: int
) -> Callable[[], Alignment]:
    """The alignment of a kept item, computed when it is asked for."""
    pair, status = kept[place]
    return partial(scoring.alignment, pair, status, metric)
