"""Numbers of JSON as exact decimals."""

from __future__ import annotations

from decimal import Context, Inexact, InvalidOperation, Overflow, Subnormal, Underflow

__all__ = ["MOST_DIGITS", "exact_decimal"]

#: The digits that a number may have, and its greatest exponent: as Python limits integers. Arithmetic with numbers of
#: millions of digits would take hours.
MOST_DIGITS = 4300

#: Makes a decimal of a text; raises `ArithmeticError` where the number has too many digits or is too large or small.
exact_decimal = Context(
    prec=MOST_DIGITS,
    Emin=-MOST_DIGITS,
    Emax=MOST_DIGITS,
    traps=[Inexact, InvalidOperation, Overflow, Subnormal, Underflow],
).create_decimal
