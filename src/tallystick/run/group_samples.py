"""Samples of the groups of a division, where systems are compared group by group: by data set, by field, by type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.run.samples import group_sample
from tallystick.stats.sample import Sample
from tallystick.tally import Reading

__all__ = ["GroupSamples", "group_samples"]


@dataclass(frozen=True, slots=True)
class GroupSamples:
    """A metric within one group, for all systems."""

    metric: str
    label: str
    samples: Mapping[str, Sample]


def group_samples(
    systems: Mapping[str, Sequence[Outcome]],
    labels: Sequence[str],
    readings: Mapping[str, Reading],
    shown: Collection[str],
    settings: Settings,
    *,
    stratified: bool,
    documents: Sequence[str] | None = None,
) -> dict[str, GroupSamples]:
    """Return the samples of each metric and group that the gold or a system has, by the names of both.

    `stratified` says that each item is in one group as a whole. `documents` names the document of each item, where
    documents are drawn and exchanged.
    """
    grouped: dict[str, GroupSamples] = {}
    for index, (key, reading) in enumerate(readings.items()):
        for label in labels if key in shown else ():
            if not any(_counts(outcomes, label, index) for outcomes in systems.values()):
                continue
            samples = {
                name: group_sample(outcomes, label, index, reading, settings, stratified=stratified)
                for name, outcomes in systems.items()
            }
            if documents is not None:
                first = next(iter(systems.values()))
                own = [
                    document
                    for document, outcome in zip(documents, first, strict=True)
                    if not stratified or label in outcome.groups
                ]
                samples = {name: sample.grouped(own) for name, sample in samples.items()}
            grouped[f"{key} {label}"] = GroupSamples(key, label, samples)
    return grouped


def _counts(outcomes: Sequence[Outcome], label: str, metric: int) -> bool:
    """Return whether a metric counts anything of a group."""
    tallies = (outcome.groups[label][metric] for outcome in outcomes if label in outcome.groups)
    return any(tally.parts or tally.pred_total or tally.gold_total for tally in tallies)
