"""Directed graphs as values: our own, and any object that can list its nodes and edges."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, runtime_checkable

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError

__all__ = ["Digraph", "DigraphLike", "as_digraph"]


@runtime_checkable
class DigraphLike(Protocol):
    """The interface of another library's graph, such as networkx.DiGraph."""

    def nodes(self) -> Iterable[Hashable]: ...
    def edges(self) -> Iterable[tuple[Hashable, Hashable]]: ...


@dataclass(frozen=True, slots=True)
class Digraph:
    """A directed graph: nodes, and edges between them as pairs of positions in the list of nodes.

    Nodes need not be different from each other: ``Digraph(["a", "a"], [(0, 1)])``.
    """

    nodes: Sequence[object]
    edges: Sequence[tuple[int, int]] = ()

    def __post_init__(self) -> None:
        for edge in self.edges:
            for end in edge:
                if not 0 <= end < len(self.nodes):
                    raise UsageError(
                        f"the edge {tuple(edge)} leads out of a graph of {len(self.nodes)} nodes"
                    )


def as_digraph(value: object) -> Digraph:
    """A graph of any kind as a `Digraph`."""
    if isinstance(value, Digraph):
        return value
    if isinstance(value, DigraphLike):
        nodes = list(value.nodes())
        index_of = {node: index for index, node in enumerate(nodes)}
        return Digraph(nodes, [(index_of[edge[0]], index_of[edge[1]]) for edge in value.edges()])
    raise UsageError(
        f"digraph compares Digraph(nodes, edges) or anything with nodes() and edges(), not {value!r:.60}"
    )
