# cython: language_level=3
"""Objects without lists and without options: compared as they are, without making trees of them.

Most documents of most data sets are records of scalars. Where all leaves count 1 and are compared by equality, two such
records are compared in one pass over their keys.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from tallystick.tasks.json.scalars import normal_text

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

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
    gold_values: dict[str, object] = gold
    pred_values: dict[str, object] = pred
    if not (_SCALARS.issuperset(map(type, gold.values())) and _SCALARS.issuperset(map(type, pred.values()))):
        return None
    golds: cython.int = 0
    matched: cython.int = 0
    met: cython.int = 0
    for key, value in gold_values.items():
        if value is None or (type(value) is str and (not value or value.isspace())):
            continue
        golds += 1
        other = pred_values.get(key, _MISSING)
        if value == other and type(value) is type(other):
            matched += 1
            met += 1
        elif other is not _MISSING and not _is_absent(other):
            met += 1
            matched += _equal(value, other)
    preds: cython.int = len(pred)
    for value in pred_values.values():
        if value is None or (type(value) is str and (not value or value.isspace())):
            preds -= 1
    return FlatCounts(matched, met, preds, golds)


@cython.cfunc
def _is_absent(value: object) -> cython.bint:
    return value is None or (type(value) is str and (not value or value.isspace()))


@cython.cfunc
def _equal(gold: Any, pred: Any) -> cython.bint:
    kind, other = type(gold), type(pred)
    if kind is str and other is str:
        return normal_text(gold) == normal_text(pred)
    if kind is float or other is float:
        gold, pred = [Decimal(repr(number)) if type(number) is float else number for number in (gold, pred)]
        kind, other = type(gold), type(pred)
    return kind in _NUMBERS and other in _NUMBERS and gold == pred
