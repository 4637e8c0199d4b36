# cython: language_level=3
"""Objects without lists and without options: compared as they are, without making trees of them.

Most documents of most data sets are records of scalars. If all leaves count 1 and are compared by equality, two records
are compared in one pass over their keys.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from tallystick.tasks.json.scalars import normal_text

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = [
    "DIFFERENT",
    "EQUAL",
    "MISSED",
    "SPURIOUS",
    "FlatCounts",
    "FlatRows",
    "compare_flat",
    "compare_rows",
]

_MISSING = object()
_NUMBERS = frozenset({int, Decimal})


#: The outcomes of a key: equal values, different values, a value in the gold alone, in the prediction alone.
EQUAL, DIFFERENT, MISSED, SPURIOUS = range(4)


class FlatRows(NamedTuple):
    """The keys of two records that have a value: those of the gold, then the others of the prediction."""

    keys: tuple[str, ...]
    outcomes: bytes
    """The outcome of each key."""


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
    golds: cython.int = 0
    preds: cython.int = 0
    matched: cython.int = 0
    met: cython.int = 0
    for value in pred_values.values():
        if not _is_scalar(value):
            return None
        if not _is_absent(value):
            preds += 1
    for key, value in gold_values.items():
        if not _is_scalar(value):
            return None
        if _is_absent(value):
            continue
        golds += 1
        other = pred_values.get(key, _MISSING)
        if other is _MISSING:
            continue
        if type(value) is type(other) and value == other:
            matched += 1
            met += 1
        elif not _is_absent(other):
            met += 1
            matched += _equal(value, other)
    return FlatCounts(matched, met, preds, golds)


def compare_rows(gold: Any, pred: Any) -> FlatRows:
    """Compare two objects whose values are scalars, key by key.

    >>> compare_rows({"a": 1, "b": "x", "c": None, "e": 0}, {"a": 1, "b": " y", "d": 2})
    FlatRows(keys=('a', 'b', 'e', 'd'), outcomes=b'\\x00\\x01\\x02\\x03')
    """
    gold_values: dict[str, object] = gold
    pred_values: dict[str, object] = pred
    keys: list[str] = []
    outcomes: list[int] = []
    equal: cython.bint
    for key, value in gold_values.items():
        if _is_absent(value):
            continue
        keys.append(key)
        other = pred_values.get(key)
        if _is_absent(other):
            outcomes.append(2)
        else:
            equal = (type(value) is type(other) and value == other) or _equal(value, other)
            outcomes.append(0 if equal else 1)
    for key, value in pred_values.items():
        if not _is_absent(value) and _is_absent(gold_values.get(key)):
            keys.append(key)
            outcomes.append(3)
    return FlatRows(tuple(keys), bytes(outcomes))


@cython.cfunc
def _is_scalar(value: object) -> cython.bint:
    kind = type(value)
    return kind is str or kind is int or value is None or kind is bool or kind is Decimal or kind is float


@cython.cfunc
def _is_absent(value: object) -> cython.bint:
    if type(value) is not str:
        return value is None
    text: str = value
    # Most texts do not even begin with white space.
    return not text or (text[0].isspace() and text.isspace())


@cython.cfunc
def _begin_alike(gold: str, pred: str) -> cython.bint:
    """Whether the normal forms of two texts may begin with the same character, as far as that is cheap to see."""
    if not gold or not pred or gold[0] == pred[0]:
        return True
    if gold[0].isspace() or pred[0].isspace():
        return True
    return not (gold.isascii() and pred.isascii())  # others may begin with a character that is composed


@cython.cfunc
def _equal(gold: Any, pred: Any) -> cython.bint:
    kind, other = type(gold), type(pred)
    if kind is str and other is str:
        return _begin_alike(gold, pred) and normal_text(gold) == normal_text(pred)
    if kind is float or other is float:
        gold, pred = [Decimal(repr(number)) if type(number) is float else number for number in (gold, pred)]
        kind, other = type(gold), type(pred)
    return kind in _NUMBERS and other in _NUMBERS and gold == pred
