"""Triples: a graph as the metrics see it, with all conventions applied.

A graph as it was read keeps what was written. Metrics compare triples: one instance triple for each node,
attributes (node, role, constant) and relations (node, role, node), with inverse roles normalised and spelling
differences that mean nothing removed. Here they have their words, for explanations and for what is too rare to be
fast; the metrics count them as numbers (`columns`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tallystick.dataclass import dataclass

__all__ = [
    "ATTRIBUTE",
    "NODE",
    "RELATION",
    "ROOT",
    "TOP",
    "Attribute",
    "Relation",
    "Triples",
    "incoming",
    "with_their_ends",
]

Attribute = tuple[int, str, str]
Relation = tuple[int, str, int]
Kept = TypeVar("Kept", bound=Hashable)

#: The role of the triple that marks the root, and its value where the root is marked as a node.
TOP = "TOP"

#: What a triple is, where triples are rows of numbers.
NODE, RELATION, ATTRIBUTE, ROOT = range(4)


@dataclass(frozen=True, slots=True)
class Triples:
    """The triples of one graph. Nodes are numbers, in the order of their declaration."""

    names: tuple[str, ...]
    """The variables, for explanations only."""
    concepts: tuple[str | None, ...]
    """The concept of each node: its instance triple; None if a facet dropped it."""
    attributes: tuple[Attribute, ...]
    relations: tuple[Relation, ...]

    def __len__(self) -> int:
        """The number of triples."""
        instances = len(self.concepts) - self.concepts.count(None)
        return instances + len(self.attributes) + len(self.relations)

    def once(self) -> Triples:
        """Identical triples counted once."""
        return replace(self, attributes=_once(self.attributes), relations=_once(self.relations))


def _once(triples: Iterable[Kept]) -> tuple[Kept, ...]:
    return tuple(dict.fromkeys(triples))


def with_their_ends(triples: Triples, wanted: Callable[[Relation], bool]) -> Triples:
    """Some relations and the instance triples of their ends; nodes keep their numbers."""
    relations = tuple([relation for relation in triples.relations if wanted(relation)])
    ends = {node for source, _, target in relations for node in (source, target)}
    concepts = tuple([concept if node in ends else None for node, concept in enumerate(triples.concepts)])
    return Triples(triples.names, concepts, (), relations)


def incoming(relations: Sequence[Relation], nodes: int) -> list[int]:
    """How many relations lead into each node."""
    counts = [0] * nodes
    for _, _, target in relations:
        counts[target] += 1
    return counts
