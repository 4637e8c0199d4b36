"""Chains from edges between two mentions, as docAMR 0.1.1 makes them.

The edges are taken one by one; a second chain dissolves into the first. All edges that join the two nodes of a pair
go, whatever they say; and every part or subset of a mention, also within a sentence, becomes one of its chain.
"""

from __future__ import annotations

from tallystick.compat.docamr.graph import ReleasedGraph
from tallystick.errors import DataError, Problem
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.documents import is_document
from tallystick.tasks.docamr.build.model import COREF, ENTITY, upright

__all__ = ["released_pairs"]

_MEMBER = f"{COREF}-of"
_LIFTED = ("part", "subset")


def released_pairs(document: Graph, role: str) -> tuple[ReleasedGraph, list[str]]:
    """The graph and the entities of its chains."""
    if not is_document(document):
        raise DataError(Problem("expected a document graph", item=document.id, code="docamr-document"))
    graph = _read(document)
    names = document.variables
    pairs = []
    branches = zip(document.sources, document.roles, document.targets, strict=True)
    for source, written, target in branches:
        name, turned = upright(written)
        if name == role and target >= 0:
            ends = (names[source], names[target])
            pairs.append((ends[1], ends[0]) if turned else ends)
    entity_of: dict[str, str] = {}
    chains: list[str] = []
    for head, tail in pairs:
        _disconnect(graph, head, tail)
        first, second = entity_of.get(head), entity_of.get(tail)
        if first is None and second is None:
            first = graph.add_node("cc", ENTITY)
            chains.append(first)
        elif first is None or (second is not None and chains.index(second) < chains.index(first)):
            first, second = second, first
        assert first is not None
        joining = [head, tail]
        if second is not None and second != first:
            joining += [node for node, entity in entity_of.items() if entity == second]
            graph.detach(second)
            chains.remove(second)
            graph.remove_node(second)
        for node in joining:
            graph.add_edge(node, _MEMBER, first)
            entity_of[node] = first
    _lift(graph, entity_of)
    return graph, chains


def _read(document: Graph) -> ReleasedGraph:
    graph = ReleasedGraph()
    names = document.variables
    for name, concept in zip(names, document.concepts, strict=True):
        graph.add_node(name, concept)
    branches = zip(document.sources, document.roles, document.targets, document.constants, strict=True)
    for source, role, target, constant in branches:
        if constant is None:
            graph.add_edge(names[source], role, names[target])
        else:
            value = constant.replace('"', "")
            leaf = graph.add_node(f"{names[source]}={role}", value, constant=True)
            graph.add_edge(names[source], role, leaf)
    return graph


def _disconnect(graph: ReleasedGraph, head: str, tail: str) -> None:
    for source, target in ((head, tail), (tail, head)):
        for role, end in list(graph.down[source]):
            if end == target:
                graph.remove_edge(source, role, end)


def _lift(graph: ReleasedGraph, entity_of: dict[str, str]) -> None:
    for source in list(entity_of):
        for role, target in list(graph.down[source]):
            if upright(role)[0] in _LIFTED and target in entity_of:
                graph.remove_edge(source, role, target)
                graph.add_edge(entity_of[source], role, entity_of[target])
