"""The result of ranking systems: a leaderboard for each metric, and what was missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import PRESENTED, Result
from tallystick.results.comparison import Comparison
from tallystick.stats.comparison import MetricComparison

if TYPE_CHECKING:
    import pandas
    import polars

    from tallystick.stats.bootstrap import Interval

__all__ = ["Gap", "MetricRanking", "RankedSystem", "Ranking", "ranking_of"]


@dataclass(frozen=True, slots=True)
class Gap:
    """A file that a system does not have, or that cannot be read."""

    system: str
    dataset: str
    file: str
    reason: str
    """``missing`` or ``unreadable``."""
    counted: str
    """How it counts: ``zero``, counted as empty; ``skip``, left out of the system's mean."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """The rank of a system under one metric."""

    name: str
    rank: int
    """Shared by systems that do not differ significantly from the best of them."""
    score_rank: int | None
    """The rank by the score alone."""
    rank_interval: Interval
    """The ranks by score that the system has in most resamples."""
    value: float | None
    """The mean over data sets."""
    interval: Interval
    datasets: Mapping[str, float | None]
    """The score on each data set; None if it is undefined or left out."""
    intervals: Mapping[str, Interval]
    absent: frozenset[str] = frozenset()
    """The data sets that are left out of the mean."""


@dataclass(frozen=True, slots=True)
class MetricRanking:
    """The leaderboard of one metric."""

    key: str
    headline: str
    signature: str
    systems: tuple[RankedSystem, ...]
    """The best first."""

    def __getitem__(self, name: str) -> RankedSystem:
        for system in self.systems:
            if system.name == name:
                return system
        raise KeyError(f"no system {name!r} in this ranking")


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Result[MetricRanking]):
    """A leaderboard for each metric.

    ``ranking["conll"].systems[0].name`` is the best system, ``ranking.comparison["conll"]`` how systems differ.
    """

    kind: ClassVar[str] = "ranking"
    noun: ClassVar[str] = "ranking"

    metrics: Mapping[str, MetricRanking]
    datasets: tuple[str, ...]
    gaps: tuple[Gap, ...]
    comparison: Comparison
    """A comparison of all pairs of systems, over all data sets and within each."""

    def to_dict(self) -> dict[str, object]:
        """Return the data of ``-f json`` as plain values."""
        data: dict[str, object] = PRESENTED["ranking"](self).data()
        return data

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each metric, system and data set, and for each mean."""
        frame: pandas.DataFrame = PRESENTED["ranking in pandas"](self)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The same for Polars."""
        frame: polars.DataFrame = PRESENTED["ranking in polars"](self)
        return frame


def ranking_of(
    comparison: Comparison,
    datasets: Sequence[str],
    gaps: Sequence[Gap],
    absent: Mapping[str, Collection[str]],
) -> Ranking:
    """Make leaderboards of a comparison over data sets; `absent` are the data sets that each system lacks."""
    whole = [metric for metric in comparison.metrics.values() if metric.group is None]
    within = {(metric.key, metric.group): metric for metric in comparison.by_group}
    metrics = {
        metric.key: _leaderboard(
            metric,
            {label: within[metric.key, label] for label in datasets if (metric.key, label) in within},
            comparison,
            absent,
        )
        for metric in whole
    }
    return Ranking(metrics, tuple(datasets), tuple(gaps), comparison)


def _leaderboard(
    metric: MetricComparison,
    within: Mapping[str, MetricComparison],
    comparison: Comparison,
    absent: Mapping[str, Collection[str]],
) -> MetricRanking:
    headline = metric.headline
    systems = tuple(
        RankedSystem(
            name,
            rank,
            metric.ranks[name].rank,
            metric.ranks[name].interval,
            metric.systems[name].values[headline],
            metric.systems[name].intervals[headline],
            {
                label: None if label in absent[name] else own.systems[name].values[headline]
                for label, own in within.items()
            },
            {label: own.systems[name].intervals[headline] for label, own in within.items()},
            frozenset(absent[name]),
        )
        for name, rank in metric.shared_ranks(comparison.statistics).items()
    )
    return MetricRanking(metric.key, headline, metric.signature, systems)
