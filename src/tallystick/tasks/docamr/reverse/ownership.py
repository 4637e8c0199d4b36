"""Assign each node of a document graph to a sentence, when the document is split into sentences again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tasks.docamr.build.documents import BRIDGING
from tallystick.tasks.docamr.build.model import COREF, Draft, is_sentence_role, natural

__all__ = ["Ownership", "ownership_of"]

IMPLICIT = "implicit-role"


@dataclass(slots=True)
class Ownership:
    """The sentence of each node."""

    starts: list[str] = field(default_factory=list)
    """The root of each sentence, in order."""
    owner: dict[str, int] = field(default_factory=dict)
    """The position of a node's sentence, counted from 1."""
    through: dict[str, str] = field(default_factory=dict)
    """By node: for a node that depends only on an entity, which has no sentence, the member it is assigned to."""
    implicit: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By node: the parent and role of a node that only represents an implicit role."""


def ownership_of(draft: Draft) -> Ownership:
    """Assign each node to a sentence.

    That is its own sentence if it is still connected with its root, else the sentence of the nearest neighbour that
    has one.
    """
    edges = [edge for edge in draft.outgoing[draft.root] if is_sentence_role(edge[0])]
    ownership = Ownership(
        [node for _, node in sorted(edges, key=lambda edge: (natural(edge[0]), natural(edge[1])))]
    )
    for node in draft.concepts:
        parents = [(source, role) for role, source in draft.incoming[node] if role not in BRIDGING]
        alone = all(role in BRIDGING for role, _ in draft.outgoing[node]) and not draft.values[node]
        if draft.concepts[node] == IMPLICIT and alone and len(parents) == 1:
            parent = parents[0][0]
            if parent != draft.root and parent not in draft.entities and draft.concepts[parent] != IMPLICIT:
                ownership.implicit[node] = parents[0]
    for position, start in enumerate(ownership.starts, 1):
        if start not in draft.entities and draft.sentence.get(start, position) == position:
            _spread(draft, ownership, [start], position, within=True)
    _adopt(draft, ownership)
    for position, start in enumerate(ownership.starts, 1):
        # Named after another sentence, and yet connected with none but this.
        _spread(draft, ownership, [start], position, within=False)
    for entity in draft.entities:
        members = [member for member in draft.members(entity) if member in ownership.owner]
        if members:
            ends = [
                node for _, role, node in draft.neighbours(entity) if role != COREF and role not in BRIDGING
            ]
            orphans = [node for node in ends if _free(draft, ownership, node)]
            for node in sorted(orphans, key=natural):
                if _free(draft, ownership, node):
                    ownership.through[node] = members[0]
                    _spread(draft, ownership, [node], ownership.owner[members[0]], within=False)
    ownership.implicit = {
        node: edge for node, edge in ownership.implicit.items() if edge[0] in ownership.owner
    }
    return ownership


def _free(draft: Draft, ownership: Ownership, node: str) -> bool:
    taken = node in ownership.owner or node in draft.entities or node in ownership.implicit
    return not taken and node != draft.root


def _spread(draft: Draft, ownership: Ownership, start: Iterable[str], position: int, *, within: bool) -> None:
    """Assign nodes and everything connected with them to a sentence."""
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if not _free(draft, ownership, node) or (within and draft.sentence.get(node, position) != position):
            continue
        ownership.owner[node] = position
        waiting += [end for _, role, end in draft.neighbours(node) if role != COREF]


def _adopt(draft: Draft, ownership: Ownership) -> None:
    """Assign nodes that lost their sentence to that of a neighbour, the nearest first."""
    waiting = list(ownership.owner)
    for node in waiting:
        ends = [end for _, role, end in draft.neighbours(node) if role != COREF and role not in BRIDGING]
        for end in sorted(ends, key=natural):
            if _free(draft, ownership, end):
                ownership.owner[end] = ownership.owner[node]
                waiting.append(end)
