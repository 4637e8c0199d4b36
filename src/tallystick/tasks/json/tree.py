"""Documents as trees of leaves: what is absent or ignored is left out, and every part knows its size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tallystick.errors import DataError, Problem
from tallystick.tasks.json.compare.numbers import box_of
from tallystick.tasks.json.fields import Field, Scheme
from tallystick.tasks.json.keys import ANY, with_one_key
from tallystick.tasks.json.scalars import NULL, Normal, kind_of

__all__ = ["ANY", "MOST_DEPTH", "Array", "Leaf", "Node", "Object", "Options", "tree_of"]

#: Values that are nested deeper are refused.
MOST_DEPTH = 200


class Leaf:
    """A scalar."""

    __slots__ = ("field", "normal", "size", "value")
    fixed: Final = True

    def __init__(self, field: Field, value: object, normal: Normal) -> None:
        self.field = field
        self.value = value
        self.normal = normal
        self.size: int = field.weight

    @property
    def graded(self) -> bool:
        """Whether credit may be partial, or equality is not transitive."""
        comparator = self.field.comparator
        return comparator.graded and comparator.kind == kind_of(self.normal)


class Object:
    """An object whose keys mean something."""

    __slots__ = ("entries", "field", "fixed", "graded", "size", "value")

    def __init__(self, field: Field, value: Mapping[str, object], entries: dict[str, Node]) -> None:
        self.field = field
        self.value = value
        self.entries = entries
        size, fixed, graded = 0, True, False
        for node in entries.values():
            size += node.size
            fixed = fixed and node.fixed
            graded = graded or node.graded
        self.size: int = size
        self.fixed: bool = fixed
        """Whether the gold leaves no choice anywhere below."""
        self.graded: bool = graded
        """Whether credit may be partial anywhere below, so that equal items need not meet in a best matching."""


class Array:
    """A list, or an object whose keys are names without meaning."""

    __slots__ = ("field", "fixed", "graded", "indices", "items", "size", "value")

    def __init__(self, field: Field, value: Any, items: list[Node], indices: list[Any]) -> None:
        self.field = field
        self.value = value
        self.items = items
        self.indices = indices
        """Where the items are in the value: numbers, or keys."""
        shape = field.shape
        self.fixed: bool = all(node.fixed for node in items)
        self.graded: bool = (
            shape.item_from is not None or shape.count == "items" or any(node.graded for node in items)
        )
        # An item that may be left out counts nothing until it meets one.
        sizes = [node.size for node in items]
        self.size: int = (
            field.weight * sum(size > 0 for size in sizes) if shape.count == "items" else sum(sizes)
        )

    @property
    def is_map(self) -> bool:
        """Whether this is an object."""
        return isinstance(self.value, dict)


class Options:
    """Acceptable values, in the gold only; None among them: the value may be left out."""

    __slots__ = ("choices", "field", "key", "size")
    fixed: Final = False
    graded: Final = True

    def __init__(self, field: Field, choices: list[Node | None], key: tuple[str, ...] = ()) -> None:
        self.field = field
        self.choices = choices
        self.key = key
        """The key fields of the list around it: a choice meets predictions with the same key only."""
        self.size: int = min([0 if node is None else node.size for node in choices], default=0)

    @property
    def smallest(self) -> Node | None:
        """The first of the smallest choices: what counts where nothing meets it."""
        return min(self.choices, key=lambda node: 0 if node is None else node.size, default=None)


Node = Leaf | Object | Array | Options


def tree_of(scheme: Scheme, value: object, *, gold: bool) -> Node | None:
    """Return the tree of a document; None if it has no leaves."""
    return _Builder(scheme, gold).node(value, scheme.root, 0)


class _Builder:
    def __init__(self, scheme: Scheme, gold: bool) -> None:
        self.blank_is_value = scheme.null_is_value
        self.apply_defaults = scheme.apply_defaults
        self.gold = gold

    def node(self, value: object, field: Field, depth: int) -> Node | None:
        """Return the tree of a value; None if it is absent, ignored, or weighs nothing."""
        if field.shape.branches is not None:
            acceptable = self._acceptable(value, field)
            if acceptable is not None:
                # Each of them may belong to another branch.
                return self._options(acceptable, field, depth)
            field = field.resolve(value)
        shape = field.shape
        if shape.ignore:
            return None
        if isinstance(value, str):
            if not self.blank_is_value and not shape.blank_is_value and (not value or value.isspace()):
                return None
            return Leaf(field, value, field.normal(value)) if field.weight else None
        if value is None:
            return Leaf(field, value, NULL) if self.blank_is_value and field.weight else None
        if isinstance(value, dict):
            return self._object(value, field, depth)
        if isinstance(value, (list, tuple)):
            return self._list(value, field, depth)
        return Leaf(field, value, field.normal(value)) if field.weight else None

    def _object(self, value: dict[str, object], field: Field, depth: int) -> Node | None:
        acceptable = self._acceptable(value, field)
        if acceptable is not None:
            return self._options(acceptable, field, depth)
        if depth >= MOST_DEPTH:
            raise _too_deep()
        if self.apply_defaults:
            missing = {
                key: shape.default
                for key, shape in field.shape.properties.items()
                if shape.default is not None and key not in value
            }
            value = {**value, **missing} if missing else value
        entries: dict[str, Node] = {}
        for key, part in value.items():
            node = self.node(part, field.child(key), depth + 1)
            if node is not None:
                entries[key] = node
        if not entries:
            return None
        if field.shape.keys == "free":
            return Array(field, value, list(entries.values()), list(entries))
        return Object(field, value, entries)

    def _list(self, value: Any, field: Field, depth: int) -> Node | None:
        shape = field.shape
        if depth >= MOST_DEPTH:
            raise _too_deep()
        acceptable = self._acceptable(value, field)
        if acceptable is not None:
            return self._options(acceptable, field, depth)
        if field.comparator.kind == "box":
            box = box_of(value)
            if box is not None:
                return Leaf(field, value, ("box", box)) if field.weight else None
        key = shape.key if self.gold and field.order != "position" else ()
        items: list[Node] = []
        indices: list[int] = []
        prefix = len(shape.prefix)
        field_of_item = field.item(prefix)
        for index, part in enumerate(value):
            if key:
                part = with_one_key(part, key)
            node = self.node(part, field_of_item if index >= prefix else field.item(index), depth + 1)
            if node is not None:
                if type(node) is Options:
                    node.key = key
                items.append(node)
                indices.append(index)
        return Array(field, value, items, indices) if items else None

    def _acceptable(self, value: object, field: Field) -> list[object] | None:
        """Return the acceptable values that the gold lists; None if it lists none."""
        if not self.gold:
            return None
        if isinstance(value, dict):
            choices = value.get(ANY) if len(value) == 1 else None
            return choices if isinstance(choices, list) else None
        return list(value) if field.shape.alternatives and isinstance(value, (list, tuple)) else None

    def _options(self, values: list[object], field: Field, depth: int) -> Node | None:
        if depth >= MOST_DEPTH:
            raise _too_deep()
        choices = [
            self._choice(value, field, depth + 1)
            if field.shape.alternatives
            else self.node(value, field, depth + 1)
            for value in values
        ]
        if all(choice is None for choice in choices):
            return None
        return Options(field, choices)

    def _choice(self, value: object, field: Field, depth: int) -> Node | None:
        """Return the tree of an acceptable value of a field whose gold is a list of them."""
        if not isinstance(value, list):
            return self.node(value, field, depth)
        field = field.resolve(value)
        items = [self.node(part, field.item(index), depth + 1) for index, part in enumerate(value)]
        kept = [(index, node) for index, node in enumerate(items) if node is not None]
        if not kept:
            return None
        return Array(field, value, [node for _, node in kept], [index for index, _ in kept])


def _too_deep() -> DataError:
    message = f"the value is nested more than {MOST_DEPTH} levels deep, which is not supported"
    return DataError([Problem(message, code="nesting")])
