# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums of finite numbers that are rounded once, at the end, so that the order of the terms cannot move them."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
else:
    from tallystick.solve.arena import Arena, thread_arena

__all__ = ["ExactTotals"]


@cython.final
@cython.cclass
class ExactTotals:
    """Several sums, each kept as numbers that do not overlap (Shewchuk 1997), as in `math.fsum`.

    No more than 40 such numbers fit between the least and the greatest double. There is room for 48.
    """

    partial: cython.double[::1]
    count: cython.int[::1]

    def __init__(self, sums: cython.int) -> None:
        arena: Arena = thread_arena()
        self.partial = arena.doubles(48 * sums)
        self.count = arena.ints(sums)

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, index: cython.int, value: cython.double) -> cython.void:
        """Add a number to a sum."""
        k: cython.int
        kept: cython.int = 48 * index
        other: cython.double
        high: cython.double
        low: cython.double
        for k in range(48 * index, 48 * index + self.count[index]):
            other = self.partial[k]
            if (value if value >= 0.0 else -value) < (other if other >= 0.0 else -other):
                other = value
                value = self.partial[k]
            high = value + other
            low = other - (high - value)
            if low != 0.0:
                self.partial[kept] = low
                kept += 1
            value = high
        self.partial[kept] = value
        self.count[index] = kept + 1 - 48 * index

    @cython.ccall
    def total(self, index: cython.int) -> cython.double:
        """Return a sum, rounded to the nearest number, halves to even."""
        base: cython.int = 48 * index
        k: cython.int = base + self.count[index]
        high: cython.double = 0.0
        low: cython.double = 0.0
        other: cython.double
        whole: cython.double
        if k == base:
            return 0.0
        k -= 1
        high = self.partial[k]
        while k > base and low == 0.0:
            whole = high
            k -= 1
            other = self.partial[k]
            high = whole + other
            low = other - (high - whole)
        # Exactly half of the last digit is left: what comes after it decides.
        if k > base and (
            (low < 0.0 and self.partial[k - 1] < 0.0) or (low > 0.0 and self.partial[k - 1] > 0.0)
        ):
            other = low * 2.0
            whole = high + other
            if other == whole - high:
                high = whole
        return high
