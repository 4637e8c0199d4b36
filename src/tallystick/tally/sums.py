# cython: language_level=3
"""Sums of tallies: there is a tally for every item and metric, so that adding them up is compiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tallystick.exact_sum import ExactSum
from tallystick.tally.counts import Tally

__all__ = ["TallySum", "add_each", "total"]


class TallySum:
    """A running sum of tallies that does not depend on their order, to the last bit.

    The types of its fields are in ``sums.pxd``.
    """

    def __init__(self) -> None:
        # Whole numbers are added here, everything else in exact sums that are made when they are needed.
        self._matched_pred = self._matched_gold = self._pred = self._gold = 0
        self._items = self._proved = 0
        self._exact: tuple[ExactSum, ...] | None = None
        self._parts: tuple[TallySum, ...] = ()

    def add(self, tally: Tally) -> None:
        """Add a tally; one of no items adds nothing."""
        items = tally.items
        if not items:
            return
        parts: tuple[Tally, ...] = tally.parts
        if not self._items:
            self._parts = tuple([TallySum() for _ in parts])
        matched_pred, matched_gold = tally.matched_pred, tally.matched_gold
        pred, gold = tally.pred_total, tally.gold_total
        if (
            type(matched_pred) is int
            and type(matched_gold) is int
            and type(pred) is int
            and type(gold) is int
            and not tally.slack
        ):
            # Most metrics count whole numbers.
            self._matched_pred += matched_pred
            self._matched_gold += matched_gold
            self._pred += pred
            self._gold += gold
        else:
            self._add_exactly((matched_pred, matched_gold, pred, gold, tally.slack))
        self._items += items
        self._proved += tally.proved
        if parts or self._parts:
            part: TallySum
            for part, own in zip(self._parts, parts, strict=True):
                part.add(own)

    def _add_exactly(self, counts: tuple[float, ...]) -> None:
        if self._exact is None:
            self._exact = tuple([ExactSum() for _ in counts])
        for exact, count in zip(self._exact, counts, strict=True):
            exact.add(count)

    @property
    def total(self) -> Tally:
        """The sum so far."""
        wholes = self._matched_pred, self._matched_gold, self._pred, self._gold, 0
        exact = self._exact
        values: list[Any] = list(
            wholes
        )  # of whole numbers the sum is one; compiled, a list of floats would hold none
        if exact is not None:
            for index, number in enumerate(exact):
                number.whole += wholes[index]
                values[index] = number.value
            self._matched_pred = self._matched_gold = self._pred = self._gold = 0
        parts = tuple([part.total for part in self._parts])
        matched_pred, matched_gold, pred, gold, slack = values
        return Tally(matched_pred, matched_gold, pred, gold, self._items, self._proved, float(slack), parts)


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies, the same in any order; of none, the tally of no items.

    >>> total([Tally.of(1, pred=2, gold=3), Tally.of(0.5, pred=1, gold=1)]).matched_gold
    1.5
    """
    result = TallySum()
    for tally in tallies:
        result.add(tally)
    return result.total


def add_each(sums: list[TallySum], tallies: tuple[Tally, ...]) -> None:
    """Add the tallies of an item, one for each metric."""
    tally_sum: TallySum
    for tally_sum, tally in zip(sums, tallies, strict=True):
        tally_sum.add(tally)
