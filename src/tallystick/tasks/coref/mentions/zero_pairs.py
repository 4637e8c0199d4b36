"""Zeros of the two sides paired by their dependencies, wherever among the words their nodes are.

The similarity of two zeros of the same sentence is 10 · F1 of their (parent, relation) pairs + F1 of their parents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from fractions import Fraction

from tallystick.solve.assign.exact import assign_exactly
from tallystick.tasks.coref.mentions.selection import Selected

__all__ = ["zero_pairs"]


def zero_pairs(golds: Selected, preds: Selected) -> dict[int, int]:
    """The pred zero of each gold zero that finds one, by maximum weight; the lexicographically first of the best."""
    gold_zeros, pred_zeros = _by_sentence(golds), _by_sentence(preds)
    cells = []
    for sentence, own in gold_zeros.items():
        others = [(pred, _edges(preds, pred)) for pred in pred_zeros.get(sentence, ())]
        for gold in own:
            edges = _edges(golds, gold)
            for pred, other in others:
                weight = 10 * _f1(edges, other) + _f1(_parents(edges), _parents(other))
                if weight > 0:
                    cells.append((gold, pred, weight))
    return assign_exactly(cells)


def _by_sentence(chosen: Selected) -> dict[int, list[int]]:
    zeros: dict[int, list[int]] = {}
    if not chosen.document.empty_nodes:
        return zeros
    for at in range(len(chosen.layer)):
        if chosen.keep[at] and chosen.layer.is_zero(at):
            node = chosen.layer.head(at)[0][0]
            zeros.setdefault(bisect_right(chosen.document.sentences, node), []).append(at)
    return zeros


def _edges(chosen: Selected, mention: int) -> frozenset[tuple[int, str]]:
    node = chosen.layer.head(mention)[0][0]
    return chosen.document.dependencies.get(node, frozenset())


def _parents(edges: frozenset[tuple[int, str]]) -> frozenset[int]:
    return frozenset(parent for parent, _ in edges)


def _f1(gold: Collection[object], pred: Collection[object]) -> Fraction:
    """2 · |A ∩ B| / (|A| + |B|); nothing is like nothing."""
    total = len(gold) + len(pred)
    return Fraction(2 * sum(element in pred for element in gold), total) if total else Fraction(0)
