"""JSON Pointers: the way to a value inside of another, as in ``/choices/0/message/content``."""

from __future__ import annotations

import re

from tallystick.errors import UsageError
from tallystick.formats.json import value_names as words
from tallystick.formats.json.mismatch import Mismatch, Path

__all__ = ["follow", "pointer_steps"]

_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")


def pointer_steps(pointer: str) -> tuple[str, ...]:
    """Return the steps of a JSON Pointer.

    >>> pointer_steps("/a~1b/0"), pointer_steps("")
    (('a/b', '0'), ())
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise UsageError(f"{pointer!r} is not a JSON Pointer: write it like /choices/0/message/content")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def follow(value: object, steps: tuple[str, ...]) -> tuple[object, Path] | Mismatch:
    """Return the value at the end of the steps and the path to it, or where the steps lead to nothing."""
    path: list[str | int] = []
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
            path.append(step)
        elif isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
            value = value[int(step)]
            path.append(int(step))
        else:
            return Mismatch(tuple(path), f"{step!r} is missing from {words.describe_value(value)}")
    return value, tuple(path)
