"""Latent variables that form a graph: a multiset of discrete elements with at most two variables each.

An element with one variable is a label of a node, one with two is a labelled edge, one with none is a
constant. Smatch's triples are the well-known case. Multiplicities on both sides and the constraint decide
what equal elements earn together (see `overlap.OVERLAP`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from tallystick.core.latent.maps import VariableMap
from tallystick.core.matching import MATCHES, Match, Multiset
from tallystick.core.overlap import OVERLAP, overlaps
from tallystick.core.pairs import Pairs
from tallystick.core.similarity import Similarity
from tallystick.core.values import Var, bind, parts_of, variables_of

__all__ = ["LatentGraphs", "as_graph", "skeleton_of"]


#: A labelled edge between two variables, by their numbers.
LabelledEdge = tuple[int, int, Hashable]


@dataclass(frozen=True, slots=True)
class LatentGraphs:
    """Both sides of a problem in the shape of the graph aligner."""

    gold: Sequence[str]
    """The names of the gold variables, in the order of their numbers."""
    pred: Sequence[str]
    cells: Pairs
    """The credit of pairs of variables by themselves."""
    gold_edges: Mapping[LabelledEdge, int]
    """How often each edge occurs."""
    pred_edges: Mapping[LabelledEdge, int]
    match: Match
    has_duplicates: bool = True
    """Whether some element with variables is, or may be, on a side more than once."""

    def align(self, time_limit: float | None) -> VariableMap:
        """The best map of variables."""
        from tallystick.solve.align import Cells, Edges, GraphPair, align

        numbers: dict[Hashable, int] = {}
        graphs = GraphPair(
            pred=Edges(len(self.pred), *_edge_arrays(self.pred_edges, numbers)),
            gold=Edges(len(self.gold), *_edge_arrays(self.gold_edges, numbers)),
            cells=Cells(self.cells.gold, self.cells.pred, self.cells.value),
            rule=MATCHES.index(self.match),
        )
        result = align(graphs, time_limit=time_limit)
        partner = {self.pred[i]: self.gold[j] for i, j in enumerate(result.mapping) if j >= 0}
        return VariableMap(partner, result.optimal, result.upper_bound - result.score)


def _edge_arrays(edges: Mapping[LabelledEdge, int], numbers: dict[Hashable, int]) -> tuple[array[int], ...]:
    return (
        array("i", [source for source, _, _ in edges]),
        array("i", [target for _, target, _ in edges]),
        array("i", [numbers.setdefault(label, len(numbers)) for _, _, label in edges]),
        array("i", edges.values()),
    )


@dataclass(frozen=True, slots=True)
class VariableGraph:
    """One side: the labels of each variable and the labelled edges between variables."""

    names: list[str]
    labels: list[Counter[Hashable]]
    edges: Counter[LabelledEdge]

    @property
    def has_duplicates(self) -> bool:
        """Whether some element with variables occurs more than once."""
        return any(
            count > 1
            for counts in (self.edges.values(), *[labels.values() for labels in self.labels])
            for count in counts
        )


def as_graph(metric: Similarity, gold: object, pred: object) -> LatentGraphs | None:
    """The problem as graphs, None if it has another shape."""
    if not isinstance(metric, Multiset) or not metric.element.discrete:
        return None
    gold_graph, pred_graph = _graph(metric, gold), _graph(metric, pred)
    if gold_graph is None or pred_graph is None:
        return None
    return LatentGraphs(
        gold_graph.names,
        pred_graph.names,
        overlaps(gold_graph.labels, pred_graph.labels, OVERLAP[metric.match]),
        gold_graph.edges,
        pred_graph.edges,
        metric.match,
        gold_graph.has_duplicates or pred_graph.has_duplicates,
    )


def _graph(metric: Multiset, value: object) -> VariableGraph | None:
    names = list(variables_of(value))
    index_of = {name: index for index, name in enumerate(names)}
    labels: list[Counter[Hashable]] = [Counter() for _ in names]
    edges: Counter[tuple[int, int, Hashable]] = Counter()
    for element in metric.elements(bind(value, {name: ("free", name) for name in names})):
        holes: dict[str, int] = {}
        skeleton = skeleton_of(metric.element.key(element), holes)
        if skeleton is None or len(holes) > 2:
            return None
        variables = [index_of[name] for name in holes]
        if len(variables) == 1:
            labels[variables[0]][skeleton] += 1
        elif variables:
            edges[variables[0], variables[1], skeleton] += 1
    return VariableGraph(names, labels, edges)


def skeleton_of(key: Hashable, holes: dict[str, int]) -> Hashable | None:
    """A key with its variables replaced by holes, numbered by first occurrence; None if order is missing."""
    if not isinstance(key, tuple):
        # The ways in which two sets with variables inside can be equal are not a graph, nor is a class's own equality.
        return None if _holds_variable(key) else (key,)
    if len(key) == 2 and key[0] is Var:
        return (Var, holes.setdefault(key[1][1], len(holes)))
    parts = [skeleton_of(part, holes) for part in key]
    return None if None in parts else tuple(parts)


def _holds_variable(key: object) -> bool:
    if isinstance(key, tuple) and len(key) == 2 and key[0] is Var:
        return True
    return isinstance(key, Var) or any(_holds_variable(part) for part in parts_of(key))
