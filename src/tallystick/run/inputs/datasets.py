"""Data sets by a pattern: ``{name}`` is the part of a path that differs between them."""

from __future__ import annotations

import re
from glob import escape, glob

from tallystick.errors import UsageError

__all__ = ["data_sets", "has_fields", "in_data_set"]

_FIELD = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


def has_fields(path: str) -> bool:
    """Return whether a path is a pattern.

    >>> has_fields("{set}.gold.amr"), has_fields("gold.amr")
    (True, False)
    """
    return _FIELD.search(path) is not None


def data_sets(pattern: str) -> dict[str, dict[str, str]]:
    """Return the data sets whose files match a pattern, with the value of each field, in alphabetical order.

    A field matches within one part of a path. The label of a data set is made of the values of its fields.
    """
    parts = _FIELD.split(pattern)
    names: list[str] = []
    expression = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            expression += re.escape(part)
        elif part in names:
            expression += f"(?P={part})"
        else:
            names.append(part)
            expression += f"(?P<{part}>[^/]+?)"
    wild = "".join("*" if index % 2 else escape(part) for index, part in enumerate(parts))
    sets = {}
    for path in sorted(glob(wild)):
        match = re.fullmatch(expression, path)
        if match is not None:
            sets["/".join(match[name] for name in names)] = {name: match[name] for name in names}
    if not sets:
        raise UsageError(f"no file matches {pattern}")
    return sets


def in_data_set(pattern: str, values: dict[str, str]) -> str:
    """Return the path of a data set's file.

    >>> in_data_set("{set}.pred.amr", {"set": "sts"})
    'sts.pred.amr'
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = ", ".join(f"{{{name}}}" for name in values)
            raise UsageError(f"{pattern}: {match[0]} is not in the pattern of the gold, which has {known}")
        return values[match[1]]

    return _FIELD.sub(value, pattern)
