"""Samples scored one at a time, as evaluation frameworks do, and the corpus score of all samples.

Frameworks average the numbers of samples. A micro average needs the counts, so each sample includes them as plain
numbers, which can be logged and are added up at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.results.report import ItemScore
from tallystick.run.score import score
from tallystick.tally import Reading, Score, Tally
from tallystick.tally.sums import total

__all__ = ["PlainTally", "Sample", "SampleScorer"]

_COUNTS = ("matched_pred", "matched_gold", "pred_total", "gold_total", "items", "proved", "slack")
#: A tally as plain JSON values: its seven counts, then its parts.
PlainTally = list[Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """One scored sample."""

    counts: PlainTally
    item: ItemScore

    @property
    def value(self) -> float | None:
        """The headline number; None if it is undefined."""
        return self.item.value


class SampleScorer:
    """Scores samples under one metric. Unreadable predictions count as empty unless `on_error` says otherwise.

    `options` are those of :func:`~tallystick.run.score.score`: a preset, `repair`, parameters of the metric.

    >>> scorer = SampleScorer("smatch", task="amr")
    >>> samples = [scorer("(b / boy)", "(b / boy)"), scorer("(b / boy)", "not a graph")]
    >>> samples[0].value, samples[1].value
    (1.0, 0.0)
    >>> scorer.numbers(sample.counts for sample in samples)["recall"]
    0.5
    """

    def __init__(self, metric: str, *, task: str | type | None = None, **options: Any) -> None:
        self.metric = metric
        self.options: dict[str, Any] = {"on_error": "zero", "match_by": "order", **options, "task": task}
        self._reading: Reading | None = None

    def __call__(self, gold: object, pred: object) -> Sample:
        """Score one sample: items as in a file, or as objects."""
        report = score([gold], [pred], self.metric, **self.options)
        if len(report.metrics) != 1:
            raise UsageError(f"{self.metric!r} names {len(report.metrics)} metrics; name one")
        (metric,) = report.metrics.values()
        self._reading = metric.reading
        return Sample(_plain(metric.tally), metric.items[0])

    def numbers(self, counts: Iterable[PlainTally]) -> dict[str, float | None]:
        """Return the numbers of the corpus (precision, recall, F1) from the counts of its samples."""
        if self._reading is None:
            raise UsageError("nothing to add up: score a sample first")
        return Score(total(map(_tally, counts)), self._reading).values

    def headline(self, counts: Iterable[PlainTally]) -> float | None:
        """Return the headline number of the corpus."""
        numbers = self.numbers(counts)
        assert self._reading is not None
        return numbers[self._reading.headline]


def _plain(tally: Tally) -> PlainTally:
    return [*(getattr(tally, name) for name in _COUNTS), [_plain(part) for part in tally.parts]]


def _tally(plain: PlainTally) -> Tally:
    *counts, parts = plain
    named = dict(zip(_COUNTS, counts, strict=True))
    return Tally(**named, parts=tuple(_tally(part) for part in parts))
