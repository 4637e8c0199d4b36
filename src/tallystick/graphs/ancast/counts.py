"""What an alignment is worth: the counts behind the five metrics (Section 2.3 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, sqrt

from tallystick.graphs.ancast.aligner import Aligned
from tallystick.solve.broadcast import edge_weights, met_pairs
from tallystick.tally import Tally

__all__ = ["counts"]


def counts(aligned: Aligned) -> Mapping[str, Tally]:
    """The tally of each metric, by the last part of its name.

    Sums are exact before they are rounded once, so that the order of nodes and edges cannot move them.
    """
    pred, gold = aligned.pred, aligned.gold
    pred_size, gold_size = len(pred.lemmas), len(gold.lemmas)
    met = met_pairs(pred.shape, gold.shape, aligned.similarity, aligned.columns)
    pred_labels, gold_labels = len(pred.edges) // 3, len(gold.edges) // 3
    similarities = []
    concepts = 0
    for row, column in enumerate(aligned.columns):
        if column >= 0:
            similarities.append(aligned.similarity[row * gold_size + column])
            concepts += pred.triples.concepts[row] == gold.triples.concepts[column]
    root = pred_size > 0 and aligned.columns[0] == 0
    labelled = fsum([mean * common for _, _, _, _, mean, common, _ in met])
    unlabelled = fsum([mean * least for _, _, _, _, mean, _, least in met])
    above, below = pred.shape.descendants(), gold.shape.descendants()
    # √(d₁·d₂) + 1, where a constant has no descendants.
    pred_weighted = fsum(
        [
            mean * common * (sqrt(above[i] * above[x]) + 1 if x >= 0 else 1)
            for i, x, _, _, mean, common, _ in met
        ]
    )
    gold_weighted = fsum(
        [
            mean * common * (sqrt(below[j] * below[y]) + 1 if y >= 0 else 1)
            for _, _, j, y, mean, common, _ in met
        ]
    )
    return {
        # Equations 15, 16
        "concept": Tally.of(fsum(similarities), pred=pred_size, gold=gold_size),
        # Equations 18–22
        "relation": Tally.of(labelled, pred=pred_labels, gold=gold_labels),
        # Equation 23
        "unlabeled": Tally.of(unlabelled, pred=pred_labels, gold=gold_labels),
        # Equations 24–26
        "weighted": Tally(
            pred_weighted,
            gold_weighted,
            fsum(edge_weights(pred.shape, above)),
            fsum(edge_weights(gold.shape, below)),
        ),
        "smatch": Tally.of(
            concepts + sum([common for _, _, _, _, _, common, _ in met]) + root,
            pred=len(pred.triples),
            gold=len(gold.triples),
        ),
    }
