"""``--preset docamr-0.1.1``: the graphs of the released program, from annotations and from pairs of mentions."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.compat.docamr.build import base_graph, released_metadata, represent_released
from tallystick.compat.docamr.pairs import released_pairs
from tallystick.compat.docamr.write import released_graph
from tallystick.errors import DataError, Problem
from tallystick.formats.msamr.document import MsAmr
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.tables import Tables
from tallystick.tasks.docamr.build.targets import RELEASED

__all__ = ["released_from_annotations", "released_from_pairs"]


def released_from_annotations(
    document: MsAmr, sentences: Sequence[Graph], representation: str, tables: Tables
) -> Graph:
    """The graph of an annotated document, whose sentences are in the order of the file."""
    if len(sentences) == 1:
        raise DataError(
            Problem(
                "docAMR 0.1.1 builds no document graph from a single sentence", document.path, item=document.id,
                code="docamr-released", hint=f"leave out --preset {RELEASED} to build it",
            )
        )  # fmt: skip
    graph, chains = base_graph(document, sentences)
    represent_released(graph, chains, representation, tables)
    return released_graph(graph, released_metadata(document, sentences))


def released_from_pairs(document: Graph, role: str, representation: str, tables: Tables) -> Graph:
    """The graph of a document in which edges of a role connect mentions."""
    graph, chains = released_pairs(document, role)
    represent_released(graph, chains, representation, tables)
    return released_graph(graph, document.metadata)
