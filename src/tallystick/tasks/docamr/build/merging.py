"""Mentions made one node: the node keeps its concept, the others' concepts become additional types.

Names, wikis and all other edges and attributes are gathered. The children of each mention are recorded, so that equal
children of different mentions can be made one when all mentions of the document are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tasks.docamr.build.model import COREF, Draft, Neighbour

__all__ = ["ADDITIONAL", "Merged", "Merger", "type_name", "written_name"]

ADDITIONAL = "additional-type"
_NO_WIKI = frozenset({"-", '"-"'})


@dataclass(frozen=True, slots=True)
class Merged:
    """A node made of several mentions."""

    node: str
    brought: tuple[tuple[Neighbour, ...], ...]
    """The neighbours of each mention, the first mention first."""


@dataclass(slots=True)
class Merger:
    """Merges mentions in a graph and records the merges."""

    draft: Draft
    merged: list[Merged] = field(default_factory=list)
    _brought: dict[str, tuple[Neighbour, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # This precedes merging, after which the mention that an edge came with is unknown.
        for entity in self.draft.entities:
            for member in self.draft.members(entity):
                self._brought[member] = tuple(
                    edge for edge in self.draft.neighbours(member) if edge[1] != COREF or edge[0]
                )

    def merge(self, node: str, mentions: Sequence[str]) -> None:
        """Merge all mentions into one of them."""
        others = [mention for mention in mentions if mention != node]
        if not others:
            return
        draft = self.draft
        leaves: dict[str, str] = {}
        for other in others:
            concept = draft.concepts[other]
            if concept != draft.concepts[node]:
                leaves.setdefault(concept, type_name(other))
            draft.absorb(node, other)
        for concept, leaf in leaves.items():
            draft.add_node(leaf, concept)
            draft.add_edge(node, ADDITIONAL, leaf)
        self._leave_out_no_wiki(node)
        self.merged.append(Merged(node, tuple(self._brought[mention] for mention in mentions)))

    def gather(self, node: str, mentions: Sequence[str]) -> None:
        """Merge mentions into a new node, whose concept replaces all of theirs."""
        for mention in mentions:
            self.draft.absorb(node, mention)
        self.merged.append(Merged(node, tuple(self._brought[mention] for mention in mentions)))

    def _leave_out_no_wiki(self, node: str) -> None:
        """``:wiki -`` says that there is no article: nothing to say where another mention has one."""
        values = self.draft.values[node]
        wikis = [constant for role, constant in values if role == "wiki"]
        if any(wiki not in _NO_WIKI for wiki in wikis):
            for wiki in _NO_WIKI.intersection(wikis):
                del values["wiki", wiki]


def type_name(node: str) -> str:
    """The name, while the graph is built, of the leaf that keeps the concept of a merged node."""
    return f"{node}/type"


def written_name(node: str) -> str:
    """The name under which a node is written: a leaf may use that of the node it is what is left of."""
    return node.removesuffix("/type")
