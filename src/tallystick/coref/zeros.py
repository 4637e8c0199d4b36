"""Zeros: mentions without words, scored one by one as anaphors.

A zero that is not the first mention of its entity is an anaphor. It is resolved if its counterpart stands in an
entity of the prediction together with an earlier mention of the gold entity.
"""

from __future__ import annotations

from tallystick.coref.sides import Side
from tallystick.tally import Tally

__all__ = ["zeros"]


def zeros(gold: Side, pred: Side) -> Tally:
    """The counts of resolved zeros.

    A zero that was found but linked to a wrong entity counts on both sides.

    >>> gold = Side(entities=((0, 2), (1, 3)), zeros=frozenset({2, 3}))
    >>> pred = Side(entities=((0, 2, 3), (1,)), zeros=frozenset({2, 3}))
    >>> zeros(gold, pred)
    Tally(matched_pred=1, matched_gold=1, pred_total=2, gold_total=2, items=1, proved=1, slack=0.0, parts=())
    """
    owner = {mention: entity for entity, own in enumerate(pred.entities) for mention in own}
    first = {own[0] for own in pred.entities if own}
    resolved = misled = missed = 0
    used: set[int] = set()
    for own in gold.entities:
        earlier: set[int] = set()
        for place, mention in enumerate(own):
            entity = owner.get(mention)
            if place and mention in gold.zeros:
                used.add(mention)
                if entity is None or mention in first:
                    missed += 1
                elif entity in earlier:
                    resolved += 1
                else:
                    misled += 1
            if entity is not None:
                earlier.add(entity)
    spurious = sum(mention in owner and mention not in first for mention in pred.zeros - used)
    return Tally.of(resolved, pred=resolved + misled + spurious, gold=resolved + misled + missed)
