"""All metrics of two sentences counted together: one look at the aligned words serves them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.tally import Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.dependencies.agreement import count_each
from tallystick.tasks.dependencies.scorers import (
    TreeScorer,
    UnitScorer,
    WordScorer,
    content_totals,
    word_totals,
)
from tallystick.tasks.dependencies.sides import share_of, trees_of
from tallystick.tasks.scorer import Scorer

__all__ = ["CountTogether", "count_together"]


class CountTogether:
    """Counts the words of two sentences for several metrics."""

    def __init__(self, scorers: Sequence[Scorer], words: Sequence[WordScorer]) -> None:
        self.scorers = [(scorer, scorer if isinstance(scorer, WordScorer) else None) for scorer in scorers]
        """Each metric, and the same if it is on words."""
        self.first = words[0]
        self.wanted = [scorer.wanted for scorer in words]
        """What has to agree, for each metric on words."""
        self.of_content = any(scorer.content_only for scorer in words)

    def __call__(self, pair: PairAnalysis, count: Callable[[], tuple[Tally, ...]]) -> tuple[Tally, ...]:
        """Return the tallies of two sentences; `count` has the metrics count anything else."""
        if trees_of(pair) is not None:
            return count()
        share = pair.once(share_of)
        pairs = share.pairs
        agreement = self.first.agreement(share.comparison)
        matched = iter(count_each(agreement, pairs.start, pairs.stop, self.wanted))
        words = word_totals(pair)
        content = content_totals(pair, self.first.subtypes, self.first.features) if self.of_content else words
        return tuple(
            [
                scorer.count(pair)
                if on_words is None
                else on_words.tally_of(next(matched), content if on_words.content_only else words)
                for scorer, on_words in self.scorers
            ]
        )


def count_together(scorers: Sequence[Scorer]) -> CountTogether | None:
    """Return what counts some metrics together; None where they compare words differently, or something else."""
    if not {type(scorer) for scorer in scorers} <= {UnitScorer, WordScorer, TreeScorer}:
        return None
    words = [scorer for scorer in scorers if isinstance(scorer, WordScorer)]
    alike = len({(scorer.subtypes, scorer.features) for scorer in words}) == 1
    return CountTogether(scorers, words) if alike else None
