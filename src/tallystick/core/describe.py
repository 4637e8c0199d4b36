"""Short descriptions of values, for explanations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from enum import Enum

from tallystick.core.values import Var, fields_of

__all__ = ["describe"]

_WORDS = frozenset({str})


def describe(value: object) -> str:
    """A value in one line: records as their parts, numbers together as in the file, lists in parentheses.

    >>> describe(("PER", [0, 1]))
    'PER [0, 1]'
    >>> describe([("attacker", [0, 0]), ("time", [5, 5])])
    'attacker [0, 0], time [5, 5]'
    >>> describe({"entity": ["the mayor", "he"]})
    'entity: ("the mayor", he)'
    """
    if type(value) is tuple and _WORDS.issuperset(map(type, value)):
        words = " ".join(value)
        # Most parts are a few plain words.
        if words.isprintable() and words.count(" ") == len(value) - 1 and all(value):
            return words
    shown = _describe(value)
    # The outermost parentheses are redundant.
    bare = isinstance(value, (list, tuple, Set)) and shown.startswith("(") and len(shown) > 2
    return shown[1:-1] if bare else shown


def _describe(value: object) -> str:
    if type(value) is int:  # first, because sets are sorted by their descriptions
        return str(value)
    if isinstance(value, str):
        plain = value and value.isprintable() and " " not in value  # of all spaces only this one is printable
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Var):
        return value.name
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Mapping):
        return ", ".join(f"{_describe(key)}: {_describe(part)}" for key, part in value.items()) or "()"
    names = fields_of(type(value))
    if names is not None:
        parts = [getattr(value, name) for name in names]
    elif isinstance(value, (list, tuple, Set)):
        parts = list(value)
    else:
        # A float that is a whole number reads as it was written.
        return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
    if parts and all(isinstance(part, (int, float)) for part in parts):
        return f"[{', '.join(map(_describe, sorted(parts, key=_describe) if isinstance(value, Set) else parts))}]"
    shown = [_describe(part) for part in parts]
    if isinstance(value, Set):
        shown.sort()  # by their words: a set has another order in every run
    if names is not None or (isinstance(value, tuple) and _mixed(parts)):
        return " ".join(shown)
    # Single words need no commas between them.
    separator = ", " if any(" " in part for part in shown) else " "
    return f"({separator.join(shown)})"


def _mixed(parts: list[object]) -> bool:
    """Whether a tuple is a record without names: a word or a number beside something else."""
    kinds = {type(part) for part in parts}
    return len(kinds) > 1 and bool(kinds & {str, int, float, bool})
