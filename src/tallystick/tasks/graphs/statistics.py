"""The contents of a sentence graph as additive counts."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.facets import without_sense
from tallystick.tasks.graphs.inversion import turned

__all__ = ["statistics"]


def statistics(graph: object) -> Mapping[str, int]:
    """The counts of one graph.

    `relations` lead to nodes, `attributes` to constants; `inverse_relations` are written the other way round, as in
    ``ARG0-of``. `reentrancies` are the relations beyond those of a tree: mentions of a node written out elsewhere.

    >>> counts = statistics(Graph.of("# ::snt He wants to go\\n(w / want-01 :ARG0 (h / he) :ARG1 (g / go-02 :ARG0 h))"))
    >>> counts["nodes"], counts["relations"], counts["reentrancies"], counts["tokens"]
    (3, 3, 1, 4)
    """
    assert isinstance(graph, Graph)
    constants = len(graph.constants) - graph.constants.count(None)
    relations = len(graph.roles) - constants
    return {
        "graphs": 1,
        "tokens": len((graph.text or "").split()),
        "nodes": len(graph.variables),
        "frames": sum(without_sense(concept) != concept for concept in graph.concepts),
        "relations": relations,
        "attributes": constants,
        "inverse_relations": sum(_is_inverse(role) for role in graph.roles),
        "reentrancies": max(0, relations - max(0, len(graph.variables) - 1)),
        "aligned_nodes": len({node for kind, node in graph.marks if kind in ("variable", "concept")}),
    }


def _is_inverse(role: str) -> bool:
    """Whether a role is written the other way round; `mod` is not written as an inverse."""
    return role.lower().endswith("-of") and turned(role.lower())[0] != role.lower()
