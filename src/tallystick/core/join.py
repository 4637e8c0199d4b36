"""Pairs of equal keys between two lists, and the limits on how many pairs are listed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from tallystick.limits import PYTHON_STEP, current

__all__ = ["LARGE", "Candidates", "Weighted", "every_pair", "join_by_key", "reserve_pairs"]

#: Index pairs (gold, pred) to which a comparison is limited; None for all of them.
Candidates = Sequence[tuple[int, int]] | None
#: Non-zero similarities as (gold index, pred index, value).
Weighted = list[tuple[int, int, float]]

#: Below this number of index pairs there is nothing to limit.
LARGE = 1 << 16
#: What one listed pair takes.
PAIR_BYTES = 100


def join_by_key(golds: Sequence[Hashable], preds: Sequence[Hashable], candidates: Candidates) -> Weighted:
    """List the pairs of equal keys, by hashing."""
    if candidates is not None:
        return [(i, j, 1.0) for i, j in candidates if golds[i] == preds[j]]
    indices: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j, key in enumerate(preds):
        indices[key].append(j)
    if len(golds) * len(preds) <= LARGE:
        return [(i, j, 1.0) for i, key in enumerate(golds) for j in indices.get(key, ())]
    reserve_pairs(sum([len(indices.get(key, ())) for key in golds]))
    pairs: Weighted = []
    limits = current()
    for i, key in enumerate(golds):
        equal = indices.get(key, ())
        limits.spend(PYTHON_STEP * len(equal))
        pairs.extend([(i, j, 1.0) for j in equal])
    return pairs


def every_pair(golds: Sequence[object], preds: Sequence[object]) -> Iterator[tuple[int, int]]:
    """All index pairs of two lists."""
    return ((i, j) for i in range(len(golds)) for j in range(len(preds)))


def reserve_pairs(count: int, size: int = PAIR_BYTES) -> None:
    """Refuse more pairs of values than there is room for, before they are listed."""
    current().reserve(size * count, f"{count:,} pairs of values to compare")
