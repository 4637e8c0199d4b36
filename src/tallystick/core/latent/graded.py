"""Latent variables that form a graph with graded labels: S2match's shape.

An element is a product of parts: some are compared by equality and may contain variables, others are graded and
contain none. Elements with two variables are labelled edges if none of their parts is graded. Elements with one
variable earn the credit of their graded parts if that variable is mapped to the variable of the other element, so they
add up to the weight of a pair of variables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import fsum

from tallystick.core.derived import Recursion
from tallystick.core.latent.graph import LabelledEdge, LatentGraphs, skeleton_of
from tallystick.core.matching import Match, Multiset, best_pairs
from tallystick.core.pairs import Pairs
from tallystick.core.prepared import Projected
from tallystick.core.product import Product
from tallystick.core.record import Record
from tallystick.core.similarity import Similarity
from tallystick.core.sums import Weighted
from tallystick.core.union import Alternatives
from tallystick.core.values import bind, variables_of

__all__ = ["as_graded_graph"]


def as_graded_graph(metric: Similarity, gold: object, pred: object) -> LatentGraphs | None:
    """The problem as graphs, None if it has another shape."""
    # Of the maps that earn the most, the aligner cannot choose the one that covers the most.
    if not isinstance(metric, Multiset) or metric.one_sided:
        return None
    gold_graph, pred_graph = _graph(metric, gold), _graph(metric, pred)
    if gold_graph is None or pred_graph is None:
        return None
    labels: defaultdict[tuple[int, int], list[tuple[int, int, float]]] = defaultdict(list)
    holders = gold_graph.holders, pred_graph.holders
    for pair in metric.element.pairs(gold_graph.labels, pred_graph.labels):
        labels[holders[0][pair[0]], holders[1][pair[1]]].append(pair)
    return LatentGraphs(
        gold_graph.names,
        pred_graph.names,
        Pairs.of((*ends, _earned(pairs, metric.match)) for ends, pairs in labels.items()),
        gold_graph.edges,
        pred_graph.edges,
        metric.match,
    )


def _earned(pairs: Sequence[tuple[int, int, float]], match: Match) -> float:
    """The credit of the labels of two variables."""
    if len(pairs) == 1:
        return pairs[0][2]
    golds = {i: index for index, i in enumerate(dict.fromkeys([i for i, _, _ in pairs]))}
    preds = {j: index for index, j in enumerate(dict.fromkeys([j for _, j, _ in pairs]))}
    numbered = Pairs.of((golds[i], preds[j], value) for i, j, value in pairs)
    return fsum(best_pairs(numbered, match, len(golds), len(preds)).value)


@dataclass(slots=True)
class _GradedGraph:
    """One side: its variables, the elements that are labels of a variable, and the edges."""

    names: list[str]
    labels: list[object]
    """Treat all variables as equal, so that labels earn what they would earn if their variables were matched."""
    holders: list[int]
    """The variable of each label."""
    edges: Counter[LabelledEdge]


def _graph(metric: Multiset, value: object) -> _GradedGraph | None:
    names = list(variables_of(value))
    index_of = {name: index for index, name in enumerate(names)}
    graph = _GradedGraph(names, [], [], Counter())
    bound_to_one = dict.fromkeys(names, ("matched",))
    for element in metric.elements(value):
        shape = _ElementShape()
        skeleton = shape.skeleton(metric.element, element)
        if skeleton is None or len(shape.holes) > 2:
            return None
        variables = [index_of[name] for name in shape.holes]
        if len(variables) == 1:
            graph.holders.append(variables[0])
            graph.labels.append(bind(element, bound_to_one))
        elif variables:
            if shape.is_graded:
                return None
            graph.edges[variables[0], variables[1], skeleton] += 1
    return graph


@dataclass(slots=True)
class _ElementShape:
    """The variables of an element in the order in which they are compared, and whether it has graded parts."""

    holes: dict[str, int] = field(default_factory=dict)
    is_graded: bool = False

    def skeleton(self, part: Similarity, value: object) -> Hashable | None:
        """The parts that are compared by equality, with holes for variables; None if the element is not a product of
        parts."""
        if part.discrete:
            names = variables_of(value)
            bound = bind(value, {name: ("free", name) for name in names}) if names else value
            return skeleton_of(part.key(bound), self.holes)
        match part:
            case Record():
                views = [(inner, part.get(value, name)) for name, inner in part.fields.items()]
            case Product():
                views = [(inner, value) for inner in part.factors]
            case Projected():
                views = [(part.base, part.project(value))]
            case Weighted():
                self.is_graded = True
                views = [(part.base, value)]
            case Recursion():
                views = [(part.target, value)]
            case Alternatives():
                number, option = part.option_of(value)
                skeleton = self.skeleton(option, value)
                return None if skeleton is None else (number, skeleton)
            case _:
                self.is_graded = True
                return None if variables_of(value) else ()
        skeletons = [self.skeleton(inner, view) for inner, view in views]
        return None if None in skeletons else tuple(skeletons)
