"""Graphs with roles written as frames, or frames as roles, for metrics that compare graphs instead of triples."""

from __future__ import annotations

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.reification import dereified, reified
from tallystick.tasks.graphs.to_triples import as_we_read, of_graph

__all__ = ["rewritten"]


def rewritten(graph: Graph, *, reify: bool, dereify: bool) -> Graph:
    """The graph with frames as roles, then roles as frames, where the table of reifications has them.

    >>> graph = rewritten(Graph.of("(d / dog :location (h / house))"), reify=True, dereify=False)
    >>> graph.concepts, graph.roles
    (('dog', 'house', 'be-located-at-91'), ('arg1', 'arg2'))
    >>> rewritten(graph, reify=False, dereify=True).roles
    ('location',)
    """
    if not reify and not dereify:
        return graph
    triples = of_graph(graph, case="keep", root="none", duplicates="count")
    if dereify:
        triples = as_we_read(dereified(triples))
    if reify:
        triples = reified(triples)
    nodes = [node for node, concept in enumerate(triples.concepts) if concept is not None]
    index = {node: number for number, node in enumerate(nodes)}
    branches: list[tuple[int, str, int, str | None]] = [
        (index[source], role, index[target], None) for source, role, target in triples.relations
    ]
    branches += [(index[node], role, -1, value) for node, role, value in triples.attributes]
    sources, roles, targets, constants = zip(*branches, strict=True) if branches else ((), (), (), ())
    return Graph(
        tuple([triples.names[node] for node in nodes]),
        tuple([str(triples.concepts[node]) for node in nodes]),
        sources,
        roles,
        targets,
        constants,
        graph.metadata,
    )
