"""The representations of a document (Naseem et al. 2022, sections 3.3, 3.4 and 5.2)."""

from __future__ import annotations

from tallystick.tasks.docamr.build.children import fuse_children
from tallystick.tasks.docamr.build.merging import Merger
from tallystick.tasks.docamr.build.model import COREF, Draft, is_sentence_role
from tallystick.tasks.docamr.build.names import merge_names
from tallystick.tasks.docamr.build.pronouns import drop_pronouns
from tallystick.tasks.docamr.build.tables import Tables
from tallystick.tasks.docamr.build.targets import check_representation

__all__ = ["fold_entities", "represent"]


def represent(draft: Draft, representation: str, tables: Tables) -> None:
    """Bring a document with all its chains into one of the representations."""
    merger = Merger(draft)
    if check_representation(representation) == "merge-all":
        merge_all(merger)
    elif representation in ("merge-names", "docamr"):
        merge_names(merger, tables.types)
    if representation == "docamr":
        drop_pronouns(merger, tables.pronouns)
    # One can make room for the other: of two fused children, both may be members of one chain.
    fold_entities(draft)
    while fuse_children(draft, merger.merged):
        fold_entities(draft)
    if representation == "flipped":
        flip(draft)


def merge_all(merger: Merger) -> None:
    """Merge all members of every chain into the first mention."""
    for entity in list(merger.draft.entities):
        members = merger.draft.members(entity)
        if members:
            merger.merge(members[0], members)


def flip(draft: Draft) -> None:
    """Put every entity between its members and their parents (section 3.4).

    A parent is the source of an edge once inverse roles are normalised, so that it does not matter how a graph is
    written. The root of the document stays the parent of its sentences.
    """
    for entity in draft.entities:
        for member in draft.members(entity):
            for role, source in list(draft.incoming[member]):
                if role == COREF or (source == draft.root and is_sentence_role(role)):
                    continue
                tokens = draft.outgoing[source][role, member]
                draft.remove_edge(source, role, member)
                draft.add_edge(source, role, entity, tokens)


def fold_entities(draft: Draft) -> None:
    """An entity with one member is that member (section 3.3, *Discard Single Node Clusters*).

    A chain of implicit roles has no member that could stand for it, and keeps its entity.
    """
    for entity in list(draft.entities):
        members = draft.members(entity)
        if len(members) == 1:
            draft.absorb(members[0], entity)
