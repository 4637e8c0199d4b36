"""From the outcomes of a run to the samples that intervals and tests are computed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.stats.bootstrap import Interval, bootstrap
from tallystick.stats.sample import Sample, sample_of, sample_of_groups
from tallystick.tally import Reading, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RunSamples", "blank_outcome", "intervals_of"]

#: A metric by its index within a group, or over all items.
_Key = tuple[str | None, int]


class RunSamples:
    """The samples of one system: of each metric over all items, and within each group.

    Each is made once: intervals, comparisons and breakdowns share it. With `stratified`, each item is in one group as a
    whole.
    """

    def __init__(self, outcomes: Sequence[Outcome], settings: Settings, *, stratified: bool = False) -> None:
        self.outcomes = outcomes
        self._settings = settings
        self._stratified = stratified
        self._whole: dict[tuple[int, tuple[str, ...]], Sample] = {}
        self._within: dict[tuple[str, int], Sample] = {}

    def of_metric(self, metric: int, reading: Reading, labels: Sequence[str] = ()) -> Sample:
        """The data behind the scores under one metric.

        `metric` is the index of the metric, `reading` its own, before undefined numbers are replaced. `labels` are
        the groups of an average over groups.
        """
        key = metric, tuple(labels) if self._settings.over_groups else ()
        if key not in self._whole:
            self._whole[key] = self._of_metric(metric, reading, labels)
        return self._whole[key]

    def _of_metric(self, metric: int, reading: Reading, labels: Sequence[str]) -> Sample:
        settings, outcomes = self._settings, self.outcomes
        zero = settings.undefined == "zero"
        tallies = [outcome.tallies[metric] for outcome in outcomes]
        if settings.over_groups:
            groups = [
                {label: tallies[metric] for label, tallies in outcome.groups.items()} for outcome in outcomes
            ]
            weighted = settings.average == "weighted"
            return sample_of_groups(
                tallies, groups, labels, reading, zero=zero, weighted=weighted, stratified=self._stratified
            )
        weights = [outcome.weight for outcome in outcomes] if settings.weight else None
        return sample_of(tallies, reading, average=settings.average, weights=weights, zero=zero)

    def of_group(self, label: str, metric: int, reading: Reading) -> Sample:
        """The data behind the scores of a group.

        If each item is in one group as a whole, the items of the group are drawn. If groups are parts of items, such as
        types, all items are drawn: the size of the group in a resample is part of the uncertainty.
        """
        if (label, metric) not in self._within:
            self._within[label, metric] = self._of_group(label, metric, reading)
        return self._within[label, metric]

    def _of_group(self, label: str, metric: int, reading: Reading) -> Sample:
        settings, members = self._settings, self._members_of(label)
        tallies = [_as_item(own[metric] if own else Tally(), reading) for own in members.distinct]
        if reading.reads_parts:
            like = next((tally for tally in tallies if tally.parts), Tally())
            without = _nothing_like(like)
            tallies = [tally if tally.parts else without for tally in tallies]
        sample = sample_of(
            tallies,
            reading,
            average="micro" if settings.over_groups else settings.average,
            weights=self._weights(label) if settings.weight and not settings.over_groups else None,
            zero=settings.undefined == "zero",
            indices=members.indices,
        )
        return replace(sample, strata=(label,) * len(members.indices)) if self._stratified else sample

    def counts(self, label: str, metric: int) -> bool:
        """Return whether a metric counts anything of a group."""
        tallies = [own[metric] for own in self._members_of(label).distinct if own]
        return any(tally.parts or tally.pred_total or tally.gold_total for tally in tallies)

    def _weights(self, label: str) -> list[float]:
        """The weights of the items that are drawn for a group."""
        apart = self._stratified
        return [outcome.weight for outcome in self.outcomes if not apart or label in outcome.groups]

    def _members_of(self, label: str) -> _Members:
        """The tallies of a group."""
        known = self._members.get(label)
        return known if known is not None else _Members(0 if self._stratified else len(self.outcomes))

    @cached_property
    def _members(self) -> dict[str, _Members]:
        """The tallies of every group, in one pass over the items."""
        apart = self._stratified
        number = 0 if apart else len(self.outcomes)
        found: dict[str, _Members] = {}
        for index, outcome in enumerate(self.outcomes):
            for label, tallies in outcome.groups.items():
                members = found.get(label)
                if members is None:
                    members = found[label] = _Members(number)
                place = members.places.get(id(tallies))
                if place is None:
                    place = members.place(tallies)
                if apart:
                    members.place_of.append(place)
                else:
                    members.place_of[index] = place
        return found

    def of_all(self, readings: Mapping[int, Reading]) -> Iterator[tuple[_Key, Sample]]:
        """The samples of some metrics over all items, then within each group of more than one item."""
        labels = sorted(self._members)
        for metric, reading in readings.items():
            yield (None, metric), self.of_metric(metric, reading, labels)
        for label, members in self._members.items():
            if members.size > 1:
                for metric, reading in readings.items():
                    yield (label, metric), self.of_group(label, metric, reading)


class _Members:
    """The tallies of a group under all metrics. Many items have the same ones, or nothing of the group."""

    def __init__(self, units: int) -> None:
        self.distinct: list[tuple[Tally, ...]] = [()]
        """Those that items have; the first are those of items without the group."""
        self.places: dict[int, int] = {}
        """Where they are, by their identity."""
        self.place_of = [0] * units
        """Where those of each item are."""

    def place(self, tallies: tuple[Tally, ...]) -> int:
        """Add tallies, and return where they are."""
        self.distinct.append(tallies)
        place = self.places[id(tallies)] = len(self.distinct) - 1
        return place

    @property
    def size(self) -> int:
        """How many items have something of the group."""
        return len(self.place_of) - self.place_of.count(0)

    @cached_property
    def indices(self) -> NDArray[np.intp]:
        """Where the tallies of each item are, as an array."""
        import numpy as np

        return np.array(self.place_of, dtype=np.intp)


def _as_item(tally: Tally, reading: Reading) -> Tally:
    """The tally of a group as that of an item, without parts that the metric does not read."""
    if tally.items == tally.proved == 1 and (reading.reads_parts or not tally.parts):
        return tally
    parts = tally.parts if reading.reads_parts else ()
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
    samples: RunSamples, readings: Mapping[int, Reading], settings: Settings
) -> dict[_Key, Mapping[str, Interval]]:
    """The bootstrap intervals of each metric, over all items and within each group.

    There are none without a confidence level, and none for groups with a single item.
    """
    if settings.confidence is None:
        return {}
    if not samples.outcomes:
        nothing = Interval(None, None)
        return {
            (None, metric): dict.fromkeys(reading.fields, nothing) for metric, reading in readings.items()
        }
    of_all = dict(samples.of_all(readings))
    intervals = bootstrap(
        list(of_all.values()),
        confidence=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    return dict(zip(of_all, intervals, strict=True))
