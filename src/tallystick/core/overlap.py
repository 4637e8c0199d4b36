"""The overlap of counted multisets under a constraint, by counting, without a search for a matching."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from tallystick.core.pairs import LARGE, Pairs, reserve_pairs
from tallystick.limits import PYTHON_STEP, checked, current

__all__ = ["OVERLAP", "overlap", "overlap_values", "overlaps", "pair_off"]

Together = Callable[[int, int], int]

#: The credit of equal elements, from their numbers on the gold and on the pred side.
OVERLAP: Final[Mapping[str, Together]] = {
    "1:1": min,
    "N:1": lambda gold, pred: pred if gold else 0,
    "1:N": lambda gold, pred: gold if pred else 0,
    "N:N": lambda gold, pred: gold * pred,
}


def overlap(gold: Counter[Hashable], pred: Counter[Hashable], together: Together) -> float:
    """The overlap of two counted multisets."""
    if len(gold) > len(pred):
        return float(sum(together(gold[key], count) for key, count in pred.items() if key in gold))
    return float(sum(together(count, pred[key]) for key, count in gold.items() if key in pred))


def overlaps(
    golds: Sequence[Counter[Hashable]], preds: Sequence[Counter[Hashable]], together: Together
) -> Pairs:
    """The non-zero overlaps between two lists of counted multisets, from an inverted index."""
    holders: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for j, pred in enumerate(preds):
        for key, count in pred.items():
            holders[key].append((j, count))
    gold_indices: list[int] = []
    pred_indices: list[int] = []
    values: list[float] = []
    limits = current()
    for i, gold in enumerate(golds):
        common: defaultdict[int, int] = defaultdict(int)
        for key, count in gold.items():
            others = holders.get(key, ())
            limits.spend(PYTHON_STEP * len(others))
            for j, other in others:
                common[j] += together(count, other)
        if len(values) > LARGE:
            reserve_pairs(len(values))
        gold_indices += [i] * len(common)
        pred_indices += common
        values += map(float, common.values())
    return Pairs(gold_indices, pred_indices, values)


def overlap_values(
    golds: Sequence[Counter[Hashable]],
    preds: Sequence[Counter[Hashable]],
    together: Together,
    gold: Sequence[int],
    pred: Sequence[int],
) -> list[float]:
    """The overlaps of some pairs; two objects that are paired many times are counted once."""
    known: dict[tuple[int, int], float] = {}
    result = []
    for i, j in checked(zip(gold, pred, strict=True), 4 * PYTHON_STEP):
        identities = (id(golds[i]), id(preds[j]))
        if identities not in known:
            known[identities] = overlap(golds[i], preds[j], together)
        result.append(known[identities])
    return result


def pair_off(golds: Sequence[Hashable], preds: Sequence[Hashable]) -> Pairs:
    """Equal elements one to one, in their order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j in range(len(preds) - 1, -1, -1):
        waiting[preds[j]].append(j)
    gold: list[int] = []
    pred: list[int] = []
    for i, key in enumerate(golds):
        if waiting.get(key):
            gold.append(i)
            pred.append(waiting[key].pop())
    return Pairs(gold, pred, [1.0] * len(gold))
