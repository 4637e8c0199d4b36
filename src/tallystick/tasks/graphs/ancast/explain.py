"""Explain an alignment part by part: which nodes, pairs or triples matched, in which round, and for what credit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import sqrt

from tallystick.solve.broadcast.relations import met_pairs
from tallystick.tally import Alignment, NodePair, Pair
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.ancast.graph import AncastGraph, GraphNumbers
from tallystick.tasks.graphs.node_alignment import Describers, node_pairs, shown_with_concepts
from tallystick.tasks.graphs.triples import TOP

__all__ = ["AlignedParts", "aligned_nodes", "assemble", "parts"]

#: What is shown of a node, a parent–child pair or a triple.
Part = tuple[str, str, str]
#: A parent–child pair by its two ends; a constant is below 0.
Ends = tuple[int, int]
#: The gold parts, the pred parts, and those that matched: indices into both, credits and notes.
_Matched = tuple[list[Part], list[Part], list[tuple[int, int, float, str]]]


class _Side:
    """One side: its nodes and its parent–child pairs with their roles, and how to show them."""

    def __init__(self, graph: AncastGraph, numbers: GraphNumbers) -> None:
        self.names = graph.names
        self.numbers = numbers
        self.nodes: list[Part] = [
            (name, "instance", concept or "")
            for name, concept in zip(graph.names, graph.concepts, strict=True)
        ]
        self.pairs: dict[Ends, list[int]] = {}
        edges = graph.edges
        for head, role, tail in zip(edges[::3], edges[1::3], edges[2::3], strict=True):
            self.pairs.setdefault((head, tail), []).append(role)

    @cached_property
    def parent_child_pairs(self) -> list[Part]:
        """Each parent–child pair with all of its roles."""
        return [self._part(ends, roles) for ends, roles in self.pairs.items()]

    def triples(self) -> tuple[list[Part], dict[tuple[int, int, int], int]]:
        """Nodes, the root and single relations, and the index of each relation by its parts."""
        shown = list(self.nodes)
        if shown:
            shown.append((self.names[0], TOP, "top"))
        index_of: dict[tuple[int, int, int], int] = {}
        for ends, roles in self.pairs.items():
            for role in roles:
                index_of[ends[0], role, ends[1]] = len(shown)
                shown.append(self._part(ends, [role]))
        return shown, index_of

    def _part(self, ends: Ends, roles: list[int]) -> Part:
        """A parent–child pair with some of its roles."""
        head, child = ends
        names = self.numbers.names
        labels = names[roles[0]] if len(roles) == 1 else ", ".join(sorted([names[role] for role in roles]))
        return self.names[head], labels, self.names[child] if child >= 0 else self.numbers.constant(child)


def assemble(
    gold: list[Part],
    pred: list[Part],
    matched: list[tuple[int, int, float, str]],
    show: Describers | None = None,
    nodes: tuple[NodePair, ...] = (),
) -> Alignment:
    """Return the alignment of two lists of parts; `matched` has indices into both, credits and notes."""
    matched_gold = {pair[0] for pair in matched}
    matched_pred = {pair[1] for pair in matched}
    return Alignment(
        tuple([Pair(gold[i], pred[j], credit, note=note) for i, j, credit, note in matched]),
        tuple([text for i, text in enumerate(gold) if i not in matched_gold]),
        tuple([text for j, text in enumerate(pred) if j not in matched_pred]),
        show=show,
        nodes=nodes,
    )


class AlignedParts:
    """The parts of two aligned graphs. What several metrics show is made once."""

    def __init__(self, aligned: Aligned) -> None:
        self.aligned = aligned
        gold, pred = aligned.gold, aligned.pred
        self.nodes = aligned_nodes(aligned, gold.names, pred.names)
        self.show = shown_with_concepts((gold.names, gold.concepts), (pred.names, pred.concepts))
        self.notes = [aligned.note(row) if column >= 0 else "" for row, column in enumerate(aligned.columns)]
        self._ranks = [(note == "final", note != "anchor", len(note), note) for note in self.notes]

    def of(self, metric: str) -> Alignment:
        """The parts that a metric counts: nodes, parent–child pairs, or triples.

        Aligned nodes are shown as aligned even where they have nothing in common: that is what the alignment says.
        """
        if metric == "smatch":
            parts = self._triples()
        elif metric != "concept":
            parts = self._relations(metric)
        else:
            golds, preds = self._sides
            parts = golds.nodes, preds.nodes, self._matched_nodes(self.aligned.similarity.at)
        return assemble(*parts, self.show, self.nodes)

    @cached_property
    def _sides(self) -> tuple[_Side, _Side]:
        """Both sides, gold first."""
        aligned = self.aligned
        return _Side(aligned.gold, aligned.numbers), _Side(aligned.pred, aligned.numbers)

    def _matched_nodes(self, credit: Callable[[int, int], float]) -> list[tuple[int, int, float, str]]:
        return [
            (column, row, credit(row, column), self.notes[row])
            for row, column in enumerate(self.aligned.columns)
            if column >= 0
        ]

    def _note(self, head: int, child: int) -> str:
        """When both ends of a pair had been aligned: the note of the later one."""
        if child < 0:
            return self.notes[head]
        return self.notes[head if self._ranks[head] >= self._ranks[child] else child]

    @cached_property
    def _met(self) -> list[tuple[int, int, float, int, int, str, Ends]]:
        """The parent–child pairs that met: their indices, the numbers behind their credit, the note, the pred ends."""
        aligned = self.aligned
        gold_index, pred_index = (
            {ends: index for index, ends in enumerate(side.pairs)} for side in self._sides
        )
        return [
            (gold_index[j, y], pred_index[i, x], mean, common, least, self._note(i, x), (i, x))
            for i, x, j, y, mean, common, least in met_pairs(
                aligned.pred.shape, aligned.gold.shape, aligned.similarity, aligned.columns
            )
        ]

    def _relations(self, metric: str) -> _Matched:
        """The parent–child pairs, with the credit that the metric gives."""
        below = self.aligned.pred.shape.descendants() if metric == "weighted" else []
        matched = []
        for gold, pred, mean, common, least, note, (head, child) in self._met:
            credit = mean * (least if metric == "unlabeled" else common)
            if metric == "weighted" and child >= 0:
                credit *= sqrt(below[head] * below[child]) + 1
            if credit > 0:
                matched.append((gold, pred, credit, note))
        golds, preds = self._sides
        return golds.parent_child_pairs, preds.parent_child_pairs, matched

    def _triples(self) -> _Matched:
        """Single triples, as Smatch counts them."""
        aligned, columns = self.aligned, self.aligned.columns
        pred_concepts, gold_concepts = aligned.pred.concepts, aligned.gold.concepts
        matched = self._matched_nodes(lambda row, column: float(pred_concepts[row] == gold_concepts[column]))
        matched = [pair for pair in matched if pair[2]]
        (golds, gold_index), (preds, pred_index) = (side.triples() for side in self._sides)
        if aligned.pred.size and columns[0] == 0:
            matched.append((aligned.gold.size, aligned.pred.size, 1.0, self.notes[0]))
        for (head, role, child), index in pred_index.items():
            mirror = gold_index.get((columns[head], role, columns[child] if child >= 0 else child))
            if mirror is not None:
                matched.append((mirror, index, 1.0, self._note(head, child)))
        return golds, preds, matched


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts."""
    return AlignedParts(aligned).of(metric)


def aligned_nodes(aligned: Aligned, golds: Sequence[str], preds: Sequence[str]) -> tuple[NodePair, ...]:
    """Return the alignment of nodes, by the names of gold and pred nodes, with their similarities and rounds."""

    def measure(row: int, column: int) -> tuple[float, str]:
        return aligned.similarity.at(row, column), aligned.note(row)

    return node_pairs(golds, preds, aligned.columns, measure)
