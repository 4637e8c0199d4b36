"""What a page counts over the enhanced edges of sentences with the same words: labels, errors by kind."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from functools import partial

from tallystick.tasks.dependencies.edge_rows import AlignedEdges, WordEdge
from tallystick.tasks.views.label_counts import LabelNames, LabelSums
from tallystick.tasks.views.totals import Confusions, ErrorKinds, ItemErrors

__all__ = ["EdgeCounts"]


class EdgeCounts:
    """The counts of one metric. Edges are never confused: without their labels, nothing of them can be compared."""

    def __init__(self, names: LabelNames) -> None:
        self._names = names
        self._golds: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._spurious: Counter[str] = Counter()
        self._kinds = ErrorKinds()

    def add(self, item: int, rows: AlignedEdges) -> None:
        """Add an item."""
        self._golds.update([label for edges in rows.golds for _, label in edges])
        if not (rows.missed or rows.spurious):
            return
        self._missed.update(_labels(rows.missed))
        self._spurious.update(_labels(rows.spurious))
        show = partial(rows.show, rows.gold), partial(rows.show, rows.pred)
        self._kinds.add(item, ItemErrors.of(rows.errors(), show))

    def confusions(self) -> Confusions:
        """Return the labels, and no confusions."""
        counts = array("i", bytes(12 * len(self._names)))
        for label in self._golds | self._spurious:
            number = self._names.number(("relation", label))
            counts.extend([0] * (3 * number + 3 - len(counts)))
            matched = self._golds[label] - self._missed[label]
            counts[3 * number : 3 * number + 3] = array(
                "i", [self._golds[label], matched + self._spurious[label], matched]
            )
        return Confusions(labels=LabelSums(self._names, counts))

    def errors(self) -> ErrorKinds:
        """Return the errors by kind."""
        return self._kinds


def _labels(edges: Iterable[WordEdge]) -> list[str]:
    return [label for _, _, label in edges]
