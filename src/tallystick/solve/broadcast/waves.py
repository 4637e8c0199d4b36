# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which cells depend on which: ranges of columns that a change in other columns can reach."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Relay"]


@cython.cclass
class Relay:
    """For each index of one kind, the least range that holds all related indices of another kind.

    Ranges are half-open. Sets and classes are numbered in the order of the nodes, so ranges are narrow on chains and
    trees; where they are not, more is computed than has to be.
    """

    size: cython.int
    targets: cython.int
    low: cython.int[::1]
    high: cython.int[::1]
    from_low: cython.int  # the range that was reached last
    from_high: cython.int

    def __init__(self, size: cython.int, targets: cython.int) -> None:
        x: cython.int
        self.size = size
        self.targets = targets
        self.low = array("i", bytes(4 * size + 4))
        self.high = array("i", bytes(4 * size + 4))
        for x in range(size):
            self.low[x] = targets

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, source: cython.int, target: cython.int) -> cython.void:
        """Relate two indices."""
        if target < self.low[source]:
            self.low[source] = target
        if target >= self.high[source]:
            self.high[source] = target + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self) -> cython.void:
        """Start with an empty range."""
        self.from_low = self.targets
        self.from_high = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reach(self, low: cython.int, high: cython.int) -> cython.void:
        """Extend the range by everything related to a range of sources."""
        x: cython.int
        least: cython.int = self.from_low
        most: cython.int = self.from_high
        if high - low > self.size // 2:
            # Nearly everything changes: which of it need not be known.
            self.from_low = 0
            self.from_high = self.targets
            return
        for x in range(low, high):
            if self.low[x] < least:
                least = self.low[x]
            if self.high[x] > most:
                most = self.high[x]
        self.from_low = least
        self.from_high = most
