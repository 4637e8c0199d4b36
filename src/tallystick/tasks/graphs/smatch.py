"""Smatch: the most triples that two graphs can have in common under a map of their nodes.

The map is found exactly (`solve.align`), so a score is proved, or carries its bound where time ran out. Facets
restrict the triples and find their own optimum, or compare bags.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import TimeLimitError
from tallystick.limits import current
from tallystick.solve.align import AlignmentResult, align, align_columns, climb
from tallystick.tally import READ_RATIOS, Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.graphs.columns import TripleColumns, triple_columns
from tallystick.tasks.graphs.common import bag_alignment, written_sides
from tallystick.tasks.graphs.facets import common_labels
from tallystick.tasks.graphs.problem import graph_pair, joined
from tallystick.tasks.graphs.to_triples import TripleReader, read_both
from tallystick.tasks.graphs.triple_rows import TripleRows, column_rows
from tallystick.tasks.graphs.triples import Triples
from tallystick.tasks.graphs.vocabulary import vocabulary

if TYPE_CHECKING:
    from tallystick.tasks.graphs.graph_rows import AlignedGraphs
    from tallystick.tasks.views.rows import WrittenRows

__all__ = [
    "BagScorer",
    "Facet",
    "Labels",
    "SmatchScorer",
    "Solver",
    "align_triples",
    "all_triples",
    "explain_triples",
    "unsearched",
]

#: Pairs of triples beyond which graphs may be large enough to be aligned otherwise.
LARGE = 1 << 18

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


def align_triples(
    gold: TripleColumns,
    pred: TripleColumns,
    solver: Solver = Solver(),  # noqa: B008 - immutable
    *,
    multiply: bool = False,
    time_limit: float | None = None,
) -> AlignmentResult:
    """The best map of pred nodes to gold nodes; repeated triples may multiply, as they do in Smatch 1.0.4.

    If time is up before the problem is built, that is the identity for equal graphs, else the empty map.
    """
    try:
        if solver.name == "climb":
            graphs = graph_pair(gold, pred, multiply)
            return climb(graphs, restarts=solver.restarts, seed=solver.seed, time_limit=time_limit)
        if len(gold) * len(pred) > LARGE:
            return align(graph_pair(gold, pred, multiply), time_limit=time_limit)
        return align_columns(joined(gold, pred, multiply), time_limit=time_limit)
    except TimeLimitError:
        return unsearched(gold.triples(), pred.triples(), multiply=multiply)


def unsearched(gold: Triples, pred: Triples, *, multiply: bool = False) -> AlignmentResult:
    """Return what is known without a search: the identity for equal graphs, else the empty map and a bound.

    >>> from tallystick.formats.penman.reader import Graph
    >>> from tallystick.tasks.graphs.to_triples import of_graph
    >>> boy, girl = of_graph(Graph.of("(b / boy)")), of_graph(Graph.of("(g / girl)"))
    >>> unsearched(boy, boy)[:4], unsearched(boy, girl)[:4]
    ((array('i', [0]), 2.0, 2.0, True), (array('i', [-1]), 0.0, 2.0, False))
    """
    nodes = len(pred.names)
    if not multiply and gold == replace(pred, names=gold.names):
        return AlignmentResult(array("i", range(nodes)), float(len(pred)), float(len(pred)), True, 0, 0)
    most = len(gold) * len(pred) if multiply else min(len(gold), len(pred))
    return AlignmentResult(array("i", [-1]) * nodes, 0.0, float(most), most == 0, 0, 0)


@dataclass(frozen=True, slots=True)
class SmatchResult:
    """The triples of both sides and the best map of their nodes."""

    gold: TripleColumns
    pred: TripleColumns
    alignment: AlignmentResult


class SmatchScorer(Scorer):
    """Smatch over a facet of the triples."""

    reading = READ_RATIOS
    releases_lock = True

    def __init__(self, graphs: TripleReader, facet: Facet, solver: Solver, *, multiply: bool = False) -> None:
        self.graphs = graphs
        self.facet = facet
        self.solver = solver
        self.multiply = multiply

    def solve(self, pair: PairAnalysis) -> SmatchResult:
        """Find the best map of nodes: a step."""
        gold, pred = map(self.facet, pair.once(read_both, self.graphs))
        limit = current().remaining()
        result = align_triples(gold, pred, self.solver, multiply=self.multiply, time_limit=limit)
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
        explained = pair.once(self.aligned).alignment()
        return replace(explained, sides=written_sides(pair.gold, pair.pred), unit="triple")

    def rows(self, pair: PairAnalysis) -> WrittenRows:
        """List the same by rows."""
        return pair.once(self.aligned)

    def aligned(self, pair: PairAnalysis) -> AlignedGraphs:
        """Return the triples that the map of nodes makes equal: a step."""
        from tallystick.tasks.graphs.graph_rows import equal_triples  # few runs explain anything

        solved = pair.once(self.solve)
        gold, pred = pair.once(_whole_rows, self.graphs)
        if self.facet is not all_triples:
            gold, pred = column_rows(solved.gold, gold), column_rows(solved.pred, pred)
        return equal_triples(gold, pred, solved.alignment.mapping)


def _whole_rows(pair: PairAnalysis, reader: TripleReader) -> tuple[TripleRows, TripleRows]:
    """Return all triples of both graphs as rows: a step that all facets share."""
    gold, pred = pair.once(read_both, reader)
    return column_rows(gold), column_rows(pred)


def explain_triples(gold: Triples, pred: Triples, mapping: Sequence[int]) -> Alignment:
    """List the matched, missed and spurious triples under a map of nodes."""
    from tallystick.tasks.graphs.graph_rows import equal_triples  # few runs explain anything

    words = vocabulary()
    columns = triple_columns(gold, words), triple_columns(pred, words)
    rows = column_rows(columns[0]), column_rows(columns[1])
    return equal_triples(*rows, array("i", mapping)).alignment()


class BagScorer(Scorer):
    """A facet that compares bags of labels, without any map of nodes."""

    reading = READ_RATIOS
    releases_lock = True  # there is little work

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
