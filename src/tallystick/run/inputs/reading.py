"""Options for reading predictions that do not apply to the gold: repair, and the pointer within a line."""

from __future__ import annotations

from dataclasses import replace

from tallystick.errors import UsageError
from tallystick.tasks.base import Task

__all__ = ["with_repair"]


def with_repair(task: Task, level: str, pointer: str) -> Task:
    """Return the task with predictions read as the settings say: repaired, and found at a JSON Pointer."""
    readers = [getattr(choice.reader, "for_predictions", None) for choice in task.formats]
    if not any(readers):
        if level != "none" or pointer:
            option = "--repair" if level != "none" else "--pred-at"
            raise UsageError(
                f"{option} applies to predictions in JSON (--task json), not to the task {task.name}"
            )
        return task
    if task.pred_formats:
        return task
    formats = tuple(
        replace(choice, reader=reader(level, pointer)) if reader else choice
        for choice, reader in zip(task.formats, readers, strict=True)
    )
    return replace(task, pred_formats=formats)
