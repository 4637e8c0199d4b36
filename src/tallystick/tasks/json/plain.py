"""Python objects as JSON values: data classes, pydantic and attrs objects, dates, sets, enumerations."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Set
from datetime import date, time
from decimal import Decimal
from enum import Enum
from math import isfinite
from typing import Any
from uuid import UUID

from tallystick.errors import DataError, Problem

__all__ = ["plain_value"]

_FRACTIONS = (float, Decimal)
_PLAIN = (str, bool, int, float, Decimal, type(None))


def plain_value(value: Any) -> Any:
    """Return an object as a JSON value: a dictionary, a list or a scalar.

    >>> plain_value({"on": date(2024, 3, 4), "tags": ("a", "b")})
    {'on': '2024-03-04', 'tags': ['a', 'b']}
    """
    try:
        return _plain(value)
    except RecursionError as error:
        raise DataError("the value contains itself, or is nested too deep") from error


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        if kind in _FRACTIONS and not isfinite(value):
            raise DataError(
                Problem(f"{value} is not a number in JSON", hint="write null (None), or leave the value out")
            )
        return value
    if kind is dict:
        return {_key(key): _plain(part) for key, part in value.items()}
    if kind is list:
        return [_plain(part) for part in value]
    return _converted(value)


def _converted(value: Any) -> Any:
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, _PLAIN):  # another class, derived from these
        return value if not isinstance(value, float) else _plain(float(value))
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return _plain(dump(by_alias=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    names = getattr(type(value), "_fields", None) or [
        attribute.name for attribute in getattr(type(value), "__attrs_attrs__", ())
    ]
    if names:
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {_key(key): _plain(part) for key, part in value.items()}
    if isinstance(value, Set):
        return [_plain(part) for part in sorted(value, key=repr)]
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    listed = getattr(value, "tolist", None)  # the numbers and arrays of NumPy
    if callable(listed):
        return _plain(listed())
    raise DataError(f"expected JSON values, not {type(value).__name__} ({value!r:.60})")


def _key(key: object) -> str:
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str):
        raise DataError(f"the keys of a JSON object are texts, not {key!r:.60}")
    return key
