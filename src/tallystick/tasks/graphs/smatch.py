"""Smatch: the most triples that two graphs can have in common under a map of their nodes.

The map is found exactly (`solve.align`), so a score is proved, or carries its bound where time ran out. Facets
restrict the triples and find their own optimum, or compare bags.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from tallystick.formats.penman.reader import Graph
from tallystick.solve.align import AlignmentResult, Edges, GraphPair, NodePairs, align, climb
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.graphs.problem import cells, edges
from tallystick.tasks.graphs.scoring import bag_alignment, both_views, written_sides
from tallystick.tasks.graphs.triples import Triples

__all__ = ["BagScorer", "SmatchScorer", "View", "align_triples"]

#: How a metric sees a graph.
View = Callable[[Graph], Triples]


@dataclass(frozen=True, slots=True)
class Solver:
    """How the map of nodes is found."""

    name: str = "exact"
    restarts: int = 4
    seed: int = 0


def align_triples(
    pred: Triples,
    gold: Triples,
    solver: Solver = Solver(),  # noqa: B008 - immutable
    *,
    multiply: bool = False,
    allowed: NodePairs | None = None,
    time_limit: float | None = None,
) -> AlignmentResult:
    """The best map of pred nodes to gold nodes; repeated triples may multiply, as they do in Smatch 1.0.4."""
    labels: dict[str, int] = {}
    pred_edges = Edges(len(pred.names), *edges(pred, labels))
    gold_edges = Edges(len(gold.names), *edges(gold, labels))
    graphs = GraphPair(gold_edges, pred_edges, cells(pred, gold, multiply), 3 if multiply else 0, allowed)
    if solver.name == "climb":
        return climb(graphs, restarts=solver.restarts, seed=solver.seed, time_limit=time_limit)
    return align(graphs, time_limit=time_limit)


class SmatchScorer:
    """Smatch over a view of the graphs."""

    reading = READ_RATIOS

    def __init__(self, view: View, solver: Solver, *, multiply: bool = False) -> None:
        self.view = view
        self.solver = solver
        self.multiply = multiply

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The matched triples of a pair of graphs."""
        ours, theirs = both_views(self.view, gold, pred)
        result = align_triples(ours, theirs, self.solver, multiply=self.multiply, time_limit=time_limit)
        return Tally.of(
            result.score,
            pred=len(ours),
            gold=len(theirs),
            proved=result.optimal,
            slack=result.upper_bound - result.score,
        )

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """The triples that matched, were missed, were spurious."""
        ours, theirs = both_views(self.view, gold, pred)
        result = align_triples(ours, theirs, self.solver, multiply=self.multiply, time_limit=time_limit)
        told = explain_triples(ours, theirs, result.mapping)
        return replace(told, sides=written_sides(gold, pred), unit="triple")


def explain_triples(pred: Triples, gold: Triples, mapping: Sequence[int]) -> Alignment:
    """What a map of nodes makes of the triples."""
    ours, theirs = _written(pred), _written(gold)
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, (nodes, rest, _) in reversed(list(enumerate(theirs))):
        waiting[nodes, rest].append(place)
    matched, spurious, found = [], [], set()
    for nodes, rest, shown in ours:
        image = tuple(mapping[node] for node in nodes)
        places = waiting.get((image, rest))
        if places:
            place = places.pop()
            found.add(place)
            matched.append(Pair(theirs[place][2], shown, 1.0))
        else:
            spurious.append(shown)
    missed = [shown for place, (_, _, shown) in enumerate(theirs) if place not in found]
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))


def _written(triples: Triples) -> list[tuple[tuple[int, ...], Hashable, tuple[str, str, str]]]:
    """Each triple as its nodes, the rest of it, and how it is shown."""
    names = triples.names
    found: list[tuple[tuple[int, ...], Hashable, tuple[str, str, str]]] = [
        ((node,), concept, (names[node], "instance", concept))
        for node, concept in enumerate(triples.concepts)
        if concept is not None
    ]
    found += [
        ((node,), (role, value), (names[node], role, value)) for node, role, value in triples.attributes
    ]
    found += [
        ((source, target), role, (names[source], role, names[target]))
        for source, role, target in triples.relations
    ]
    return found


class BagScorer:
    """A facet that compares bags of labels, without any map of nodes."""

    reading = READ_RATIOS

    def __init__(self, labels: Callable[[Graph], Counter[str]]) -> None:
        self.labels = labels

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The labels in common."""
        ours, theirs = both_views(self.labels, gold, pred)
        return Tally.of((ours & theirs).total(), pred=ours.total(), gold=theirs.total())

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """The labels in common, and those of one side only."""
        return bag_alignment(*both_views(self.labels, gold, pred))
