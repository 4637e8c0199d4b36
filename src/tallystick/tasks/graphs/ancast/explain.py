"""Explain an alignment part by part: which nodes, pairs or triples matched, in which round, and for what credit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from math import sqrt
from operator import itemgetter

from tallystick.tally import Alignment, NodePair
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.ancast.edge_rows import EdgeRows, MetPair, met_rows
from tallystick.tasks.graphs.graph_rows import AlignedGraphs, GraphParts
from tallystick.tasks.graphs.node_alignment import node_pairs
from tallystick.tasks.graphs.triple_rows import match_rows

__all__ = ["AlignedParts", "aligned_nodes", "parts"]


_parent_of = itemgetter(5)


@cache
def _rank(note: str) -> tuple[bool, bool, int, str]:
    """Return a key that sorts the notes of nodes by when they were aligned."""
    return note == "final", note != "anchor", len(note), note


class AlignedParts:
    """The parts of two aligned graphs. What several metrics show is made once."""

    def __init__(self, aligned: Aligned) -> None:
        self.aligned = aligned
        self.notes = [aligned.note(row) if column >= 0 else "" for row, column in enumerate(aligned.columns)]
        self._ranks = [_rank(note) for note in self.notes]
        gold, pred = self._sides = EdgeRows(aligned.gold), EdgeRows(aligned.pred)
        row_notes = [self._note(*ends) for ends in pred.rows.ends()]
        self._parts = GraphParts(gold.rows), GraphParts(pred.rows, row_notes)

    def of(self, metric: str) -> Alignment:
        """The parts that a metric counts, in words."""
        aligned = self.aligned

        def measure(row: int, column: int) -> tuple[float, str]:
            return aligned.similarity.at(row, column), self.notes[row]

        return self.rows(metric).alignment(measure)

    def rows(self, metric: str) -> AlignedGraphs:
        """The parts that a metric counts: nodes, parent–child pairs, or triples.

        Aligned nodes are shown as aligned even where they have nothing in common: that is what the alignment says.
        """
        if metric == "smatch":
            return self._triples()
        return self._nodes() if metric == "concept" else self._relations(metric)

    def _nodes(self) -> AlignedGraphs:
        columns, similarity = self.aligned.columns, self.aligned.similarity
        preds = [row for row, column in enumerate(columns) if column >= 0]
        golds = [columns[row] for row in preds]
        credits = [similarity.at(row, columns[row]) for row in preds]
        return self._aligned([side.node_rows() for side in self._sides], (golds, preds), credits)

    def _aligned(
        self,
        counted: list[list[int]],
        matched: tuple[list[int], list[int]],
        credits: list[float],
    ) -> AlignedGraphs:
        gold, pred = counted
        return AlignedGraphs(self._parts, (gold, pred), matched, self.aligned.columns, credits)

    def _note(self, head: int, child: int) -> str:
        """When both ends of a pair had been aligned: the note of the later one."""
        if child < 0:
            return self.notes[head]
        return self.notes[head if self._ranks[head] >= self._ranks[child] else child]

    @cached_property
    def _met(self) -> list[MetPair]:
        """The parent–child pairs that met, parent by parent."""
        met = met_rows(*self._sides, self.aligned.similarity, self.aligned.columns)
        met.sort(key=_parent_of)
        return met

    def _relations(self, metric: str) -> AlignedGraphs:
        """The parent–child pairs, with the credit that the metric gives."""
        below = self.aligned.pred.shape.descendants() if metric == "weighted" else []
        golds, preds, credits = [], [], []
        for gold, pred, mean, common, least, head, child in self._met:
            credit = mean * (least if metric == "unlabeled" else common)
            if metric == "weighted" and child >= 0:
                credit *= sqrt(below[head] * below[child]) + 1
            if credit > 0:
                golds.append(gold)
                preds.append(pred)
                credits.append(credit)
        return self._aligned([side.pair_rows() for side in self._sides], (golds, preds), credits)

    def _triples(self) -> AlignedGraphs:
        """Single triples, as Smatch counts them."""
        gold, pred = self._sides
        matched = match_rows(gold.rows, pred.rows, self.aligned.columns, gold.single, pred.single)
        return self._aligned([side.single_rows() for side in self._sides], matched, [1.0] * len(matched[0]))


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts."""
    return AlignedParts(aligned).of(metric)


def aligned_nodes(aligned: Aligned, golds: Sequence[str], preds: Sequence[str]) -> tuple[NodePair, ...]:
    """Return the alignment of nodes, by the names of gold and pred nodes, with their similarities and rounds."""

    def measure(row: int, column: int) -> tuple[float, str]:
        return aligned.similarity.at(row, column), aligned.note(row)

    return node_pairs(golds, preds, aligned.columns, measure)
