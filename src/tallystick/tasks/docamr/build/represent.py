"""The four representations of a document (Naseem et al. 2022, sections 3.3 and 5.2)."""

from __future__ import annotations

from tallystick.tasks.docamr.build.children import fuse_children
from tallystick.tasks.docamr.build.merging import Merger
from tallystick.tasks.docamr.build.model import Draft
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
    elif representation != "no-merge":
        merge_names(merger, tables.types)
    if representation == "docamr":
        drop_pronouns(merger, tables.pronouns)
    # One can make room for the other: of two fused children, both may be members of one chain.
    fold_entities(draft)
    while fuse_children(draft, merger.merged):
        fold_entities(draft)


def merge_all(merger: Merger) -> None:
    """Merge all members of every chain into the first mention."""
    for entity in list(merger.draft.entities):
        members = merger.draft.members(entity)
        if members:
            merger.merge(members[0], members)


def fold_entities(draft: Draft) -> None:
    """An entity with one member is that member (section 3.3, *Discard Single Node Clusters*).

    A chain of implicit roles has no member that could stand for it, and keeps its entity.
    """
    for entity in list(draft.entities):
        members = draft.members(entity)
        if len(members) == 1:
            draft.absorb(members[0], entity)
