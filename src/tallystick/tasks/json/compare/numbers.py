"""Numbers within a tolerance, and overlaps of boxes and spans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from math import prod
from typing import Any

from tallystick.tasks.json.scalars import decimal_of, is_number

__all__ = ["box_of", "iou", "within"]

#: Beyond this exponent a number is not written out as a fraction.
_LARGE = 500
#: For numbers of extreme exponents: enough digits, and no traps.
_WIDE = Context(prec=200, Emax=10**15, Emin=-(10**15), traps=[])


def within(absolute: Fraction, relative: Fraction) -> Callable[[Any, Any], int]:
    """Return the comparator of numbers: |gold − pred| ≤ max(absolute, relative · max(|gold|, |pred|)).

    >>> within(Fraction("0.01"), Fraction(0))(Decimal("12.34"), Decimal("12.35"))
    1
    """

    def credit(gold: object, pred: object) -> int:
        first, second = decimal_of(gold), decimal_of(pred)
        if not (first.is_finite() and second.is_finite()):
            return int(first == second)
        if max(abs(first.adjusted()), abs(second.adjusted())) <= _LARGE:
            left, right = Fraction(first), Fraction(second)
            return int(abs(left - right) <= max(absolute, relative * max(abs(left), abs(right))))
        larger = max(_WIDE.abs(first), _WIDE.abs(second))
        margin = max(_decimal(absolute), _WIDE.multiply(_decimal(relative), larger))
        return int(_WIDE.abs(_WIDE.subtract(first, second)) <= margin)

    return credit


def _decimal(number: Fraction) -> Decimal:
    return _WIDE.divide(Decimal(number.numerator), Decimal(number.denominator))


def box_of(value: object) -> tuple[Fraction, ...] | None:
    """Return a span ``[start, end]`` or a box ``[x1, y1, x2, y2]`` as numbers; None if it is neither.

    >>> box_of([1, 2]) == (1, 2), box_of([1, 2, 3])
    (True, None)
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) not in (2, 4):
        return None
    if not all(is_number(number) and abs(decimal_of(number).adjusted()) <= _LARGE for number in value):
        return None
    return tuple([Fraction(decimal_of(number)) for number in value])


def iou(gold: tuple[str, tuple[Fraction, ...]], pred: tuple[str, tuple[Fraction, ...]]) -> Fraction | int:
    """Return the intersection over the union of two boxes, or of two spans.

    >>> iou(("box", (0, 0, 2, 2)), ("box", (1, 0, 3, 2)))
    Fraction(1, 3)
    """
    first, second = gold[1], pred[1]
    if len(first) != len(second):
        return 0
    half = len(first) // 2
    sides = [
        max(Fraction(0), min(first[half + axis], second[half + axis]) - max(first[axis], second[axis]))
        for axis in range(half)
    ]
    common = prod(sides)
    union = _area(first) + _area(second) - common
    return Fraction(common) / union if union else int(first == second)


def _area(box: tuple[Fraction, ...]) -> Fraction:
    half = len(box) // 2
    return Fraction(prod([max(Fraction(0), box[half + axis] - box[axis]) for axis in range(half)]))
