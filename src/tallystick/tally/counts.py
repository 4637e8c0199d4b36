"""Tallies: the additive counts behind a score.

A tally says what matched, out of how much, on each side. Tallies add, so micro averages, the bootstrap, streaming and
distributed runs are one piece of code for all metrics.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tallystick.dataclass import dataclass

__all__ = ["Tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Additive counts of one item, or of many.

    >>> Tally.of(2, pred=3, gold=4) + Tally.of(1, pred=1, gold=1)
    Tally(matched_pred=3, matched_gold=3, pred_total=4, gold_total=5, items=2, proved=2, slack=0.0, parts=())
    """

    matched_pred: float = 0
    """The sum of credits on the side of the prediction: the numerator of precision."""
    matched_gold: float = 0
    """The same on the side of the gold: the numerator of recall. For most metrics the two are equal."""
    pred_total: float = 0
    gold_total: float = 0
    items: int = 1
    proved: int = 1
    """How many of the items are proved to be optimal."""
    slack: float = 0.0
    """How much more the matched counts could be at most: 0 where everything is proved."""
    parts: tuple[Tally, ...] = ()
    """The tallies of the metrics that a composite metric is made of."""

    @classmethod
    def of(
        cls, matched: float, *, pred: float, gold: float, proved: bool = True, slack: float = 0.0
    ) -> Tally:
        """A tally in which one number of matches serves both sides."""
        return cls(matched, matched, pred, gold, 1, int(proved), slack)

    @classmethod
    def composite(cls, parts: Iterable[Tally]) -> Tally:
        """The tally of a metric that is computed from the tallies of others."""
        parts = tuple(parts)
        proved = min((part.proved for part in parts), default=1)
        return cls(proved=proved, parts=parts)

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        if not self.items:
            return other
        if not other.items:
            return self
        return Tally(
            self.matched_pred + other.matched_pred,
            self.matched_gold + other.matched_gold,
            self.pred_total + other.pred_total,
            self.gold_total + other.gold_total,
            self.items + other.items,
            self.proved + other.proved,
            self.slack + other.slack,
            # Most metrics have no parts, and there are very many sums.
            tuple([mine + theirs for mine, theirs in zip(self.parts, other.parts, strict=True)])
            if self.parts or other.parts
            else (),
        )

    def with_possible_bound(self) -> Tally:
        """Return the tally with a bound no higher than the smaller total: no more than everything can match."""
        parts = tuple([part.with_possible_bound() for part in self.parts])
        most = min(self.pred_total - self.matched_pred, self.gold_total - self.matched_gold)
        if parts == self.parts and self.slack <= max(0.0, most):
            return self
        return replace(self, slack=min(self.slack, max(0.0, most)), parts=parts)

    def at_its_bound(self) -> Tally:
        """The tally as it would be if every part that is not ruled out had matched."""
        return replace(
            self,
            matched_pred=self.matched_pred + self.slack,
            matched_gold=self.matched_gold + self.slack,
            slack=0.0,
            parts=tuple(part.at_its_bound() for part in self.parts),
        )

    def swapped(self) -> Tally:
        """The tally seen from the other side: gold and pred exchanged."""
        return Tally(
            self.matched_gold,
            self.matched_pred,
            self.gold_total,
            self.pred_total,
            self.items,
            self.proved,
            self.slack,
            tuple(part.swapped() for part in self.parts),
        )
