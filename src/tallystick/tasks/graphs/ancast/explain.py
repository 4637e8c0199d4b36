"""Explain an alignment part by part: which nodes, pairs or triples matched, in which round, and for what credit."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.tally import Alignment, NodePair
from tallystick.tasks.graphs.ancast.aligned_rows import AncastRows
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.graph_rows import AlignedGraphs, Measure
from tallystick.tasks.graphs.node_alignment import node_pairs

__all__ = ["AlignedParts", "aligned_nodes", "parts"]


class AlignedParts:
    """The parts of two aligned graphs. What several metrics show is made once."""

    def __init__(self, aligned: Aligned) -> None:
        self.aligned = aligned
        self._rows = AncastRows(
            aligned.gold, aligned.pred, aligned.similarity, aligned.columns, aligned.history
        )

    def of(self, metric: str) -> Alignment:
        """The parts that a metric counts, in words."""
        return self.rows(metric).alignment(_measure(self.aligned))

    def rows(self, metric: str) -> AlignedGraphs:
        """The same by rows."""
        return AlignedGraphs(self._rows.rows(metric))


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts."""
    return AlignedParts(aligned).of(metric)


def aligned_nodes(aligned: Aligned, golds: Sequence[str], preds: Sequence[str]) -> tuple[NodePair, ...]:
    """Return the alignment of nodes, by the names of gold and pred nodes, with their similarities and rounds."""
    return node_pairs(golds, preds, aligned.columns, _measure(aligned))


def _measure(aligned: Aligned) -> Measure:
    def measure(row: int, column: int) -> tuple[float, str]:
        return aligned.similarity.at(row, column), aligned.note(row)

    return measure
