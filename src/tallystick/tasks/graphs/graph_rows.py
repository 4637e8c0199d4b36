"""Aligned graphs by the rows of their triples: what pages show, and what explanations are made from."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, partial

from tallystick.core.describe import describe
from tallystick.tally import Alignment, Pair, PartError
from tallystick.tasks.graphs.columns import TripleColumns
from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.error_kinds import ERROR_KINDS, concept_error
from tallystick.tasks.graphs.node_alignment import node_pairs, with_concepts
from tallystick.tasks.graphs.triple_rows import (
    TripleRows,
    column_rows,
    inexact,
    match_rows,
    mismatches,
    without,
)
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import Confusion, ItemConfusions, Label
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.rows import AlignedRows, PartRows
from tallystick.tasks.views.schema import EncodedAlignment, EncodedPair, Parts

__all__ = ["AlignedGraphs", "GraphParts", "equal_triples"]

#: Returns the similarity of a pred and a gold node, and a note.
Measure = Callable[[int, int], tuple[float | None, str]]

_KIND = {kind: index for index, kind in enumerate(ERROR_KINDS)}
_WRONG_CONCEPT = _KIND["wrong concept"]
_RELABELLED = _KIND["relabelled relation"], _KIND["relabelled attribute"]
_WRONG_VALUE = _KIND["wrong value"]


class GraphParts(PartRows):
    """The triples of one side that several metrics index."""

    def __init__(self, rows: TripleRows) -> None:
        self.rows = rows

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

    @cached_property
    def labels(self) -> list[Label]:
        """The kind of label and the label of each triple."""
        return self.rows.labels()

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
        shown = [
            describe(rows.triple(row)) if code is None or code[0] == "t" else ""
            for row, code in enumerate(codes)
        ]
        return {"shown": shown, "at": [*codes]}


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
        earned: tuple[list[float], list[str]] | None = None,
    ) -> None:
        """Take the parts of both sides, the rows that count, those that matched, and the gold node of each pred node.

        `earned` has the credits and notes of matched rows; 1 and no note by default.
        """
        self.golds, self.preds = parts
        self.matched = matched
        self.mapping = mapping
        self.earned = earned
        self.missed, self.spurious = (
            without(own, taken, len(side)) for own, taken, side in zip(counted, matched, parts, strict=True)
        )

    def key(self) -> Hashable:
        """Return the rows on both sides."""
        golds, preds = self.matched
        sides = id(self.golds), id(self.preds)
        return *sides, tuple(golds), tuple(preds), tuple(self.missed), tuple(self.spurious)

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return the alignment in numbers of parts."""
        golds, preds = self.matched
        if gold_offset:
            golds = [gold_offset + row for row in golds]
        if pred_offset:
            preds = [pred_offset + row for row in preds]
        matched: list[EncodedPair]
        if self.earned is None:
            matched = list(zip(golds, preds, strict=True))
        else:
            credits, notes = self.earned
            matched = list(zip(golds, preds, map(rounded, credits), notes, strict=True))
        return EncodedAlignment(
            matched,
            [gold_offset + row for row in self.missed],
            [pred_offset + row for row in self.spurious],
        )

    @cached_property
    def _errors(self) -> list[tuple[int, int, int]]:
        """The index of a kind, the gold row and the pred row of each error, in the order of the kinds."""
        gold, pred = self.golds.rows, self.preds.rows
        found = [] if self.earned is None else inexact(gold, pred, *self.matched)
        found += mismatches(gold, pred, self.mapping, self.missed, self.spurious)
        for at, (kind, row, other) in enumerate(found):
            if kind == _WRONG_CONCEPT:
                found[at] = _KIND[concept_error(gold.value_of(row), pred.value_of(other))], row, other
        found.sort(key=lambda error: error[0])
        return found

    def errors(self) -> Sequence[PartError]:
        """Return the errors in the order of their kinds."""
        return [
            PartError(ERROR_KINDS[kind], gold if gold >= 0 else None, pred if pred >= 0 else None)
            for kind, gold, pred in self._errors
        ]

    def confusions(self) -> ItemConfusions:
        """Return what errors confuse: concepts, roles, values."""
        gold, pred = self.golds.rows, self.preds.rows
        confused: Counter[Confusion] = Counter()
        for kind, row, other in self._errors:
            if kind <= _WRONG_CONCEPT:
                confused["concept", gold.value_of(row), pred.value_of(other)] += 1
            elif kind in _RELABELLED:
                confused["role", gold.role_of(row), pred.role_of(other)] += 1
            elif kind == _WRONG_VALUE:
                confused[f"value of {gold.role_of(row)}", gold.value_of(row), pred.value_of(other)] += 1
        labels, others = self.golds.labels, self.preds.labels
        golds, preds = self.matched
        credits = None if self.earned is None else self.earned[0]
        matched = (
            golds if credits is None else [row for row, credit in zip(golds, credits, strict=True) if credit]
        )
        return ItemConfusions(
            confused,
            (
                [labels[row] for row in golds] + [labels[row] for row in self.missed],
                [others[row] for row in preds] + [others[row] for row in self.spurious],
                [labels[row] for row in matched],
            ),
        )

    def alignment(self, measure: Measure | None = None) -> Alignment:
        """Return the alignment with its triples in words; `measure` compares nodes, as in `node_pairs`."""
        gold, pred = self.golds.rows, self.preds.rows
        rows, others = self.matched
        credits, notes = self.earned or ([1.0] * len(rows), [""] * len(rows))
        names = gold.names, pred.names, self.mapping
        return Alignment(
            tuple(
                [
                    Pair(gold.triple(row), pred.triple(other), credit, note=note)
                    for row, other, credit, note in zip(rows, others, credits, notes, strict=True)
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
