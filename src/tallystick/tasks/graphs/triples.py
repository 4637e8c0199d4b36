"""Triples: a graph as the metrics see it, with all conventions applied.

A graph as it was read keeps what was written. Metrics compare triples: one instance triple for each node,
attributes (node, role, constant) and relations (node, role, node), with inverse roles turned round and spelling
differences that mean nothing removed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tallystick.dataclass import dataclass
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.inversion import read

__all__ = ["TOP", "Attribute", "Relation", "Triples", "incoming", "of_graph", "select"]

Attribute = tuple[int, str, str]
Relation = tuple[int, str, int]
Kept = TypeVar("Kept", bound=Hashable)

#: The role of the triple that marks the root, and its value where the root is marked as a node.
TOP = "TOP"


@dataclass(frozen=True, slots=True)
class Triples:
    """The triples of one graph. Nodes are numbers, in the order of their declaration."""

    names: tuple[str, ...]
    """The variables, for explanations only."""
    concepts: tuple[str | None, ...]
    """The concept of each node: its instance triple; None where a node has no such triple any more."""
    attributes: tuple[Attribute, ...]
    relations: tuple[Relation, ...]

    def __len__(self) -> int:
        """The number of triples."""
        instances = len(self.concepts) - self.concepts.count(None)
        return instances + len(self.attributes) + len(self.relations)

    def once(self) -> Triples:
        """Identical triples counted once."""
        return replace(self, attributes=_once(self.attributes), relations=_once(self.relations))

    def relabelled(self, change: Callable[[str], str]) -> Triples:
        """The roles changed by a function."""
        return replace(
            self,
            attributes=tuple([(node, change(role), value) for node, role, value in self.attributes]),
            relations=tuple([(source, change(role), target) for source, role, target in self.relations]),
        )


def _once(triples: Iterable[Kept]) -> tuple[Kept, ...]:
    return tuple(dict.fromkeys(triples))


def of_graph(graph: Graph, *, case: str = "ignore", root: str = "node", duplicates: str = "set") -> Triples:
    """The triples of a graph under our conventions."""
    concepts, attributes, relations = read(graph, case == "ignore")
    if root != "none" and concepts:
        attributes.append((0, TOP, "top" if root == "node" else concepts[0]))
    if duplicates == "set":
        return Triples(graph.variables, concepts, _once(attributes), _once(relations))
    return Triples(graph.variables, concepts, tuple(attributes), tuple(relations))


def select(
    triples: Triples,
    *,
    concepts: Callable[[int], bool] = lambda _node: True,
    attributes: Callable[[Attribute], bool] = lambda _attribute: True,
    relations: Callable[[Relation], bool] = lambda _relation: True,
) -> Triples:
    """Some of the triples; nodes keep their numbers."""
    return Triples(
        triples.names,
        tuple([concept if concepts(node) else None for node, concept in enumerate(triples.concepts)]),
        tuple([attribute for attribute in triples.attributes if attributes(attribute)]),
        tuple([relation for relation in triples.relations if relations(relation)]),
    )


def incoming(relations: Sequence[Relation], nodes: int) -> list[int]:
    """How many relations lead into each node."""
    counts = [0] * nodes
    for _, _, target in relations:
        counts[target] += 1
    return counts
