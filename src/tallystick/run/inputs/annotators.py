"""Annotators: the items of each, and the items that two of them share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item, Source
from tallystick.lazy import imported
from tallystick.run.inputs.archives import is_archive, unwrapped
from tallystick.run.inputs.items import items_of, refuse_missing
from tallystick.run.inputs.objects import object_items
from tallystick.run.inputs.sides import Input, ItemsLike, input_of, listing, scored_format
from tallystick.run.inputs.task import resolve_task
from tallystick.run.request import Request
from tallystick.tasks.base import Task
from tallystick.visible import visible

__all__ = [
    "Annotations",
    "InputOutputs",
    "Shared",
    "by_input",
    "common_items",
    "names_of",
    "read_annotators",
    "shared_items",
]


def names_of(annotators: Sequence[ItemsLike]) -> dict[str, ItemsLike]:
    """Name annotators after their files, with the shortest names that are distinct.

    >>> list(names_of(["a/ann.amr", "a/bob.amr"])), list(names_of(["ann/x.amr", "bob/x.amr"])), list(names_of([[], []]))
    (['ann', 'bob'], ['ann', 'bob'], ['1', '2'])
    """
    paths = [_path_of(annotator) for annotator in annotators]
    # If all files have the same name, the folders distinguish them.
    same = len({path and path.name for path in paths}) == 1
    for shorten in (lambda path: path.stem, lambda path: path.parent.name if same else path.name, str):
        names = [visible(shorten(path)) if path is not None else str(n) for n, path in enumerate(paths, 1)]
        if len(set(names)) == len(names) and all(names):
            return dict(zip(names, annotators, strict=True))
    # The same file twice.
    return {
        f"{name} ({number})": annotator
        for number, (name, annotator) in enumerate(zip(names, annotators, strict=True), 1)
    }


def _path_of(annotator: ItemsLike) -> Path | None:
    if isinstance(annotator, Source):
        return Path(annotator.shown.removesuffix(".gz"))
    if isinstance(annotator, Path) or (
        isinstance(annotator, str) and "\n" not in annotator and annotator.lstrip()[:1] not in ("{", "[", "(")
    ):
        return Path(annotator)
    return None


@dataclass(frozen=True, slots=True)
class Annotations:
    """The items of all annotators."""

    task: Task
    items: dict[str, dict[str, list[Item]]]
    """The items of each annotator by file; the file name is empty unless there are directories."""
    problems: tuple[Problem, ...]
    unreadable: dict[str, set[tuple[str, int]]]
    """The file and line of items that cannot be paired because even their id is unreadable, by annotator."""


def read_annotators(annotators: Mapping[str, ItemsLike], request: Request) -> Annotations:
    """Read all items of all annotators; raise an error that lists all problems."""
    skipped: list[Problem] = []
    inputs = {name: _files(input_of(annotator, name), skipped) for name, annotator in annotators.items()}
    if len({"" in files for files in inputs.values()}) > 1:
        lone = next(name for name, files in inputs.items() if "" not in files)
        raise UsageError(f"{lone} is a directory, but others are files; pass only directories or only files")
    sources = [side for files in inputs.values() for side in files.values() if isinstance(side, Source)]
    task, on_error = resolve_task(request, sources), request.settings.on_error
    items = {
        name: {file: list(_items(task, side, name)) for file, side in files.items()}
        for name, files in inputs.items()
    }
    all_items = [item for files in items.values() for listed in files.values() for item in listed]
    problems = list(dict.fromkeys(problem for item in all_items for problem in item.problems))
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
    """The items that cannot be paired: unreadable, and without an id although others have ids.

    Where none has an id, items pair by order, and an unreadable one keeps its position; if it is alone, the whole file
    cannot be read.
    """
    nameless = [item for item in items if item.value is None and item.id is None]
    return nameless if len(items) == 1 or any(item.id is not None for item in items) else []


def _files(side: Input, skipped: list[Problem]) -> dict[str, Input]:
    """The files to read, by name within the directory; the name is empty if there is no directory.

    Warnings about what is skipped in a directory are added to `skipped`.
    """
    if not isinstance(side, Source) or side.text is not None:
        return {"": side}
    refuse_missing([side.path])
    path = Path(side.path)
    if side.path == "-" or not (path.is_dir() or is_archive(path)):
        return {"": side}
    listed = listing(path)
    files = unwrapped(listed.files, ()) if is_archive(path) else listed.files
    if not files:
        raise DataError(Problem("the directory contains no files", side.path, code="empty"))
    skipped += listed.warnings
    return {name: opener() for name, opener in files.items()}


def _items(task: Task, side: Input, name: str) -> Iterator[Item]:
    if isinstance(side, Source):
        if any(choice.unscored for choice in task.formats):
            scored_format(task, side)
        yield from items_of(task, side)
        return
    reader = task.formats[0].reader
    for value in object_items(task, side, name):
        yield value if isinstance(value, Item) else reader.item(value)


@dataclass(frozen=True, slots=True)
class Shared:
    """The items that two annotators both have, in the same order where they have no ids."""

    first: list[Item]
    second: list[Item]
    only_first: int
    only_second: int


def shared_items(first: Mapping[str, list[Item]], second: Mapping[str, list[Item]], match_by: str) -> Shared:
    """Return what two annotators share: items of the same id, or all items if they have no ids, file by file."""
    left: list[Item] = []
    right: list[Item] = []
    for file in first:
        items, partners = first[file], second.get(file, [])
        if match_by != "order" and _unique_ids(items) and _unique_ids(partners):
            common = {item.id for item in items} & {item.id for item in partners}
            items, partners = ([item for item in side if item.id in common] for side in (items, partners))
        elif items and partners:
            _refuse_nameless(items, partners, match_by)
        if partners:
            left += _within(file, items, match_by)
            right += _within(file, partners, match_by)
    total, other_total = (sum(map(len, side.values())) for side in (first, second))
    return Shared(left, right, total - len(left), other_total - len(right))


def _unique_ids(items: Sequence[Item]) -> bool:
    names = {item.id for item in items}
    return None not in names and len(names) == len(items)


def _refuse_nameless(first: Sequence[Item], second: Sequence[Item], match_by: str) -> None:
    """Reject items that can be paired neither by id nor by order: only some have ids, or their numbers differ."""
    problems = []
    for items in (first, second) if match_by != "order" else ():
        nameless = [item for item in items if item.id is None]
        if len(nameless) < len(items):
            hint = "give every item an id, or pair by order: --match-by order"
            problems += [
                Problem(
                    "the item has no id, but other items have ids", item.path, item.line, 1, None, hint, "id"
                )
                for item in nameless
            ]
    if problems:
        raise DataError(problems)
    if len(first) != len(second):
        raise DataError(_different_numbers(first, second))


def _different_numbers(first_items: Sequence[Item], second_items: Sequence[Item]) -> Problem:
    shorter, longer = sorted((first_items, second_items), key=len)
    first = longer[len(shorter)]
    message = (
        f"{shorter[0].path} ends before item {len(shorter) + 1}: without ids, both must have the same items"
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


def common_items(task: Task, shared: Shared) -> tuple[list[Item], list[Item], dict[str, int]]:
    """Return what two annotators share without the parts of items that only one has annotated, and their numbers."""
    parts: Counter[str] = Counter()
    if not task.common:
        return shared.first, shared.second, parts
    reduce: Callable[[object, object], tuple[object, object, Mapping[str, int]] | None] = imported(
        task.common
    )
    partners = shared.second
    if _unique_ids(shared.first) and _unique_ids(shared.second):
        by_id = {item.id: item for item in shared.second}
        partners = [by_id[item.id] for item in shared.first]
    first, second = [], []
    for item, partner in zip(shared.first, partners, strict=True):
        reduced = reduce(item.value, partner.value)
        if reduced is not None:
            item, partner = replace(item, value=reduced[0]), replace(partner, value=reduced[1])
            parts.update(reduced[2])
        first.append(item)
        second.append(partner)
    return first, second, parts


@dataclass(frozen=True, slots=True)
class InputOutputs:
    """The items of annotators, or systems, for one input."""

    id: str
    items: dict[str, Item]
    """The readable items by annotator."""


def by_input(read: Annotations, match_by: str) -> list[InputOutputs]:
    """Group the items of all annotators by input: by file and id or, without ids, by position."""
    inputs: dict[str, InputOutputs] = {}
    files = list(dict.fromkeys(file for by_file in read.items.values() for file in by_file))
    for file in files:
        listed = {name: by_file[file] for name, by_file in read.items.items() if file in by_file}
        by_id = match_by != "order" and all(_unique_ids(items) for items in listed.values())
        if not by_id and len(set(map(len, listed.values()))) > 1:
            sizes = ", ".join(f"{name} has {len(items)}" for name, items in listed.items())
            raise DataError(Problem(f"without ids, all must have the same items: {sizes}", file,
                                    code="no-partner", hint="give every item an id"))  # fmt: skip
        for name, items in listed.items():
            for number, item in enumerate(items, 1):
                label = str(item.id) if by_id else str(number)
                key = f"{file}:{label}" if file else label
                if item.value is not None:
                    inputs.setdefault(key, InputOutputs(key, {})).items[name] = item
    return list(inputs.values())
