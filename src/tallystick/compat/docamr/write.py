"""The released program's graphs as Tallystick's graphs: every inverse role normalised, every constant quoted.

The program turns true roles round as well: ``consist-of`` comes out as it was, if the text happens to begin with the
whole, and as ``consist`` in the other direction if it has met the material before.
"""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.compat.docamr.graph import ReleasedGraph
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.model import Draft, upright
from tallystick.tasks.docamr.build.write import as_graph

__all__ = ["released_graph"]


def released_graph(graph: ReleasedGraph, metadata: Mapping[str, str]) -> Graph:
    """The graph as the program writes it, in our layout: what is connected with the root, and nothing else."""
    # The root is the first node of all.
    draft = Draft(next(iter(graph.concepts)))
    kept = [node for node in graph.connected(draft.root) if node not in graph.constants]
    met = {node: index for index, node in enumerate(kept)}
    for node in kept:
        draft.add_node(node, graph.concepts[node])
    for node in kept:
        for role, end in graph.down[node]:
            if end in graph.constants:
                draft.add_value(node, role, f'"{graph.concepts[end]}"')
            elif role.endswith("-of") and (upright(role)[1] or met[end] < met[node]):
                draft.add_edge(end, role.removesuffix("-of"), node)
            else:
                draft.add_edge(node, role, end)
    return as_graph(draft, metadata)
