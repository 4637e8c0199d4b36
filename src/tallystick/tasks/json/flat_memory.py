"""Tallies of plain records by their counts: a data set has few different ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.tally import Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.documents import value_of
from tallystick.tasks.json.flat import FlatCounts, compare_flat
from tallystick.tasks.json.scorers import DocumentScorer, ItemScorer, LeafScorer
from tallystick.tasks.scorer import Scorer

__all__ = ["FlatMemory", "flat_memory"]

_MOST_KNOWN = 1 << 16
#: The scorers that need only the counts of two plain records.
_KINDS = (LeafScorer, ItemScorer, DocumentScorer)


class FlatMemory:
    """Remembers the tallies of all metrics for each result of comparing two plain records."""

    def __init__(self) -> None:
        self._known: dict[FlatCounts, tuple[Tally, ...]] = {}

    def __call__(self, pair: PairAnalysis, count: Callable[[], tuple[Tally, ...]]) -> tuple[Tally, ...]:
        """Return the tallies of a pair of documents; `count` has the metrics count it."""
        flat = None
        if not getattr(pair.gold, "alternatives", ()):
            flat = compare_flat(value_of(pair.gold), value_of(pair.pred))
        if flat is None:
            return count()
        tallies = self._known.get(flat)
        if tallies is None:
            tallies = count()
            if len(self._known) < _MOST_KNOWN:
                self._known[flat] = tallies
        return tallies


def flat_memory(scorers: Sequence[Scorer]) -> FlatMemory | None:
    """Return a cache for some metrics; None if a metric needs more than the counts of plain records."""
    simple = all(isinstance(scorer, _KINDS) and scorer.scheme.simple for scorer in scorers)
    return FlatMemory() if simple else None
