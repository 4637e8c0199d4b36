"""Items given in Python: dictionaries, which are read like lines of a file, or values of the task's types."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Block, Item, Reader, Source
from tallystick.run.inputs.tables import Table, as_table, table_items
from tallystick.tasks.base import Task, any_value

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = ["kind_of", "object_item", "object_items"]


def object_items(task: Task, values: Iterable[object], name: str) -> Iterator[Block | Item]:
    """Return the items of a side; messages call the side `name`."""
    if isinstance(values, Mapping) and values and all(as_table(part, {}) for part in values.values()):
        splits = ", ".join(map(repr, values))
        raise UsageError(f"{name} has several tables; pass one of them: {splits}")
    if isinstance(values, (Mapping, bytes)) or not isinstance(values, Iterable):
        raise UsageError(f"{name} must be a path, text or a list of items, not {_a(values)}")
    if isinstance(values, Table):
        values = table_items(task, values)
    return _items(task, values, f"<{name}>")


def _items(task: Task, values: Iterable[object], name: str) -> Iterator[Block | Item]:
    kind = kind_of(task)
    for number, value in enumerate(values, 1):
        yield object_item(task, kind, value, name, number)


def kind_of(task: Task) -> type:
    """Return the type of a task's items; a user's own type is checked by its own metric."""
    return object if task.accept is any_value else type(task.empty())


def object_item(task: Task, kind: type, value: object, name: str, number: int = 1) -> Block | Item:
    """Return an item that is given as an object; messages call its side `name`."""
    if isinstance(value, Item):
        return value
    if isinstance(value, Mapping):
        return _block(task.formats[0].reader, value, name, number)
    if isinstance(value, kind):
        return Item(value, _id_of(value), path=name, line=number)
    if isinstance(value, str) and hasattr(task.formats[0].reader, "for_predictions"):
        return _block(task.formats[0].reader, {"output": value}, name, number)  # the text of a model
    if task.accept is not any_value and not isinstance(value, (list, tuple, str)):
        record = _record(value) if hasattr(task.formats[0].reader, "keys") else None
        if record is not None:
            return _block(task.formats[0].reader, record, name, number)
    if task.accept is not None:
        return _accepted(task.accept, value, name, number)
    message = f"expected a dictionary or a {kind.__name__}, not {_a(value)}"
    return Item(None, None, (Problem(message, name, number, code="value"),), path=name, line=number)


def _accepted(accept: Callable[[object], object], value: object, name: str, number: int) -> Item:
    """Convert a value that is not of the task's own type."""
    try:
        made = accept(value)
    except DataError as error:
        problems = tuple(replace(problem, path=name, line=number, column=0) for problem in error.problems)
        return Item(None, None, problems, path=name, line=number)
    except (TypeError, ValueError, AttributeError) as error:
        message = f"{_a(value)} cannot be read: {error}"
        return Item(None, None, (Problem(message, name, number, code="value"),), path=name, line=number)
    if isinstance(made, Item):
        problems = tuple([replace(problem, path=name, line=number) for problem in made.problems])
        return Item(made.value, made.id, problems, made.meta, name, number, made.words, made.text)
    return Item(made, _id_of(made), path=name, line=number)


def _block(reader: Reader, value: Mapping[str, object], name: str, number: int) -> Block:
    """A dictionary as the corresponding line of a file."""
    try:
        text = json.dumps(dict(value), ensure_ascii=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        return Block("", name, number, None, (Problem(f"expected JSON values: {error}", name, number),))
    block = next(iter(reader.blocks(Source(name, text))))
    return replace(block, line=number)


def _plain(value: object) -> object:
    """Convert values that JSON does not have: sets, records, decimals, dates, numbers and arrays of NumPy."""
    if isinstance(value, Set):
        return sorted(value, key=repr)
    if isinstance(value, Mapping):
        return dict(value)
    record = _record(value)
    if record is not None:
        return record
    listed = getattr(value, "tolist", None)
    if callable(listed):
        return listed()
    # Imported here: few items contain decimals, or objects inside dictionaries.
    from decimal import Decimal

    if isinstance(value, Decimal):
        return _number(value)
    from tallystick.tasks.json.plain import plain_value

    try:
        return plain_value(value)
    except DataError as error:
        raise TypeError(f"not {_a(value)}") from error


def _number(value: Decimal) -> int | float:
    """A decimal as a number that is written in the same way; others are rejected, not rounded."""
    if value.is_finite():
        number = int(value) if value == value.to_integral_value() else float(value)
        if type(value)(repr(number)) == value:
            return number
    raise TypeError(f"not {value}, which has more digits than a Python float; pass the document as text")


def _record(value: object) -> Mapping[str, object] | None:
    """The fields of a data class, of an object of pydantic or of attrs; None for anything else."""
    if isinstance(value, type):
        return None
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        fields: Mapping[str, object] = dump(mode="json", by_alias=True, exclude_none=True)
        return fields
    attributes = getattr(type(value), "__attrs_attrs__", None)
    return {part.name: getattr(value, part.name) for part in attributes} if attributes is not None else None


def _id_of(value: object) -> str | None:
    """The id of a value, as in a line of JSON."""
    name = getattr(value, "id", None)
    return str(name) if isinstance(name, (str, int)) and not isinstance(name, bool) else None


def _a(value: object) -> str:
    return f"{type(value).__name__} ({value!r:.60})"
