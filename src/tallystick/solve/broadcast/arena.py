# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Room for many short lists of numbers in few blocks of memory.

A pair of sentence graphs needs some eighty lists of a dozen numbers. To make an array for each would take longer than
the alignment.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Arena"]


@cython.cclass
class Arena:
    """Hands out lists of zeros, which live as long as somebody uses one of their block."""

    int_block: cython.int[::1]
    ints_used: cython.Py_ssize_t
    double_block: cython.double[::1]
    doubles_used: cython.Py_ssize_t
    size: cython.Py_ssize_t  # the numbers in a block

    def __init__(self) -> None:
        self.size = 2048
        self.int_block = array("i", bytes(4 * 2048))
        self.ints_used = 0
        self.double_block = array("d", bytes(8 * 2048))
        self.doubles_used = 0

    @cython.cfunc
    def ints(self, size: cython.Py_ssize_t) -> cython.int[::1]:
        """Return a list of whole numbers."""
        result: cython.int[::1]
        if self.ints_used + size <= self.size:
            result = self.int_block[self.ints_used : self.ints_used + size]
            self.ints_used += size
        elif 4 * size > self.size:
            # A long list gets memory of its own.
            result = array("i", (0,)) * size
        else:
            self.int_block = array("i", bytes(4 * self.size))
            self.ints_used = size
            result = self.int_block[:size]
        return result

    @cython.cfunc
    def doubles(self, size: cython.Py_ssize_t) -> cython.double[::1]:
        """Return a list of numbers."""
        result: cython.double[::1]
        if self.doubles_used + size <= self.size:
            result = self.double_block[self.doubles_used : self.doubles_used + size]
            self.doubles_used += size
        elif 4 * size > self.size:
            result = array("d", (0.0,)) * size
        else:
            self.double_block = array("d", bytes(8 * self.size))
            self.doubles_used = size
            result = self.double_block[:size]
        return result
