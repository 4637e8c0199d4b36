"""One comparison, two answers: the counts of an item and, from the same solution, its alignment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tallystick.core.pairs import Pairs
from tallystick.limits import current, limited
from tallystick.tally import Alignment, Pair, Tally

__all__ = ["Credit", "Solution", "one_pair"]


def _nothing_inside() -> Mapping[str, Alignment]:
    return {}


class Credit:
    """The credit of a pair of values, and the alignments inside the pair by field name."""

    __slots__ = ("_explain", "value")

    def __init__(
        self, value: float, explain: Callable[[], Mapping[str, Alignment]] = _nothing_inside
    ) -> None:
        self.value = value
        self._explain = explain

    def inner(self) -> Mapping[str, Alignment]:
        """Return the alignments inside the pair."""
        return self._explain()

    def with_value(self, value: float) -> Credit:
        """Return a credit of another value, computed from this one."""
        return Credit(value, self._explain)


class Solution:
    """A gold and a predicted value, compared once.

    `tally` is computed with the comparison; `alignment` is built from the same solution on first use.
    """

    __slots__ = ("_align", "_alignment", "chosen", "tally")

    def __init__(self, tally: Tally, align: Callable[[], Alignment], chosen: Pairs | None = None) -> None:
        self.tally = tally
        self.chosen = chosen
        """The chosen pairs by index, where elements of collections were assigned to each other."""
        self._align = align
        self._alignment: Alignment | None = None

    @property
    def alignment(self) -> Alignment:
        """The matched, missed and spurious parts."""
        return self.align()

    def align(self) -> Alignment:
        """Return the alignment; the first call builds it."""
        if self._alignment is None:
            self._alignment = self._align()
        return self._alignment

    def as_inner(self) -> Mapping[str, Alignment]:
        """Return the alignment as what is inside a pair: that of the value as a whole, without a name."""
        return {"": self.align()}

    def with_tally(self, tally: Tally) -> Solution:
        """Return an analysis with other counts and the same alignment."""
        return Solution(tally, self.align, self.chosen)

    def within(self, time_limit: float) -> Solution:
        """Return the analysis with a time limit for building the alignment."""
        return Solution(self.tally, partial(_aligned_within, time_limit, self.align), self.chosen)

    def __repr__(self) -> str:
        return f"<Solution {self.tally!r}>"


def _aligned_within(time_limit: float, align: Callable[[], Alignment]) -> Alignment:
    with limited(current().within(time_limit)):
        return align()


def one_pair(gold: object, pred: object, credit: Credit) -> Alignment:
    """Return the alignment of two values that are compared as a whole."""
    if credit.value > 0:
        return Alignment(matched=(Pair(gold, pred, credit.value, credit.inner()),))
    return Alignment(missed=(gold,), spurious=(pred,))
