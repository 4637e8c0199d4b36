"""Bulk counting of pairs of items, for tasks that have a faster way than pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.tally import Tally

__all__ = ["BulkCounts"]


@dataclass(frozen=True, slots=True)
class BulkCounts:
    """The counts of all pairs of a run."""

    pairs: int
    totals: tuple[Tally, ...]
    """The sum of each metric over all pairs."""
    tallies: Callable[[int], tuple[Tally, ...]]
    """Gives the tally of each metric for a pair, by its index."""
    values: Callable[[int], tuple[object, object]]
    """Gives the two sides of a pair, by its index: copies, because the caller's lists may change."""
    coverage: Mapping[str, int]
    """The summed coverage of the task."""
    problems: Sequence[Problem]
    """Warnings in the order of the pairs, gold before pred; sides are named as in other messages."""
