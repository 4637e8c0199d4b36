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
    pred_of: dict[int, int] = {}
    free = list(range(len(golds)))
    for j, pred in enumerate(preds):
        judged = {i: category for i in free if (category := pairing.judge(golds[i], pred)) is not None}
        if judged:
            taken = _taken(judged, golds, pred, nearest=pairing.metric == "type")
            pred_of[taken] = j
            free.remove(taken)
    return dict(sorted(pred_of.items()))


def _taken(judged: Mapping[int, str], golds: Sequence[TypedSpan], pred: TypedSpan, *, nearest: bool) -> int:
    """Return the gold span that a prediction takes."""
    correct = [i for i, category in judged.items() if category == CORRECT]
    if nearest and correct:
        return min(correct, key=lambda i: _distance(golds[i], pred))  # the first of several
    return correct[0] if correct else next(iter(judged))


def _distance(gold: TypedSpan, pred: TypedSpan) -> int:
    return abs(gold.span.left - pred.span.left) + abs(gold.span.right - pred.span.right)
