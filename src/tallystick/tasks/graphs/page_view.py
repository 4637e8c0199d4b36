"""The view of graphs: both drawn, with the element of the drawing that each counted triple is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tallystick.formats.penman.graph import Graph
from tallystick.tally import Alignment
from tallystick.tasks.graphs.drawing import drawn, element_codes
from tallystick.tasks.graphs.graph_rows import AlignedGraphs
from tallystick.tasks.graphs.inversion import plain
from tallystick.tasks.graphs.node_alignment import is_triple, with_concepts
from tallystick.tasks.graphs.page_writer import thread_writer
from tallystick.tasks.graphs.row_alignment import RowAlignment
from tallystick.tasks.graphs.row_counts import GraphTotals
from tallystick.tasks.views.base import Original, Relation, SideView, View, WrittenItem
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.rows import AlignedRows, WrittenRows
from tallystick.tasks.views.schema import PageSide, Parts, SystemDetail
from tallystick.tasks.views.totals import PageTotals

__all__ = ["VIEW", "GraphView"]


class GraphView(View):
    """Draws two graphs. A task with other graphs inherits from it and overrides `graph`."""

    kind = "graph"

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""
        return _GraphSide(self, gold), _GraphSide(self, pred)

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Count the triples of a pair in numbers."""
        own = _row_alignments(rows)
        numbered = totals.numbered
        if isinstance(numbered, GraphTotals) and numbered.add(number, own):
            return
        totals.spell()
        numbered = totals.numbered = GraphTotals(own)
        numbered.add(number, own)

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return a pair of graphs as JSON."""
        graphs = self.graph(gold.value), self.graph(pred.value)
        texts = _text(graphs[0]), _text(graphs[1])
        writer = thread_writer()
        gold_side = writer.side(texts[0], graphs[0])
        detail = None if others is None else others[1]
        system = writer.detail(texts[1], graphs, _row_alignments(rows), detail)
        return WrittenItem(texts[0], gold_side, system)

    def mixes(self, others: Mapping[str, Alignment | AlignedRows]) -> bool:
        """Return that triples are written beside parts of any other metrics."""
        return True

    def graph(self, value: object) -> Graph:
        """Return the graph of an item."""
        assert isinstance(value, Graph)
        return value


class _GraphSide(SideView):
    def __init__(self, view: GraphView, item: Original) -> None:
        self.view = view
        self.graph = view.graph(item.value)
        self.text = _text(self.graph)

    def show(self, part: object) -> str:
        """Return a triple with the concepts of its nodes."""
        return with_concepts(self._concepts, part) if is_triple(part) else super().show(part)

    @cached_property
    def _concepts(self) -> dict[str, str]:
        nodes = zip(self.graph.variables, self.graph.concepts, strict=True)
        return {variable: plain(concept) for variable, concept in nodes}

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the drawing, and the element that each triple is."""
        parts: Parts = {"shown": table.shown, "at": [None] * len(table.parts)}
        variables = set(self.graph.variables)
        triples = {
            number: triple
            for number, part in table.objects()
            if (triple := _triple(self.view.relation(part))) is not None and triple[0] in variables
        }
        if triples:
            for number, code in zip(triples, element_codes(self.graph, [*triples.values()]), strict=True):
                parts["at"][number] = code
        return {"text": self.text, "graph": drawn(self.graph)}, parts


def _row_alignments(rows: Mapping[str, WrittenRows]) -> dict[str, RowAlignment]:
    return {metric: own.rows for metric, own in rows.items() if isinstance(own, AlignedGraphs)}


def _text(graph: Graph) -> str:
    return graph.metadata.get("snt") or graph.metadata.get("tok") or ""


def _triple(relation: Relation | None) -> tuple[str, str, str] | None:
    return None if relation is None else (relation.source, relation.role, relation.target)


VIEW = GraphView()
