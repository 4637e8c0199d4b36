"""All metrics on the words of two sentences, counted in one pass over those that are aligned."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tallystick.tally import Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.dependencies.agreement import count_each
from tallystick.tasks.dependencies.scorers import UnitScorer, WordScorer
from tallystick.tasks.dependencies.sides import share_of, trees_of
from tallystick.tasks.dependencies.tallies import content_totals, tallies_of, word_totals
from tallystick.tasks.scorer import Scorer

__all__ = ["CountTogether", "count_together"]

#: The tables of tallies that a pair of sentences needs.
_TOKENS, _SENTENCES, _WORDS, _ALIGNED_WORDS, _CONTENT_WORDS = range(5)


class CountTogether:
    """Counts the words of two sentences for several metrics, and has metrics on anything else count by themselves."""

    def __init__(self, scorers: Sequence[Scorer], first: WordScorer) -> None:
        self.first = first
        self.of_content = False
        self.wanted: list[int] = []
        """The attributes that must agree, for each metric on words."""
        self.places: list[tuple[int, int]] = []
        """For each of them, its table of tallies, and its index in the list of what matched."""
        self.others: list[tuple[int, Scorer]] = []
        """The other metrics, by their numbers among all."""
        for number, scorer in enumerate(scorers):
            if isinstance(scorer, UnitScorer):
                table = index = _TOKENS if scorer.name == "tokens" else _SENTENCES
            elif not isinstance(scorer, WordScorer):
                self.others.append((number, scorer))
                continue
            else:
                table, index = _table(scorer), _WORDS + len(self.wanted)
                self.wanted.append(scorer.wanted)
                self.of_content |= scorer.content_only
            self.places.append((table, index))

    def __call__(self, pair: PairAnalysis, count: Callable[[], tuple[Tally, ...]]) -> tuple[Tally, ...]:
        """Return the tallies of two sentences; `count` has the metrics count anything else."""
        if trees_of(pair) is not None:
            return count()
        share = pair.once(share_of)
        pairs, tokens, sentences = share.pairs, share.tokens, share.sentences
        bits = self.first.agreement(share.comparison)
        counts = count_each(bits, pairs.start, pairs.stop, self.wanted)
        matched = [tokens.matched, sentences.matched, *counts]
        words = word_totals(share)
        content = content_totals(share, bits) if self.of_content else words
        tables = (
            tallies_of(tokens.pred, tokens.gold),
            tallies_of(sentences.pred, sentences.gold),
            tallies_of(words.pred, words.gold),
            tallies_of(*words),
            tallies_of(*content),
        )
        tallies = [tables[table][matched[index]] for table, index in self.places]
        for number, scorer in self.others:
            tallies.insert(number, scorer.count(pair))
        return tuple(tallies)


def _table(scorer: WordScorer) -> int:
    if scorer.content_only:
        return _CONTENT_WORDS
    return _ALIGNED_WORDS if scorer.counts_aligned else _WORDS


def count_together(scorers: Sequence[Scorer]) -> CountTogether | None:
    """Return what counts some metrics together; None if none is on words, or not all compare words in the same way."""
    words = [scorer for scorer in scorers if isinstance(scorer, WordScorer)]
    alike = len({(scorer.subtypes, scorer.features) for scorer in words}) == 1
    return CountTogether(scorers, words[0]) if alike else None
