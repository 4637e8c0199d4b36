"""Alignments as numbers: every part of a side is written once, and pairs name it by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tallystick.core.describe import describe
from tallystick.core.values import fields_of
from tallystick.tally import Alignment, Pair
from tallystick.tasks.views.schema import EncodedAlignment, EncodedPair

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import AlignedRows, PartRows

__all__ = ["Encoder", "PartTable", "only_words", "rounded"]

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


def only_words(part: object) -> bool:
    """Return whether a part is a word or a tuple of words: such parts are alike in all respects if they are equal."""
    return type(part) is str or (type(part) is tuple and _WORDS.issuperset(map(type, part)))


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
        self._numbers: dict[tuple[tuple[str, ...] | None, str], int] = {}
        self._words: dict[object, int] = {}
        # Most metrics align the same objects. They are kept, so that no other object gets their identity.
        self._by_identity: dict[int, int] = {}
        self._kept: list[object] = []
        self.lists: dict[PartRows, int] = {}
        """The numbers of the first parts of lists; `parts` and `shown` have nothing for these parts."""

    def number(self, part: object) -> int:
        """The number of a part; parts that are shown alike, and have the same fields, are one."""
        number = self._by_identity.get(id(part))
        if number is None:
            number = self._by_identity[id(part)] = self._number_of_equal(part)
            self._kept.append(part)
        return number

    def objects(self) -> Iterator[tuple[int, object]]:
        """Yield the parts that are in no list, with their numbers."""
        if not self._kept:
            return
        inside = {n for rows, offset in self.lists.items() for n in range(offset, offset + len(rows))}
        yield from (entry for entry in enumerate(self.parts) if entry[0] not in inside)

    def offset(self, parts: PartRows) -> int:
        """The number of the first part of a list that metrics index: a list is there once."""
        offset = self.lists.get(parts)
        if offset is None:
            offset = self.lists[parts] = len(self.shown)
            self.shown += [""] * len(parts)
            self.parts += [None] * len(parts)
        return offset

    def _number_of_equal(self, part: object) -> int:
        if not only_words(part):
            return self._number_of_shown(part)
        # Of words alone, equal parts are shown alike, and need not be written again to be known again.
        number = self._words.get(part)
        if number is None:
            number = self._words[part] = self._number_of_shown(part)
        return number

    def _number_of_shown(self, part: object) -> int:
        shown = self.show(part)
        # A word with its tag and one with its lemma may be shown alike.
        key = fields_of(type(part)), shown
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self.shown)
            self.shown.append(shown)
            self.parts.append(part)
        return known


class Encoder:
    """Writes the alignments of an item in numbers of parts.

    >>> gold, pred = PartTable(), PartTable()
    >>> Encoder(gold, pred).encode(Alignment((Pair("a", "b", 0.5, note="near"),), ("c",), ()))
    EncodedAlignment(matched=[(0, 0, 0.5, 'near')], missed=[1], spurious=[])
    """

    def __init__(self, gold: PartTable, pred: PartTable) -> None:
        self.gold = gold
        self.pred = pred
        # Metrics that pair the same parts share what is inside. It is kept, so that its identity stays its own.
        self._inner: dict[int, tuple[Alignment, EncodedAlignment]] = {}

    def encode(self, alignment: Alignment | AlignedRows) -> EncodedAlignment:
        """Return an alignment in numbers of parts."""
        if not isinstance(alignment, Alignment):
            return alignment.encoded(self.gold.offset(alignment.golds), self.pred.offset(alignment.preds))
        gold, pred = self.gold.number, self.pred.number
        return EncodedAlignment(
            [self._pair(pair) for pair in alignment.matched],
            [gold(part) for part in alignment.missed],
            [pred(part) for part in alignment.spurious],
        )

    def _pair(self, pair: Pair) -> EncodedPair:
        inner = [(name, self._encode_inner(own)) for name, own in pair.inner.items()] if pair.inner else None
        gold, pred, credit = self.gold.number(pair.gold), self.pred.number(pair.pred), pair.credit
        if inner:
            return gold, pred, rounded(credit), pair.note, inner
        if pair.note:
            return gold, pred, rounded(credit), pair.note
        return (gold, pred) if credit == 1 else (gold, pred, rounded(credit))

    def _encode_inner(self, alignment: Alignment) -> EncodedAlignment:
        known = self._inner.get(id(alignment))
        if known is None:
            known = self._inner[id(alignment)] = alignment, self.encode(alignment)
        return known[1]
