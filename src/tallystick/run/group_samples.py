"""Samples of the groups of a division, where systems are compared group by group: by data set, by field, by type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.run.samples import RunSamples
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
    systems: Mapping[str, RunSamples],
    labels: Sequence[str],
    readings: Mapping[str, Reading],
    shown: Collection[str],
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
            if not any(samples.counts(label, index) for samples in systems.values()):
                continue
            own = {name: samples.of_group(label, index, reading) for name, samples in systems.items()}
            if documents is not None:
                first = next(iter(systems.values()))
                drawn = [
                    document
                    for document, outcome in zip(documents, first.outcomes, strict=True)
                    if not stratified or label in outcome.groups
                ]
                own = {name: sample.grouped(drawn) for name, sample in own.items()}
            grouped[f"{key} {label}"] = GroupSamples(key, label, own)
    return grouped
