"""Pairs of values with what they earn, as columns; pairs of equal keys; and the limits on how many are listed."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import compress

from tallystick.limits import PYTHON_STEP, current
from tallystick.solve.arrays import integers, reals
from tallystick.solve.tables import combine_equal

__all__ = ["LARGE", "Pairs", "combined", "join_by_key", "reserve_pairs"]

#: Below this number of index pairs there is nothing to limit.
LARGE = 1 << 16
#: Bytes for one listed pair, as Python numbers.
PAIR_BYTES = 100


class Pairs:
    """Non-zero similarities as three columns: gold index, pred index, value.

    >>> pairs = Pairs([0, 1], [2, 0], [1.0, 0.5])
    >>> list(pairs), len(pairs)
    ([(0, 2, 1.0), (1, 0, 0.5)], 2)
    """

    __slots__ = ("gold", "pred", "value")

    def __init__(self, gold: Sequence[int], pred: Sequence[int], value: Sequence[float]) -> None:
        self.gold = gold
        self.pred = pred
        self.value = value

    @classmethod
    def of(cls, entries: Iterable[tuple[int, int, float]]) -> Pairs:
        """Pairs listed one by one."""
        columns = tuple(zip(*entries, strict=True))
        return cls(*columns) if columns else cls((), (), ())

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[tuple[int, int, float]]:
        return zip(self.gold, self.pred, self.value, strict=True)

    def taken(self, indices: Sequence[int]) -> Pairs:
        """Some of the pairs, by their indices."""
        gold, pred, value = self.gold, self.pred, self.value
        return Pairs([gold[k] for k in indices], [pred[k] for k in indices], [value[k] for k in indices])

    def with_values(self, values: Sequence[float]) -> Pairs:
        """The same pairs with other values, without those that are 0."""
        if all(values):
            return Pairs(self.gold, self.pred, values)
        return Pairs(
            list(compress(self.gold, values)), list(compress(self.pred, values)), list(filter(None, values))
        )


def join_by_key(golds: Sequence[Hashable], preds: Sequence[Hashable]) -> Pairs:
    """List the pairs of equal keys, by hashing."""
    indices: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j, key in enumerate(preds):
        indices[key].append(j)
    if len(golds) * len(preds) > LARGE:
        reserve_pairs(sum([len(indices.get(key, ())) for key in golds]))
    gold: list[int] = []
    pred: list[int] = []
    limits = current()
    for i, key in enumerate(golds):
        equal = indices.get(key)
        if equal is not None:
            limits.spend(PYTHON_STEP * len(equal))
            gold += [i] * len(equal)
            pred += equal
    return Pairs(gold, pred, [1.0] * len(gold))


def combined(lists: Sequence[Pairs], *, add: bool) -> Pairs:
    """The pairs of several lists, each once: worth the sum of its values, or the greatest of them.

    >>> first, second = Pairs([0, 1], [0, 0], [1.0, 0.5]), Pairs([0, 0], [1, 0], [0.25, 2.0])
    >>> list(combined([first, second], add=True))
    [(0, 0, 3.0), (0, 1, 0.25), (1, 0, 0.5)]
    """
    filled = [pairs for pairs in lists if len(pairs)]
    if len(filled) < 2:
        return filled[0] if filled else Pairs((), (), ())
    count = sum(map(len, filled))
    current().spend(count)
    if count > LARGE:
        reserve_pairs(count)
    gold, pred, value = array("i"), array("i"), array("d")
    for pairs in filled:
        gold.extend(integers(pairs.gold))
        pred.extend(integers(pairs.pred))
        value.extend(reals(pairs.value))
    return Pairs(*combine_equal(gold, pred, value, add=add))


def reserve_pairs(count: int, size: int = PAIR_BYTES) -> None:
    """Reject more pairs of values than there is room for, before they are listed."""
    current().reserve(size * count, f"{count:,} pairs of values to compare")
