"""Bridging: anaphors whose antecedent is another entity, such as the whole of a part.

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
    "antecedents", "all", "links of a bridging anaphor to score: all, or the last in the file",
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
    gold_links = links(level, gold, gold, antecedents)
    pred_links = links(level, pred, gold, antecedents)
    return Tally.of(len(gold_links.keys() & pred_links.keys()), pred=len(pred_links), gold=len(gold_links))


def links(
    level: str, side: BridgingSide, gold: BridgingSide, antecedents: object = "all"
) -> dict[Hashable, int]:
    """The compared elements: anaphors, links to mentions, or links to gold entities, with the index of each in the
    file.

    An antecedent outside all gold entities counts as a separate entity.
    """
    last_index = {anaphor: index for index, (anaphor, _) in enumerate(side.links)}
    chosen = last_index.values() if antecedents == "last" else range(len(side.links))
    first_index: dict[Hashable, int] = {}
    for index in chosen:
        anaphor, mention = side.links[index]
        target: Hashable = mention
        if level == "anaphor":
            target = None
        elif level == "entity" and mention in gold.entity_of:
            target = ("entity", gold.entity_of[mention])
        first_index.setdefault((anaphor, target), index)
    return first_index
