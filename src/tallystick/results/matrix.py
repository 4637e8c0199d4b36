"""The result of comparing many outputs of the same input: a matrix for each item, and the output that is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import fsum
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import Result
from tallystick.results.settings import Settings

__all__ = ["ItemMatrix", "Matrices", "MetricMatrices"]


@dataclass(frozen=True, slots=True)
class ItemMatrix:
    """The outputs of one input against each other under one metric."""

    id: str
    outputs: tuple[str, ...]
    """The outputs that have the item."""
    matrix: tuple[tuple[float | None, ...], ...]
    """A row for each output taken as the gold; None on the diagonal and where the number is undefined."""

    @property
    def means(self) -> dict[str, float | None]:
        """The mean of each output, taken as the prediction, against all others; undefined numbers are left out."""
        return {name: _mean([row[column] for row in self.matrix]) for column, name in enumerate(self.outputs)}

    @property
    def choice(self) -> str:
        """The minimum-Bayes-risk choice: the output with the highest mean; the first, in case of a tie."""
        means = self.means
        return max(self.outputs, key=lambda name: -1.0 if (mean := means[name]) is None else mean)


@dataclass(frozen=True, slots=True)
class MetricMatrices:
    """One metric over all items."""

    key: str
    signature: str
    headline: str
    """Name of the number in the matrices: F1 for most metrics."""
    outputs: tuple[str, ...]
    items: tuple[ItemMatrix, ...]
    both_ways: bool = False
    unproved: int = 0
    """Number of comparisons that are not proved optimal."""

    @property
    def matrix(self) -> list[list[float | None]]:
        """The mean over items of each cell."""
        cells: dict[tuple[str, str], list[float | None]] = {}
        for item in self.items:
            for gold, row in zip(item.outputs, item.matrix, strict=True):
                for pred, value in zip(item.outputs, row, strict=True):
                    cells.setdefault((gold, pred), []).append(value)
        return [[_mean(cells.get((gold, pred), [])) for pred in self.outputs] for gold in self.outputs]

    @property
    def means(self) -> dict[str, float | None]:
        """The mean over items of the means of each output."""
        return {name: _mean([item.means.get(name) for item in self.items]) for name in self.outputs}

    @property
    def choices(self) -> dict[str, str]:
        """The chosen output of each item."""
        return {item.id: item.choice for item in self.items}

    @property
    def chosen(self) -> dict[str, int]:
        """How often each output is chosen."""
        counts = Counter(item.choice for item in self.items)
        return {name: counts[name] for name in self.outputs}


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


@dataclass(frozen=True, slots=True, repr=False)
class Matrices(Result[MetricMatrices]):
    """Every pair of outputs.

    ``matrices["smatch"].matrix`` is a table of means, ``matrices["smatch"].choices["s1"]`` the name of an output.
    """

    kind: ClassVar[str] = "matrices"
    noun: ClassVar[str] = "result"

    task: str
    outputs: tuple[str, ...]
    metrics: Mapping[str, MetricMatrices]
    missing: Mapping[str, int]
    """Number of items that each output lacks, or that cannot be read."""
    settings: Settings
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    """Notes of the task that apply to every run."""

    @property
    def items(self) -> int:
        """Number of items."""
        return max((len(metric.items) for metric in self.metrics.values()), default=0)
