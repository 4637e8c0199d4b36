"""Values and alignments in a few words, for explanations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from enum import Enum

from tallystick.core.values import Var, field_names
from tallystick.tally import Alignment, Pair

__all__ = ["alignment_as_dict", "alignment_lines", "describe"]

#: What each kind of line begins with: matched, matched in part, missed, spurious.
SIGNS = {"matched": "=", "partly": "≈", "missed": "-", "spurious": "+"}


def describe(value: object) -> str:
    """A value in one line.

    >>> describe(("PER", [0, 1]))
    'PER [0 1]'
    """
    return _describe(value, outer=True)


def _describe(value: object, *, outer: bool = False) -> str:
    if isinstance(value, Var):
        return value.name
    if isinstance(value, str):
        return (
            value
            if value and not any(sign.isspace() or not sign.isprintable() for sign in value)
            else json.dumps(value, ensure_ascii=False)
        )
    if isinstance(value, Enum):
        return value.name
    names = field_names(type(value))
    if names is not None:
        parts = [getattr(value, name) for name in names]
    elif isinstance(value, Mapping):
        return "{" + ", ".join(f"{_describe(key)}: {_describe(part)}" for key, part in value.items()) + "}"
    elif isinstance(value, Set):
        parts = sorted(value, key=repr)
    elif isinstance(value, (list, tuple)):
        parts = list(value)
    else:
        return str(value)
    inside = " ".join(_describe(part) for part in parts)
    return inside if outer and parts else f"[{inside}]"


def alignment_lines(alignment: Alignment, indent: int = 0) -> Iterator[tuple[str, str]]:
    """An alignment as lines of text, each with its kind: matched, partly, missed, spurious."""
    margin = "  " * indent
    for pair in alignment.matched:
        kind = "matched" if describe(pair.gold) == describe(pair.pred) else "partly"
        shown = describe(pair.gold)
        if kind == "partly":
            shown += f"  ←  {describe(pair.pred)}"
        note = f"  {pair.note}" if pair.note else ""
        yield kind, f"{margin}{SIGNS[kind]} {shown}  ({pair.credit:g}){note}"
        yield from _inner_lines(pair, indent + 1)
    for part in alignment.missed:
        yield "missed", f"{margin}{SIGNS['missed']} {describe(part)}"
    for part in alignment.spurious:
        yield "spurious", f"{margin}{SIGNS['spurious']} {describe(part)}"


def _inner_lines(pair: Pair, indent: int) -> Iterator[tuple[str, str]]:
    """What is inside a pair, unless it is all as it should be."""
    for name, inner in pair.inner.items():
        if not inner.missed and not inner.spurious and all(not p.inner for p in inner.matched):
            continue
        if name:
            yield "label", f"{'  ' * indent}{name}:"
        yield from alignment_lines(inner, indent + bool(name))


def alignment_as_dict(alignment: Alignment) -> dict[str, object]:
    """An alignment as plain data."""
    return {
        "matched": [
            {
                "gold": describe(pair.gold),
                "pred": describe(pair.pred),
                "credit": pair.credit,
                **({"note": pair.note} if pair.note else {}),
                **({"inner": {n: alignment_as_dict(a) for n, a in pair.inner.items()}} if pair.inner else {}),
            }
            for pair in alignment.matched
        ],
        "missed": [describe(part) for part in alignment.missed],
        "spurious": [describe(part) for part in alignment.spurious],
    }
