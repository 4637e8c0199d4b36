"""Pairs of spans as nervaluate 1.2.1 makes them: greedily, so that the order of spans matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.tasks.spans.categories import CORRECT, Pairing
from tallystick.tasks.spans.document import TypedSpan

__all__ = ["greedy_pairs"]


def greedy_pairs(pairing: Pairing, golds: Sequence[TypedSpan], preds: Sequence[TypedSpan]) -> dict[int, int]:
    """Return the predicted span of each gold span that has one, as indices.

    Each prediction in its order takes the first free gold span that makes it correct (for types, the nearest), else
    the first free gold span that it overlaps.
    """
    judged: dict[int, dict[int, str]] = {}
    for i, j, category in sorted(pairing.judged(golds, preds)):
        judged.setdefault(j, {})[i] = category
    pred_of: dict[int, int] = {}
    for j, candidates in sorted(judged.items()):
        free = {i: category for i, category in candidates.items() if i not in pred_of}
        if free:
            pred_of[_taken(free, golds, preds[j], nearest=pairing.metric == "type")] = j
    return dict(sorted(pred_of.items()))


def _taken(judged: Mapping[int, str], golds: Sequence[TypedSpan], pred: TypedSpan, *, nearest: bool) -> int:
    """Return the gold span that a prediction takes."""
    correct = [i for i, category in judged.items() if category == CORRECT]
    if nearest and correct:
        return min(correct, key=lambda i: _distance(golds[i], pred))  # the first of several
    return correct[0] if correct else next(iter(judged))


def _distance(gold: TypedSpan, pred: TypedSpan) -> int:
    return abs(gold.span.left - pred.span.left) + abs(gold.span.right - pred.span.right)
