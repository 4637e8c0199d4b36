"""Types and values in plain English, for messages: what was expected, and what was found instead."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches
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

__all__ = ["choice", "counted", "did_you_mean", "expected", "found", "key"]

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_LONGEST = 40
_MOST_LISTED = 8
_DEEPEST = 4

_ATOMS: dict[type, tuple[str, str]] = {
    str: ("a string", "strings"),
    bool: ("true or false", "truth values"),
    int: ("an integer", "integers"),
    float: ("a number", "numbers"),
    type(None): ("null", "nulls"),
    Var: ('a variable {"var": "name"}', "variables"),
}


def counted(number: int, one: str, many: str) -> str:
    """A number of things.

    >>> counted(1, "value", "values"), counted(2, "value", "values"), counted(30, "value", "values")
    ('one value', 'two values', '30 values')
    """
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {one if number == 1 else many}"


def choice(options: Iterable[str]) -> str:
    """Several things of which one is meant: ``a, b or c``."""
    listed = list(dict.fromkeys(options))
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def key(name: str) -> str:
    """A key in quotes, shortened, and harmless to a terminal."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…")


def found(value: object) -> str:
    """A JSON value as it is named in a message.

    >>> found("4"), found([1, 2]), found({"a": 1}), found(None)
    ('the string "4"', 'a list of two values', "an object with the key 'a'", 'null')
    """
    if isinstance(value, str):
        return f"the string {_quoted(value)}" if value else "an empty string"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        # A very long integer cannot even be written out.
        return f"the integer {value}" if value.bit_length() < 128 else "a very large integer"
    if isinstance(value, float):
        return f"the number {value!r}"
    if isinstance(value, (list, tuple)):
        return f"a list of {counted(len(value), 'value', 'values')}" if value else "an empty list"
    if isinstance(value, dict):
        if not value:
            return "an empty object"
        return (
            f"an object with the {'key' if len(value) == 1 else 'keys'} {_listed(map(key, map(str, value)))}"
        )
    return f"a value of type {type(value).__name__}"


def expected(hint: Hint) -> str:
    """A type as it is named in a message.

    >>> expected(str | tuple[int, int])
    'a string or a list of two integers'
    """
    return _words(hint, 0)[0]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint for a name that is almost a known one."""
    lowered = {option.lower(): option for option in known}
    close = get_close_matches(name[:100].lower(), lowered, n=1, cutoff=0.6)
    return f"did you mean {key(lowered[close[0]])}?" if close else None


def _quoted(text: str) -> str:
    shortened = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    quoted = json.dumps(shortened, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in quoted)


def _listed(names: Iterable[str]) -> str:
    all_names = list(names)
    more = "" if len(all_names) <= _MOST_LISTED else ", …"
    return ", ".join(all_names[:_MOST_LISTED]) + more


def _constant(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, (str, int, float)) else value.name
    return _quoted(value) if isinstance(value, str) else json.dumps(value, default=repr)


def _words(hint: Hint, depth: int) -> tuple[str, str]:
    """One and many of a type. A type that contains itself is named only so deep."""
    if depth > _DEEPEST:
        return "a value", "values"
    match shape_of(hint):
        case Atom(kind):
            known = next((_ATOMS[base] for base in kind.__mro__ if base in _ATOMS), None)
            return known or (f"a value of type {kind.__name__}", f"values of type {kind.__name__}")
        case Choices(values):
            listed = _listed(map(_constant, values))
            return (listed, listed) if len(values) == 1 else (f"one of {listed}", f"values out of {listed}")
        case RecordShape(kind, fields):
            if issubclass(kind, tuple) and len({field.hint for field in fields}) == 1:
                # Like things without names of their own, such as the two ends of a span.
                return _fixed_words(tuple(field.hint for field in fields), depth)
            return f"an object ({kind.__name__})", f"objects ({kind.__name__})"
        case Items(_, element):
            many = _words(element, depth + 1)[1]
            return f"a list of {many}", f"lists of {many}"
        case Fixed(parts):
            return _fixed_words(parts, depth)
        case Keyed(_, value):
            many = _words(value, depth + 1)[1]
            return f"an object whose values are {many}", f"objects whose values are {many}"
        case OneOf(options):
            words = [_words(option, depth + 1) for option in options]
            return choice(one for one, _ in words), choice(many for _, many in words)
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
        what = f"{counted(len(parts), 'value', 'values')} ({_listed(one for one, _ in words)})"
    return f"a list of {what}", f"lists of {what}"
