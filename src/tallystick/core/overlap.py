"""What counted multisets have in common under a constraint, by counting: no matching has to be searched."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from tallystick.core.join import LARGE, Candidates, Weighted, reserve_pairs
from tallystick.limits import PYTHON_STEP, checked, current

__all__ = ["OVERLAP", "overlap", "overlaps", "pair_off"]

Together = Callable[[int, int], int]

#: What equal elements earn together, from their numbers on the gold and on the pred side.
OVERLAP: Final[Mapping[str, Together]] = {
    "1:1": min,
    "N:1": lambda gold, pred: pred if gold else 0,
    "1:N": lambda gold, pred: gold if pred else 0,
    "N:N": lambda gold, pred: gold * pred,
}


def overlap(gold: Counter[Hashable], pred: Counter[Hashable], together: Together) -> float:
    """What two counted multisets have in common."""
    if len(gold) > len(pred):
        return float(sum(together(gold[key], count) for key, count in pred.items() if key in gold))
    return float(sum(together(count, pred[key]) for key, count in gold.items() if key in pred))


def overlaps(
    golds: Sequence[Counter[Hashable]],
    preds: Sequence[Counter[Hashable]],
    together: Together,
    candidates: Candidates,
) -> Weighted:
    """The non-zero overlaps between two lists of counted multisets, from an inverted index."""
    if candidates is not None:
        return _overlaps_among(candidates, golds, preds, together)
    holders: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for j, pred in enumerate(preds):
        for key, count in pred.items():
            holders[key].append((j, count))
    result: Weighted = []
    limits = current()
    for i, gold in enumerate(golds):
        common: defaultdict[int, int] = defaultdict(int)
        for key, count in gold.items():
            others = holders.get(key, ())
            limits.spend(PYTHON_STEP * len(others))
            for j, other in others:
                common[j] += together(count, other)
        if len(result) > LARGE:
            reserve_pairs(len(result))
        result.extend((i, j, float(value)) for j, value in common.items())
    return result


def _overlaps_among(
    candidates: Sequence[tuple[int, int]],
    golds: Sequence[Counter[Hashable]],
    preds: Sequence[Counter[Hashable]],
    together: Together,
) -> Weighted:
    known: dict[tuple[int, int], float] = {}
    result = []
    for i, j in checked(candidates, 4 * PYTHON_STEP):
        identities = (id(golds[i]), id(preds[j]))
        if identities not in known:
            known[identities] = overlap(golds[i], preds[j], together)
        if known[identities]:
            result.append((i, j, known[identities]))
    return result


def pair_off(golds: Sequence[Hashable], preds: Sequence[Hashable]) -> Weighted:
    """Equal elements one to one, in their order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j in range(len(preds) - 1, -1, -1):
        waiting[preds[j]].append(j)
    return [(i, waiting[key].pop(), 1.0) for i, key in enumerate(golds) if waiting.get(key)]
