"""Aligning two graphs by anchor broadcast, as the paper describes it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from tallystick.formats.penman.reader import Graph
from tallystick.solve.broadcast.caster import Caster
from tallystick.solve.broadcast.finishing import finish, finish_in_order, transposed
from tallystick.tasks.graphs.ancast.anchors import lemma_anchors, span_anchors, spans
from tallystick.tasks.graphs.ancast.exchange import Relations, Unit, exchange
from tallystick.tasks.graphs.ancast.numbering import Numbering, number_nodes
from tallystick.tasks.graphs.ancast.similarity import intrinsic
from tallystick.tasks.graphs.ancast.view import Numbers, View, same_view, view

__all__ = ["Aligned", "Comparison", "Further", "align", "align_alone", "relations_of", "unit_of"]

#: What tells the nodes of pred and gold apart beside their graphs: a sortable value for each node.
Further = Callable[[], tuple[Sequence[Hashable], Sequence[Hashable]]]


@dataclass(slots=True, eq=False)
class Aligned:
    """Two graphs and which node of the one is which node of the other."""

    pred: View
    gold: View
    similarity: array[float]
    """S, row by row: a row for each pred node."""
    columns: array[int]
    """The gold node of each pred node, or -1."""
    history: tuple[array[int], ...]
    """The anchors at the start and after each round."""
    numbers: Numbers
    numbering: tuple[Numbering, Numbering] | None = None
    """Of pred and gold; None where no two nodes compete for a partner."""
    shortfall: int = 0
    """How many more relations some exchange of partners might match, where the search for it was cut short."""

    def note(self, row: int) -> str:
        """When a pred node found its gold node."""
        column = self.columns[row]
        if self.history[-1][row] != column:
            return "final"
        since = len(self.history) - 1
        while since and self.history[since - 1][row] == column:
            since -= 1
        return f"round {since}" if since else "anchor"


class Comparison:
    """The work on one pair of graphs, round by round."""

    def __init__(
        self,
        gold: Graph,
        pred: Graph,
        anchors: str = "lemma",
        gold_text: str | None = None,
        pred_text: str | None = None,
    ) -> None:
        self.numbers = Numbers()
        gold_text = gold.metadata.get("snt", "") if gold_text is None else gold_text
        pred_text = pred.metadata.get("snt", "") if pred_text is None else pred_text
        self.gold = view(gold, self.numbers, gold_text)
        # Many sentences are the same on both sides, and seeing one is a good part of comparing it.
        if gold_text == pred_text and same_view(gold, pred):
            self.pred = self.gold
        else:
            self.pred = view(pred, self.numbers, pred_text)
        self.similarity = intrinsic(self.pred, self.gold)
        by_span = span_anchors(pred, gold) if anchors == "alignment" else None
        self.by_span = by_span is not None
        self.anchors = lemma_anchors(self.pred, self.gold) if by_span is None else by_span
        self.caster = Caster(self.pred.shape, self.gold.shape, self.similarity)

    def rounds(self) -> Iterator[array[int]]:
        """The anchors after each round of the outer loop (Section 2.2.2), the last the alignment so far.

        The loop ends when the anchors stay the same, when there are none, or when they have occurred before.
        """
        anchors = self.anchors
        seen = {anchors.tobytes()}
        while True:
            self.caster.broadcast(anchors)
            anchors = self.caster.mutual()
            yield anchors
            state = anchors.tobytes()
            if state in seen or max(anchors, default=-1) < 0:
                return
            seen.add(state)

    def finish(
        self, anchors: array[int], further: Further | None = None
    ) -> tuple[array[int], tuple[Numbering, Numbering] | None]:
        """The whole alignment (Section 2.2.3), and the node numbers where a tie asks for them."""
        keys = self.caster.keys()
        columns = finish(self.pred.size, self.gold.size, keys, anchors)
        if columns is not None:
            return columns, None
        further = self._spans if self.by_span else further
        marks = (None, None) if further is None else further()
        numbering = number_nodes(self.pred, marks[0]), number_nodes(self.gold, marks[1])
        edges, orders = (self.pred.edges, self.gold.edges), (numbering[0].order, numbering[1].order)
        columns = finish_in_order(keys, anchors, edges, *orders)
        other = self._finish_gold_first(keys, anchors, edges, orders)
        if other != columns and self._prefers_gold_first(columns, other, numbering):
            columns = other
        return columns, numbering

    def _finish_gold_first(
        self,
        keys: object,
        anchors: array[int],
        edges: tuple[array[int], array[int]],
        orders: tuple[array[int], array[int]],
    ) -> array[int]:
        """The alignment in which last ties go by the gold node first."""
        turned = transposed(self.pred.size, self.gold.size, keys)
        rows = _inverse(anchors, self.gold.size)
        return _inverse(finish_in_order(turned, rows, edges[::-1], *orders[::-1]), self.pred.size)

    def _prefers_gold_first(
        self, columns: array[int], other: array[int], numbering: tuple[Numbering, Numbering]
    ) -> bool:
        """Whether the second alignment matches more relations; where neither does, the graphs themselves decide.

        So it never matters which of the two graphs is the gold.
        """
        matched = self._matched(columns), self._matched(other)
        if matched[0] != matched[1]:
            return matched[1] > matched[0]
        names = list(self.numbers.roles)
        pred, gold = (
            _signature(side, own.order, names)
            for side, own in zip((self.pred, self.gold), numbering, strict=True)
        )
        return gold < pred

    def _matched(self, columns: array[int]) -> int:
        """How many labelled relations an alignment matches."""
        there = set(_edges(self.gold))
        return sum(
            (columns[head], role, columns[tail]) in there
            for head, role, tail in _edges(self.pred)
            if tail >= 0
        )

    def _spans(self) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
        """Where tokens are the anchors, they tell nodes apart that are the same otherwise."""
        return spans(self.pred.graph), spans(self.gold.graph)


def _inverse(columns: array[int], size: int) -> array[int]:
    """The row of each column."""
    rows = array("i", [-1]) * size
    for row, column in enumerate(columns):
        if column >= 0:
            rows[column] = row
    return rows


def _edges(view: View) -> Iterator[tuple[int, int, int]]:
    """The edges of a graph: head, role, tail."""
    return zip(view.edges[::3], view.edges[1::3], view.edges[2::3], strict=True)


def _signature(view: View, order: array[int], names: Sequence[str]) -> tuple[Sequence[object], ...]:
    """A graph as a value that does not depend on how it was written down."""
    rank = {node: index for index, node in enumerate(order)}
    edges = [(rank[head], names[role], rank[tail]) for head, role, tail in _edges(view) if tail >= 0]
    return [view.concepts[node] for node in order], sorted(edges)


def align(
    gold: Graph,
    pred: Graph,
    anchors: str = "lemma",
    gold_text: str | None = None,
    pred_text: str | None = None,
    further: Further | None = None,
) -> Aligned:
    """The alignment of two graphs before nodes that nothing distinguishes exchange their partners.

    The sentences are those of the graphs where none are given.
    """
    comparison = Comparison(gold, pred, anchors, gold_text, pred_text)
    history = (comparison.anchors, *comparison.rounds())
    columns, numbering = comparison.finish(history[-1], further)
    return Aligned(
        comparison.pred,
        comparison.gold,
        comparison.similarity,
        columns,
        history,
        comparison.numbers,
        numbering,
    )


def align_alone(gold: Graph, pred: Graph, anchors: str = "lemma") -> Aligned:
    """The alignment of two graphs that are no part of a document."""
    aligned = align(gold, pred, anchors)
    if aligned.numbering is not None:
        names = list(aligned.numbers.roles)
        sides = (relations_of(view, names, 0) for view in (aligned.pred, aligned.gold))
        aligned.shortfall = exchange([unit_of(aligned)], *sides)
    return aligned


def unit_of(aligned: Aligned) -> Unit:
    """The alignment as one of those within which partners are exchanged."""
    return Unit(aligned.columns, aligned.numbering)


def relations_of(view: View, names: Sequence[str], index: int, weight: int = 1) -> Relations:
    """The relations between the nodes of a graph, which is the one at `index` of several."""
    return {
        ((index, head), names[role], (index, tail)): weight for head, role, tail in _edges(view) if tail >= 0
    }
