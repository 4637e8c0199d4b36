"""Latent variables that form a graph: a multiset of discrete elements with at most two variables each.

An element with one variable is a label of a node, one with two is a labelled edge, one with none is a
constant. Smatch's triples are the well-known case. Multiplicities on both sides and the constraint decide
what equal elements earn together (see `overlap.OVERLAP`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from tallystick.core.matching import MATCHES, Match, Multiset
from tallystick.core.overlap import OVERLAP, overlaps
from tallystick.core.similarity import Similarity
from tallystick.core.values import Var, bind, parts_of, variables_of

__all__ = ["LatentGraphs", "as_graph"]


@dataclass(frozen=True, slots=True)
class LatentResult:
    """Matched pairs (pred, gold) of variables, and how far from a proved optimum they may be."""

    partner: tuple[tuple[str, str], ...]
    optimal: bool
    slack: float


@dataclass(frozen=True, slots=True)
class VariableGraph:
    """One side: the labels of each variable and the labelled edges between variables."""

    names: list[str]
    labels: list[Counter[Hashable]]
    edges: Counter[tuple[int, int, Hashable]]


@dataclass(frozen=True, slots=True)
class LatentGraphs:
    """Both sides of a problem in the shape of the graph aligner."""

    gold: VariableGraph
    pred: VariableGraph
    match: Match

    @property
    def has_duplicates(self) -> bool:
        """Whether some element with variables is on a side more than once."""
        return any(
            count > 1
            for side in (self.gold, self.pred)
            for counts in (side.edges.values(), *[labels.values() for labels in side.labels])
            for count in counts
        )

    def align(self, time_limit: float | None) -> LatentResult:
        """The best map of variables."""
        from tallystick.solve.align import Cells, Edges, GraphPair, align

        cells = overlaps(self.gold.labels, self.pred.labels, OVERLAP[self.match], None)
        numbers: dict[Hashable, int] = {}
        graphs = GraphPair(
            pred=Edges(len(self.pred.names), *_edge_arrays(self.pred, numbers)),
            gold=Edges(len(self.gold.names), *_edge_arrays(self.gold, numbers)),
            cells=Cells(
                gold=array("i", [i for i, _, _ in cells]),
                pred=array("i", [j for _, j, _ in cells]),
                weight=array("d", [value for _, _, value in cells]),
            ),
            rule=MATCHES.index(self.match),
        )
        result = align(graphs, time_limit=time_limit)
        partner = tuple(
            (self.pred.names[i], self.gold.names[j]) for i, j in enumerate(result.mapping) if j >= 0
        )
        return LatentResult(partner, result.optimal, result.upper_bound - result.score)


def _edge_arrays(graph: VariableGraph, numbers: dict[Hashable, int]) -> tuple[array[int], ...]:
    edges = list(graph.edges.items())
    return (
        array("i", [source for (source, _, _), _ in edges]),
        array("i", [target for (_, target, _), _ in edges]),
        array("i", [numbers.setdefault(label, len(numbers)) for (_, _, label), _ in edges]),
        array("i", [count for _, count in edges]),
    )


def as_graph(metric: Similarity, gold: object, pred: object) -> LatentGraphs | None:
    """The problem as graphs, None if it has another shape."""
    if not isinstance(metric, Multiset) or not metric.element.discrete:
        return None
    gold_graph, pred_graph = _graph(metric, gold), _graph(metric, pred)
    return LatentGraphs(gold_graph, pred_graph, metric.match) if gold_graph and pred_graph else None


def _graph(metric: Multiset, value: object) -> VariableGraph | None:
    names = list(variables_of(value))
    index_of = {name: index for index, name in enumerate(names)}
    labels: list[Counter[Hashable]] = [Counter() for _ in names]
    edges: Counter[tuple[int, int, Hashable]] = Counter()
    for element in metric.elements(bind(value, {name: ("free", name) for name in names})):
        holes: dict[str, int] = {}
        skeleton = _skeleton(metric.element.key(element), holes)
        if skeleton is None or len(holes) > 2:
            return None
        variables = [index_of[name] for name in holes]
        if len(variables) == 1:
            labels[variables[0]][skeleton] += 1
        elif variables:
            edges[variables[0], variables[1], skeleton] += 1
    return VariableGraph(names, labels, edges)


def _skeleton(key: Hashable, holes: dict[str, int]) -> Hashable | None:
    """A key with its variables replaced by holes, numbered by first occurrence; None if order is missing."""
    if not isinstance(key, tuple):
        # The ways in which two sets with variables inside can be equal are no graph, nor is a class's own equality.
        return None if _holds_variable(key) else (key,)
    if len(key) == 2 and key[0] is Var:
        return (Var, holes.setdefault(key[1][1], len(holes)))
    parts = [_skeleton(part, holes) for part in key]
    return None if None in parts else tuple(parts)


def _holds_variable(key: object) -> bool:
    if isinstance(key, tuple) and len(key) == 2 and key[0] is Var:
        return True
    return isinstance(key, Var) or any(_holds_variable(part) for part in parts_of(key))
