"""Lists of numbers as arrays of C numbers, which the kernels work on."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

__all__ = ["integers", "reals"]


def integers(values: Sequence[int]) -> array[int]:
    """Return the numbers as an array of C ints, the same one if they are that already."""
    return values if isinstance(values, array) and values.typecode == "i" else array("i", values)


def reals(values: Sequence[float]) -> array[float]:
    """Return the numbers as an array of doubles, the same one if they are that already."""
    return values if isinstance(values, array) and values.typecode == "d" else array("d", values)
