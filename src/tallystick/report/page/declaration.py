"""The task that a report names."""

from __future__ import annotations

from tallystick.errors import UsageError
from tallystick.registry import find_task
from tallystick.results.report import Report
from tallystick.tasks.base import Task

__all__ = ["task_of"]


def task_of(report: Report) -> Task | None:
    """Return the task of a report, None where it was made of metric objects and has no name to be found by."""
    try:
        return find_task(report.task)
    except UsageError:
        return None
