"""Tallies of items, by what matched and out of how much."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tallystick.tally import Tally
from tallystick.tasks.dependencies.agreement import CONTENT, count_agreeing
from tallystick.tasks.dependencies.comparison import Share, gold_content, pred_content

__all__ = ["Tallies", "Totals", "content_totals", "tallies_of", "word_totals"]


class Totals(NamedTuple):
    """How many words of two items a metric counts."""

    pred: int
    gold: int
    aligned: int


def word_totals(share: Share) -> Totals:
    """Count the words of two items."""
    pairs, golds = share.pairs, share.gold
    return Totals(len(share.pred), golds.stop - golds.start, pairs.stop - pairs.start)


def content_totals(share: Share, agreement: bytearray) -> Totals:
    """Count the content words of two items, given what agrees in their pairs."""
    comparison = share.comparison
    golds = aligned = count_agreeing(agreement, share.pairs.start, share.pairs.stop, CONTENT)
    if comparison.partners is not None:
        golds = comparison.once(gold_content).count(1, share.gold.start, share.gold.stop)
    pred, is_content = share.pred, comparison.once(pred_content)
    if isinstance(pred, range):
        preds = is_content.count(1, pred.start, pred.stop)
    else:
        preds = sum(map(is_content.__getitem__, pred))
    return Totals(preds, golds, aligned)


class Tallies(dict[int, Tally]):
    """The tallies of items with the same totals, by what matched."""

    def __init__(self, pred: int, gold: int, aligned: int | None) -> None:
        self.pred = pred
        self.gold = gold
        self.parts = () if aligned is None else (Tally(aligned, aligned, aligned, aligned),)

    def __missing__(self, matched: int) -> Tally:
        tally = self[matched] = Tally(matched, matched, self.pred, self.gold, 1, 1, 0.0, self.parts)
        return tally


@lru_cache(maxsize=1 << 10)
def tallies_of(pred: int, gold: int, aligned: int | None = None) -> Tallies:
    """Return the tallies of items with these totals: sentences are short, so that most come again and again."""
    return Tallies(pred, gold, aligned)
