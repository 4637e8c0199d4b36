"""The view of graphs: both drawn, with the element of the drawing that each counted triple is."""

from __future__ import annotations

from functools import cached_property

from tallystick.formats.penman.graph import Graph
from tallystick.tasks.graphs.drawing import drawn, element_codes
from tallystick.tasks.graphs.inversion import plain
from tallystick.tasks.graphs.node_alignment import is_triple, with_concepts
from tallystick.tasks.views.base import Original, Relation, SideView, View
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.schema import PageSide, Parts

__all__ = ["VIEW", "GraphView"]


class GraphView(View):
    """Draws two graphs. A task with other graphs inherits from it and overrides `graph`."""

    kind = "graph"

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""
        return _GraphSide(self, gold), _GraphSide(self, pred)

    def graph(self, value: object) -> Graph:
        """Return the graph of an item."""
        assert isinstance(value, Graph)
        return value


class _GraphSide(SideView):
    def __init__(self, view: GraphView, item: Original) -> None:
        self.view = view
        self.graph = view.graph(item.value)
        self.text = self.graph.metadata.get("snt") or self.graph.metadata.get("tok") or ""

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
        others = dict(table.objects())
        if others:
            triples = [_triple(self.view.relation(part)) for part in others.values()]
            for number, code in zip(others, element_codes(self.graph, triples), strict=True):
                parts["at"][number] = code
        for rows, offset in table.lists.items():
            own = rows.page_parts(self, offset)
            parts["shown"][offset : offset + len(rows)] = own["shown"]
            parts["at"][offset : offset + len(rows)] = own["at"]
            if "notes" in own:
                notes = parts.setdefault("notes", [""] * len(table.parts))
                notes[offset : offset + len(rows)] = own["notes"]
        return {"text": self.text, "graph": drawn(self.graph)}, parts


def _triple(relation: Relation | None) -> tuple[str, str, str] | None:
    return None if relation is None else (relation.source, relation.role, relation.target)


VIEW = GraphView()
