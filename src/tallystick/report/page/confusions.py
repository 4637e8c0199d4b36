"""Confusions over all items: how often each label was predicted instead of another."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field

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
        confused = sorted(self.confused.items(), key=lambda entry: (-entry[1], entry[0]))
        labels = sorted(self.labels.items(), key=lambda entry: (-entry[1][0] - entry[1][1], entry[0]))
        return {
            "confused": [ConfusedLabels(*key, count, self.examples[key]) for key, count in confused[:_MOST]],
            "more": max(0, len(confused) - _MOST),
            "labels": [LabelCounts(*key, *counts) for key, counts in labels[:_MOST]],
            "more_labels": max(0, len(labels) - _MOST),
        }
