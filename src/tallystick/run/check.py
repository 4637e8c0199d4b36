"""Checking files without scoring them: every problem, with its place."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.declare import Task
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Block, Source
from tallystick.run.pairing import no_items
from tallystick.run.sources import check_task, infer_task, pick_format, readable_blocks

__all__ = ["check_source"]


def check_source(source: Source, task: Task | None = None) -> Iterator[Problem]:
    """All problems of one source, in order. A source that cannot be read at all is a problem too."""
    try:
        task = task or infer_task(source)
        check_task(task, source)
        reader = task.formats[pick_format(task, source)].reader
    except DataError as error:
        yield from error.problems
        return
    except UsageError as error:
        yield Problem(str(error), source.shown, 1, 1, code="task")
        return
    seen: set[str] = set()
    without_id: list[Block] = []
    empty = True
    for block in readable_blocks(source, reader):
        empty = False
        item = reader.item(block) if not block.problems else None
        yield from item.problems if item else block.problems
        if block.id is None:
            if item and not item.malformed:
                without_id.append(block)
        elif block.id in seen:
            yield _at(block, "this id stands here again", "duplicate-id", "ids must be unique")
        else:
            seen.add(block.id)
    if seen:
        for block in without_id:
            yield _at(
                block, "the item has no id, though others have", "no-id", "give every item an id, or none"
            )
    if empty:
        yield no_items(source.shown)


def _at(block: Block, message: str, code: str, hint: str) -> Problem:
    return Problem(
        message, block.path, block.line, 1, block.id, hint, code, text=block.text.partition("\n")[0]
    )
