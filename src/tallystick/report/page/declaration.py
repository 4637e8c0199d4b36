"""The task that a report names."""

from __future__ import annotations

from tallystick.errors import UsageError
from tallystick.registry import find_task
from tallystick.results.report import Report
from tallystick.tasks.base import Task

__all__ = ["task_of"]


def task_of(report: Report) -> Task | None:
    """Return the task of a report, None if it was made from metric objects and has no name."""
    try:
        return find_task(report.task)
    except UsageError:
        return None
