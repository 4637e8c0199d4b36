# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The greatest value of anchor broadcast before scaling, by which all are divided, and what to compute again.

Equations are those of Sun and Xue (2024).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.neighbours import Neighbourhoods
    from cython.cimports.tallystick.solve.broadcast.sums import Sums
    from cython.cimports.tallystick.solve.broadcast.waves import Relay
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.neighbours import Neighbourhoods
    from tallystick.solve.broadcast.sums import Sums
    from tallystick.solve.broadcast.waves import Relay

__all__ = ["Survey"]


@cython.cclass
class Survey(Sums):
    """Keeps the greatest value of each row, so that a round need not look at rows in which nothing changes."""

    most: cython.double  # the greatest value before scaling
    rescaled: cython.bint  # whether it is another one than in the round before
    # Of each row: its greatest value before scaling and the column of that; the range of columns to compute in this
    # round; the range of all columns that were ever computed.
    inner_most: cython.double[::1]
    inner_at: cython.int[::1]
    inner_from: cython.int[::1]
    inner_to: cython.int[::1]
    inner_first: cython.int[::1]
    inner_last: cython.int[::1]
    leaf_most: cython.double[::1]
    leaf_at: cython.int[::1]
    leaf_first: cython.int[::1]
    leaf_last: cython.int[::1]
    upper_to_inner: Relay  # the inner classes with an upper set
    lower_to_inner: Relay

    def __init__(self, head: Neighbourhoods, tail: Neighbourhoods) -> None:
        c: cython.int
        Sums.__init__(self, head, tail)
        inners: cython.int = head.inners
        uppers: cython.int = head.uppers
        arena: Arena = head.arena
        self.inner_most = arena.doubles(inners)
        self.leaf_most = arena.doubles(uppers)
        self.inner_at = arena.ints(inners)
        self.inner_from = arena.ints(inners)
        self.inner_to = arena.ints(inners)
        self.inner_first = arena.ints(inners)
        self.inner_last = arena.ints(inners)
        self.leaf_at = arena.ints(uppers)
        self.leaf_first = arena.ints(uppers)
        self.leaf_last = arena.ints(uppers)
        if self.tracked:
            self.upper_to_inner = Relay(tail.uppers, tail.inners)
            self.lower_to_inner = Relay(tail.lowers, tail.inners)
            for c in range(tail.inners):
                self.upper_to_inner.add(tail.inner_upper[c], c)
                self.lower_to_inner.add(tail.inner_lower[c], c)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def survey_inner(self, begin: cython.int, end: cython.int) -> cython.void:
        """Find the range to compute and the greatest value before scaling in some rows (Equation 7)."""
        c: cython.int
        d: cython.int
        low: cython.int = 0
        high: cython.int = self.inners
        at: cython.int
        most: cython.double
        value: cython.double
        row: cython.Py_ssize_t
        other: cython.Py_ssize_t
        for c in range(begin, end):
            if self.tracked:
                self.upper_to_inner.begin()
                d = self.head.inner_upper[c]
                self.upper_to_inner.reach(self.parent_low[d], self.parent_high[d])
                self.lower_to_inner.begin()
                d = self.head.inner_lower[c]
                self.lower_to_inner.reach(self.child_low[d], self.child_high[d])
                low = self.upper_to_inner.from_low
                low = low if low < self.lower_to_inner.from_low else self.lower_to_inner.from_low
                high = self.upper_to_inner.from_high
                high = high if high > self.lower_to_inner.from_high else self.lower_to_inner.from_high
                self.inner_from[c] = low
                self.inner_to[c] = high
                if low >= high:
                    continue
                if self.inner_first[c] >= self.inner_last[c]:
                    self.inner_first[c] = low
                    self.inner_last[c] = high
                elif low < self.inner_first[c]:
                    self.inner_first[c] = low
                if high > self.inner_last[c]:
                    self.inner_last[c] = high
                if self.inner_most[c] > 0.0 and low <= self.inner_at[c] < high:
                    # The greatest value may become smaller, and any other one be the greatest.
                    self.inner_most[c] = 0.0
                    low = self.inner_first[c]
                    high = self.inner_last[c]
            else:
                self.inner_most[c] = 0.0
            most = self.inner_most[c]
            at = self.inner_at[c]
            row = cython.cast(cython.Py_ssize_t, self.head.inner_upper[c]) * self.uppers
            other = cython.cast(cython.Py_ssize_t, self.head.inner_lower[c]) * self.lowers
            for d in range(low, high):
                value = (self.parents[row + self.tail.inner_upper[d]] + 1.0) * (
                    self.children[other + self.tail.inner_lower[d]] + 1.0
                ) - 1.0
                if value > most:
                    most = value
                    at = d
            self.inner_most[c] = most
            self.inner_at[c] = at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def survey_leaves(self, begin: cython.int, end: cython.int) -> cython.void:
        """Do the same for the table of leaves: these have no children."""
        s: cython.int
        t: cython.int
        low: cython.int
        high: cython.int
        at: cython.int
        most: cython.double
        value: cython.double
        row: cython.Py_ssize_t
        for s in range(begin, end):
            low = self.parent_low[s]
            high = self.parent_high[s]
            if low >= high:
                continue
            if self.leaf_first[s] >= self.leaf_last[s]:
                self.leaf_first[s] = low
                self.leaf_last[s] = high
            elif low < self.leaf_first[s]:
                self.leaf_first[s] = low
            if high > self.leaf_last[s]:
                self.leaf_last[s] = high
            if self.leaf_most[s] > 0.0 and low <= self.leaf_at[s] < high:
                self.leaf_most[s] = 0.0
                low = self.leaf_first[s]
                high = self.leaf_last[s]
            most = self.leaf_most[s]
            at = self.leaf_at[s]
            row = cython.cast(cython.Py_ssize_t, s) * self.uppers
            for t in range(low, high):
                # A cell that stands for no leaf stands for nothing.
                if self.tail.leaves[t] > 0 or self.head.leaves[s] > 0:
                    value = (self.parents[row + t] + 1.0) - 1.0
                    if value > most:
                        most = value
                        at = t
            self.leaf_most[s] = most
            self.leaf_at[s] = at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def scale(self) -> cython.void:
        """Find the greatest of all values, by which they are divided (Equation 8)."""
        x: cython.int
        most: cython.double = 0.0
        for x in range(self.head.inners):
            if self.inner_most[x] > most:
                most = self.inner_most[x]
        for x in range(1, self.head.uppers):
            if self.leaf_most[x] > most:
                most = self.leaf_most[x]
        if most == 0.0:
            most = 1.0
        self.rescaled = most != self.most
        self.most = most
