"""Alignments as numbers: every part of a side is written once, and pairs name it by its number."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.core.describe import describe
from tallystick.tally import Alignment, Pair
from tallystick.tasks.views.schema import EncodedAlignment, EncodedPair

__all__ = ["PartTable", "encode", "rounded"]

#: Digits of a number in the page: more than anyone reads, but not all, to keep the file small.
_DIGITS = 6


def rounded(value: float) -> float:
    """A number as the page displays it: whole numbers without a decimal point.

    >>> rounded(2.0), rounded(1 / 3)
    (2, 0.333333)
    """
    near = round(value, _DIGITS)
    return int(near) if near == int(near) else near


_WORDS = frozenset({str})


class PartTable:
    """The parts of one side of an item, each once, under whatever metrics it turns up.

    >>> table = PartTable()
    >>> table.number("a"), table.number("b"), table.number("a"), table.shown
    (0, 1, 0, ['a', 'b'])
    """

    def __init__(self, show: Callable[[object], str] = describe) -> None:
        self.show = show
        self.shown: list[str] = []
        """How each part is shown."""
        self.parts: list[object] = []
        self._numbers: dict[str, int] = {}
        self._words: dict[object, int] = {}
        # Most metrics align the same objects. They are kept here, so that no other object gets their identity.
        self._objects: dict[int, tuple[object, int]] = {}

    def number(self, part: object) -> int:
        """The number of a part; parts that are shown alike are one."""
        if type(part) is tuple and _WORDS.issuperset(map(type, part)):
            # Of words alone, equal parts are shown alike, and need not be written again to be known again.
            number = self._words.get(part)
            if number is None:
                number = self._words[part] = self._number(part)
            return number
        same = self._objects.get(id(part))
        if same is not None:
            return same[1]
        number = self._number(part)
        self._objects[id(part)] = part, number
        return number

    def _number(self, part: object) -> int:
        shown = self.show(part)
        known = self._numbers.get(shown)
        if known is None:
            known = self._numbers[shown] = len(self.shown)
            self.shown.append(shown)
            self.parts.append(part)
        return known


def encode(alignment: Alignment, gold: PartTable, pred: PartTable) -> EncodedAlignment:
    """An alignment in numbers of parts.

    >>> gold, pred = PartTable(), PartTable()
    >>> encode(Alignment((Pair("a", "b", 0.5, note="near"),), ("c",), ()), gold, pred)
    EncodedAlignment(matched=[(0, 0, 0.5, 'near')], missed=[1], spurious=[])
    """
    return EncodedAlignment(
        [_pair(pair, gold, pred) for pair in alignment.matched],
        [gold.number(part) for part in alignment.missed],
        [pred.number(part) for part in alignment.spurious],
    )


def _pair(pair: Pair, gold: PartTable, pred: PartTable) -> EncodedPair:
    inner = [(name, encode(alignment, gold, pred)) for name, alignment in pair.inner.items()]
    parts, credit = (gold.number(pair.gold), pred.number(pair.pred)), rounded(pair.credit)
    if inner:
        return *parts, credit, pair.note, inner
    if pair.note:
        return *parts, credit, pair.note
    return parts if pair.credit == 1 else (*parts, credit)
