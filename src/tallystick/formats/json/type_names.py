"""Types in plain English, for messages: what was expected."""

from __future__ import annotations

import json
from enum import Enum

from tallystick.core.types import (
    Atom,
    Choices,
    Fixed,
    Hint,
    Items,
    Keyed,
    Noted,
    OneOf,
    Open,
    RecordShape,
    shape_of,
)  # fmt: skip
from tallystick.core.values import Var
from tallystick.formats.json.value_names import choice, counted, listed, quoted

__all__ = ["expected"]

_DEEPEST = 4

_ATOMS: dict[type, tuple[str, str]] = {
    str: ("a string", "strings"),
    bool: ("true or false", "truth values"),
    int: ("an integer", "integers"),
    float: ("a number", "numbers"),
    type(None): ("null", "nulls"),
    Var: ('a variable {"var": "name"}', "variables"),
}


def expected(hint: Hint) -> str:
    """A type as it is named in a message.

    >>> expected(str | tuple[int, int])
    'a string or a list of two integers'
    """
    return _words(hint, 0)[0]


def _constant(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, (str, int, float)) else value.name
    return quoted(value) if isinstance(value, str) else json.dumps(value, default=repr)


def _words(hint: Hint, depth: int) -> tuple[str, str]:
    """One and many of a type. A type that contains itself is named only so deep."""
    if depth > _DEEPEST:
        return "a value", "values"
    match shape_of(hint):
        case Atom(kind):
            known = next((_ATOMS[base] for base in kind.__mro__ if base in _ATOMS), None)
            return known or (f"a value of type {kind.__name__}", f"values of type {kind.__name__}")
        case Choices(values):
            names = listed(map(_constant, values))
            return (names, names) if len(values) == 1 else (f"one of {names}", f"values out of {names}")
        case RecordShape(kind, fields):
            if issubclass(kind, tuple) and len({field.hint for field in fields}) == 1:
                # Values of the same kind without names, such as the two ends of a span.
                return _fixed_words(tuple(field.hint for field in fields), depth)
            return f"an object ({kind.__name__})", f"objects ({kind.__name__})"
        case Items(_, element):
            plural = _words(element, depth + 1)[1]
            return f"a list of {plural}", f"lists of {plural}"
        case Fixed(parts):
            return _fixed_words(parts, depth)
        case Keyed(_, value):
            plural = _words(value, depth + 1)[1]
            return f"an object whose values are {plural}", f"objects whose values are {plural}"
        case OneOf(options):
            words = [_words(option, depth + 1) for option in options]
            return choice(singular for singular, _ in words), choice(plural for _, plural in words)
        case Noted(base):
            return _words(base, depth)
        case Open():
            return "any value", "values"


def _fixed_words(parts: tuple[Hint, ...], depth: int) -> tuple[str, str]:
    if not parts:
        return "an empty list", "empty lists"
    words = [_words(part, depth + 1) for part in parts]
    if all(pair == words[0] for pair in words):
        what = counted(len(parts), words[0][0].partition(" ")[2] or "value", words[0][1])
    else:
        what = f"{counted(len(parts), 'value', 'values')} ({listed(singular for singular, _ in words)})"
    return f"a list of {what}", f"lists of {what}"
