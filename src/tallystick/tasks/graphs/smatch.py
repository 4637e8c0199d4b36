"""Smatch: the most triples that two graphs can have in common under a map of their nodes.

The map is found exactly (`solve.align`), so a score is proved, or carries its bound where time ran out. Facets
restrict the triples and find their own optimum, or compare bags.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from tallystick.limits import current
from tallystick.solve.align import AlignmentResult, NodePairs, align, climb
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.graphs.columns import TripleColumns
from tallystick.tasks.graphs.common import bag_alignment, written_sides
from tallystick.tasks.graphs.facets import common_labels
from tallystick.tasks.graphs.problem import graph_pair
from tallystick.tasks.graphs.to_triples import TripleReader, read_both
from tallystick.tasks.graphs.triples import Triples

__all__ = [
    "BagScorer",
    "Facet",
    "Labels",
    "SmatchScorer",
    "Solver",
    "align_columns",
    "all_triples",
    "explain_triples",
]

#: Restricts or changes the triples of a graph.
Facet = Callable[[TripleColumns], TripleColumns]
#: Takes labels from the triples of a graph: the numbers of their words.
Labels = Callable[[TripleColumns], list[int]]


def all_triples(columns: TripleColumns) -> TripleColumns:
    """Return the triples as they are: the facet that is Smatch itself."""
    return columns


@dataclass(frozen=True, slots=True)
class Solver:
    """How the map of nodes is found."""

    name: str = "exact"
    restarts: int = 4
    seed: int = 0


def align_columns(
    gold: TripleColumns,
    pred: TripleColumns,
    solver: Solver = Solver(),  # noqa: B008 - immutable
    *,
    multiply: bool = False,
    allowed: NodePairs | None = None,
    time_limit: float | None = None,
) -> AlignmentResult:
    """The best map of pred nodes to gold nodes; repeated triples may multiply, as they do in Smatch 1.0.4."""
    graphs = graph_pair(gold, pred, multiply, allowed)
    if solver.name == "climb":
        return climb(graphs, restarts=solver.restarts, seed=solver.seed, time_limit=time_limit)
    return align(graphs, time_limit=time_limit)


@dataclass(frozen=True, slots=True)
class SmatchResult:
    """The triples of both sides and the best map of their nodes."""

    gold: TripleColumns
    pred: TripleColumns
    alignment: AlignmentResult


class SmatchScorer(Scorer):
    """Smatch over a facet of the triples."""

    reading = READ_RATIOS

    def __init__(self, graphs: TripleReader, facet: Facet, solver: Solver, *, multiply: bool = False) -> None:
        self.graphs = graphs
        self.facet = facet
        self.solver = solver
        self.multiply = multiply

    def solve(self, pair: PairAnalysis) -> SmatchResult:
        """Find the best map of nodes: a step."""
        gold, pred = map(self.facet, pair.once(read_both, self.graphs))
        limit = current().remaining()
        result = align_columns(gold, pred, self.solver, multiply=self.multiply, time_limit=limit)
        return SmatchResult(gold, pred, result)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the matched triples of a pair of graphs."""
        solved = pair.once(self.solve)
        result = solved.alignment
        return Tally.of(
            result.score,
            pred=len(solved.pred),
            gold=len(solved.gold),
            proved=result.optimal,
            slack=result.upper_bound - result.score,
        )

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the triples that matched, were missed, were spurious."""
        solved = pair.once(self.solve)
        explained = explain_triples(solved.gold.triples(), solved.pred.triples(), solved.alignment.mapping)
        return replace(explained, sides=written_sides(pair.gold, pair.pred), unit="triple")


def explain_triples(gold: Triples, pred: Triples, mapping: Sequence[int]) -> Alignment:
    """List the matched, missed and spurious triples under a map of nodes."""
    pred_triples, gold_triples = _written(pred), _written(gold)
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, (nodes, rest, _) in reversed(list(enumerate(gold_triples))):
        waiting[nodes, rest].append(index)
    matched, spurious, matched_gold = [], [], set()
    for nodes, rest, shown in pred_triples:
        image = tuple(mapping[node] for node in nodes)
        indices = waiting.get((image, rest))
        if indices:
            index = indices.pop()
            matched_gold.add(index)
            matched.append(Pair(gold_triples[index][2], shown, 1.0))
        else:
            spurious.append(shown)
    missed = [shown for index, (_, _, shown) in enumerate(gold_triples) if index not in matched_gold]
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))


def _written(triples: Triples) -> list[tuple[tuple[int, ...], Hashable, tuple[str, str, str]]]:
    """Each triple as its nodes, the rest of it, and how it is shown."""
    names = triples.names
    written: list[tuple[tuple[int, ...], Hashable, tuple[str, str, str]]] = [
        ((node,), concept, (names[node], "instance", concept))
        for node, concept in enumerate(triples.concepts)
        if concept is not None
    ]
    written += [
        ((node,), (role, value), (names[node], role, value)) for node, role, value in triples.attributes
    ]
    written += [
        ((source, target), role, (names[source], role, names[target]))
        for source, role, target in triples.relations
    ]
    return written


class BagScorer(Scorer):
    """A facet that compares bags of labels, without any map of nodes."""

    reading = READ_RATIOS

    def __init__(self, graphs: TripleReader, labels: Labels) -> None:
        self.graphs = graphs
        self.labels = labels

    def bags(self, pair: PairAnalysis) -> tuple[list[int], list[int]]:
        """Take the labels of both graphs: a step."""
        gold, pred = pair.once(read_both, self.graphs)
        return self.labels(gold), self.labels(pred)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the labels in common."""
        gold, pred = pair.once(self.bags)
        return Tally.of(common_labels(gold, pred), pred=len(pred), gold=len(gold))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the labels in common, and those of one side only."""
        words = pair.once(read_both, self.graphs)[0].vocabulary.words
        gold, pred = (Counter([words[label] for label in bag]) for bag in pair.once(self.bags))
        return bag_alignment(gold, pred)
