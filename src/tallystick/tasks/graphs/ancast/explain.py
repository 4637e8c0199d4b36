"""Explain an alignment part by part: which nodes, pairs or triples matched, in which round, and for what credit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from tallystick.solve.broadcast.relations import met_pairs
from tallystick.tally import Alignment, NodePair, Pair
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.ancast.graph import AncastGraph, GraphNumbers
from tallystick.tasks.graphs.node_alignment import node_pairs, with_nodes
from tallystick.tasks.graphs.triples import TOP

__all__ = ["aligned_nodes", "assemble", "parts"]

#: What is shown of a node, a parent–child pair or a triple.
Part = tuple[str, str, str]
#: A parent–child pair by its two ends; a constant is below 0.
Ends = tuple[int, int]


def _nodes(graph: AncastGraph) -> list[Part]:
    """Each node as a triple."""
    concepts = graph.concepts
    return [(name, "instance", concept or "") for name, concept in zip(graph.names, concepts, strict=True)]


class _ParentChildPairs:
    """The parent–child pairs of one side, with their roles, and how to show them."""

    def __init__(self, graph: AncastGraph, numbers: GraphNumbers) -> None:
        self.names = graph.names
        self.numbers = numbers
        self.roles = numbers.names
        self.pairs: dict[Ends, list[int]] = {}
        edges = graph.edges
        for head, role, tail in zip(edges[::3], edges[1::3], edges[2::3], strict=True):
            self.pairs.setdefault((head, tail), []).append(role)

    def part(self, ends: Ends, roles: list[int]) -> Part:
        """A parent–child pair with some of its roles."""
        head, child = ends
        labels = ", ".join(sorted([self.roles[role] for role in roles]))
        return self.names[head], labels, self.names[child] if child >= 0 else self.numbers.constant(child)


def assemble(gold: list[Part], pred: list[Part], matched: list[tuple[int, int, float, str]]) -> Alignment:
    """Return the alignment of two lists of parts; `matched` has indices into both, credits and notes."""
    matched_gold = {pair[0] for pair in matched}
    matched_pred = {pair[1] for pair in matched}
    return Alignment(
        tuple([Pair(gold[i], pred[j], credit, note=note) for i, j, credit, note in matched]),
        tuple([text for i, text in enumerate(gold) if i not in matched_gold]),
        tuple([text for j, text in enumerate(pred) if j not in matched_pred]),
    )


def _matched_nodes(
    aligned: Aligned, credit: Callable[[int, int], float]
) -> list[tuple[int, int, float, str]]:
    return [
        (column, row, credit(row, column), aligned.note(row))
        for row, column in enumerate(aligned.columns)
        if column >= 0
    ]


def _note(aligned: Aligned, ends: Ends) -> str:
    """When both ends of a pair had been aligned: the note of the later one."""
    notes = [aligned.note(end) for end in ends if end >= 0]
    return max(notes, key=lambda note: (note == "final", note != "anchor", len(note), note))


def _relations(metric: str, aligned: Aligned) -> Alignment:
    """The parent–child pairs, with the credit that the metric gives."""
    pred, gold = (
        _ParentChildPairs(aligned.pred, aligned.numbers),
        _ParentChildPairs(aligned.gold, aligned.numbers),
    )
    pred_index = {ends: index for index, ends in enumerate(pred.pairs)}
    gold_index = {ends: index for index, ends in enumerate(gold.pairs)}
    below = aligned.pred.shape.descendants()
    matched = []
    for i, x, j, y, mean, common, least in met_pairs(
        aligned.pred.shape, aligned.gold.shape, aligned.similarity, aligned.columns
    ):
        credit = mean * (least if metric == "unlabeled" else common)
        if metric == "weighted" and x >= 0:
            credit *= sqrt(below[i] * below[x]) + 1
        if credit > 0:
            matched.append((gold_index[j, y], pred_index[i, x], credit, _note(aligned, (i, x))))
    return assemble(
        [gold.part(ends, roles) for ends, roles in gold.pairs.items()],
        [pred.part(ends, roles) for ends, roles in pred.pairs.items()],
        matched,
    )


def _triples(aligned: Aligned) -> Alignment:
    """Single triples, as Smatch counts them."""
    pred_concepts, gold_concepts = aligned.pred.concepts, aligned.gold.concepts
    matched = [
        pair
        for pair in _matched_nodes(
            aligned, lambda row, column: float(pred_concepts[row] == gold_concepts[column])
        )
        if pair[2]
    ]
    sides: list[list[Part]] = []
    indices: list[dict[tuple[int, int, int], int]] = []
    for graph in (aligned.pred, aligned.gold):
        shown = _nodes(graph)
        if shown:
            shown.append((graph.names[0], TOP, "top"))
        index_of: dict[tuple[int, int, int], int] = {}
        related = _ParentChildPairs(graph, aligned.numbers)
        for (head, child), roles in related.pairs.items():
            for role in roles:
                index_of[head, role, child] = len(shown)
                shown.append(related.part((head, child), [role]))
        sides.append(shown)
        indices.append(index_of)
    if aligned.pred.size and aligned.columns[0] == 0:
        matched.append((aligned.gold.size, aligned.pred.size, 1.0, aligned.note(0)))
    for (head, role, child), index in indices[0].items():
        column = aligned.columns[head]
        mirror = column, role, aligned.columns[child] if child >= 0 else child
        if mirror in indices[1]:
            matched.append((indices[1][mirror], index, 1.0, _note(aligned, (head, child))))
    return assemble(sides[1], sides[0], matched)


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts: nodes, parent–child pairs, or triples.

    Aligned nodes are shown as aligned even where they have nothing in common: that is what the alignment says.
    """
    if metric == "smatch":
        explained = _triples(aligned)
    elif metric != "concept":
        explained = _relations(metric, aligned)
    else:
        matched = _matched_nodes(aligned, aligned.similarity.at)
        explained = assemble(_nodes(aligned.gold), _nodes(aligned.pred), matched)
    gold, pred = aligned.gold, aligned.pred
    nodes = aligned_nodes(aligned, gold.names, pred.names)
    return with_nodes(explained, (gold.names, gold.concepts), (pred.names, pred.concepts), nodes)


def aligned_nodes(aligned: Aligned, golds: Sequence[str], preds: Sequence[str]) -> tuple[NodePair, ...]:
    """Return the alignment of nodes, by the names of gold and pred nodes, with their similarities and rounds."""

    def measure(row: int, column: int) -> tuple[float, str]:
        return aligned.similarity.at(row, column), aligned.note(row)

    return node_pairs(golds, preds, aligned.columns, measure)
