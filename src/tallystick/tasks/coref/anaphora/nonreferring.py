"""Mentions that refer to nothing: the *it* of *it rains*."""

from __future__ import annotations

from tallystick.tally import Tally
from tallystick.tasks.base import Parameter
from tallystick.tasks.coref.mentions.sides import MentionSide

__all__ = ["WHICH", "nonreferring"]

WHICH = Parameter(
    "nonreferring-mentions", "all", "mentions of a non-referring entity to score: all, or the first "
    "in the file", choices=("all", "first"),
)  # fmt: skip


def nonreferring(gold: MentionSide, pred: MentionSide, which: object = "all") -> Tally:
    """The counts of mentions that were recognised as referring to nothing.

    >>> gold, pred = MentionSide(((0, 1),)), MentionSide(((1,),))
    >>> nonreferring(gold, pred).matched_gold, nonreferring(gold, pred, "first").matched_gold
    (1, 0)
    """
    gold_mentions, pred_mentions = _mentions(gold, which), _mentions(pred, which)
    return Tally.of(len(gold_mentions & pred_mentions), pred=len(pred_mentions), gold=len(gold_mentions))


def _mentions(side: MentionSide, which: object) -> set[int]:
    if which == "first":
        return {own[0] for own in side.entities if own}
    return {mention for own in side.entities for mention in own}
