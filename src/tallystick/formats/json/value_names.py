"""Values in plain English, for messages."""

from __future__ import annotations

import json
from collections.abc import Iterable

__all__ = ["choice", "counted", "describe_value", "did_you_mean", "key", "listed", "quoted"]

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_LONGEST = 40
_MOST_LISTED = 8


def counted(number: int, singular: str, plural: str) -> str:
    """A number of things.

    >>> counted(1, "value", "values"), counted(2, "value", "values"), counted(30, "value", "values")
    ('one value', 'two values', '30 values')
    """
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {singular if number == 1 else plural}"


def choice(options: Iterable[str]) -> str:
    """Join alternatives: ``a, b or c``."""
    *others, last = dict.fromkeys(options)
    return f"{', '.join(others)} or {last}" if others else last


def key(name: str) -> str:
    """A key in quotes, shortened, and harmless to a terminal."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…")


def describe_value(value: object) -> str:
    """A JSON value as it is named in a message.

    >>> describe_value("4"), describe_value([1, 2]), describe_value({"a": 1}), describe_value(None)
    ('the string "4"', 'a list of two values', "an object with the key 'a'", 'null')
    """
    if isinstance(value, str):
        return f"the string {quoted(value)}" if value else "an empty string"
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
            f"an object with the {'key' if len(value) == 1 else 'keys'} {listed(map(key, map(str, value)))}"
        )
    return f"a value of type {type(value).__name__}"


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A hint for a name that is almost a known one."""
    from difflib import get_close_matches  # only mistakes need it

    lowered = {option.lower(): option for option in known}
    close = get_close_matches(name[:100].lower(), lowered, n=1, cutoff=0.6)
    return f"did you mean {key(lowered[close[0]])}?" if close else None


def quoted(text: str) -> str:
    """A string in quotes, shortened, and harmless to a terminal."""
    shortened = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    quoted = json.dumps(shortened, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in quoted)


def listed(names: Iterable[str]) -> str:
    """The first few of several names."""
    all_names = list(names)
    more = "" if len(all_names) <= _MOST_LISTED else ", …"
    return ", ".join(all_names[:_MOST_LISTED]) + more
