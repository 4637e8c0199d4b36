"""Checking files without scoring them: every problem, with its place."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.declare import Task
from tallystick.errors import Problem
from tallystick.formats.base import Block, Source
from tallystick.run.inputs import infer_task, pick_format, SourcePair

__all__ = ["check_source"]


def check_source(source: Source, task: Task | None = None) -> Iterator[Problem]:
    """All problems of one source, in order."""
    task = task or infer_task(SourcePair(source, source))
    reader = task.formats[pick_format(task, source)].reader
    seen: set[str] = set()
    empty = True
    for block in reader.blocks(source):
        empty = False
        if block.problems:
            yield from block.problems
            continue
        yield from reader.item(block).problems
        if block.id is not None:
            if block.id in seen:
                yield _duplicate(block)
            seen.add(block.id)
    if empty:
        yield Problem("the file holds no items", source.shown, 1, 1, code="empty", hint="is this the right file?")


def _duplicate(block: Block) -> Problem:
    return Problem(
        f"the id {block.id!r} stands here again", block.path, block.line, 1, block.id, "ids must be unique",
        "duplicate-id", text=block.text[:200],
    )  # fmt: skip
