"""Node numbers that depend on the graph alone, not on how it was written down: colour refinement."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any

from tallystick.graphs.ancast.view import View
from tallystick.graphs.triples import TOP

__all__ = ["node_order"]


def _ranks(keys: Sequence[Any]) -> tuple[list[int], int]:
    """The place of each key among the sorted distinct keys, and how many there are."""
    distinct: dict[Hashable, int] = {key: place for place, key in enumerate(sorted(set(keys)))}
    return [distinct[key] for key in keys], len(distinct)


def node_order(view: View) -> array[int]:
    """The nodes in the order of their numbers.

    Nodes are told apart by lemma, sense, attributes and being the root, then again and again by what they
    are joined to, as long as that tells more of them apart. What is still equal goes by order of declaration.
    """
    size = view.size
    triples = view.triples
    attributes: list[list[tuple[str, str]]] = [[] for _ in range(size)]
    root = -1
    for node, role, value in triples.attributes:
        if role == TOP:
            root = node
        else:
            attributes[node].append((role, value))
    ranks, count = _ranks(
        [
            (view.lemmas[node], view.senses[node], tuple(sorted(attributes[node])), node == root)
            for node in range(size)
        ]
    )
    edges = [
        (tail, "mod", head) if role == "domain" else (head, role, tail)
        for head, role, tail in triples.relations
    ]
    while count < size:
        around: list[list[tuple[str, str, int]]] = [[] for _ in range(size)]
        for head, role, tail in edges:
            around[head].append((">", role, ranks[tail]))
            around[tail].append(("<", role, ranks[head]))
        before = count
        ranks, count = _ranks([(ranks[node], tuple(sorted(around[node]))) for node in range(size)])
        if count == before:
            break
    return array("i", sorted(range(size), key=ranks.__getitem__))
