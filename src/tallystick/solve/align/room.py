"""Arrays that are kept from problem to problem, and made anew only where a larger problem comes."""

from __future__ import annotations

from array import array

__all__ = ["ample", "integers", "reals"]

#: Smaller arrays are made larger than asked for, so that the next problem finds room as well.
LARGE = 1 << 16


def ample(size: int) -> int:
    """Return how many entries an array should have that must hold so many."""
    return size if size > LARGE else 16 + size + size // 2


def integers(size: int) -> array[int]:
    """Return an array of so many C ints."""
    return array("i", [0]) * size


def reals(size: int) -> array[float]:
    """Return an array of so many doubles."""
    return array("d", [0.0]) * size
