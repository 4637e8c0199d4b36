# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What callers give to the alignment: lists as arrays of C numbers, checked before compiled code relies on them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def integers(values: Sequence[int]) -> array[int]:
    """Return the numbers as an array of C ints, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "i":
        return values
    return array("i", values)


def reals(values: Sequence[float]) -> array[float]:
    """Return the numbers as an array of doubles, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "d":
        return values
    return array("d", values)


def check(rows: int, cols: int, even: bool, row: array[int], col: array[int]) -> None:
    """Refuse uneven lists and indices outside the problem: compiled code would read past its arrays."""
    if not even:
        raise ValueError("parallel lists must have the same length")
    for size, values in ((rows, row), (cols, col)):
        if not within(values, size):
            raise ValueError(f"an index lies outside 0..{size - 1}")


@cython.cfunc
def within(values: cython.int[::1], size: cython.int) -> cython.bint:
    """Tell whether all indices are valid."""
    k: cython.int
    for k in range(len(values)):
        if values[k] < 0 or values[k] >= size:
            return False
    return True
