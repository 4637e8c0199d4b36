"""Bridging: anaphors whose antecedent is another entity, of which they are a part, say.

Three scores: which anaphors were recognised; with which antecedent; with which antecedent or another mention of
its gold entity. The label of the relation does not count.
"""

from __future__ import annotations

from collections.abc import Hashable

from tallystick.tally import Tally
from tallystick.tasks.base import Parameter
from tallystick.tasks.coref.mentions.sides import BridgingSide

__all__ = ["ANTECEDENTS", "LEVELS", "bridging", "links"]

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
    found = links(level, gold, gold, antecedents)
    claimed = links(level, pred, gold, antecedents)
    return Tally.of(len(found.keys() & claimed.keys()), pred=len(claimed), gold=len(found))


def links(
    level: str, side: BridgingSide, gold: BridgingSide, antecedents: object = "all"
) -> dict[Hashable, int]:
    """What is compared: anaphors, links to mentions, or links to gold entities; and where each stands in the file.

    An antecedent outside all gold entities stands for itself alone.
    """
    places = {anaphor: place for place, (anaphor, _) in enumerate(side.links)}
    chosen = places.values() if antecedents == "last" else range(len(side.links))
    found: dict[Hashable, int] = {}
    for place in chosen:
        anaphor, mention = side.links[place]
        target: Hashable = mention
        if level == "anaphor":
            target = None
        elif level == "entity" and mention in gold.entity_of:
            target = ("entity", gold.entity_of[mention])
        found.setdefault((anaphor, target), place)
    return found
