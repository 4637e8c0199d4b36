# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which nodes may be aligned: those that share a group, if there are groups."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.solve.align.graph_pair import NodeGroups

__all__ = ["SharedGroups"]

# Bits in a word; the sign is left alone.
WORD = 62


@cython.cclass
class SharedGroups:
    """The sets of groups as bits."""

    given: cython.bint
    words: cython.int
    pred_set: cython.int[::1]
    gold_set: cython.int[::1]
    only: cython.int[::1]  # of a set: its only group, or -1
    bits: cython.longlong[::1]

    def __init__(self, groups: NodeGroups | None) -> None:
        s: cython.int
        k: cython.int
        at: cython.int
        self.given = groups is not None
        if groups is None:
            return
        start: cython.int[::1] = groups.start
        group: cython.int[::1] = groups.group
        sets: cython.int = len(start) - 1
        self.pred_set = groups.pred
        self.gold_set = groups.gold
        self.words = max(groups.group, default=0) // WORD + 1
        self.only = array("i", [-1]) * sets
        self.bits = array("q", bytes(8 * sets * self.words))
        for s in range(sets):
            if start[s + 1] - start[s] == 1:
                self.only[s] = group[start[s]]
            for k in range(start[s], start[s + 1]):
                at = s * self.words + group[k] // WORD
                self.bits[at] |= cython.cast(cython.longlong, 1) << (group[k] % WORD)

    @cython.cfunc
    @cython.exceptval(check=False)
    def allow(self, i: cython.int, j: cython.int) -> cython.bint:
        """Return whether a row and a column share a group."""
        s: cython.int
        t: cython.int
        k: cython.int
        if not self.given:
            return True
        s = self.pred_set[i]
        t = self.gold_set[j]
        if s == t:
            return True
        if self.only[s] >= 0:
            k = self.only[s]
            return (self.bits[t * self.words + k // WORD] >> (k % WORD)) & 1 != 0
        if self.only[t] >= 0:
            k = self.only[t]
            return (self.bits[s * self.words + k // WORD] >> (k % WORD)) & 1 != 0
        for k in range(self.words):
            if self.bits[s * self.words + k] & self.bits[t * self.words + k]:
                return True
        return False
