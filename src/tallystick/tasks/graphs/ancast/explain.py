"""An alignment told part by part: which nodes, pairs or triples met, when, and for what credit."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from tallystick.solve.broadcast.relations import met_pairs
from tallystick.tally import Alignment, Pair
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.ancast.view import Numbers, View
from tallystick.tasks.graphs.triples import TOP

__all__ = ["assemble", "parts"]

#: What is shown of a node, a parent–child pair or a triple.
Part = tuple[str, str, str]
#: A parent–child pair by its two ends; a constant is below 0.
Ends = tuple[int, int]


def _nodes(view: View) -> list[Part]:
    """Each node as a triple."""
    concepts = view.concepts
    return [(name, "instance", concept or "") for name, concept in zip(view.names, concepts, strict=True)]


class _Teller:
    """The parent–child pairs of one side, with their roles, and how to show them."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        self.names = view.names
        self.roles = list(numbers.roles)
        self.constants = list(numbers.constants)
        self.pairs: dict[Ends, list[int]] = {}
        edges = view.edges
        for head, role, tail in zip(edges[::3], edges[1::3], edges[2::3], strict=True):
            self.pairs.setdefault((head, tail), []).append(role)

    def part(self, ends: Ends, roles: list[int]) -> Part:
        """A parent–child pair with some of its roles."""
        head, child = ends
        labels = ", ".join(sorted([self.roles[role] for role in roles]))
        return self.names[head], labels, self.names[child] if child >= 0 else self.constants[-1 - child]


def assemble(gold: list[Part], pred: list[Part], matched: list[tuple[int, int, float, str]]) -> Alignment:
    """An alignment of parts told apart by their place."""
    met_gold = {item[0] for item in matched}
    met_pred = {item[1] for item in matched}
    return Alignment(
        tuple([Pair(gold[i], pred[j], credit, note=note) for i, j, credit, note in matched]),
        tuple([text for i, text in enumerate(gold) if i not in met_gold]),
        tuple([text for j, text in enumerate(pred) if j not in met_pred]),
    )


def _nodes_met(aligned: Aligned, credit: Callable[[int, int], float]) -> list[tuple[int, int, float, str]]:
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
    pred, gold = _Teller(aligned.pred, aligned.numbers), _Teller(aligned.gold, aligned.numbers)
    pred_place = {ends: place for place, ends in enumerate(pred.pairs)}
    gold_place = {ends: place for place, ends in enumerate(gold.pairs)}
    below = aligned.pred.shape.descendants()
    matched = []
    for i, x, j, y, mean, common, least in met_pairs(
        aligned.pred.shape, aligned.gold.shape, aligned.similarity, aligned.columns
    ):
        credit = mean * (least if metric == "unlabeled" else common)
        if metric == "weighted" and x >= 0:
            credit *= sqrt(below[i] * below[x]) + 1
        if credit > 0:
            matched.append((gold_place[j, y], pred_place[i, x], credit, _note(aligned, (i, x))))
    return assemble(
        [gold.part(ends, roles) for ends, roles in gold.pairs.items()],
        [pred.part(ends, roles) for ends, roles in pred.pairs.items()],
        matched,
    )


def _triples(aligned: Aligned) -> Alignment:
    """Single triples, as Smatch counts them."""
    concepts, others = aligned.pred.concepts, aligned.gold.concepts
    matched = [
        met
        for met in _nodes_met(aligned, lambda row, column: float(concepts[row] == others[column]))
        if met[2]
    ]
    told: list[list[Part]] = []
    places: list[dict[tuple[int, int, int], int]] = []
    for view in (aligned.pred, aligned.gold):
        shown = _nodes(view)
        if shown:
            shown.append((view.names[0], TOP, "top"))
        where: dict[tuple[int, int, int], int] = {}
        teller = _Teller(view, aligned.numbers)
        for (head, child), roles in teller.pairs.items():
            for role in roles:
                where[head, role, child] = len(shown)
                shown.append(teller.part((head, child), [role]))
        told.append(shown)
        places.append(where)
    if aligned.pred.size and aligned.columns[0] == 0:
        matched.append((aligned.gold.size, aligned.pred.size, 1.0, aligned.note(0)))
    for (head, role, child), place in places[0].items():
        column = aligned.columns[head]
        mirror = column, role, aligned.columns[child] if child >= 0 else child
        if mirror in places[1]:
            matched.append((places[1][mirror], place, 1.0, _note(aligned, (head, child))))
    return assemble(told[1], told[0], matched)


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts: nodes, parent–child pairs, or triples.

    Aligned nodes are shown as aligned even where they have nothing in common: that is what the alignment says.
    """
    if metric == "smatch":
        return _triples(aligned)
    if metric != "concept":
        return _relations(metric, aligned)
    width = aligned.gold.size
    matched = _nodes_met(aligned, lambda row, column: aligned.similarity[row * width + column])
    return assemble(_nodes(aligned.gold), _nodes(aligned.pred), matched)
