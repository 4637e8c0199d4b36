"""Named entities of one chain are one node (Naseem et al. 2022, section 3.3, *Treatment of Named Entities*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tallystick.tasks.docamr.build.merging import Merger
from tallystick.tasks.docamr.build.model import Draft

__all__ = ["head_of", "is_named", "merge_names"]


def merge_names(merger: Merger, types: Mapping[str, int]) -> None:
    """Merge the named members of every chain into the one of the most specific type."""
    draft = merger.draft
    for entity in list(draft.entities):
        named = [member for member in draft.members(entity) if is_named(draft, member)]
        if len(named) > 1:
            merger.merge(head_of([(node, draft.concepts[node]) for node in named], types), named)


def is_named(draft: Draft, node: str) -> bool:
    """Whether a node is a named entity: one with a ``:name``."""
    return draft.has(node, "name")


def head_of(named: Sequence[tuple[str, str]], types: Mapping[str, int]) -> str:
    """The first of some nodes, given with their types, that has the most specific type.

    Types of the table come before others; among others the most frequent is taken, then the one mentioned first
    (footnote 3).

    >>> head_of([("a", "person"), ("b", "country"), ("c", "person")], {"country": 1, "person": 2})
    'b'
    >>> head_of([("a", "dragon"), ("b", "wyrm"), ("c", "wyrm")], {"country": 1, "person": 2})
    'b'
    """
    known = [type_ for _, type_ in named if type_ in types]
    if known:
        best = min(known, key=lambda type_: types[type_])
    else:
        # Equal counts come in the order in which they were first met.
        best = Counter(type_ for _, type_ in named).most_common(1)[0][0]
    return next(node for node, type_ in named if type_ == best)
