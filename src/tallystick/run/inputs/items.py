"""Reading files for purposes other than scoring: the files, their task and their items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item, Source
from tallystick.formats.folders import read_folder
from tallystick.registry import find_task
from tallystick.run.inputs.pairing import no_items
from tallystick.run.inputs.sides import exists, refuse_missing
from tallystick.run.inputs.sources import check_task, infer_task, pick_format, readable_blocks
from tallystick.tasks.base import Task

__all__ = ["Files", "files_of", "items_of", "mended", "refuse_missing", "task_of"]


@dataclass(slots=True)
class Files:
    """The files at some paths; directories are replaced by their files."""

    paths: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """Problems of unreadable directories and entries."""
    warnings: list[Problem] = field(default_factory=list)
    """Warnings about skipped entries in directories."""


def files_of(names: Iterable[str]) -> Files:
    """Find the files that some paths name."""
    files = Files()
    for name in names:
        if name == "-" or not exists(name) or not Path(name).is_dir():
            files.paths.append(name)
            continue
        try:
            folder = read_folder(Path(name))
        except DataError as error:
            files.problems += error.problems
            continue
        files.paths += map(str, folder.files.values())
        files.warnings += folder.warnings(name)
        if not folder.files:
            files.problems.append(Problem("the directory contains no files", name, code="empty"))
    return files


def task_of(sources: Sequence[Source], name: str | None) -> Task:
    """Return the named task, else the task of the first source that determines one."""
    if name is not None:
        return find_task(name)
    for source in sources[:-1]:
        try:
            return infer_task(source)
        except (DataError, UsageError):
            continue  # for example an empty file; try the next
    return infer_task(sources[-1])


def items_of(
    task: Task, source: Source, advance: Callable[[float, int], None] | None = None
) -> Iterator[Item]:
    """The items of a source, including malformed items. A problem of the source itself becomes a malformed item."""
    try:
        check_task(task, source)
        reader = task.formats[pick_format(task, source)].reader
    except DataError as error:
        yield Item(None, None, error.problems, path=source.shown)
        return
    end = count = 0
    for block in readable_blocks(source, reader):
        count += 1
        if any(problem.level == "error" for problem in block.problems):
            yield Item(None, block.id, block.problems, path=block.path, line=block.line)
        else:
            yield reader.item(block)
        if advance is not None:
            advance(max(0, block.end - end), 1)
            end = block.end
    if not count:
        yield Item(None, None, (no_items(source.shown),), path=source.shown)


def mended(task: Task, item: Item) -> tuple[Item, int]:
    """An item without its unreadable parts, and how many these are; its value is None if nothing is left."""
    if not item.malformed:
        return item, 0
    if task.mend is None or item.value is None:
        return replace(item, value=None), 0
    mended_item = task.mend(item.value, item.value, "skip")
    return replace(item, value=mended_item.gold), mended_item.parts
