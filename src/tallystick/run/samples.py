"""From the outcomes of a run to the samples that intervals and tests are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.stats.sample import Sample, sample_of, sample_of_groups
from tallystick.tally import Reading

__all__ = ["intervals_of", "metric_sample"]


def metric_sample(
    outcomes: Sequence[Outcome], labels: Sequence[str], metric: int, reading: Reading, settings: Settings
) -> Sample:
    """What the scores of one system under one metric are computed from.

    `metric` is the index of the metric, `reading` its own, before anything is said of undefined numbers. `labels` are
    the groups of an average over groups.
    """
    zero = settings.undefined == "zero"
    tallies = [outcome.tallies[metric] for outcome in outcomes]
    if settings.over_groups:
        groups = [
            {label: tallies[metric] for label, tallies in outcome.groups.items()} for outcome in outcomes
        ]
        return sample_of_groups(
            tallies, groups, labels, reading, zero=zero, weighted=settings.average == "weighted"
        )
    weights = [outcome.weight for outcome in outcomes] if settings.weight else None
    return sample_of(tallies, reading, average=settings.average, weights=weights, zero=zero)


def intervals_of(
    outcomes: Sequence[Outcome], readings: Mapping[int, Reading], settings: Settings
) -> dict[int, Mapping[str, Interval]]:
    """The bootstrap intervals of each metric, by its index; none where no confidence level is set."""
    if settings.confidence is None:
        return {}
    if not outcomes:
        nothing = Interval(None, None)
        return {metric: dict.fromkeys(reading.fields, nothing) for metric, reading in readings.items()}
    labels = sorted({label for outcome in outcomes for label in outcome.groups})
    samples = [
        metric_sample(outcomes, labels, metric, reading, settings) for metric, reading in readings.items()
    ]
    intervals = bootstrap(
        samples, confidence=settings.confidence, resamples=settings.resamples, seed=settings.seed
    )
    return dict(zip(readings, intervals, strict=True))
