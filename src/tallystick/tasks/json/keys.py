"""Keys of items: the fields that must be equal for two items to meet.

A gold item may have several keys, if acceptable values (``$any``) are listed for a key field, or for the item as a
whole. It is then read as several acceptable items with one key each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tallystick.tasks.json.scalars import canonical_text, normal_form

if TYPE_CHECKING:
    from tallystick.tasks.json.tree import Node

__all__ = ["ANY", "has_several_keys", "item_keys", "key_of", "with_one_key"]

#: The key of an object in the gold that lists acceptable values.
ANY = "$any"

Key = tuple[str, ...]


def key_of(node: Node, names: Key, null_is_value: bool) -> Key:
    """Return the values of the key fields of an item, in a form in which they are equal; absent equals absent."""
    value = getattr(node, "value", None)
    return tuple([_key_text(_member(value, name), null_is_value) for name in names])


def item_keys(node: Node, names: Key) -> set[Key]:
    """Return the keys of a gold item: one for each acceptable item."""
    keys: set[Key] = set()
    waiting: list[Any] = [node]
    while waiting:
        here = waiting.pop()
        if here is None:
            continue
        choices = getattr(here, "choices", None)
        if choices is None:
            keys.add(key_of(here, names, here.field.scheme.null_is_value))
        else:
            waiting += choices
    return keys


def has_several_keys(nodes: Iterable[Node]) -> bool:
    """Whether there is a choice between several items among gold items."""
    return any(hasattr(node, "choices") for node in nodes)


def with_one_key(value: object, names: Key) -> object:
    """Return a gold item whose key fields list acceptable values as acceptable items with one key each.

    >>> with_one_key({"sku": {"$any": ["A", "B"]}, "qty": 1}, ("sku",))
    {'$any': [{'sku': 'A', 'qty': 1}, {'sku': 'B', 'qty': 1}]}
    """
    values = list(_spread(value, names))
    return value if len(values) == 1 and values[0] is value else {ANY: values}


def _spread(value: object, names: Key) -> Iterator[object]:
    choices = _choices(value)
    if choices is not None:
        for choice in choices:
            yield from _spread(choice, names)
        return
    for name in names:
        path = [name] if isinstance(value, dict) and name in value else name.split(".")
        alternatives = _choices(_member(value, name))
        if alternatives is not None:
            for alternative in alternatives:
                yield from _spread(_replaced(value, path, alternative), names)
            return
    yield value


def _choices(value: object) -> list[object] | None:
    """Return the acceptable values that a value lists; None if it lists none."""
    listed = value.get(ANY) if isinstance(value, dict) and len(value) == 1 else None
    return listed if isinstance(listed, list) else None


def _replaced(value: Any, path: list[str], part: object) -> object:
    """Return a copy of an object with another value at a path."""
    if not path:
        return part
    return {**value, path[0]: _replaced(value[path[0]], path[1:], part)}


def _member(value: object, name: str) -> object:
    """Return a member of an object by its key or by a path with dots; an empty list if it has none."""
    if isinstance(value, dict) and name in value:
        return value[name]
    for step in name.split("."):
        if not isinstance(value, dict) or step not in value:
            return []
        value = value[step]
    return value


def _key_text(value: object, null_is_value: bool) -> str:
    if isinstance(value, (dict, list)):
        return _value_text(value) if value else ""
    absent = not null_is_value and (value is None or (isinstance(value, str) and not value.strip()))
    return "" if absent else _value_text(value)


def _value_text(value: object) -> str:
    if isinstance(value, dict):
        return f"{{{','.join([f'{key!r}:{_value_text(part)}' for key, part in sorted(value.items())])}}}"
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(_value_text, value))}]"
    return canonical_text(normal_form(value))
