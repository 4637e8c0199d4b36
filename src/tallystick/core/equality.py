"""Equality of two values, as their type defines it.

`exact` needs a hashable key for each value. For a record whose ``__eq__`` was generated the key is made of the
fields that it compares; a class that defines ``__eq__`` itself is its own key, if it can be hashed; a class without
any ``__eq__`` compares by identity, under which no prediction equals its gold value.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence, Set
from enum import Enum
from operator import attrgetter
from types import FunctionType
from typing import Any

from tallystick.dataclass import dataclass, is_shared_equality

__all__ = ["Equality", "Getter", "equality_of"]

Getter = Callable[[Any], object]

#: The modules of Python's own collections; their equality is that of their elements.
_COLLECTION_MODULES = ("builtins", "collections", "_collections_abc", "typing")


@dataclass(frozen=True, slots=True)
class Equality:
    """How a type compares its values."""

    parts: tuple[Getter, ...] | None = None
    """The fields that are compared, for records with a generated ``__eq__``."""
    is_own: bool = False
    """Whether the class defines ``__eq__`` itself."""
    is_identity: bool = False
    """Whether a value equals nothing but itself."""


def equality_of(kind: type) -> Equality:
    """How a type compares its values: by the ``__eq__`` that it has or inherits."""
    definer = next(base for base in kind.__mro__ if "__eq__" in vars(base))
    method = vars(definer)["__eq__"]
    if definer is object:
        return Equality(is_identity=_has_many_values(kind))
    if definer.__module__.partition(".")[0] == "pydantic":
        return Equality(_pydantic_parts(kind))
    if _is_generated(method, definer):
        if "__attrs_attrs__" in vars(definer):
            return Equality(_attrs_parts(definer))
        if dataclasses.is_dataclass(definer):
            compared = [field.name for field in dataclasses.fields(definer) if field.compare]
            return Equality(tuple(map(attrgetter, compared)))
    if issubclass(kind, (Mapping, Sequence, Set)):
        in_python = isinstance(method, FunctionType) and definer.__module__ not in _COLLECTION_MODULES
        return Equality(is_own=in_python)
    return Equality(is_own=isinstance(method, FunctionType))


def _has_many_values(kind: type) -> bool:
    """Whether the identity of values is meaningless; that of classes and enum members is not."""
    return kind.__module__ != "builtins" and not issubclass(kind, (Enum, type))


def _is_generated(method: object, definer: type) -> bool:
    """Whether a decorator wrote the method: then its name differs from that of a method in the class body, or it is
    shared."""
    if is_shared_equality(method):
        return True
    code = getattr(method, "__code__", None)
    return code is not None and (
        code.co_filename.startswith("<attrs generated")
        or (code.co_filename == "<string>" and code.co_qualname != f"{definer.__qualname__}.__eq__")
    )


def _attrs_parts(definer: Any) -> tuple[Getter, ...]:
    def part(attribute: Any) -> Getter:
        get = attrgetter(attribute.name)
        if attribute.eq_key is None:
            return get
        return lambda value: attribute.eq_key(get(value))

    return tuple(part(attribute) for attribute in definer.__attrs_attrs__ if attribute.eq)


def _pydantic_parts(kind: Any) -> tuple[Getter, ...]:
    """The fields of a model, and its extra attributes."""
    beside = ("__pydantic_extra__", "__pydantic_private__")
    return (
        *map(attrgetter, kind.model_fields),
        lambda value: [getattr(value, name) or {} for name in beside],
    )
