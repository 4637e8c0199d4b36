"""Annotators: what each of them made, and what two of them have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item, Source
from tallystick.formats.folders import read_folder
from tallystick.run.inputs.objects import object_items
from tallystick.run.inputs.reading import items_of, refuse_missing
from tallystick.run.inputs.sides import Input, scored_format
from tallystick.run.inputs.task import resolve_task
from tallystick.run.request import Request
from tallystick.run.score import Given, given_input
from tallystick.tasks.base import Task
from tallystick.visible import visible

__all__ = ["Annotations", "Shared", "names_of", "read_annotators", "shared_items"]


def names_of(annotators: Sequence[Given]) -> dict[str, Given]:
    """Names for annotators that have none: those of their files, as short as they can be told apart.

    >>> list(names_of(["a/ann.amr", "a/bob.amr"])), list(names_of(["ann/x.amr", "bob/x.amr"])), list(names_of([[], []]))
    (['ann', 'bob'], ['ann', 'bob'], ['1', '2'])
    """
    paths = [_path(one) for one in annotators]
    # Where all files have the same name, their folders are what tells them apart.
    same = len({path and path.name for path in paths}) == 1
    for shorten in (lambda path: path.stem, lambda path: path.parent.name if same else path.name, str):
        names = [visible(shorten(path)) if path is not None else str(n) for n, path in enumerate(paths, 1)]
        if len(set(names)) == len(names) and all(names):
            return dict(zip(names, annotators, strict=True))
    # The same file twice.
    return {
        f"{name} ({number})": one for number, (name, one) in enumerate(zip(names, annotators, strict=True), 1)
    }


def _path(given: Given) -> Path | None:
    if isinstance(given, Source):
        return Path(given.shown.removesuffix(".gz"))
    if isinstance(given, Path) or (
        isinstance(given, str) and "\n" not in given and given.lstrip()[:1] not in ("{", "[", "(")
    ):
        return Path(given)
    return None


@dataclass(frozen=True, slots=True)
class Annotations:
    """Everything that annotators made."""

    task: Task
    items: dict[str, dict[str, list[Item]]]
    """Of each annotator, the items by file; the file is empty where there is one only."""
    problems: tuple[Problem, ...]
    unreadable: dict[str, set[tuple[str, int]]]
    """Of each annotator, what cannot be paired because not even its id can be read: file and line."""


def read_annotators(annotators: Mapping[str, Given], request: Request) -> Annotations:
    """All items of all annotators, read once; raises an error with all problems of all of them."""
    skipped: list[Problem] = []
    inputs = {name: _files(given_input(given, name), skipped) for name, given in annotators.items()}
    if len({"" in files for files in inputs.values()}) > 1:
        lone = next(name for name, files in inputs.items() if "" not in files)
        raise UsageError(f"{lone} is a directory and others are none: give directories only, or files only")
    sources = [side for files in inputs.values() for side in files.values() if isinstance(side, Source)]
    task, on_error = resolve_task(request, sources), request.settings.on_error
    items = {
        name: {file: list(_items(task, side, name)) for file, side in files.items()}
        for name, files in inputs.items()
    }
    found = [item for files in items.values() for listed in files.values() for item in listed]
    problems = list(dict.fromkeys(problem for item in found for problem in item.problems))
    errors = [problem for problem in problems if problem.level == "error"]
    if errors and on_error == "fail":
        raise DataError(errors)
    unreadable = {
        name: {(file, item.line) for file, listed in files.items() for item in _lost(listed)}
        for name, files in items.items()
    }
    for name, lost in unreadable.items():
        items[name] = {
            file: [item for item in listed if (file, item.line) not in lost]
            for file, listed in items[name].items()
        }
    return Annotations(task, items, (*dict.fromkeys(skipped), *problems), unreadable)


def _lost(items: Sequence[Item]) -> list[Item]:
    """The items that nothing can be paired with: unreadable, and without an id where others have one.

    Where none has an id, items go by order, and an unreadable one keeps its place; if it is alone, the whole file
    cannot be read.
    """
    nameless = [item for item in items if item.value is None and item.id is None]
    return nameless if len(items) == 1 or any(item.id is not None for item in items) else []


def _files(side: Input, skipped: list[Problem]) -> dict[str, Input]:
    """What is to be read, by its name within a directory; the name is empty where there is no directory.

    Warnings about what is skipped in a directory are added to `skipped`.
    """
    if not isinstance(side, Source) or side.text is not None:
        return {"": side}
    refuse_missing([side.path])
    if side.path == "-" or not Path(side.path).is_dir():
        return {"": side}
    folder = read_folder(Path(side.path))
    if not folder.files:
        raise DataError(Problem("the directory holds no files", side.path, code="empty"))
    skipped += folder.warnings(side.path)
    return {name: Source(str(path)) for name, path in folder.files.items()}


def _items(task: Task, side: Input, name: str) -> Iterator[Item]:
    if isinstance(side, Source):
        if any(choice.unscored for choice in task.formats):
            scored_format(task, side)
        yield from items_of(task, side)
        return
    reader = task.formats[0].reader
    for one in object_items(task, side, name):
        yield one if isinstance(one, Item) else reader.item(one)


@dataclass(frozen=True, slots=True)
class Shared:
    """The items that two annotators both have, in the same order where they have no ids."""

    mine: list[Item]
    theirs: list[Item]
    only_mine: int
    only_theirs: int


def shared_items(mine: Mapping[str, list[Item]], theirs: Mapping[str, list[Item]], match_by: str) -> Shared:
    """What two annotators share: files of the same name, in them items of the same id or, without ids, all."""
    left: list[Item] = []
    right: list[Item] = []
    for file in mine:
        ours, others = mine[file], theirs.get(file, [])
        if match_by != "order" and _unique_ids(ours) and _unique_ids(others):
            common = {item.id for item in ours} & {item.id for item in others}
            ours, others = ([item for item in side if item.id in common] for side in (ours, others))
        elif ours and others and len(ours) != len(others):
            raise DataError(_different_numbers(ours, others))
        if others:
            left += _within(file, ours, match_by)
            right += _within(file, others, match_by)
    total, other_total = (sum(map(len, side.values())) for side in (mine, theirs))
    return Shared(left, right, total - len(left), other_total - len(right))


def _unique_ids(items: Sequence[Item]) -> bool:
    names = {item.id for item in items}
    return None not in names and len(names) == len(items)


def _different_numbers(mine: Sequence[Item], theirs: Sequence[Item]) -> Problem:
    shorter, longer = sorted((mine, theirs), key=len)
    first = longer[len(shorter)]
    message = (
        f"{shorter[0].path} ends before item {len(shorter) + 1}: without ids, both must hold the same items"
    )
    return Problem(message, first.path, first.line, 1, first.id, "give every item an id", "no-partner")


def _within(file: str, items: Iterable[Item], match_by: str) -> list[Item]:
    """The items of one file of many, with ids that differ from those of the other files."""
    if not file:
        return list(items)
    listed = list(items)
    nameless = all(item.id is None for item in listed) and match_by != "id"
    return [
        item
        if item.id is None and not nameless
        else replace(item, id=f"{file}:{number if nameless else item.id}")
        for number, item in enumerate(listed, 1)
    ]
