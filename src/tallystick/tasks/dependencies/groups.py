"""Counts by relation or part of speech: `--by relation`, `--by upos`."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.comparison import Comparison, Share
from tallystick.tasks.dependencies.universal import base
from tallystick.tasks.dependencies.weights import Weights

__all__ = ["NO_LABEL", "grouped", "labels_of"]

#: The group of what has no label: tokens and sentences have no relation.
NO_LABEL = "–"


def labels_of(passage: Passage, by: str, subtypes: str) -> Sequence[str]:
    """Return the label of each word."""
    if by == "upos":
        return passage.upos
    return passage.relations if subtypes == "keep" else [base[relation] for relation in passage.relations]


def grouped(
    share: Share, weights: Weights, labels: tuple[Sequence[str], Sequence[str]], *, compared: bool
) -> dict[str, list[int]]:
    """Return what matched, the totals of pred and gold, and what is aligned, by label.

    `labels` are those of the gold and the predicted words. If the metric has `compared` them, each side counts under
    its own label. Otherwise an aligned pair counts under the gold label.
    """
    gold_labels, pred_labels = labels
    comparison = share.comparison
    if not compared:
        pred_labels = _labels_of_partners(comparison, gold_labels, pred_labels)
    groups: dict[str, list[int]] = {}

    def add(label: str, column: int, amount: int) -> None:
        counts = groups.setdefault(label, [0, 0, 0, 0])
        counts[column] += amount

    for word in range(share.gold.start, share.gold.stop):
        add(gold_labels[word], 2, weights.gold[word])
    for word in share.pred:
        add(pred_labels[word], 1, weights.pred[word])
    for index in range(share.pairs.start, share.pairs.stop):
        label = gold_labels[comparison.gold_index[index]]
        add(label, 0, weights.matched[index])
        add(label, 3, weights.aligned[index])
    return groups


def _labels_of_partners(
    comparison: Comparison, gold_labels: Sequence[str], pred_labels: Sequence[str]
) -> Sequence[str]:
    """The label of each predicted word: that of its partner, or its own."""
    if comparison.partners is None:
        return gold_labels
    return [
        gold_labels[partner] if partner >= 0 else own
        for partner, own in zip(comparison.partners, pred_labels, strict=True)
    ]
