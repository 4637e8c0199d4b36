"""The labels of JSON documents: the values of fields that a document has once."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from tallystick.formats.base import Item
from tallystick.formats.json.document import Document
from tallystick.tasks.records.labels import Labels

__all__ = ["labels_of"]


def labels_of(item: Item) -> dict[str, Labels]:
    """Return the values of fields outside lists; which elements of two lists correspond is a matter of their values."""
    assert isinstance(item.value, Document)
    return {path: {"value": label} for path, label in _values(item.value.value, "")}


def _values(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _values(part, f"{path}.{key}" if path else str(key))
    elif not isinstance(value, list):
        yield path or "value", _label(value)


def _label(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    # Equal numbers are the same label however they are written.
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)
