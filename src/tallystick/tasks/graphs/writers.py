"""Targets of `convert` for sentence graphs: PENMAN in one layout, and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from tallystick.formats.base import Item
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tasks.base import Options, Writer, Written

__all__ = ["WRITERS", "as_json_object"]


def _penman(items: Sequence[Item], _options: Options) -> Written:
    return Written(dumps(list(_graphs(items))))


def _json(items: Sequence[Item], _options: Options) -> Written:
    lines = ",\n".join(json.dumps(as_json_object(graph), ensure_ascii=False) for graph in _graphs(items))
    return Written(f"[\n{lines}\n]\n" if lines else "[]\n")


def _graphs(items: Sequence[Item]) -> Iterator[Graph]:
    for item in items:
        assert isinstance(item.value, Graph)
        yield item.value


def as_json_object(graph: Graph) -> dict[str, object]:
    """A graph as plain data: its nodes, the root first, and its edges, all as they were written.

    >>> as_json_object(Graph.of("(a / b :c-of~e.2 (d / e))"))["edges"]
    [{'source': 'a', 'role': 'c-of', 'target': 'd', 'alignment': {'role': 'e.2'}}]
    """
    names = graph.variables
    nodes: list[dict[str, object]] = [
        {"variable": name, "concept": concept} for name, concept in zip(names, graph.concepts, strict=True)
    ]
    edges: list[dict[str, object]] = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        end = {"target": names[target]} if constant is None else {"value": constant}
        edges.append({"source": names[source], "role": role, **end})
    for (kind, index), mark in graph.marks.items():
        owner = nodes[index] if kind in ("variable", "concept") else edges[index]
        marks = owner.setdefault("alignment", {})
        assert isinstance(marks, dict)
        marks[kind] = mark
    metadata: Mapping[str, str] = graph.metadata
    return {"id": graph.id, "metadata": dict(metadata), "nodes": nodes, "edges": edges}


WRITERS = {
    "amr": Writer("PENMAN, one layout for all graphs", _penman, ".amr"),
    "json": Writer("JSON: an array of graphs with their nodes and edges", _json, ".json"),
}
