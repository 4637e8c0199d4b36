"""Scalars of JSON: their kinds, and the form in which two of them are equal.

The normal form of a scalar is hashable, and equal for equal scalars of one kind only: `True` is not 1 here.
"""

from __future__ import annotations

from collections.abc import Hashable
from decimal import Decimal
from functools import lru_cache
from unicodedata import is_normalized, normalize

__all__ = [
    "NULL",
    "Normal",
    "canonical_text",
    "decimal_of",
    "is_number",
    "kind_of",
    "normal_form",
    "normal_text",
]

#: The normal form of a scalar.
Normal = Hashable

#: The normal form of null, and those of the booleans.
NULL: Normal = ("null",)
_BOOLEANS: dict[object, Normal] = {True: ("boolean", True), False: ("boolean", False)}
#: Whole numbers of more digits are converted by way of decimals, which have no limit.
_MANY_DIGITS = 10**600


def normal_text(text: str) -> str:
    """Return a text in Unicode's form C, trimmed, with every run of white space as one space.

    >>> normal_text(" Ac\\u00a0\\n me ")
    'Ac me'
    """
    if not text.isascii() and not is_normalized("NFC", text):
        text = normalize("NFC", text)
    return " ".join(text.split())


def normal_form(value: object) -> Normal:
    """Return the normal form of a scalar.

    >>> normal_form(1) == normal_form(1.0) == normal_form(Decimal("1e0"))
    True
    >>> normal_form(1) == normal_form(True) or normal_form(1) == normal_form("1")
    False
    """
    if isinstance(value, str):
        return normal_text(value)
    if isinstance(value, bool):
        return _BOOLEANS[value]
    if value is None:
        return NULL
    return decimal_of(value) if isinstance(value, float) else value


def is_number(value: object) -> bool:
    """Whether a value, or its normal form, is a number."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def decimal_of(number: object) -> Decimal:
    """Return a number as a decimal; a float as it is written."""
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(number)  # type: ignore[arg-type]


def kind_of(normal: Normal) -> str:
    """Return the kind of a scalar from its normal form: ``string``, ``number``, ``boolean``, ``null``, ``box``."""
    if isinstance(normal, str):
        return "string"
    return str(normal[0]) if isinstance(normal, tuple) else "number"


@lru_cache(maxsize=4096)
def canonical_text(normal: Normal) -> str:
    """Return a text that is equal for equal normal forms only, to sort and to hash values of every kind.

    >>> canonical_text(100) == canonical_text(Decimal("1.00e2")), canonical_text("100")
    (True, 's3:100')
    """
    if isinstance(normal, str):
        return f"s{len(normal)}:{normal}"
    if isinstance(normal, tuple):
        return f"t{normal!r};"
    if isinstance(normal, int) and -_MANY_DIGITS < normal < _MANY_DIGITS:
        digits, exponent, sign = str(abs(normal)), 0, normal < 0
    else:
        negative, figures, power = decimal_of(normal).as_tuple()
        if not isinstance(power, int):  # not a number, or infinite
            return f"n{normal};"
        digits, exponent, sign = "".join(map(str, figures)), power, bool(negative)
    short_digits = digits.lstrip("0").rstrip("0")
    if not short_digits:
        return "n0;"
    exponent += len(digits) - len(digits.rstrip("0"))
    return f"n{'-' if sign else ''}{short_digits}e{exponent};"
