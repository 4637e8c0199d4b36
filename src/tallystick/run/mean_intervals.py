"""The interval of a mean over pairs of annotators: the same items are drawn for all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.run.samples import RunSamples
from tallystick.stats.bootstrap import Interval, expanded_tail, resampled, spread_of
from tallystick.stats.sample import Sample
from tallystick.tally import Reading

__all__ = ["Outcomes", "interval_of_mean", "remember"]

#: The outcome of each item of a pair, by its id or number and its index among those with the same id.
Outcomes = Mapping[tuple[str, int], Outcome]


def remember(outcomes: dict[tuple[str, int], Outcome]) -> Callable[[Outcome], None]:
    """Return a function that adds the outcomes of scored items."""
    seen: Counter[str] = Counter()

    def take(outcome: Outcome) -> None:
        if outcome.status == "scored":
            outcomes[outcome.gold_id, seen[outcome.gold_id]] = replace(outcome, problems=(), kept=None)
        seen[outcome.gold_id] += 1

    return take


def interval_of_mean(pairs: Sequence[tuple[Outcomes, int]], reading: Reading, settings: Settings) -> Interval:
    """Return the interval of the mean of headline numbers over pairs: their outcomes, and the index of the metric.

    A pair for which the number is undefined in a resample is left out of the mean, as it is of the mean itself.
    """
    import numpy as np

    assert settings.confidence is not None
    row_of = {key: row for row, key in enumerate(dict.fromkeys(key for own, _ in pairs for key in own))}
    samples = [
        _over_all_items(RunSamples(list(own.values()), settings).of_metric(index, reading), own, row_of)
        for own, index in pairs
        if own
    ]
    if not samples:
        return Interval(None, None)
    values = np.stack(
        [
            numbers.values[:, sample.headline]
            for sample, numbers in zip(
                samples, resampled(samples, settings.resamples, settings.seed), strict=True
            )
        ]
    )
    defined = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        means = np.where(defined, values, 0.0).sum(axis=0) / defined.sum(axis=0)
    tail = expanded_tail(settings.confidence, len(row_of))
    return spread_of(means, settings.confidence, tail).interval


def _over_all_items(sample: Sample, outcomes: Outcomes, row_of: Mapping[tuple[str, int], int]) -> Sample:
    """Return the sample with a row for the items of all pairs; items that this pair does not share count as empty."""
    import numpy as np

    counts = np.zeros((len(row_of), sample.counts.shape[1]))
    counts[[row_of[key] for key in outcomes]] = sample.counts
    return replace(sample, counts=counts)
