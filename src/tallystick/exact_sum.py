"""Sums of floating-point numbers that do not depend on the order of their terms."""

from __future__ import annotations

from math import fsum, isfinite

__all__ = ["ExactSum"]


class ExactSum:
    """A running sum, rounded once, at the end (Shewchuk 1997): any order of the terms gives the same bits.

    >>> one, two = ExactSum(), ExactSum()
    >>> for number in (1e16, 1.0, -1e16):
    ...     one.add(number)
    >>> for number in (1.0, 1e16, -1e16):
    ...     two.add(number)
    >>> one.value, two.value, ExactSum().value
    (1.0, 1.0, 0)
    """

    __slots__ = ("_partials", "_unbounded", "whole")

    def __init__(self) -> None:
        self.whole = 0
        """The sum of the terms that are whole numbers. Callers may add a term here if it is known to be one."""
        self._partials: list[float] | None = None
        self._unbounded = 0.0

    def add(self, number: float) -> None:
        """Add a number."""
        if isinstance(number, int):
            self.whole += number
            return
        if self._partials is None:
            self._partials = []
        if not isfinite(number):
            self._unbounded += number
            return
        # The partials do not overlap, and add up to the sum without any rounding.
        kept = 0
        for partial in self._partials:
            if abs(number) < abs(partial):
                number, partial = partial, number
            high = number + partial
            low = partial - (high - number)
            if low:
                self._partials[kept] = low
                kept += 1
            number = high
        self._partials[kept:] = [number]

    @property
    def value(self) -> float:
        """The sum: a whole number if all terms were."""
        if self._partials is None:
            return self.whole
        return fsum((*self._partials, self.whole)) + self._unbounded
