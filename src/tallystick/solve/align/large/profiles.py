"""Nodes whose edges have equal labels and directions have one profile."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import NamedTuple

from tallystick.solve.align.large.incidence import IndexedSide, bucket, gather

__all__ = ["Profiles", "profiles_of"]


class Profiles(NamedTuple):
    """The distinct profiles of one side: keys (2 * label, and 1 more for incoming edges) with numbers of edges.

    The profiles that have a key are listed by key.
    """

    profile: array[int]
    """Of each node."""
    start: array[int]
    key: array[int]
    edges: array[int]
    key_start: array[int]
    bearer: array[int]
    bearer_edges: array[int]


def profiles_of(side: IndexedSide) -> Profiles:
    """Return the profiles of the nodes of a graph."""
    labels = len(side.label_start) - 1
    outgoing = labels_of_nodes(side.out_start, side.out_edge, side.label)
    incoming = labels_of_nodes(side.in_start, side.in_edge, side.label)
    number: dict[tuple[bytes, bytes], int] = {}
    profile = array(
        "i", [number.setdefault(both, len(number)) for both in zip(outgoing, incoming, strict=True)]
    )
    start, key, edges = array("i", [0]), array("i"), array("i")
    for both in number:
        for way, packed in enumerate(both):
            counts: dict[int, int] = {}
            for label in array("i", packed):
                counts[label] = counts.get(label, 0) + 1
            key.extend([2 * label + way for label in counts])
            edges.extend(counts.values())
        start.append(len(key))
    owner = array("i", [index for index in range(len(number)) for _ in range(start[index], start[index + 1])])
    key_start, order = bucket(key, 2 * labels)
    return Profiles(profile, start, key, edges, key_start, gather(owner, order), gather(edges, order))


def labels_of_nodes(start: array[int], edge: array[int], label: array[int]) -> list[bytes]:
    """Return the labels of the edges of each node, packed."""
    packed = gather(label, edge).tobytes()
    return [packed[4 * begin : 4 * end] for begin, end in pairwise(start)]
