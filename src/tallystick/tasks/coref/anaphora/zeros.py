"""Zeros: mentions without words, scored one by one as anaphors.

A zero that is not the first mention of its entity is an anaphor. It is resolved if its counterpart is in an
entity of the prediction together with an earlier mention of the gold entity.
"""

from __future__ import annotations

from tallystick.dataclass import dataclass
from tallystick.tally import Tally
from tallystick.tasks.coref.mentions.sides import MentionSide

__all__ = ["ZeroOutcomes", "zero_outcomes", "zeros"]


@dataclass(frozen=True, slots=True)
class ZeroOutcomes:
    """The outcome of each anaphoric zero, by its number."""

    resolved: list[int]
    misled: list[int]
    """Found, and linked to a wrong entity."""
    missed: list[int]
    spurious: list[int]


def zeros(gold: MentionSide, pred: MentionSide) -> Tally:
    """The counts of resolved zeros. One that was found but linked to a wrong entity counts on both sides.

    >>> gold = MentionSide(entities=((0, 2), (1, 3)), zeros=frozenset({2, 3}))
    >>> pred = MentionSide(entities=((0, 2, 3), (1,)), zeros=frozenset({2, 3}))
    >>> tally = zeros(gold, pred)
    >>> tally.matched_gold, tally.pred_total, tally.gold_total
    (1, 2, 2)
    """
    outcomes = zero_outcomes(gold, pred)
    resolved, misled = len(outcomes.resolved), len(outcomes.misled)
    return Tally.of(
        resolved,
        pred=resolved + misled + len(outcomes.spurious),
        gold=resolved + misled + len(outcomes.missed),
    )


def zero_outcomes(gold: MentionSide, pred: MentionSide) -> ZeroOutcomes:
    """The outcomes of the zeros of both sides.

    The first mention of an entity is not an anaphor, on either side.
    """
    outcomes = ZeroOutcomes([], [], [], [])
    if not gold.zeros and not pred.zeros:
        return outcomes
    owner = {mention: entity for entity, own in enumerate(pred.entities) for mention in own}
    first = {own[0] for own in pred.entities if own}
    used: set[int] = set()
    for own in gold.entities:
        earlier: set[int] = set()
        for index, mention in enumerate(own):
            entity = owner.get(mention)
            if index and mention in gold.zeros:
                used.add(mention)
                if entity is None or mention in first:
                    outcomes.missed.append(mention)
                elif entity in earlier:
                    outcomes.resolved.append(mention)
                else:
                    outcomes.misled.append(mention)
            if entity is not None:
                earlier.add(entity)
    outcomes.spurious.extend(
        mention for mention in sorted(pred.zeros - used) if mention in owner and mention not in first
    )
    return outcomes
