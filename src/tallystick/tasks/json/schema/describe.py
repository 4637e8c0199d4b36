"""The schema of some documents, written to be edited: what scoring without a schema assumes.

Lists have their order written out, and a comment names the fields that could serve as a key: those that every item of
every list has, as a scalar, and no two items of one list share.
"""

from __future__ import annotations

from collections.abc import Iterable

from tallystick.tasks.json.documents import value_of
from tallystick.tasks.json.scalars import is_number, normal_form
from tallystick.tasks.json.schema.annotations import KEYWORD
from tallystick.tasks.json.tree import ANY

__all__ = ["describe_documents"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def describe_documents(items: Iterable[object]) -> dict[str, object]:
    """Return the JSON Schema of some documents.

    >>> schema = describe_documents([{"rows": [{"id": 1, "t": "x"}, {"id": 2, "t": "x"}], "box": [0, 1.5]}])
    >>> schema["properties"]["rows"]["$comment"], schema["properties"]["box"]["x-tally"]
    ('could be matched by key: id', {'order': 'position'})
    """
    root = _Values()
    for item in items:
        root.see(value_of(item))
    return {"$schema": _DIALECT, **root.schema()}


class _Values:
    """The common properties of the values at one path."""

    __slots__ = ("items", "keys", "length", "lists", "types", "unique")

    def __init__(self) -> None:
        self.types: dict[str, None] = {}
        self.keys: dict[str, _Values] = {}
        self.items: _Values | None = None
        self.lists = 0
        self.length: int | None = None
        """Of lists of numbers; 0 if a list has another length or other items."""
        self.unique: dict[str, None] | None = None
        """Fields that identify the items of every list so far; None before the first list with two items."""

    def see(self, value: object) -> None:
        """Take a value into account."""
        if isinstance(value, dict) and len(value) == 1 and isinstance(value.get(ANY), list):
            for choice in value[ANY]:
                self.see(choice)
            return
        self.types[_type_of(value)] = None
        if isinstance(value, dict):
            for key, part in value.items():
                self.keys.setdefault(key, _Values()).see(part)
        elif isinstance(value, list) and value:
            self._see_list(value)

    def _see_list(self, values: list[object]) -> None:
        if self.items is None:
            self.items = _Values()
        for value in values:
            self.items.see(value)
        self.lists += 1
        length = len(values) if all(map(is_number, values)) else 0
        self.length = length if self.length in (None, length) else 0
        if len(values) > 1:
            fields = _identifying(values)
            known = fields if self.unique is None else self.unique
            self.unique = {name: None for name in known if name in fields}

    def schema(self) -> dict[str, object]:
        """Return the schema of the values."""
        names = sorted(self.types)
        if "number" in names and "integer" in names:
            names.remove("integer")
        schema: dict[str, object] = {}
        if names:
            schema["type"] = names[0] if len(names) == 1 else names
        if self.unique:
            schema["$comment"] = f"could be matched by key: {', '.join(self.unique)}"
        if "array" in names:
            by_position = self.length is not None and self.length >= 2
            schema[KEYWORD] = {"order": "position" if by_position else "free"}
        if self.keys:
            schema["properties"] = {key: values.schema() for key, values in self.keys.items()}
        if self.items is not None:
            schema["items"] = self.items.schema()
        return schema


def _type_of(value: object) -> str:
    if value is None:
        return "null"
    for kind, name in (
        (bool, "boolean"),
        (str, "string"),
        (int, "integer"),
        (dict, "object"),
        (list, "array"),
    ):
        if isinstance(value, kind):
            return name
    return "number"


def _identifying(items: list[object]) -> dict[str, None]:
    """The fields that all items of a list have, each with another scalar."""
    first = items[0]
    if not isinstance(first, dict):
        return {}
    names: dict[str, None] = {}
    for name in first:
        values = [item.get(name) if isinstance(item, dict) else None for item in items]
        if any(value is None or isinstance(value, (dict, list)) for value in values):
            continue
        if len({normal_form(value) for value in values}) == len(values):
            names[name] = None
    return names
