"""Latent variables that form a graph: a multiset of discrete elements with at most two variables each.

An element with one variable is a label of a node, one with two is a labelled edge, one with none is a
constant. Smatch's triples are the well-known case. Multiplicities on both sides and the constraint decide
what equal elements earn together (see `matching.OVERLAP`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from tallystick.core.matching import MATCHES, OVERLAP, Multiset, overlaps
from tallystick.core.similarity import Similarity
from tallystick.core.values import Var, bind, parts_of, variables_of

__all__ = ["LatentGraphs", "as_graph"]


@dataclass(frozen=True, slots=True)
class LatentResult:
    """Matched pairs of variables, and how far from a proved optimum they may be."""

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

    pred: VariableGraph
    gold: VariableGraph
    match: str

    @property
    def has_duplicates(self) -> bool:
        """Whether some element with variables stands on a side more than once."""
        return any(
            count > 1
            for side in (self.pred, self.gold)
            for counts in (side.edges.values(), *[labels.values() for labels in side.labels])
            for count in counts
        )

    def align(self, time_limit: float | None) -> LatentResult:
        """The best map of variables."""
        from tallystick.solve.align import Cells, Edges, GraphPair, align

        cells = overlaps(self.pred.labels, self.gold.labels, OVERLAP[self.match], None)
        numbers: dict[Hashable, int] = {}
        graphs = GraphPair(
            pred=Edges(len(self.pred.names), *_edge_arrays(self.pred, numbers)),
            gold=Edges(len(self.gold.names), *_edge_arrays(self.gold, numbers)),
            cells=Cells(
                gold=array("i", [j for _, j, _ in cells]),
                pred=array("i", [i for i, _, _ in cells]),
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


def as_graph(metric: Similarity, pred: object, gold: object) -> LatentGraphs | None:
    """The problem as graphs, None if it has another shape."""
    if not isinstance(metric, Multiset) or not metric.element.discrete:
        return None
    ours, theirs = _graph(metric, pred), _graph(metric, gold)
    return LatentGraphs(ours, theirs, metric.match) if ours and theirs else None


def _graph(metric: Multiset, value: object) -> VariableGraph | None:
    names = list(variables_of(value))
    place = {name: index for index, name in enumerate(names)}
    labels: list[Counter[Hashable]] = [Counter() for _ in names]
    edges: Counter[tuple[int, int, Hashable]] = Counter()
    for element in metric.elements(bind(value, {name: ("free", name) for name in names})):
        found: dict[str, int] = {}
        skeleton = _skeleton(metric.element.key(element), found)
        if skeleton is None or len(found) > 2:
            return None
        variables = [place[name] for name in found]
        if len(variables) == 1:
            labels[variables[0]][skeleton] += 1
        elif variables:
            edges[variables[0], variables[1], skeleton] += 1
    return VariableGraph(names, labels, edges)


def _skeleton(key: Hashable, found: dict[str, int]) -> Hashable | None:
    """A key with its variables replaced by holes, numbered by first occurrence; None if order is missing."""
    if not isinstance(key, tuple):
        # The ways in which two sets with variables inside can be equal are no graph, nor is a class's own equality.
        return None if _holds_variable(key) else (key,)
    if len(key) == 2 and key[0] is Var:
        return (Var, found.setdefault(key[1][1], len(found)))
    parts = [_skeleton(part, found) for part in key]
    return None if None in parts else tuple(parts)


def _holds_variable(key: object) -> bool:
    if isinstance(key, tuple) and len(key) == 2 and key[0] is Var:
        return True
    return isinstance(key, Var) or any(_holds_variable(part) for part in parts_of(key))
