"""What a page counts over documents, by metric: errors, and the words of mentions as numbers."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import deepcopy
from typing import Generic, TypeVar

from tallystick.tasks.coref.explain.chain_rows import ChainAlignment
from tallystick.tasks.coref.explain.vocabulary import MentionLabels, mention_labels
from tallystick.tasks.views.label_counts import count_labels, spelled_sums
from tallystick.tasks.views.totals import Confusions, ErrorKinds, Spelled

__all__ = ["ChainTotals"]

Counts = TypeVar("Counts")


class ChainTotals:
    """The counts of some metrics; those that always count the same share them."""

    def __init__(self, metrics: tuple[str, ...]) -> None:
        self.metrics = metrics
        self._vocabulary = mention_labels()
        self._errors = _SharedCounts(metrics, ErrorKinds)
        self._labels = _SharedCounts(metrics, _LabelCounts)

    def fits(self, metrics: tuple[str, ...]) -> bool:
        """Return whether these metrics can be counted here."""
        return metrics == self.metrics and self._vocabulary is mention_labels()

    def add(self, item: int, alignments: Sequence[ChainAlignment]) -> None:
        """Add an item: its alignment under each metric."""
        for kinds, index in self._errors.groups(tuple([own.error_key() for own in alignments])):
            kinds.add(item, alignments[index].item_errors())
        for counts, index in self._labels.groups(tuple([own.label_key() for own in alignments])):
            labels = alignments[index].labels(self._vocabulary)
            if labels is not None:
                counts.add(labels, self._vocabulary)

    def spelled(self) -> Mapping[str, Spelled]:
        """Return the confusions and the errors of each metric in words."""
        tables = {id(counts): counts for counts in self._labels.by_metric.values()}
        sums = spelled_sums([counts.table for counts in tables.values()], self._vocabulary.labels.__getitem__)
        # Nothing is confused.
        spelled = {key: Confusions(labels=own) for key, own in zip(tables, sums, strict=True)}
        return {
            metric: Spelled(spelled[id(self._labels.by_metric[metric])], self._errors.by_metric[metric])
            for metric in self.metrics
        }


class _LabelCounts:
    """How often each label is in the gold, in the prediction, and in matched pairs."""

    def __init__(self) -> None:
        self.table = array("i")

    def add(self, labels: tuple[array[int], array[int], array[int]], vocabulary: MentionLabels) -> None:
        """Add the labels of one item."""
        missing = 3 * len(vocabulary.words) - len(self.table)
        if missing > 0:
            # Twice as much: words come item by item.
            self.table.frombytes(bytes(self.table.itemsize * (len(self.table) + 2 * missing)))
        for side, own in enumerate(labels):
            count_labels(self.table, own, side)


class _SharedCounts(Generic[Counts]):
    """Counts by metric. Metrics share them as long as what they add has equal keys."""

    def __init__(self, metrics: tuple[str, ...], make: Callable[[], Counts]) -> None:
        self.by_metric: dict[str, Counts] = dict.fromkeys(metrics, make())
        self._division: tuple[int, ...] = ()
        self._groups: list[tuple[Counts, int]] = []

    def groups(self, keys: tuple[Hashable, ...]) -> list[tuple[Counts, int]]:
        """Return the counts of each group of metrics with equal keys, and the index of one of these metrics."""
        first: dict[Hashable, int] = {}
        division = tuple([first.setdefault(key, index) for index, key in enumerate(keys)])
        if division != self._division:
            self._division = division
            self._divide()
        return self._groups

    def _divide(self) -> None:
        """Find the groups of metrics that had the same counts before and have equal keys now."""
        groups: dict[tuple[int, int], list[str]] = {}
        for (metric, counts), first in zip(self.by_metric.items(), self._division, strict=True):
            groups.setdefault((id(counts), first), []).append(metric)
        users = Counter(map(id, self.by_metric.values()))
        self._groups = []
        for (shared, first), metrics in groups.items():
            counts = self.by_metric[metrics[0]]
            if users[shared] > len(metrics):  # Other metrics do not add the same.
                users[shared] -= len(metrics)
                counts = deepcopy(counts)
            for metric in metrics:
                self.by_metric[metric] = counts
            self._groups.append((counts, first))
