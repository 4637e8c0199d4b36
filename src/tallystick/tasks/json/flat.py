"""Objects without lists and without options: compared as they are, without making trees of them.

Most documents of most data sets are records of scalars. Where all leaves count 1 and are compared by equality, two such
records are compared in one pass over their keys.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from tallystick.tasks.json.scalars import normal_text

__all__ = ["FlatCounts", "compare_flat"]

_MISSING = object()
_SCALARS = frozenset({str, int, bool, Decimal, float, type(None)})
_NUMBERS = frozenset({int, Decimal})


class FlatCounts(NamedTuple):
    """The leaves of two records."""

    matched: int
    """Equal values at equal keys."""
    met: int
    """Any values at equal keys."""
    pred: int
    gold: int


def compare_flat(gold: Any, pred: Any) -> FlatCounts | None:
    """Compare two objects whose values are scalars; None if they are anything else.

    >>> compare_flat({"a": 1, "b": "x", "c": None}, {"a": 1, "b": " y", "d": 2})
    FlatCounts(matched=1, met=2, pred=3, gold=2)
    """
    if type(gold) is not dict or type(pred) is not dict:
        return None
    if not _SCALARS.issuperset(map(type, gold.values())) or not _SCALARS.issuperset(map(type, pred.values())):
        return None
    matched = met = golds = 0
    find = pred.get
    for key, value in gold.items():
        if value is None or (type(value) is str and (not value or value.isspace())):
            continue
        golds += 1
        other = find(key, _MISSING)
        if value == other and type(value) is type(other):
            matched += 1
            met += 1
        elif other is not _MISSING and not _is_absent(other):
            met += 1
            matched += _equal(value, other)
    preds = len(pred)
    for value in pred.values():
        if value is None or (type(value) is str and (not value or value.isspace())):
            preds -= 1
    return FlatCounts(matched, met, preds, golds)


def _is_absent(value: object) -> bool:
    return value is None or (type(value) is str and (not value or value.isspace()))


def _equal(gold: Any, pred: Any) -> bool:
    kind, other = type(gold), type(pred)
    if kind is str and other is str:
        return normal_text(gold) == normal_text(pred)
    if kind is float or other is float:
        gold, pred = [Decimal(repr(number)) if type(number) is float else number for number in (gold, pred)]
        kind, other = type(gold), type(pred)
    return kind in _NUMBERS and other in _NUMBERS and bool(gold == pred)
