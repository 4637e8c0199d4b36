"""The plan of a run and the outcome of each pair.

A plan can be sent to another process: it consists of names and options, from which the other process builds readers
and scorers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.limits import UNLIMITED, Limits
from tallystick.tally import Tally
from tallystick.tasks.base import Metric, Options, Task

if TYPE_CHECKING:
    from tallystick.run.kept import KeptPair
    from tallystick.tasks.views.item import PageItem

__all__ = ["Outcome", "Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Names and options: everything a worker needs to score items."""

    task: str
    metrics: tuple[tuple[str, str, Options], ...]
    """(key, metric name, resolved options) of each metric."""
    on_error: str = "fail"
    by: str | None = None
    weight: str | None = None
    time_limit: float | None = None
    """Seconds for one item, over all its metrics."""
    on_timeout: str = "best"
    memory_limit: int | None = None
    """Bytes for one item; None for a share of the available memory."""
    strict_text: bool = False
    repair: str = "none"
    pred_at: str = ""
    own_task: Task | None = None
    """The task itself, if another process could not find it by name."""
    own_metrics: tuple[Metric, ...] = ()
    """Metrics that were added to the task."""
    on_missing: str = "error"
    page: bool = False
    """Whether to prepare each pair for a page."""

    def limits(self) -> Limits:
        """Return the limits of one item, whose clock starts now."""
        if self.time_limit is None and self.memory_limit is None:
            return UNLIMITED
        return Limits(self.time_limit, self.memory_limit)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a pair of items."""

    id: str
    status: str
    """``scored``, ``skipped``, ``zeroed`` (a bad or missing prediction counted as empty) or ``failed``."""
    tallies: tuple[Tally, ...] = ()
    problems: tuple[Problem, ...] = ()
    groups: Mapping[str, tuple[Tally, ...]] = field(default_factory=dict)
    """The tallies by label, if a division was requested."""
    weight: float = 1.0
    size: int = 0
    """Bytes of the two blocks, for progress."""
    parts: int = 0
    """The number of pairs of unreadable parts in a scored item that were skipped or counted as empty."""
    coverage: Mapping[str, int] = field(default_factory=dict)
    gold_id: str = ""
    """The id of the gold item, else its number: the same for every system."""
    document: str = ""
    """The document that the gold item names, else its file."""
    observed: Mapping[str, int] = field(default_factory=dict)
    """The observations for the notes of the task."""
    page: PageItem | None = field(default=None, compare=False, repr=False)
    """The data of the pair for the report page, if requested."""
    kept: KeptPair | None = field(default=None, compare=False, repr=False)
    """The pair itself, if it is kept to be explained and shown; it stays in the process that scored it."""
