"""Arrays that are kept from problem to problem, and made anew only where a larger problem comes."""

from __future__ import annotations

from array import array

__all__ = ["ample", "integers", "is_kept", "reals"]

#: Smaller arrays are made larger than asked for, and kept: those of a problem take a few megabytes then.
LARGE = 1 << 16


def ample(size: int) -> int:
    """Return the size of an array for so many entries, with spare room for the next problem."""
    return size if size > LARGE else 16 + size + size // 2


def is_kept(size: int) -> bool:
    """Return whether arrays of so many entries are kept for the next problem."""
    return size <= 2 * LARGE


def integers(size: int) -> array[int]:
    """Return an array of so many C ints."""
    return array("i", [0]) * size


def reals(size: int) -> array[float]:
    """Return an array of so many doubles."""
    return array("d", [0.0]) * size
