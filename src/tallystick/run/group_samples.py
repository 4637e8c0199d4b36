"""Samples of the groups of a division, where systems are compared group by group: by field, by type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import find_task
from tallystick.results.options import ITEM_AVERAGES
from tallystick.results.report import Report
from tallystick.results.settings import Settings
from tallystick.run.plan import Outcome
from tallystick.stats.sample import Sample, sample_of
from tallystick.tally import Reading, Tally

__all__ = ["GroupSamples", "compares_groups", "group_samples"]


@dataclass(frozen=True, slots=True)
class GroupSamples:
    """A metric within one group, for all systems."""

    metric: str
    label: str
    samples: Mapping[str, Sample]


def compares_groups(report: Report) -> bool:
    """Whether each group of a division is compared, beside the whole; refuse a division that has too many of them."""
    settings = report.settings
    if settings.by is None or settings.average not in ITEM_AVERAGES:
        return False
    task = find_task(report.task)
    divisions = (*task.divisions, *task.breakdowns)
    if settings.by in divisions:
        return True
    known = (
        f"the parts of the items of {task.name} ({', '.join(divisions)})" if divisions else "no part of items"
    )
    raise UsageError(
        f"--by {settings.by}: systems are compared by {known}, or as a mean over groups: --average groups"
    )


def group_samples(
    systems: Mapping[str, Sequence[Outcome]],
    labels: Sequence[str],
    readings: Mapping[str, Reading],
    shown: Collection[str],
    settings: Settings,
) -> dict[str, GroupSamples]:
    """Return the samples of each metric and group that the gold or a system has, by the names of both."""
    average = settings.average if settings.average in ("micro", "macro") else "micro"
    grouped: dict[str, GroupSamples] = {}
    for index, (key, reading) in enumerate(readings.items()):
        for label in labels if key in shown else ():
            tallies = {name: _tallies(outcomes, label, index) for name, outcomes in systems.items()}
            if not any(tally.pred_total or tally.gold_total for own in tallies.values() for tally in own):
                continue
            samples = {
                name: sample_of(own, reading, average=average, zero=settings.undefined == "zero")
                for name, own in tallies.items()
            }
            grouped[f"{key} {label}"] = GroupSamples(key, label, samples)
    return grouped


def _tallies(outcomes: Sequence[Outcome], label: str, metric: int) -> list[Tally]:
    """Return the counts of a group in every item; an item without the group has counts of 0."""
    nothing = Tally()
    return [
        # Only what the numbers are computed from: not every item has the counts beside them.
        replace(outcome.groups[label][metric], parts=(), items=1, proved=1)
        if label in outcome.groups
        else nothing
        for outcome in outcomes
    ]
