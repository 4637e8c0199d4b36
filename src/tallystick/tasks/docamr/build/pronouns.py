"""Pronouns of a chain are not separate nodes (section 3.3, *Treatment of Pronominal Nodes*).

With a content antecedent, the entity of the chain replaces them. Without one, they become one node. A negative
pronoun, such as ``somebody :polarity -``, says more than its chain and stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.tasks.docamr.build.merging import Merger
from tallystick.tasks.docamr.build.model import COREF, Draft
from tallystick.tasks.docamr.build.names import is_named
from tallystick.tasks.docamr.build.tables import NEGATIVE

__all__ = ["INTERLOCUTOR", "drop_pronouns", "form_of", "is_pronoun"]

INTERLOCUTOR = "interlocutor-entity"


def drop_pronouns(merger: Merger, pronouns: Mapping[str, int]) -> None:
    """Replace the pronouns of every chain."""
    draft = merger.draft
    for entity in list(draft.entities):
        members = draft.members(entity)
        plain = [member for member in members if _is_plain_pronoun(draft, member, pronouns)]
        if not plain:
            continue
        if any(not is_pronoun(draft, member, pronouns) for member in members):
            for pronoun in plain:
                draft.absorb(entity, pronoun)
        else:
            _unite(merger, entity, plain, pronouns)


def _unite(merger: Merger, entity: str, plain: Sequence[str], pronouns: Mapping[str, int]) -> None:
    """One node for the pronouns of a chain that has nothing else."""
    if len(plain) == 1:
        return
    draft = merger.draft
    form = form_of([draft.concepts[node] for node in plain], pronouns)
    node = draft.free_name("pro")
    draft.add_node(node, form, draft.sentence.get(plain[0]))
    draft.add_edge(entity, COREF, node)
    merger.gather(node, plain)


def form_of(forms: Sequence[str], pronouns: Mapping[str, int]) -> str:
    """The concept of several pronouns: the most specific of them.

    Different ones that refer to a speaker or an addressee are an interlocutor: each utterance sees them
    from another side.

    >>> form_of(["someone", "he"], {"i": 1, "he": 2, "someone": 3})
    'he'
    >>> form_of(["i", "he"], {"i": 1, "he": 2, "someone": 3})
    'interlocutor-entity'
    """
    if len(set(forms)) > 1 and not {"i", "you"}.isdisjoint(forms):
        return INTERLOCUTOR
    return min(forms, key=lambda form: pronouns[form])


def is_pronoun(draft: Draft, node: str, pronouns: Mapping[str, int]) -> bool:
    """Whether a node is a pronoun of the table and has no name."""
    return draft.concepts[node] in pronouns and not is_named(draft, node)


def _is_plain_pronoun(draft: Draft, node: str, pronouns: Mapping[str, int]) -> bool:
    """Whether a node is a pronoun that denies nothing."""
    negative = draft.concepts[node] in NEGATIVE or draft.has(node, "polarity")
    return is_pronoun(draft, node, pronouns) and not negative
