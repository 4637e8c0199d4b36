"""The result of a run: a report of scores by metric, in whatever average was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from tallystick.errors import Problem
from tallystick.registry import Chosen
from tallystick.run.contract import as_dict
from tallystick.run.display import item_html, item_line, metric_html, metric_line
from tallystick.run.frames import pandas_of, polars_of
from tallystick.run.kept import KeptPair
from tallystick.run.plotting import plot_metric, plot_report
from tallystick.run.runner import Collected
from tallystick.run.samples import intervals_of
from tallystick.run.settings import Settings
from tallystick.run.table import as_html, as_text
from tallystick.stats.averages import average as mean_of
from tallystick.stats.bootstrap import Interval
from tallystick.tally import Alignment, Numbers, Reading, Score, Tally
from tallystick.tasks.base import Task
from tallystick.tasks.views.base import Original

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

__all__ = ["ItemScore", "MetricReport", "Report", "build_report", "counts_something"]


@dataclass(frozen=True, slots=True, repr=False)
class ItemScore(Numbers):
    """The score of one item under one metric."""

    id: str
    score: Score
    zeroed: bool = False
    """Whether the prediction was malformed or missing, and counted as empty."""
    originals: Callable[[], tuple[Original, Original]] | None = field(default=None, repr=False, compare=False)
    """Gives the two sides as they were read, for those who show them."""

    @property
    def values(self) -> Mapping[str, float | None]:
        """The numbers by name."""
        return self.score.values

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.score.value

    @property
    def alignment(self) -> Alignment:
        """What matched, what was missed, what was spurious."""
        return self.score.alignment

    def __repr__(self) -> str:
        return f"<{item_line(self)}>"

    def _repr_html_(self) -> str:
        return item_html(self)


@dataclass(frozen=True, slots=True, repr=False)
class MetricReport(Numbers):
    """One metric over all items."""

    key: str
    signature: str
    score: Score
    """The micro score: the ratio of sums."""
    values: Mapping[str, float | None]
    """The numbers in the average that was asked for."""
    average: str = "micro"
    undefined: Mapping[str, int] = field(default_factory=dict)
    """How many items a mean leaves out, because the number is undefined there."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    items: Sequence[ItemScore] = ()

    @property
    def tally(self) -> Tally:
        """The summed counts."""
        return self.score.tally

    @property
    def reading(self) -> Reading:
        """How the counts are read."""
        return self.score.reading

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.values.get(self.reading.headline)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how many items have which score."""
        return plot_metric(self, ax)

    def __repr__(self) -> str:
        return f"<{metric_line(self)}>"

    def _repr_html_(self) -> str:
        return metric_html(self)


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The scores of a run.

    ``report["span"].f1`` is a number, ``report["span"].items[3].alignment.missed`` an explanation.
    """

    task: str
    metrics: Mapping[str, MetricReport]
    items: int
    skipped: int = 0
    zeroed: int = 0
    problems: Sequence[Problem] = ()
    settings: Settings = field(default_factory=Settings)
    groups: Mapping[str, Mapping[str, MetricReport]] = field(default_factory=dict)
    """The same metrics by label, where `by` was given."""
    coverage: Mapping[str, int] = field(default_factory=dict)
    """How much was compared, where items have parts that may lack a partner: numbers of parts by label."""
    part: str = "item"
    """What is skipped or counted as empty, in a word."""

    def __getitem__(self, key: str) -> MetricReport:
        try:
            return self.metrics[key]
        except KeyError:
            raise KeyError(f"no metric {key!r} in this report; it has {', '.join(self.metrics)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def to_dict(self, *, items: bool = False) -> dict[str, object]:
        """What ``-f json`` writes, as plain values; with `items`, those of each item too."""
        return as_dict(self, items=items)

    def to_pandas(self, *, items: bool = False) -> pandas.DataFrame:
        """The scores as a table, one row a metric; with `items`, one row for each item and metric."""
        return pandas_of(self, items=items)

    def to_polars(self, *, items: bool = False) -> polars.DataFrame:
        """The same for Polars, the metric being a column."""
        return polars_of(self, items=items)

    def plot(self, metrics: Sequence[str] | str = (), ax: Axes | None = None) -> Axes:
        """Draw how the scores of items are distributed: one metric as a histogram, several as boxes."""
        return plot_report(self, [metrics] if isinstance(metrics, str) else metrics, ax)

    @property
    def unproved(self) -> str:
        """Which metrics have items that are not proved to be optimal, in words; empty if all are."""
        open_items = {key: m.tally.items - m.tally.proved for key, m in self.metrics.items()}
        found = [f"{count} of {self.items} items of {key}" for key, count in open_items.items() if count]
        return f"not proved to be optimal: {', '.join(found)}" if found else ""

    def __repr__(self) -> str:
        return as_text(self).rstrip("\n")

    def _repr_html_(self) -> str:
        return as_html(self)


def build_report(
    task: Task,
    chosen: Sequence[Chosen],
    collected: Collected,
    settings: Settings,
    kept: Sequence[KeptPair] | None = None,
) -> Report:
    """Read the sums of a run as numbers; `kept` are the pairs that can be explained and shown."""
    metrics, groups = {}, {}
    sums, by_group = collected.totals, collected.groups
    shown = [
        (place, one)
        for place, one in enumerate(chosen)
        if one.asked or not one.metric.occasional or counts_something(sums[place])
    ]
    readings = {place: one.scorer().reading for place, one in shown}
    intervals = intervals_of(collected.kept, readings, settings)
    for place, one in shown:
        tallies = [(outcome.tallies[place], outcome.weight) for outcome in collected.kept]
        whole = _metric_report(one, sums[place], tallies, settings, intervals.get(place, {}))
        if settings.average == "groups":
            whole = _over_groups(whole, [totals[place] for totals in by_group.values()])
        metrics[one.key] = replace(whole, items=_item_scores(collected, place, whole.reading, kept))
    for label, totals in sorted(by_group.items()):
        members = [outcome for outcome in collected.kept if label in outcome.groups]
        # Nothing can be drawn from a group of one, and `--by document` has thousands of them.
        own = settings if len(members) > 1 else replace(settings, confidence=None)
        if own.average == "groups":
            own = replace(own, average="micro")
        parts = [replace(member, tallies=member.groups[label]) for member in members]
        intervals = intervals_of(parts, readings, own)
        groups[label] = {
            one.key: _metric_report(
                one, totals[place], [(part.tallies[place], part.weight) for part in parts], own,
                intervals.get(place, {}),
            )
            for place, one in shown
        }  # fmt: skip
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
    one: Chosen,
    total: Tally,
    kept: Sequence[tuple[Tally, float]],
    settings: Settings,
    intervals: Mapping[str, Interval],
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
    signature = one.signature(**settings.signed())
    return MetricReport(one.key, signature, score, values, settings.average, undefined, intervals)


def _over_groups(whole: MetricReport, totals: Sequence[Tally]) -> MetricReport:
    """The mean over groups, each the ratio of its own sums."""
    means = mean_of([whole.reading(total) for total in totals], None)
    values = {name: means.values.get(name) for name in whole.reading.fields}
    return replace(whole, values=values, undefined=means.undefined)


def _item_scores(
    collected: Collected, metric: int, reading: Reading, kept: Sequence[KeptPair] | None
) -> tuple[ItemScore, ...]:
    pairs = kept if kept is not None else [None] * len(collected.kept)
    return tuple(
        ItemScore(
            outcome.id,
            Score(outcome.tallies[metric], reading, partial(pair.alignment, metric) if pair else None),
            outcome.status == "zeroed",
            pair.originals if pair else None,
        )
        for outcome, pair in zip(collected.kept, pairs, strict=True)
    )
