"""Confusions over all items: how often each label was predicted instead of another."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field
from heapq import nsmallest

from tallystick.dataclass import dataclass
from tallystick.report.page.schema import ConfusedLabels, ConfusionTable, LabelCounts
from tallystick.tasks.views.confusions import Confusion, ItemConfusions

__all__ = ["Confusions"]

#: Most examples of a confusion; most confusions and labels of a metric.
_EXAMPLES, _MOST = 12, 200


@dataclass(slots=True)
class Confusions:
    """The confusions of one metric for one system."""

    confused: Counter[Confusion] = field(default_factory=Counter)
    examples: defaultdict[Confusion, list[int]] = field(default_factory=lambda: defaultdict(list))
    labels: defaultdict[tuple[str, str], list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0, 0, 0])
    )
    """How often each label is in the gold, in the prediction, and in matched pairs."""

    def add(self, item: int, confusions: ItemConfusions) -> None:
        """Add the confusions of one item."""
        for kind, gold, pred, count in confusions["confused"]:
            self.confused[kind, gold, pred] += count
            examples = self.examples[kind, gold, pred]
            if len(examples) < _EXAMPLES:
                examples.append(item)
        for kind, label, in_gold, in_pred, matched in confusions["labels"]:
            counts = self.labels[kind, label]
            counts[0] += in_gold
            counts[1] += in_pred
            counts[2] += matched

    def table(self) -> ConfusionTable:
        """Return the most frequent ones, and how many more there are."""
        # Most labels of free text occur once, so the few that are shown are selected before they are sorted.
        confused = nsmallest(_MOST, ((-count, key) for key, count in self.confused.items()))
        labels = nsmallest(
            _MOST, ((-counts[0] - counts[1], key, counts) for key, counts in self.labels.items())
        )
        return {
            "confused": [ConfusedLabels(*key, -count, self.examples[key]) for count, key in confused],
            "more": max(0, len(self.confused) - _MOST),
            "labels": [LabelCounts(*key, *counts) for _, key, counts in labels],
            "more_labels": max(0, len(self.labels) - _MOST),
        }
