"""Aligned graphs by the rows of their triples: what pages show, and what explanations are made from."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial

from tallystick.tally import Alignment, Pair
from tallystick.tasks.graphs.node_alignment import node_pairs, with_concepts
from tallystick.tasks.graphs.row_alignment import RowAlignment, match_rows
from tallystick.tasks.graphs.triple_rows import TripleRows
from tallystick.tasks.views.rows import WrittenRows

__all__ = ["AlignedGraphs", "Measure", "equal_triples", "show_row"]

#: Returns the similarity of a pred and a gold node, and a note.
Measure = Callable[[int, int], tuple[float | None, str]]


class AlignedGraphs(WrittenRows):
    """The alignment of two graphs under one metric."""

    def __init__(self, rows: RowAlignment) -> None:
        self.rows = rows

    def alignment(self, measure: Measure | None = None) -> Alignment:
        """Return the alignment with its triples in words; `measure` compares nodes, as in `node_pairs`."""
        rows = self.rows
        gold, pred = rows.gold, rows.pred
        names = gold.names, pred.names, rows.mapping
        missed, spurious = rows.unmatched()
        return Alignment(
            tuple(
                [
                    Pair(gold.triple(row), pred.triple(other), credit, note=rows.note(other))
                    for row, other, credit in rows.pairs()
                ]
            ),
            tuple([gold.triple(row) for row in missed]),
            tuple([pred.triple(row) for row in spurious]),
            show=(partial(with_concepts, gold.concepts()), partial(with_concepts, pred.concepts())),
            nodes=node_pairs(*names) if measure is None else node_pairs(*names, measure),
        )


def show_row(rows: TripleRows, row: object) -> str:
    """Return a triple with the concepts of its nodes, even if a facet leaves them out."""
    assert isinstance(row, int)
    return with_concepts(rows.concepts(), rows.triple(row))


def equal_triples(gold: TripleRows, pred: TripleRows, mapping: array[int]) -> AlignedGraphs:
    """Return the alignment of the triples that are equal under a map of pred nodes to gold nodes."""
    return AlignedGraphs(match_rows(gold, pred, mapping, len(gold), len(pred)))
