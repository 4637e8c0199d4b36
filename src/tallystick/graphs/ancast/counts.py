"""What an alignment is worth: the counts behind the five metrics (Section 2.3 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, sqrt

from tallystick.graphs.ancast.aligner import Aligned
from tallystick.graphs.ancast.view import Child, View
from tallystick.tally import Tally

__all__ = ["MetPair", "counts", "met_pairs", "pair_weights"]


@dataclass(frozen=True, slots=True)
class MetPair:
    """A parent–child pair of the prediction and its mirror image in the gold."""

    pred: tuple[int, Child]
    gold: tuple[int, Child]
    similarity: float
    """The mean similarity of the two ends, s_c (Equation 17)."""
    labels: int
    """How many labels the two have in common, s_ol (Equation 18)."""
    least: int
    """The smaller number of labels (Equation 23)."""


def met_pairs(aligned: Aligned) -> list[MetPair]:
    """The parent–child pairs that have a mirror image."""
    columns = aligned.columns
    width = aligned.gold.size
    similarity = aligned.similarity
    mirror = aligned.gold.pairs
    met = []
    for pair, roles in aligned.pred.pairs.items():
        head, child = pair
        column = columns[head]
        if column < 0:
            continue
        there: Child = columns[child] if isinstance(child, int) else child
        others = mirror.get((column, there))
        if others is None:
            continue
        # An equal constant has similarity 1.
        ends = similarity[head * width + column] + (
            similarity[child * width + there] if isinstance(child, int) and isinstance(there, int) else 1.0
        )
        common = sum([role in others for role in roles])
        met.append(MetPair(pair, (column, there), ends / 2, common, min(len(roles), len(others))))
    return met


def pair_weights(view: View) -> dict[tuple[int, Child], float]:
    """The weight of each parent–child pair: √(d₁·d₂) + 1, where a constant has no descendants (Equation 24)."""
    below = view.shape.descendants()
    return {
        (head, child): sqrt(below[head] * below[child]) + 1 if isinstance(child, int) else 1.0
        for head, child in view.pairs
    }


def _sizes(view: View) -> int:
    return sum(map(len, view.pairs.values()))


def counts(aligned: Aligned) -> Mapping[str, Tally]:
    """The tally of each metric, by the last part of its name.

    Sums are exact before they are rounded once, so that the order of nodes and edges cannot move them.
    """
    pred, gold = aligned.pred, aligned.gold
    met = met_pairs(aligned)
    pred_labels = _sizes(pred)
    gold_labels = _sizes(gold)
    pred_weights = pair_weights(pred)
    gold_weights = pair_weights(gold)
    width = gold.size
    concepts = 0
    similarities = []
    for row, column in enumerate(aligned.columns):
        if column >= 0:
            similarities.append(aligned.similarity[row * width + column])
            concepts += pred.triples.concepts[row] == gold.triples.concepts[column]
    top = pred.size and gold.size and aligned.columns[0] == 0
    return {
        # Equations 15, 16
        "concept": Tally.of(fsum(similarities), pred=pred.size, gold=gold.size),
        # Equations 18–22
        "relation": Tally.of(
            fsum([pair.similarity * pair.labels for pair in met]), pred=pred_labels, gold=gold_labels
        ),
        # Equation 23
        "unlabeled": Tally.of(
            fsum([pair.similarity * pair.least for pair in met]), pred=pred_labels, gold=gold_labels
        ),
        # Equations 24–26
        "weighted": Tally(
            fsum([pred_weights[pair.pred] * pair.similarity * pair.labels for pair in met]),
            fsum([gold_weights[pair.gold] * pair.similarity * pair.labels for pair in met]),
            fsum([weight * len(pred.pairs[pair]) for pair, weight in pred_weights.items()]),
            fsum([weight * len(gold.pairs[pair]) for pair, weight in gold_weights.items()]),
        ),
        "smatch": Tally.of(
            concepts + sum([pair.labels for pair in met]) + bool(top),
            pred=len(pred.triples),
            gold=len(gold.triples),
        ),
    }
