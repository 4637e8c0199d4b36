"""Document graphs in which coreference is an edge between two mentions: chains are what such edges connect."""

from __future__ import annotations

from tallystick.errors import UsageError
from tallystick.tasks.docamr.build.chains import united
from tallystick.tasks.docamr.build.documents import BRIDGING
from tallystick.tasks.docamr.build.model import COREF, ENTITY, Draft, natural

__all__ = ["chains_of_pairs", "pairwise_role"]


def pairwise_role(written: str) -> str:
    """The role as it is written on edges.

    >>> pairwise_role(":same-as")
    'same-as'
    """
    role = written.strip().removeprefix(":")
    if not role or any(sign.isspace() or sign in '()":/' for sign in role):
        raise UsageError(f"{written!r} is not a role")
    return role


def chains_of_pairs(draft: Draft, role: str) -> None:
    """Replace edges of a role by chains; edges of bridging between sentences then lead from chain to chain."""
    pairs = sorted(
        # The document itself is not a mention of anything.
        (
            (source, target)
            for source, name, target in draft.edges()
            if name == role and draft.root not in (source, target)
        ),
        key=lambda pair: (natural(pair[0]), natural(pair[1])),
    )
    for source, target in pairs:
        draft.remove_edge(source, role, target)
    old = list(draft.entities)
    groups: list[list[str]] = [[entity, *draft.members(entity)] for entity in old]
    groups += [list(pair) for pair in pairs]
    for numbers in united(groups):
        first = numbers[0]
        if first < len(old):
            entity = old[first]
            for number in numbers[1:]:
                if number < len(old):
                    draft.absorb(entity, old[number])
        else:
            entity = draft.free_name("cc")
            draft.add_node(entity, ENTITY)
            draft.entities[entity] = None
        for number in numbers:
            for node in groups[number]:
                if node in draft.concepts and node not in draft.entities:
                    draft.add_edge(entity, COREF, node)
    _lift_bridging(draft)


def _lift_bridging(draft: Draft) -> None:
    """A part or subset in another sentence is one of the chain, not of a mention: so is its whole.

    Within a sentence such an edge is part of what the sentence says, and stays.
    """
    entity_of = {member: entity for entity in draft.entities for member in draft.members(entity)}
    for source, role, target in list(draft.edges()):
        across = draft.sentence.get(source) != draft.sentence.get(target)
        if role in BRIDGING and across and (source in entity_of or target in entity_of):
            tokens = draft.outgoing[source][role, target]
            draft.remove_edge(source, role, target)
            draft.add_edge(entity_of.get(source, source), role, entity_of.get(target, target), tokens)
