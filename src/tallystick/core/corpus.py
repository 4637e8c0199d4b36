"""Corpus scores: the same metric over many items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import zip_longest

from tallystick.core.similarity import Similarity
from tallystick.dataclass import dataclass
from tallystick.errors import DataError, UsageError
from tallystick.stats.averages import Averages, average
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.stats.resamples import RESAMPLES
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Reading, Score, Tally, numbers_line, total

__all__ = ["CorpusScore", "score_corpus"]

_MISSING = object()


@dataclass(frozen=True, slots=True, repr=False)
class CorpusScore:
    """The scores of the items of a corpus, with their averages."""

    items: Sequence[Score]
    reading: Reading = field(default=READ_RATIOS)

    @property
    def tallies(self) -> list[Tally]:
        """The counts of each item."""
        return [item.tally for item in self.items]

    @property
    def micro(self) -> Score:
        """The ratio of summed counts."""
        return Score(total(self.tallies), self.reading)

    @property
    def macro(self) -> Averages:
        """The mean of the items' scores; undefined ones are left out, and counted."""
        return average([item.values | {"jaccard": item.jaccard} for item in self.items])

    def bootstrap(
        self,
        *,
        confidence: float = 0.95,
        resamples: int = RESAMPLES,
        seed: int = 12345,
        average: str = "micro",
    ) -> dict[str, Interval]:
        """Bootstrap intervals of each number, reproducible by the seed."""
        if average not in ("micro", "macro"):
            raise UsageError(f"average={average!r} is not one of micro, macro")
        if not self.items:
            return {name: Interval(None, None) for name in self.reading.fields}
        sample = sample_of(self.tallies, self.reading, average=average)
        return bootstrap([sample], confidence=confidence, resamples=resamples, seed=seed)[0]

    def __repr__(self) -> str:
        items = f"{len(self.items)} item{'s' * (len(self.items) != 1)}"
        return f"<CorpusScore  {numbers_line(self.micro.values)}  ({items}, micro, × 100)>"


def score_corpus(metric: Similarity, golds: Iterable[object], preds: Iterable[object]) -> CorpusScore:
    """Score item by item; both sides must have the same number of items."""
    scores: list[Score] = []
    for number, (gold, pred) in enumerate(zip_longest(golds, preds, fillvalue=_MISSING), 1):
        if gold is _MISSING or pred is _MISSING:
            short = "gold" if gold is _MISSING else "pred"
            raise DataError(
                f"the two sides have different numbers of items: {short} ends before item {number}"
            )
        scores.append(metric.score(gold, pred))
    return CorpusScore(scores, metric.reading)
