# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Room for many short lists of numbers in few blocks of memory.

A pair of sentence graphs needs some hundred lists of a dozen numbers. To make an array for each would take longer than
the alignment. The lists of one pair after another are cut from the same blocks, which are never used twice.
"""

from __future__ import annotations

from array import array
from threading import local

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Arena", "thread_arena"]

#: The numbers in a block.
BLOCK = 1 << 13


@cython.final
@cython.cclass
class Arena:
    """Hands out lists of zeros, which live as long as somebody uses one of their block."""

    int_block: cython.int[::1]
    ints_used: cython.Py_ssize_t
    double_block: cython.double[::1]
    doubles_used: cython.Py_ssize_t
    long_block: cython.longlong[::1]
    longs_used: cython.Py_ssize_t
    counted: cython.int[::1]  # the numbers from 0 on
    size: cython.Py_ssize_t  # the numbers in a block

    def __init__(self) -> None:
        self.size = BLOCK
        self.int_block = array("i", (0,)) * self.size
        self.ints_used = 0
        self.double_block = array("d", (0.0,)) * self.size
        self.doubles_used = 0
        self.long_block = array("q", (0,)) * self.size
        self.longs_used = 0
        self.counted = array("i", range(64))

    @cython.cfunc
    def ints(self, size: cython.Py_ssize_t) -> cython.int[::1]:
        """Return a list of whole numbers."""
        begin: cython.Py_ssize_t = self.ints_used
        if begin + size > self.size:
            if 4 * size > self.size:
                # A long list gets a separate block of memory.
                return array("i", (0,)) * size
            self.int_block = array("i", (0,)) * self.size
            begin = 0
        self.ints_used = begin + size
        return self.int_block[begin : begin + size]

    @cython.cfunc
    def doubles(self, size: cython.Py_ssize_t) -> cython.double[::1]:
        """Return a list of numbers."""
        begin: cython.Py_ssize_t = self.doubles_used
        if begin + size > self.size:
            if 4 * size > self.size:
                return array("d", (0.0,)) * size
            self.double_block = array("d", (0.0,)) * self.size
            begin = 0
        self.doubles_used = begin + size
        return self.double_block[begin : begin + size]

    @cython.cfunc
    def longs(self, size: cython.Py_ssize_t) -> cython.longlong[::1]:
        """Return a list of long whole numbers."""
        begin: cython.Py_ssize_t = self.longs_used
        if begin + size > self.size:
            if 4 * size > self.size:
                return array("q", (0,)) * size
            self.long_block = array("q", (0,)) * self.size
            begin = 0
        self.longs_used = begin + size
        return self.long_block[begin : begin + size]

    @cython.cfunc
    def counting(self, size: cython.Py_ssize_t) -> cython.int[::1]:
        """Return the numbers from 0 on, in a list that must not be changed."""
        if size > len(self.counted):
            self.counted = array("i", range(2 * size))
        return self.counted[:size]


_OF_THREAD = local()


@cython.ccall
def thread_arena() -> Arena:
    """Return the arena of this thread."""
    known: Arena | None = getattr(_OF_THREAD, "arena", None)
    if known is None:
        known = _OF_THREAD.arena = Arena()
    return known
