"""Types from the gold: its keys, and its lists of numbers that are read by position."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.documents import gold_values
from tallystick.tasks.json.scalars import is_number
from tallystick.tasks.json.shape import Shape
from tallystick.tasks.json.tree import ANY

__all__ = ["infer_schema", "infer_shape"]


def infer_schema(items: Iterable[object]) -> DocumentSchema:
    """Infer the types of gold documents."""
    shape, paths = infer_shape(value for item in items for value in gold_values(item))
    digest = sha256("\n".join(paths).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return DocumentSchema(shape, "the gold", digest, inferred=True)


def infer_shape(values: Iterable[object]) -> tuple[Shape, list[str]]:
    """Return the shape of documents, and all of its paths.

    A list is read by position if every list at its path that has items consists of numbers, and all have the same
    length of at least two: spans, boxes, coordinates.
    """
    root = _Seen()
    for value in values:
        root.see(value)
    paths: list[str] = []
    return root.shape("", paths), sorted(paths)


_CONTAINERS = frozenset((dict, list))


class _Seen:
    """The common properties of the values at one path."""

    __slots__ = ("items", "keys", "length")

    def __init__(self) -> None:
        self.keys: dict[str, _Seen] = {}
        self.items: _Seen | None = None
        self.length: int | None = None
        """Of lists of numbers; 0 if a list has another length or other items, None if there was no list."""

    def see(self, value: object) -> None:
        """Take a value into account."""
        if isinstance(value, dict):
            if len(value) == 1 and isinstance(value.get(ANY), list):
                for choice in value[ANY]:
                    self.see(choice)
                return
            keys = self.keys
            if value.keys() <= keys.keys() and _CONTAINERS.isdisjoint(map(type, value.values())):
                return  # a record as others before
            for key, part in value.items():
                seen = keys.get(key)
                if seen is None:
                    seen = keys[key] = _Seen()
                if isinstance(part, (dict, list)):
                    seen.see(part)
        elif isinstance(value, list) and value:
            if self.items is None:
                self.items = _Seen()
            numbers = all(map(is_number, value))
            length = len(value) if numbers else 0
            self.length = length if self.length in (None, length) else 0
            if not numbers:
                for item in value:
                    self.items.see(item)

    def shape(self, path: str, paths: list[str]) -> Shape:
        """Return the shape of the values, and list the paths below."""
        by_position = self.length is not None and self.length >= 2
        paths.append(f"{path} by position" if by_position else path)
        shape = Shape(order="position" if by_position else None)
        for key in sorted(self.keys):
            shape.properties[key] = self.keys[key].shape(f"{path}.{key}", paths)
        if self.items is not None:
            shape.items = self.items.shape(f"{path}[]", paths)
        return shape
