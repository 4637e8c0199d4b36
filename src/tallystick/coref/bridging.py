"""Bridging: anaphors whose antecedent is another entity, of which they are a part, say.

Three scores: which anaphors were recognised; with which antecedent; with which antecedent or another mention of
its gold entity. The label of the relation does not count.
"""

from __future__ import annotations

from collections.abc import Hashable

from tallystick.coref.sides import BridgingSide
from tallystick.declare import Parameter
from tallystick.tally import Tally

__all__ = ["ANTECEDENTS", "LEVELS", "bridging"]

ANTECEDENTS = Parameter(
    "antecedents", "all", "which links of a bridging anaphor count: all, or the last in the file",
    choices=("all", "last"),
)  # fmt: skip

LEVELS = ("anaphor", "mention", "entity")


def bridging(level: str, gold: BridgingSide, pred: BridgingSide, antecedents: object = "all") -> Tally:
    """The counts at one of the levels.

    Mentions 1 and 2 belong to one gold entity, so that either is the right antecedent at the level of entities:

    >>> gold = BridgingSide(links=((5, 1),), entity_of={1: 0, 2: 0, 5: 1})
    >>> pred = BridgingSide(links=((5, 2),), entity_of={})
    >>> [bridging(level, gold, pred).matched_gold for level in LEVELS]
    [1, 0, 1]
    """
    found = _links(level, gold, gold, antecedents)
    claimed = _links(level, pred, gold, antecedents)
    return Tally.of(len(found & claimed), pred=len(claimed), gold=len(found))


def _links(level: str, side: BridgingSide, gold: BridgingSide, antecedents: object) -> set[Hashable]:
    """What is compared: anaphors, links to mentions, or links to gold entities.

    An antecedent outside all gold entities stands for itself alone.
    """
    links = list(dict(side.links).items()) if antecedents == "last" else side.links
    if level == "anaphor":
        return {anaphor for anaphor, _ in links}
    if level == "mention":
        return set(links)
    return {
        (anaphor, ("entity", gold.entity_of[mention]) if mention in gold.entity_of else ("mention", mention))
        for anaphor, mention in links
    }
