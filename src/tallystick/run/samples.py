"""From the outcomes of a run to the samples that intervals and tests are computed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.stats.sample import Sample, sample_of, sample_of_groups
from tallystick.tally import Reading, Tally

__all__ = ["blank_outcome", "group_sample", "intervals_of", "metric_sample"]

#: A metric by its index within a group, or over all items.
_Key = tuple[str | None, int]


def metric_sample(
    outcomes: Sequence[Outcome],
    labels: Sequence[str],
    metric: int,
    reading: Reading,
    settings: Settings,
    *,
    stratified: bool = False,
) -> Sample:
    """The data behind the scores of one system under one metric.

    `metric` is the index of the metric, `reading` its own, before undefined numbers are replaced. `labels` are
    the groups of an average over groups; `stratified` says that each item is in one of them as a whole.
    """
    zero = settings.undefined == "zero"
    tallies = [outcome.tallies[metric] for outcome in outcomes]
    if settings.over_groups:
        groups = [
            {label: tallies[metric] for label, tallies in outcome.groups.items()} for outcome in outcomes
        ]
        weighted = settings.average == "weighted"
        return sample_of_groups(
            tallies, groups, labels, reading, zero=zero, weighted=weighted, stratified=stratified
        )
    weights = [outcome.weight for outcome in outcomes] if settings.weight else None
    return sample_of(tallies, reading, average=settings.average, weights=weights, zero=zero)


def group_sample(
    outcomes: Sequence[Outcome],
    label: str,
    metric: int,
    reading: Reading,
    settings: Settings,
    *,
    stratified: bool = False,
) -> Sample:
    """The data behind the scores of a group.

    If each item is in one group as a whole (`stratified`), the items of the group are drawn. If groups are parts of
    items, such as types, all items are drawn: the size of the group in a resample is part of the uncertainty.
    """
    own = replace(settings, average="micro") if settings.over_groups else settings
    if stratified:
        outcomes = [outcome for outcome in outcomes if label in outcome.groups]
    absent = Tally()
    nothing = (absent,) * (metric + 1)
    counted = [outcome.groups.get(label, nothing)[metric] for outcome in outcomes]
    # Many items have the same tally, and those without the group share one: each is converted once.
    by_identity = {
        id(tally): _as_item(tally, reading) for tally in {id(own): own for own in counted}.values()
    }
    if reading.parts:
        like = next(
            (tally for tally in map(by_identity.get, map(id, counted)) if tally and tally.parts), absent
        )
        without = _nothing_like(like)
        by_identity = {key: tally if tally.parts else without for key, tally in by_identity.items()}
    parts = [by_identity[id(tally)] for tally in counted]
    weights = [outcome.weight for outcome in outcomes] if own.weight else None
    sample = sample_of(
        parts, reading, average=own.average, weights=weights, zero=settings.undefined == "zero"
    )
    return replace(sample, strata=(label,) * len(parts)) if stratified else sample


def _as_item(tally: Tally, reading: Reading) -> Tally:
    """The tally of a group as that of an item, without parts that the metric does not read."""
    if tally.items == tally.proved == 1 and (reading.parts or not tally.parts):
        return tally
    parts = tally.parts if reading.parts else ()
    counts = tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total
    return Tally(*counts, 1, 1, tally.slack, parts)


def _nothing_like(tally: Tally, items: int = 1) -> Tally:
    """A tally of the same parts that counts nothing."""
    parts = tuple([_nothing_like(part, items) for part in tally.parts])
    return Tally(items=items, proved=items, parts=parts)


def blank_outcome(outcome: Outcome) -> Outcome:
    """The outcome of an item that a system lacks with all others of its group, which is left out of its mean."""
    tallies = tuple([_nothing_like(tally, items=0) for tally in outcome.tallies])
    return replace(outcome, tallies=tallies, groups=dict.fromkeys(outcome.groups, tallies))


def intervals_of(
    outcomes: Sequence[Outcome],
    readings: Mapping[int, Reading],
    settings: Settings,
    *,
    stratified: bool = False,
) -> dict[_Key, Mapping[str, Interval]]:
    """The bootstrap intervals of each metric, over all items and within each group.

    There are none without a confidence level, and none for groups with a single item.
    """
    if settings.confidence is None:
        return {}
    if not outcomes:
        nothing = Interval(None, None)
        return {
            (None, metric): dict.fromkeys(reading.fields, nothing) for metric, reading in readings.items()
        }
    samples = dict(_samples(outcomes, readings, settings, stratified=stratified))
    intervals = bootstrap(
        list(samples.values()),
        confidence=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    return dict(zip(samples, intervals, strict=True))


def _samples(
    outcomes: Sequence[Outcome], readings: Mapping[int, Reading], settings: Settings, *, stratified: bool
) -> Iterator[tuple[_Key, Sample]]:
    """The samples of each metric over all items, then within each group."""
    members: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        for label in outcome.groups:
            members.setdefault(label, []).append(outcome)
    labels = sorted(members)
    for metric, reading in readings.items():
        whole = metric_sample(outcomes, labels, metric, reading, settings, stratified=stratified)
        yield (None, metric), whole
    for label, own in members.items():
        if len(own) > 1:
            drawn = own if stratified else outcomes
            for metric, reading in readings.items():
                sample = group_sample(drawn, label, metric, reading, settings, stratified=stratified)
                yield (label, metric), sample
