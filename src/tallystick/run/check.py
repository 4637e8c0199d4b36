"""Checking files without scoring them: every problem, with its location."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tallystick.errors import UNKNOWN, DataError, Problem, UsageError
from tallystick.formats.base import Block, Source
from tallystick.run.inputs.pairing import no_items
from tallystick.run.inputs.sources import check_task, infer_task, pick_format, readable_blocks
from tallystick.run.inputs.texts import outside_text
from tallystick.tasks.base import Task

__all__ = ["check_source"]

#: How much of an item's first line is kept for display.
_SHOWN = 200


def check_source(
    source: Source, task: Task | None = None, advance: Callable[[float, int], None] | None = None
) -> Iterator[Problem]:
    """All problems of one source, in order. A source that cannot be read at all is a problem too.

    Problems are yielded as they are found; only ids, and the locations of items without ids, are kept in memory.
    """
    try:
        task = task or infer_task(source)
        check_task(task, source)
        choice = task.formats[pick_format(task, source)]
    except DataError as error:
        yield from error.problems
        return
    except UsageError as error:
        yield Problem(str(error), source.shown, 1, 1, code="task")
        return
    seen: set[str] = set()
    without_id: list[Block] = []
    end = count = 0
    read = choice.check or choice.reader.item
    for block in readable_blocks(source, choice.reader):
        count += 1
        item = read(block) if not block.problems else None
        yield from item.problems if item else block.problems
        if item and not item.malformed:
            yield from outside_text(item)
        if task.inspect is not None and item and item.value is not None:
            for problem in task.inspect(item.value):
                # A value may not know its location.
                known = problem.path != UNKNOWN
                yield (
                    problem
                    if known
                    else replace(
                        problem,
                        path=source.shown,
                        line=problem.line or block.line,
                        item=problem.item or block.id,
                    )
                )
        if getattr(choice.reader, "optional_ids", False):
            pass  # An id may be a field like others.
        elif block.id is None:
            if item and not item.malformed:
                without_id.append(replace(block, text=_first_line(block)))
        elif block.id in seen:
            yield _at(block, "an earlier item has the same id", "duplicate-id", "ids must be unique")
        else:
            seen.add(block.id)
        if advance is not None:
            advance(max(0, block.end - end), 1)
            end = block.end
    if seen:
        for block in without_id:
            yield _at(
                block,
                "the item has no id, but other items have ids",
                "no-id",
                "give every item an id, or none",
            )
    if not count:
        yield no_items(source.shown)


def _first_line(block: Block) -> str:
    return block.text[:_SHOWN].partition("\n")[0]


def _at(block: Block, message: str, code: str, hint: str) -> Problem:
    return Problem(message, block.path, block.line, 1, block.id, hint, code, text=_first_line(block))
