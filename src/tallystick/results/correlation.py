"""The result of correlating metrics with human judgements and with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import Result
from tallystick.results.settings import Settings
from tallystick.stats.comparison import Statistics

if TYPE_CHECKING:
    from tallystick.stats.bootstrap import Interval

__all__ = ["Correlation", "CorrelationDifference", "Correlations", "JudgedSet", "MetricCorrelations"]


@dataclass(frozen=True, slots=True)
class Correlation:
    """A metric and a judgement, or another metric, over the items of a data set."""

    metric: str
    other: str
    """The judgement, or the other metric."""
    data_set: str
    """Empty if there is a single data set."""
    items: int
    """Number of items with both numbers."""
    values: Mapping[str, float | None]
    """Pearson's r, Spearman's ρ, Kendall's τ-b by name; None if a variable is constant."""
    intervals: Mapping[str, Interval]

    @property
    def pearson(self) -> float | None:
        """Pearson's r."""
        return self.values["pearson"]

    @property
    def spearman(self) -> float | None:
        """Spearman's ρ."""
        return self.values["spearman"]

    @property
    def kendall(self) -> float | None:
        """Kendall's τ-b."""
        return self.values["kendall"]


@dataclass(frozen=True, slots=True)
class CorrelationDifference:
    """The difference between the correlations of two metrics with a judgement."""

    judgement: str
    data_set: str
    coefficient: str
    base: str
    metric: str
    items: int
    value: float | None
    interval: Interval
    test: str
    """``williams`` or ``bootstrap``."""
    p: float | None
    adjusted: float | None
    """The p-value adjusted over all pairs of metrics, for this judgement, data set and coefficient."""

    def better(self, alpha: float) -> str | None:
        """Return the metric that correlates significantly better, or None."""
        if self.adjusted is None or self.value is None or self.adjusted >= alpha:
            return None
        return self.metric if self.value > 0 else self.base


@dataclass(frozen=True, slots=True)
class MetricCorrelations:
    """A metric and all judgements over all data sets."""

    key: str
    signature: str
    correlations: tuple[Correlation, ...]

    def with_judgement(self, judgement: str | None = None, data_set: str | None = None) -> Correlation:
        """Return the correlation with a judgement in a data set; either may be left out if there is only one."""
        chosen = [
            correlation
            for correlation in self.correlations
            if judgement in (None, correlation.other) and data_set in (None, correlation.data_set)
        ]
        if len(chosen) != 1:
            known = ", ".join(
                f"{correlation.other} in {correlation.data_set}"
                if correlation.data_set
                else correlation.other
                for correlation in self.correlations
            )
            raise KeyError(f"{judgement!r}, {data_set!r} names {len(chosen)} correlations of {known}")
        return chosen[0]

    def mean(self, coefficient: str = "pearson", judgement: str | None = None) -> float | None:
        """Return the mean over data sets; None if one of them is undefined."""
        values = self._values(coefficient, judgement)
        known = [value for value in values if value is not None]
        return fsum(known) / len(known) if known and len(known) == len(values) else None

    def harmonic_mean(self, coefficient: str = "pearson", judgement: str | None = None) -> float | None:
        """Return the harmonic mean over data sets; None if one of them is undefined or not positive."""
        values = self._values(coefficient, judgement)
        known = [value for value in values if value is not None and value > 0]
        return (
            len(known) / fsum(1 / value for value in known) if known and len(known) == len(values) else None
        )

    def _values(self, coefficient: str, judgement: str | None) -> list[float | None]:
        return [
            correlation.values[coefficient]
            for correlation in self.correlations
            if judgement in (None, correlation.other)
        ]

    @property
    def pearson(self) -> float | None:
        """Pearson's r, where there is one judgement and one data set."""
        return self.with_judgement().pearson

    @property
    def spearman(self) -> float | None:
        """Spearman's ρ, where there is one judgement and one data set."""
        return self.with_judgement().spearman

    @property
    def kendall(self) -> float | None:
        """Kendall's τ-b, where there is one judgement and one data set."""
        return self.with_judgement().kendall


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """The contents of a data set."""

    items: int
    judged: Mapping[str, int]
    """Number of items with each judgement."""
    undefined: Mapping[str, int]
    """Number of items for which each metric is undefined or that could not be scored; they are left out."""
    unknown: int = 0
    """Number of judgements without an item."""


@dataclass(frozen=True, slots=True, repr=False)
class Correlations(Result[MetricCorrelations]):
    """Correlations of metrics with judgements and with each other.

    ``correlations["smatch"].pearson`` is a number, ``correlations.between`` has the correlations of metrics.
    """

    kind: ClassVar[str] = "correlations"
    noun: ClassVar[str] = "result"

    task: str
    metrics: Mapping[str, MetricCorrelations]
    judgements: tuple[str, ...]
    between: tuple[Correlation, ...]
    """Every pair of metrics."""
    differences: tuple[CorrelationDifference, ...]
    data_sets: Mapping[str, JudgedSet]
    statistics: Statistics
    settings: Settings
    problems: Sequence[Problem] = ()
    notes: tuple[str, ...] = ()
    """Notes of the task that apply to every run."""

    def better_than(self, correlation: Correlation, coefficient: str) -> list[str]:
        """Return the metrics that correlate significantly worse with the same judgement."""
        alpha = self.statistics.alpha
        return [
            difference.base if difference.metric == correlation.metric else difference.metric
            for difference in self.differences
            if (difference.judgement, difference.data_set) == (correlation.other, correlation.data_set)
            and difference.coefficient == coefficient
            and difference.better(alpha) == correlation.metric
        ]
