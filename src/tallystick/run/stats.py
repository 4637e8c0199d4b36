"""Statistics of files: the numbers that a task counts in its items, summed by file, document, language or any label."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item
from tallystick.results.statistics import Counts, FileStatistics
from tallystick.run.inputs.items import items_of, task_of
from tallystick.run.inputs.labels import label_of
from tallystick.run.inputs.sources import open_source
from tallystick.tasks.base import Task

__all__ = ["count_files"]

#: When so many errors are kept, no more are: `check` lists them all.
MOST_PROBLEMS = 10_000


def count_files(
    paths: Iterable[str],
    task_name: str | None = None,
    by: str = "file",
    advance: Callable[[float, int], None] | None = None,
) -> FileStatistics:
    """Count what is in some files."""
    sources = [open_source(path) for path in paths]
    task = task_of(sources, task_name)
    count = task.statistics or elements
    rows: dict[tuple[str, str], Counts] = {}
    total = Counts("all")
    problems: list[Problem] = []
    for source in sources:
        number = 0
        for number, item in enumerate(items_of(task, source, advance), 1):
            key = _key(item, by, source.shown, number)
            row = rows.setdefault(key, Counts(key[1]))
            if len(problems) < MOST_PROBLEMS:
                problems += [problem for problem in item.problems if problem.level == "error"]
            if item.value is None:
                row.malformed += 1
                total.malformed += 1
                continue
            try:
                numbers = count(item.value)
            except DataError as error:  # an annotation that could not be read
                problems += error.problems
                row.malformed += 1
                total.malformed += 1
                continue
            row.add(numbers)
            total.add(numbers)
        if number == 1 and (lone := rows.get((source.shown, f"{source.shown}:1"))):
            lone.label = source.shown  # a file that is one document
    return FileStatistics(
        task.name,
        by,
        _distinct(rows),
        total,
        len(sources),
        tuple(_in_order(total, task)),
        task.statistics is not None,
        tuple(problems),
    )


def elements(value: object) -> Mapping[str, int]:
    """The default statistics of an item: the number of elements of each of its collections.

    >>> from tallystick.tasks.spans.task import SpanDocument
    >>> elements(SpanDocument(()))
    {'spans': 0}
    """
    if (
        isinstance(value, Collection)
        and not isinstance(value, (str, bytes))
        and not dataclasses.is_dataclass(value)
    ):
        return {"elements": len(value)}
    if not dataclasses.is_dataclass(value):
        return {}
    parts = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
    return {
        name: len(part)
        for name, part in parts.items()
        if isinstance(part, Collection) and not isinstance(part, (str, bytes))
    }


def _key(item: Item, by: str, path: str, number: int) -> tuple[str, str]:
    """The key under which an item is summed: a label, and the file if labels are specific to files."""
    if by == "file":
        return path, path
    if by == "document":
        return path, label_of(item, by, item.id if item.id is not None else f"{path}:{number}")
    return "", label_of(item, by, "")


def _distinct(rows: Mapping[tuple[str, str], Counts]) -> tuple[Counts, ...]:
    """The rows; those that would look the same have their file before their label."""
    uses: dict[str, int] = {}
    for _, label in rows:
        uses[label] = uses.get(label, 0) + 1
    for (path, label), row in rows.items():
        if uses[label] > 1 and label != path:
            row.label = f"{path}:{label}"
    return tuple(rows.values())


def _in_order(total: Counts, task: Task) -> Iterable[str]:
    """The names of the numbers; a detail that only some items have comes after what it is a detail of."""
    empty = task.statistics(task.empty()) if task.statistics else {}
    names = list(dict.fromkeys((*empty, *total.numbers)))
    heads = [name for name in names if "." not in name]
    for head in heads:
        yield head
        yield from (name for name in names if name.startswith(f"{head}."))
    yield from (name for name in names if "." in name and name.partition(".")[0] not in heads)
