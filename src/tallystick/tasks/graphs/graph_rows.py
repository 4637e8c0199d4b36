"""Aligned graphs by the rows of their triples: what pages show, and what explanations are made from."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, partial
from operator import itemgetter

from tallystick.tally import Alignment, Pair
from tallystick.tasks.graphs.columns import TripleColumns
from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.error_kinds import ERROR_KINDS, concept_error
from tallystick.tasks.graphs.node_alignment import node_pairs, with_concepts
from tallystick.tasks.graphs.triple_errors import inexact, mismatches
from tallystick.tasks.graphs.triple_rows import (
    TripleRows,
    column_rows,
    match_rows,
    offset_rows,
    rounded_all,
    without,
)
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import Confusion, ItemConfusions
from tallystick.tasks.views.rows import AlignedRows, ErrorRow, PartRows
from tallystick.tasks.views.schema import AlignedColumns, EncodedAlignment, Parts

__all__ = ["AlignedGraphs", "GraphParts", "equal_triples"]

#: Returns the similarity of a pred and a gold node, and a note.
Measure = Callable[[int, int], tuple[float | None, str]]

_KIND = {kind: index for index, kind in enumerate(ERROR_KINDS)}
_WRONG_CONCEPT = _KIND["wrong concept"]
_RELABELLED = _KIND["relabelled relation"], _KIND["relabelled attribute"]
_WRONG_VALUE = _KIND["wrong value"]


_kind_of = itemgetter(0)


class GraphParts(PartRows):
    """The triples of one side that several metrics index."""

    def __init__(self, rows: TripleRows, notes: list[str] | None = None) -> None:
        self.rows = rows
        self.notes = notes
        """The note of each triple if it is matched."""
        self.labels: list[int] = rows.labels()
        """The label of each triple as a number."""

    def __len__(self) -> int:
        return len(self.rows)

    def show(self, row: object) -> str:
        """Return a triple with the concepts of its nodes."""
        assert isinstance(row, int)
        return with_concepts(self.concepts, self.rows.triple(row))

    @cached_property
    def concepts(self) -> dict[str, str]:
        """The concepts of the nodes by their names; a facet may leave out some."""
        return self.rows.concepts()

    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the element of the drawing that each triple is.

        The text of an element follows from the drawing, unless it is read in the other direction.
        """
        graph = side.graph  # type: ignore[attr-defined]
        rows = self.rows
        if rows.find_branches(graph):
            codes = rows.elements()
        else:
            codes = element_codes(graph, [rows.triple(row) for row in range(len(rows))])
        shown = [self.show(row) if code is None or code[0] == "t" else "" for row, code in enumerate(codes)]
        parts: Parts = {"shown": shown, "at": [*codes]}
        if self.notes is not None:
            parts["notes"] = self.notes
        return parts


class AlignedGraphs(AlignedRows):
    """The alignment of two graphs under one metric."""

    golds: GraphParts
    preds: GraphParts

    def __init__(
        self,
        parts: tuple[GraphParts, GraphParts],
        counted: tuple[list[int], list[int]],
        matched: tuple[list[int], list[int]],
        mapping: array[int],
        credits: list[float] | None = None,
    ) -> None:
        """Take the parts of both sides, the rows that count, those that matched, and the gold node of each pred node.

        `credits` are those of matched rows, 1 by default.
        """
        self.golds, self.preds = parts
        self.matched = matched
        self.mapping = mapping
        self.credits = credits
        self._errors: list[tuple[int, int, int]] | None = None
        self.missed, self.spurious = (
            without(own, taken, len(side)) for own, taken, side in zip(counted, matched, parts, strict=True)
        )

    def key(self) -> Hashable:
        """Return the rows on both sides."""
        golds, preds = self.matched
        sides = id(self.golds), id(self.preds)
        return *sides, tuple(golds), tuple(preds), tuple(self.missed), tuple(self.spurious)

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return the missed and the spurious parts; pairs are in columns."""
        return EncodedAlignment(
            [], offset_rows(self.missed, gold_offset), offset_rows(self.spurious, pred_offset)
        )

    def columns(self, gold_offset: int, pred_offset: int) -> AlignedColumns:
        """Return the pairs in columns."""
        golds, preds = self.matched
        return AlignedColumns(
            offset_rows(golds, gold_offset),
            offset_rows(preds, pred_offset),
            [] if self.credits is None else rounded_all(self.credits),
        )

    def _numbered_errors(self) -> list[tuple[int, int, int]]:
        """The index of a kind, the gold row and the pred row of each error, in the order of the kinds."""
        if self._errors is not None:
            return self._errors
        gold, pred = self.golds.rows, self.preds.rows
        found = [] if self.credits is None else inexact(gold, pred, *self.matched)
        found += mismatches(gold, pred, self.mapping, self.missed, self.spurious)
        for at, (kind, row, other) in enumerate(found):
            if kind == _WRONG_CONCEPT:
                found[at] = _KIND[concept_error(gold.value_of(row), pred.value_of(other))], row, other
        found.sort(key=_kind_of)
        self._errors = found
        return found

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors in the order of their kinds."""
        return [
            (ERROR_KINDS[kind], gold if gold >= 0 else None, pred if pred >= 0 else None)
            for kind, gold, pred in self._numbered_errors()
        ]

    def confusions(self) -> ItemConfusions:
        """Return what errors confuse: concepts, roles, values."""
        gold, pred = self.golds.rows, self.preds.rows
        confused: Counter[Confusion] = Counter()
        for kind, row, other in self._numbered_errors():
            if kind <= _WRONG_CONCEPT:
                confused["concept", gold.value_of(row), pred.value_of(other)] += 1
            elif kind in _RELABELLED:
                confused["role", gold.role_of(row), pred.role_of(other)] += 1
            elif kind == _WRONG_VALUE:
                confused[f"value of {gold.role_of(row)}", gold.value_of(row), pred.value_of(other)] += 1
        labels, others = self.golds.labels, self.preds.labels
        golds, preds = self.matched
        matched = golds
        if self.credits is not None:
            matched = [row for row, credit in zip(golds, self.credits, strict=True) if credit]
        return ItemConfusions(
            confused,
            (
                [labels[row] for row in golds] + [labels[row] for row in self.missed],
                [others[row] for row in preds] + [others[row] for row in self.spurious],
                [labels[row] for row in matched],
            ),
            gold.vocabulary.words,
        )

    def alignment(self, measure: Measure | None = None) -> Alignment:
        """Return the alignment with its triples in words; `measure` compares nodes, as in `node_pairs`."""
        gold, pred = self.golds.rows, self.preds.rows
        rows, others = self.matched
        credits = [1.0] * len(rows) if self.credits is None else self.credits
        notes = self.preds.notes or [""] * len(pred)
        names = gold.names, pred.names, self.mapping
        return Alignment(
            tuple(
                [
                    Pair(gold.triple(row), pred.triple(other), credit, note=notes[other])
                    for row, other, credit in zip(rows, others, credits, strict=True)
                ]
            ),
            tuple([gold.triple(row) for row in self.missed]),
            tuple([pred.triple(row) for row in self.spurious]),
            show=(partial(with_concepts, self.golds.concepts), partial(with_concepts, self.preds.concepts)),
            nodes=node_pairs(*names) if measure is None else node_pairs(*names, measure),
        )


def equal_triples(gold: TripleColumns, pred: TripleColumns, mapping: array[int]) -> AlignedGraphs:
    """Return the alignment of the triples that are equal under a map of pred nodes to gold nodes."""
    rows = column_rows(gold), column_rows(pred)
    golds, preds = map(len, rows)
    matched = match_rows(*rows, mapping, golds, preds)
    counted = list(range(golds)), list(range(preds))
    return AlignedGraphs((GraphParts(rows[0]), GraphParts(rows[1])), counted, matched, mapping)
