# cython: language_level=3
"""Sums of tallies: there is a tally for every item and metric, so that adding them up is compiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from tallystick.exact_sum import ExactSum
from tallystick.tally.counts import Tally

__all__ = ["TallySum", "TallySums", "add_each", "total"]

#: Different tallies that a sum counts before it adds further ones at once.
MOST_REPEATED = 4096
#: Items whose tallies are counted before they are added at once.
MOST_KEPT = 256


def is_whole(tally: Tally) -> bool:
    """Whether a tally and its parts consist of whole numbers."""
    if (
        type(tally.matched_pred) is not int
        or type(tally.matched_gold) is not int
        or type(tally.pred_total) is not int
        or type(tally.gold_total) is not int
        or tally.slack
    ):
        return False
    whole = True
    for part in tally.parts:
        whole = whole and is_whole(part)
    return whole


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
        # Tallies of whole numbers, by identity: metrics that remember tallies return the same ones again and again.
        self._repeated: dict[int, Tally] = {}
        self._times: dict[int, int] = {}

    def __reduce__(self) -> NoReturn:
        """Refuse to be sent to another process, where other tallies have the same identity."""
        raise TypeError("a running sum cannot be pickled; its total can")

    def add(self, tally: Tally) -> None:
        """Add a tally; one of no items adds nothing."""
        key = id(tally)
        times = self._times.get(key)
        if times is not None:
            self._times[key] = times + 1
        elif not is_whole(tally):
            self._add(tally, 1, False)
        elif len(self._times) < MOST_REPEATED:
            self._repeated[key] = tally
            self._times[key] = 1
        else:
            self._add(tally, 1, True)

    def add_times(self, tally: Tally, times: Any) -> None:
        """Add a tally several times."""
        if is_whole(tally):
            self._add(tally, times, True)
            return
        for _ in range(times):
            self._add(tally, 1, False)

    def _add(self, tally: Tally, times: Any, whole: bool) -> None:
        """Add a tally of whole numbers several times, or any tally once."""
        items = tally.items
        if not items:
            return
        parts: tuple[Tally, ...] = tally.parts
        if not self._items:
            self._parts = tuple([TallySum() for _ in parts])
        if whole:
            # Most metrics count whole numbers.
            self._matched_pred += times * tally.matched_pred
            self._matched_gold += times * tally.matched_gold
            self._pred += times * tally.pred_total
            self._gold += times * tally.gold_total
        else:
            self._add_exactly(
                (tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total, tally.slack)
            )
        self._items += times * items
        self._proved += times * tally.proved
        if parts or self._parts:
            part: TallySum
            for part, own in zip(self._parts, parts, strict=True):
                part._add(own, times, whole or is_whole(own))

    def _add_exactly(self, counts: tuple[float, ...]) -> None:
        if self._exact is None:
            self._exact = tuple([ExactSum() for _ in counts])
        for exact, count in zip(self._exact, counts, strict=True):
            exact.add(count)

    @property
    def total(self) -> Tally:
        """The sum so far."""
        for key, times in self._times.items():
            self._add(self._repeated[key], times, True)
        self._times, self._repeated = {}, {}
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


class TallySums:
    """Running sums of the tallies of items under several metrics, for items that often share all of them.

    The types of its fields are in ``sums.pxd``.
    """

    def __init__(self, metrics: int) -> None:
        self._sums = [TallySum() for _ in range(metrics)]
        # The tallies of items, by identity.
        self._repeated: dict[int, tuple[Tally, ...]] = {}
        self._times: dict[int, int] = {}

    def __reduce__(self) -> NoReturn:
        """Refuse to be sent to another process, where other tallies have the same identity."""
        raise TypeError("running sums cannot be pickled; their totals can")

    def add(self, tallies: tuple[Tally, ...]) -> None:
        """Add the tallies of an item, one for each metric."""
        key = id(tallies)
        times = self._times.get(key)
        if times is not None:
            self._times[key] = times + 1
            return
        if len(self._times) == MOST_KEPT:
            self._add_repeated()
        self._repeated[key] = tallies
        self._times[key] = 1

    def _add_repeated(self) -> None:
        """Add the tallies that were only counted."""
        tally_sum: TallySum
        for key, times in self._times.items():
            for tally_sum, tally in zip(self._sums, self._repeated[key], strict=True):
                tally_sum.add_times(tally, times)
        self._times, self._repeated = {}, {}

    @property
    def totals(self) -> list[Tally]:
        """The sum of each metric so far."""
        self._add_repeated()
        return [tally_sum.total for tally_sum in self._sums]


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
