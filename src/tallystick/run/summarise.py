"""From the sums of a run to a report: averages, intervals, groups, the scores of items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tallystick.errors import Problem
from tallystick.lazy import imported
from tallystick.registry import Chosen
from tallystick.results.lazy_items import LazyItems
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.results.settings import Settings
from tallystick.run.collect import Collected
from tallystick.run.kept import KeptPair
from tallystick.stats.averages import average as mean_of
from tallystick.tally import Reading, Score, Tally
from tallystick.tasks.base import Options, Task

if TYPE_CHECKING:
    from tallystick.stats.bootstrap import Interval

__all__ = ["build_report", "counts_something", "run_notes"]


def build_report(
    task: Task,
    chosen: Sequence[Chosen],
    collected: Collected,
    settings: Settings,
    kept: Sequence[KeptPair] | None = None,
    *,
    intervals: bool = True,
) -> Report:
    """Read the sums of a run as numbers; `kept` are the pairs that can be explained and shown.

    It has the intervals that the settings ask for, unless `intervals` is false: they take long.
    """
    metrics, groups = {}, {}
    sums, by_group = collected.totals, collected.groups
    shown = [
        (index, choice)
        for index, choice in enumerate(chosen)
        if choice.requested or not choice.metric.occasional or counts_something(sums[index])
    ]
    readings = {index: choice.scorer().reading for index, choice in shown}
    computed = _intervals(task, collected, readings, settings) if intervals else {}
    for index, choice in shown:
        tallies: Sequence[tuple[Tally, float]] = ()
        if settings.average != "micro":
            tallies = [(outcome.tallies[index], outcome.weight) for outcome in collected.outcomes]
        items = _item_scores(collected, index, settings.reading(readings[index]), kept)
        whole = _metric_report(choice, sums[index], tallies, settings, computed.get((None, index), {}), items)
        if settings.over_groups:
            own_totals = [totals[index] for totals in by_group.values()]
            whole = _over_groups(whole, own_totals, weighted=settings.average == "weighted")
        metrics[choice.key] = whole
    for label, totals in sorted(by_group.items()):
        own = replace(settings, average="micro") if settings.over_groups else settings
        # Only a mean needs them.
        members = (
            []
            if own.average == "micro"
            else [outcome for outcome in collected.outcomes if label in outcome.groups]
        )
        groups[label] = {
            choice.key: _metric_report(
                choice,
                totals[index],
                [(member.groups[label][index], member.weight) for member in members],
                own,
                computed.get((label, index), {}),
            )
            for index, choice in shown
        }
    return Report(
        task=task.name,
        metrics=metrics,
        items=collected.items,
        skipped=collected.skipped,
        zeroed=collected.zeroed,
        repaired=collected.repaired,
        problems=(*collected.problems, *_undefined([choice for _, choice in shown], metrics)),
        settings=settings,
        groups=groups,
        whole_groups=task.groups_items(settings.by),
        coverage=dict(collected.coverage),
        part=task.part,
        notes=run_notes(task, chosen, collected.observed, collected.items),
    )


def run_notes(
    task: Task, chosen: Sequence[Chosen], observed: Mapping[str, int], items: int
) -> tuple[str, ...]:
    """Return the notes of a task on a run, from what was observed in it and the number of items."""
    if not task.notes or not chosen:
        return ()
    make: Callable[[Options, Mapping[str, int], int], Sequence[str]] = imported(task.notes)
    return tuple(make(chosen[0].options, observed, items))


def _intervals(
    task: Task, collected: Collected, readings: Mapping[int, Reading], settings: Settings
) -> Mapping[tuple[str | None, int], Mapping[str, Interval]]:
    if settings.confidence is None:
        return {}
    # Imported here: most runs have no intervals, and start the sooner.
    from tallystick.run.samples import RunSamples, intervals_of

    stratified = task.groups_items(settings.by)
    collected.samples = RunSamples(collected.outcomes, settings, stratified=stratified)
    return intervals_of(collected.samples, readings, settings)


def _undefined(chosen: Sequence[Chosen], metrics: Mapping[str, MetricReport]) -> Iterator[Problem]:
    """Say why a score is undefined where its options are the reason."""
    for choice in chosen:
        reason = choice.metric.undefined(choice.options) if choice.metric.undefined else ""
        if reason and metrics[choice.key].value is None:
            yield Problem(f"undefined: {reason}", path=choice.key, code="undefined", level="warning")


def counts_something(tally: Tally) -> bool:
    """Whether there was anything to be found, or anything was predicted."""
    return bool(tally.gold_total or tally.pred_total) or any(map(counts_something, tally.parts))


def _metric_report(
    choice: Chosen,
    total: Tally,
    kept: Sequence[tuple[Tally, float]],
    settings: Settings,
    intervals: Mapping[str, Interval],
    items: Sequence[ItemScore] = (),
) -> MetricReport:
    """One metric over some items: their sum and, where a mean or intervals need them, each of them."""
    reading = settings.reading(choice.scorer().reading)
    score = Score(total, reading)
    values: Mapping[str, float | None] = score.values
    undefined: Mapping[str, int] = {}
    if settings.average != "micro" and not settings.over_groups:
        weights = [weight for _, weight in kept] if settings.weight else None
        means = mean_of([reading(tally) for tally, _ in kept], weights)
        values, undefined = {name: means.values.get(name) for name in reading.fields}, means.undefined
    signature = choice.signature(**settings.signed())
    return MetricReport(choice.key, signature, score, values, settings.average, undefined, intervals, items)


def _over_groups(whole: MetricReport, totals: Sequence[Tally], *, weighted: bool) -> MetricReport:
    """The mean over groups, each the ratio of its own sums; perhaps weighted by what the gold has in each."""
    weights = [total.gold_total for total in totals] if weighted else None
    means = mean_of([whole.reading(total) for total in totals], weights)
    values = {name: means.values.get(name) for name in whole.reading.fields}
    return replace(whole, values=values, undefined=means.undefined)


def _item_scores(
    collected: Collected, metric: int, reading: Reading, kept: Sequence[KeptPair] | None
) -> Sequence[ItemScore]:
    outcomes = collected.outcomes

    def scores() -> Iterator[ItemScore]:
        pairs = kept if kept is not None else [None] * len(outcomes)
        for outcome, pair in zip(outcomes, pairs, strict=True):
            explain = partial(pair.alignment, metric) if pair else None
            yield ItemScore(
                outcome.id,
                Score(outcome.tallies[metric], reading, explain),
                outcome.status == "zeroed",
                pair.originals if pair else None,
                outcome.page,
                pair.page_item if pair else None,
            )

    def tallies() -> list[Tally]:
        return [outcome.tallies[metric] for outcome in outcomes]

    return LazyItems(len(outcomes), scores, tallies) if outcomes else ()
