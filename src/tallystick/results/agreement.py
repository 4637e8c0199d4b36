"""The result of comparing annotators with each other: a matrix for each metric, and how much was compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from math import fsum
from typing import TYPE_CHECKING, ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import Result
from tallystick.results.label_agreement import LabelAgreement
from tallystick.results.settings import Settings
from tallystick.tally import Numbers, Score

if TYPE_CHECKING:
    from tallystick.stats.bootstrap import Interval

__all__ = ["Agreement", "MetricAgreement", "PairCoverage", "PairScore", "mean"]


@dataclass(frozen=True, slots=True)
class PairScore(Numbers):
    """Two annotators under one metric; `a` is treated as the gold."""

    a: str
    b: str
    score: Score
    values: Mapping[str, float | None]
    """The numbers in the requested average; None if the two have no item in common."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    """The bootstrap interval of each number, if `confidence` was given."""

    @property
    def items(self) -> int:
        """How many items were compared."""
        return self.score.tally.items

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.values.get(self.score.reading.headline)

    @property
    def interval(self) -> Interval | None:
        """The interval of the headline number, if `confidence` was given."""
        return self.intervals.get(self.score.reading.headline)


@dataclass(frozen=True, slots=True)
class PairCoverage:
    """How many items two annotators have in common."""

    a: str
    b: str
    items: int
    """How many items were compared."""
    only_a: int = 0
    """Number of items that only `a` has; they are left out, as are those that only `b` has."""
    only_b: int = 0
    skipped: int = 0
    """Number of items, or parts of items, that were left out because one side cannot be read."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """Numbers of compared parts, if items have parts: as in a report of scores, with `a` as the gold."""

    @property
    def complete(self) -> bool:
        """Whether everything was compared."""
        return not (self.only_a or self.only_b or self.skipped or any(list(self.parts.values())[1:]))


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """One metric over all pairs of annotators."""

    key: str
    signature: str
    annotators: tuple[str, ...]
    pairs: tuple[PairScore, ...]
    """Each pair once; in both directions if the metric is asymmetric."""
    both_ways: bool = False
    groups: Mapping[str, tuple[PairScore, ...]] = field(default_factory=dict)
    """The same pairs by label, if `by` was given."""
    interval: Interval | None = None
    """The bootstrap interval of the mean, if `confidence` was given: the same items are drawn for all pairs."""

    @property
    def headline(self) -> str:
        """The number that the matrix shows: F1 for most metrics."""
        return self.pairs[0].score.reading.headline

    @property
    def mean(self) -> float | None:
        """The mean over pairs; pairs with an undefined number are left out."""
        return mean(self.pairs)

    @property
    def undefined(self) -> int:
        """Number of pairs that the mean leaves out."""
        return sum(pair.value is None for pair in self.pairs)

    @property
    def by_annotator(self) -> dict[str, float | None]:
        """The mean of each annotator against all others."""
        return {
            name: mean([pair for pair in self.pairs if name in (pair.a, pair.b)]) for name in self.annotators
        }

    def worst(self, count: int) -> MetricAgreement:
        """Return the metric with only the groups that have the lowest means, lowest first; undefined means are left
        out."""
        means = {label: mean(pairs) for label, pairs in self.groups.items()}
        defined = {label: value for label, value in means.items() if value is not None}
        ordered = sorted(defined, key=lambda label: defined[label])
        return replace(self, groups={label: self.groups[label] for label in ordered[:count]})

    @property
    def matrix(self) -> list[list[float | None]]:
        """The headline numbers: a row for each annotator taken as the gold. None if there is nothing to compare."""
        row = {name: index for index, name in enumerate(self.annotators)}
        matrix: list[list[float | None]] = [[None] * len(row) for _ in row]
        for pair in self.pairs:
            matrix[row[pair.a]][row[pair.b]] = pair.value
            if not self.both_ways:
                matrix[row[pair.b]][row[pair.a]] = pair.value
        return matrix


def mean(pairs: Sequence[PairScore]) -> float | None:
    """The mean of the headline numbers that are defined."""
    values = [pair.value for pair in pairs if pair.value is not None]
    return fsum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True, repr=False)
class Agreement(Result[MetricAgreement]):
    """How well annotators agree.

    ``agreement["smatch"].mean`` is a number, ``agreement["smatch"].matrix`` a table of them.
    """

    kind: ClassVar[str] = "agreement"
    noun: ClassVar[str] = "agreement"

    task: str
    annotators: tuple[str, ...]
    metrics: Mapping[str, MetricAgreement]
    coverage: tuple[PairCoverage, ...]
    settings: Settings
    part: str = "item"
    """Name of the parts that are skipped."""
    problems: tuple[Problem, ...] = ()
    labels: tuple[LabelAgreement, ...] = ()
    """Chance-corrected coefficients for each layer of labels, if requested."""
    notes: tuple[str, ...] = ()
    """Notes of the task that apply to every run."""

    def worst(self, count: int) -> Agreement:
        """Return the agreement with the `count` groups of `by` that have the lowest means, for each metric."""
        return replace(self, metrics={key: metric.worst(count) for key, metric in self.metrics.items()})
