# cython: language_level=3
"""The alignment problem that two graphs pose: cells and edges as the solver takes them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallystick.graphs.triples import Triples

__all__ = ["cells", "edges"]


def _unary(triples: Triples) -> list[tuple[int, Hashable]]:
    """What a node has by itself: its concept, its attributes, its loops."""
    found: list[tuple[int, Hashable]] = [
        (node, concept) for node, concept in enumerate(triples.concepts) if concept is not None
    ]
    for node, role, value in triples.attributes:
        found.append((node, (role, value)))
    for source, role, target in triples.relations:
        if source == target:
            found.append((source, (role, None)))
    return found


def cells(pred: Triples, gold: Triples, multiply: bool) -> tuple[array[int], array[int], array[float]]:
    """What each pair of nodes earns by itself.

    Equal triples count as often as the rarer side has them, or for every pair of them if they are to multiply.
    """
    places: dict[Hashable, dict[int, int]] = {}
    for node, key in _unary(gold):
        nodes = places.get(key)
        if nodes is None:
            places[key] = {node: 1}
        else:
            nodes[node] = nodes.get(node, 0) + 1
    width = len(gold.names)
    ours: dict[tuple[int, Hashable], int] = {}
    for entry in _unary(pred):
        ours[entry] = ours.get(entry, 0) + 1
    weights: dict[int, int] = {}
    for (node, key), count in ours.items():
        others = places.get(key)
        if others is not None:
            base = node * width
            for other, times in others.items():
                cell = base + other
                together = count * times if multiply else count if count < times else times
                weights[cell] = weights.get(cell, 0) + together
    return (
        array("i", [cell // width for cell in weights]),
        array("i", [cell % width for cell in weights]),
        array("d", list(weights.values())),
    )


def edges(triples: Triples, labels: dict[str, int]) -> tuple[array[int], array[int], array[int], array[int]]:
    """The relations between different nodes, with the number of times each occurs."""
    counted: dict[tuple[int, str, int], int] = {}
    for relation in triples.relations:
        if relation[0] != relation[2]:
            counted[relation] = counted.get(relation, 0) + 1
    sources, targets, roles = [], [], []
    for source, role, target in counted:
        sources.append(source)
        targets.append(target)
        roles.append(labels.setdefault(role, len(labels)))
    return array("i", sources), array("i", targets), array("i", roles), array("i", list(counted.values()))
