"""From the sums of a run to a report: averages, intervals, groups, the scores of items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tallystick.errors import Problem
from tallystick.registry import Chosen
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.results.settings import Settings
from tallystick.run.plan import Original
from tallystick.run.runner import Collected
from tallystick.stats.averages import average as mean_of
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.tally import Alignment, Reading, Score, Tally
from tallystick.tasks.base import Task

__all__ = ["build_report", "counts_something"]

#: From the place of a kept item and of a metric to what computes the alignment.
Explain = Callable[[int, int], Callable[[], Alignment]]
#: From the place of a kept item to what reads its two sides again.
Reread = Callable[[int], Callable[[], tuple[Original, Original]]]


def build_report(
    task: Task,
    chosen: Sequence[Chosen],
    collected: Collected,
    settings: Settings,
    explain: Explain | None = None,
    reread: Reread | None = None,
) -> Report:
    """Read the sums of a run as numbers."""
    metrics, groups = {}, {}
    sums, by_group = collected.totals, collected.groups
    shown = [
        (place, one)
        for place, one in enumerate(chosen)
        if one.asked or not one.metric.occasional or counts_something(sums[place])
    ]
    for place, one in shown:
        kept = [(outcome.tallies[place], outcome.weight) for outcome in collected.kept]
        whole = _metric_report(one, sums[place], kept, settings)
        if settings.average == "groups":
            whole = _over_groups(whole, [totals[place] for totals in by_group.values()])
        metrics[one.key] = replace(
            whole, items=_item_scores(collected, place, whole.reading, explain, reread)
        )
    for label, totals in sorted(by_group.items()):
        members = [outcome for outcome in collected.kept if label in outcome.groups]
        # Nothing can be drawn from a group of one, and `--by document` has thousands of them.
        own = settings if len(members) > 1 else replace(settings, confidence=None)
        if own.average == "groups":
            own = replace(own, average="micro")
        groups[label] = {
            one.key: _metric_report(
                one, totals[place], [(member.groups[label][place], member.weight) for member in members], own
            )
            for place, one in shown
        }
    return Report(
        task=task.name,
        metrics=metrics,
        items=collected.items,
        skipped=collected.skipped,
        zeroed=collected.zeroed,
        problems=(*collected.problems, *_undefined([one for _, one in shown], metrics)),
        settings=settings,
        groups=groups,
        coverage=dict(collected.coverage),
        part=task.part,
    )


def _undefined(chosen: Sequence[Chosen], metrics: Mapping[str, MetricReport]) -> Iterator[Problem]:
    """Say why a score is undefined where its options are the reason."""
    for one in chosen:
        reason = one.metric.undefined(one.options) if one.metric.undefined else ""
        if reason and metrics[one.key].value is None:
            yield Problem(f"undefined: {reason}", path=one.key, code="undefined", level="warning")


def counts_something(tally: Tally) -> bool:
    """Whether there was anything to be found, or anything was predicted."""
    return bool(tally.gold_total or tally.pred_total) or any(map(counts_something, tally.parts))


def _metric_report(
    one: Chosen, total: Tally, kept: Sequence[tuple[Tally, float]], settings: Settings
) -> MetricReport:
    """One metric over some items: their sum and, where a mean or intervals need them, each of them."""
    reading = settings.reading(one.scorer().reading)
    score = Score(total, reading)
    values: Mapping[str, float | None] = score.values
    undefined: Mapping[str, int] = {}
    if settings.average not in ("micro", "groups"):
        weights = [weight for _, weight in kept] if settings.weight else None
        means = mean_of([reading(tally) for tally, _ in kept], weights)
        values, undefined = {name: means.values.get(name) for name in reading.fields}, means.undefined
    intervals: Mapping[str, Interval] = {}
    if settings.confidence is not None:
        intervals = bootstrap(
            [tally for tally, _ in kept], reading, confidence=settings.confidence,
            resamples=settings.resamples, seed=settings.seed, average=settings.average,
        )  # fmt: skip
    signature = one.signature(**settings.signed())
    return MetricReport(one.key, signature, score, values, settings.average, undefined, intervals)


def _over_groups(whole: MetricReport, totals: Sequence[Tally]) -> MetricReport:
    """The mean over groups, each the ratio of its own sums."""
    means = mean_of([whole.reading(total) for total in totals], None)
    values = {name: means.values.get(name) for name in whole.reading.fields}
    return replace(whole, values=values, undefined=means.undefined)


def _item_scores(
    collected: Collected, place: int, reading: Reading, explain: Explain | None, reread: Reread | None
) -> tuple[ItemScore, ...]:
    return tuple(
        ItemScore(
            outcome.id,
            Score(outcome.tallies[place], reading, explain(index, place) if explain else None),
            outcome.status == "zeroed",
            reread(index) if reread else None,
        )
        for index, outcome in enumerate(collected.kept)
    )
