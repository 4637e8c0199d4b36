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

#: The numbers in a block, unless a single list needs more.
INTS = 3000
DOUBLES = 1500


@cython.cclass
class Arena:
    """Hands out lists of zeros, which live as long as somebody uses one of their block."""

    free_ints: cython.int[::1]
    ints_left: cython.Py_ssize_t
    free_doubles: cython.double[::1]
    doubles_left: cython.Py_ssize_t

    def __init__(self) -> None:
        self.free_ints = array("i", bytes(4 * INTS))
        self.ints_left = INTS
        self.free_doubles = array("d", bytes(8 * DOUBLES))
        self.doubles_left = DOUBLES

    @cython.cfunc
    def ints(self, size: cython.Py_ssize_t) -> cython.int[::1]:
        """Return a list of whole numbers."""
        result: cython.int[::1]
        if size > INTS // 4:
            result = array("i", (0,)) * size
            return result
        if size > self.ints_left:
            self.free_ints = array("i", bytes(4 * INTS))
            self.ints_left = INTS
        result = self.free_ints[:size]
        self.free_ints = self.free_ints[size:]
        self.ints_left -= size
        return result

    @cython.cfunc
    def doubles(self, size: cython.Py_ssize_t) -> cython.double[::1]:
        """Return a list of numbers."""
        result: cython.double[::1]
        if size > DOUBLES // 4:
            result = array("d", (0.0,)) * size
            return result
        if size > self.doubles_left:
            self.free_doubles = array("d", bytes(8 * DOUBLES))
            self.doubles_left = DOUBLES
        result = self.free_doubles[:size]
        self.free_doubles = self.free_doubles[size:]
        self.doubles_left -= size
        return result
