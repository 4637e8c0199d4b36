"""Aligning two graphs by anchor broadcast, as the paper describes it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from tallystick.errors import TimeLimitError
from tallystick.formats.penman.reader import Graph
from tallystick.limits import Limits, current, limited
from tallystick.solve.broadcast.caster import Caster
from tallystick.solve.broadcast.finishing import finish, finish_both_ways, free_in_order, free_nodes
from tallystick.solve.broadcast.relations import matched_relations
from tallystick.solve.broadcast.table import PairTable, full_table
from tallystick.tasks.graphs.ancast.constants import PAPER_CONSTANTS, Constants
from tallystick.tasks.graphs.ancast.exchange import Relations, Unit, exchange
from tallystick.tasks.graphs.ancast.graph import AncastGraph, GraphNumbers, ancast_graphs
from tallystick.tasks.graphs.ancast.lemma_anchors import lemma_anchors
from tallystick.tasks.graphs.ancast.numbering import Numbering, exchangeable, number_nodes
from tallystick.tasks.graphs.ancast.similarity import intrinsic
from tallystick.tasks.graphs.ancast.span_anchors import span_anchors, spans

__all__ = ["Aligned", "Further", "GraphAligner", "align", "align_alone", "relations_of", "unit_of"]

#: Stands for the similarities before they are computed.
NOT_COMPARED = full_table(0, 0, array("d"))
#: Makes a sortable value for each node of pred and gold that distinguishes nodes which are equal in their graphs.
Further = Callable[[], tuple[Sequence[Hashable], Sequence[Hashable]]]


@dataclass(slots=True, eq=False)
class Aligned:
    """Two graphs and the alignment of their nodes."""

    gold: AncastGraph
    pred: AncastGraph
    similarity: PairTable
    """S, a row for each pred node."""
    columns: array[int]
    """The gold node of each pred node, or -1."""
    history: tuple[array[int], ...]
    """The anchors at the start and after each round."""
    numbering: tuple[Numbering, Numbering] | None = None
    """Of pred and gold; None if no two nodes compete for a partner."""
    shortfall: int = 0
    """How many more relations some exchange of partners might match, where the search for it was cut short."""
    complete: bool = True
    """Whether the alignment was finished in time."""

    @property
    def numbers(self) -> GraphNumbers:
        """The numbers of roles and constants."""
        return self.gold.numbers

    def note(self, row: int) -> str:
        """The round in which a pred node was aligned: `anchor`, `round N` or `final`."""
        column = self.columns[row]
        if self.history[-1][row] != column:
            return "final"
        since = len(self.history) - 1
        while since and self.history[since - 1][row] == column:
            since -= 1
        return f"round {since}" if since else "anchor"


class GraphAligner:
    """Aligns one pair of graphs, round by round."""

    def __init__(
        self,
        gold: Graph,
        pred: Graph,
        anchors: str = "lemma",
        gold_text: str | None = None,
        pred_text: str | None = None,
        constants: Constants = PAPER_CONSTANTS,
    ) -> None:
        self.gold, self.pred = ancast_graphs(gold, pred, gold_text, pred_text)
        by_span = span_anchors(gold, pred) if anchors == "alignment" else None
        self.by_span = by_span is not None
        self.anchors = lemma_anchors(self.gold, self.pred) if by_span is None else by_span
        self.history = [self.anchors]
        self.similarity = NOT_COMPARED
        self.constants = constants

    def prepare(self) -> GraphAligner:
        """Compare the nodes, and get ready to broadcast."""
        constants = self.constants
        self.similarity = intrinsic(self.gold, self.pred, constants.sense_weight)
        self.caster = Caster(
            self.pred.shape,
            self.gold.shape,
            self.similarity,
            base=constants.alpha,
            bias=constants.beta,
            steps=constants.neighbourhood,
        )
        return self

    def rounds(self) -> Iterator[array[int]]:
        """The anchors after each round of the outer loop (Section 2.2.2), the last the alignment so far."""
        further = True
        while further:
            further = self.caster.next_round(self.history)
            yield self.history[-1]

    def finish(
        self, anchors: array[int], further: Further | None = None
    ) -> tuple[array[int], tuple[Numbering, Numbering] | None]:
        """The whole alignment (Section 2.2.3), and the node numbers where a tie asks for them."""
        rows, cols = free_nodes(anchors, self.gold.size)
        columns = finish(self.caster.keys(rows, cols), rows, cols, anchors)
        if columns is not None:
            return columns, None
        further = self._spans if self.by_span else further
        marks = (None, None) if further is None else further()
        numbering = number_nodes(self.pred, marks[0]), number_nodes(self.gold, marks[1])
        rows, cols = free_in_order(anchors, (numbering[0].order, numbering[1].order))
        keys = self.caster.keys(rows, cols)
        columns, other = finish_both_ways(keys, rows, cols, anchors, (self.pred.shape, self.gold.shape))
        if other != columns and self._prefers_gold_first(columns, other, numbering):
            columns = other
        return columns, numbering

    def _prefers_gold_first(
        self, columns: array[int], other: array[int], numbering: tuple[Numbering, Numbering]
    ) -> bool:
        """Whether the second alignment matches more relations; where neither does, the graphs themselves decide.

        So it never matters which of the two graphs is the gold.
        """
        shapes = self.pred.shape, self.gold.shape
        matched = matched_relations(*shapes, columns), matched_relations(*shapes, other)
        if matched[0] != matched[1]:
            return matched[1] > matched[0]
        names = self.gold.numbers.names
        pred, gold = (
            _signature(side, own.order, names)
            for side, own in zip((self.pred, self.gold), numbering, strict=True)
        )
        return gold < pred

    def aligned(
        self,
        columns: array[int],
        history: tuple[array[int], ...],
        numbering: tuple[Numbering, Numbering] | None = None,
    ) -> Aligned:
        """The graphs under an alignment."""
        return Aligned(self.gold, self.pred, self.similarity, columns, history, numbering)

    def cut_short(self) -> Aligned:
        """The alignment when time ran out: every node and relation still counts on its own side.

        Two graphs with the same triples are aligned node by node.
        """
        columns = (
            array("i", range(self.pred.size)) if self.pred.shape is self.gold.shape else self.history[-1]
        )
        if self.similarity is NOT_COMPARED:
            with limited(Limits(memory=current().memory)):
                self.similarity = intrinsic(self.gold, self.pred, self.constants.sense_weight)
        aligned = self.aligned(columns, (columns,))
        aligned.complete = False
        return aligned

    def _spans(self) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
        """The tokens of each node: where tokens are the anchors, they distinguish nodes that are otherwise equal."""
        return spans(self.pred.graph), spans(self.gold.graph)


def _edges(graph: AncastGraph) -> Iterator[tuple[int, int, int]]:
    """The edges of a graph: head, role, tail."""
    return zip(graph.edges[::3], graph.edges[1::3], graph.edges[2::3], strict=True)


def _signature(graph: AncastGraph, order: array[int], names: Sequence[str]) -> tuple[Sequence[object], ...]:
    """A graph as a value that does not depend on how it was written down."""
    rank = {node: index for index, node in enumerate(order)}
    edges = [(rank[head], names[role], rank[tail]) for head, role, tail in _edges(graph) if tail >= 0]
    return [graph.concepts[node] for node in order], sorted(edges)


def align(
    gold: Graph,
    pred: Graph,
    anchors: str = "lemma",
    gold_text: str | None = None,
    pred_text: str | None = None,
    further: Further | None = None,
    constants: Constants = PAPER_CONSTANTS,
) -> Aligned:
    """The alignment of two graphs before nodes that nothing distinguishes exchange their partners.

    Texts default to the sentences in the metadata of the graphs.
    """
    aligner = GraphAligner(gold, pred, anchors, gold_text, pred_text, constants)
    try:
        aligner.prepare()
        while aligner.caster.next_round(aligner.history):
            pass
        columns, numbering = aligner.finish(aligner.history[-1], further)
    except TimeLimitError:
        return aligner.cut_short()
    return aligner.aligned(columns, tuple(aligner.history), numbering)


def align_alone(
    gold: Graph, pred: Graph, anchors: str = "lemma", constants: Constants = PAPER_CONSTANTS
) -> Aligned:
    """The alignment of two graphs that are not part of a document."""
    aligned = align(gold, pred, anchors, constants=constants)
    if aligned.numbering is not None and exchangeable(aligned.columns, *aligned.numbering):
        names = aligned.numbers.names
        sides = (relations_of(graph, names, 0) for graph in (aligned.gold, aligned.pred))
        try:
            aligned.shortfall = exchange([unit_of(aligned)], *sides)
        except TimeLimitError:
            aligned.complete = False
    return aligned


def unit_of(aligned: Aligned) -> Unit:
    """The alignment as a unit within which partners are exchanged."""
    return Unit(aligned.columns, aligned.numbering)


def relations_of(graph: AncastGraph, names: Sequence[str], index: int, weight: int = 1) -> Relations:
    """The relations between the nodes of the graph at `index` among several."""
    return {
        ((index, head), names[role], (index, tail)): weight for head, role, tail in _edges(graph) if tail >= 0
    }
