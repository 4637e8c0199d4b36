# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The anchors among the pairs of classes: separate cells, and corrections to cells of several pairs of nodes."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.neighbours import Neighbourhoods
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.neighbours import Neighbourhoods

__all__ = ["Anchored"]


@cython.cclass
class Anchored:
    """Where the anchors are.

    A cell that represents no pair of nodes but an anchor is *pinned* to 1. In any other cell the anchor is an
    exception: it adds 1 less the value of the cell to every sum in which it occurs.
    """

    head: Neighbourhoods
    tail: Neighbourhoods
    any: cython.bint
    inner_pin: cython.int[::1]  # the pinned column of each inner class, or -1
    leaf_pin: cython.int[::1]  # the pinned column of each upper set, or -1
    exceptions: cython.int
    exception: cython.int[::1]  # pairs of nodes: row, column, row, …
    parent_start: cython.int[::1]  # for each upper set of rows: the upper sets of columns, and the cells
    parent_set: cython.int[::1]
    parent_cell: cython.int[::1]  # of the inner table, or -1 less a cell of the table of leaves
    child_start: cython.int[::1]
    child_set: cython.int[::1]
    child_cell: cython.int[::1]

    # Room for sets that contain a node, and for marks of what is in such a list.
    row_sets: cython.int[::1]
    col_sets: cython.int[::1]
    seen: cython.int[::1]
    stamp: cython.int

    def __init__(self, head: Neighbourhoods, tail: Neighbourhoods) -> None:
        arena: Arena = head.arena
        self.head = head
        self.tail = tail
        self.inner_pin = arena.ints(head.inners)
        self.leaf_pin = arena.ints(head.uppers)
        self.exception = arena.ints(2 * head.nodes)
        self.parent_start = arena.ints(head.uppers + 1)
        self.child_start = arena.ints(head.lowers + 1)
        self.row_sets = arena.ints(head.uppers + head.lowers)
        self.col_sets = arena.ints(tail.uppers + tail.lowers)
        self.seen = arena.ints(head.uppers + head.lowers + tail.uppers + tail.lowers)
        self.stamp = 0

    @cython.cfunc
    def place(self, anchor: cython.int[::1]) -> cython.void:
        """Take new anchors, a column or -1 for each row."""
        x: cython.int
        i: cython.int
        j: cython.int
        s: cython.int
        t: cython.int
        head: Neighbourhoods = self.head
        tail: Neighbourhoods = self.tail
        self.any = False
        self.exceptions = 0
        for x in range(head.inners):
            self.inner_pin[x] = -1
        for x in range(head.uppers):
            self.leaf_pin[x] = -1
        for i in range(head.nodes):
            j = anchor[i]
            if j < 0:
                continue
            self.any = True
            if head.inner[i] >= 0 and tail.inner[j] >= 0:
                if head.inner_size[head.inner[i]] == 1 and tail.inner_size[tail.inner[j]] == 1:
                    self.inner_pin[head.inner[i]] = tail.inner[j]
                    continue
            else:
                s = head.upper[i]
                t = tail.upper[j]
                # Leaves with all nodes of the other set, and inner nodes with its leaves. The empty set has no value.
                x = head.leaves[s] * (tail.leaves[t] + tail.others[t]) + head.others[s] * tail.leaves[t]
                if s > 0 and t > 0 and x == 1:
                    self.leaf_pin[s] = t
                    continue
            self.exception[2 * self.exceptions] = i
            self.exception[2 * self.exceptions + 1] = j
            self.exceptions += 1
        for x in range(head.uppers + 1):
            self.parent_start[x] = 0
        for x in range(head.lowers + 1):
            self.child_start[x] = 0
        if self.exceptions:
            self.correct()

    @cython.cfunc
    def correct(self) -> cython.void:
        """List the sums in which the exceptions occur, by the sets of the rows."""
        x: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int
        cell: cython.int
        total: cython.int
        kind: cython.int
        sets: cython.int = 0
        row_sets: cython.int
        col_sets: cython.int
        head: Neighbourhoods = self.head
        tail: Neighbourhoods = self.tail
        start: cython.int[::1]
        row: cython.int[::1] = self.row_sets
        col: cython.int[::1] = self.col_sets
        filling: cython.bint
        for kind in range(2):
            start = self.parent_start if kind == 0 else self.child_start
            filling = False
            # Counted first, and then filled in.
            while True:
                for x in range(self.exceptions):
                    i = self.exception[2 * x]
                    j = self.exception[2 * x + 1]
                    row_sets = self.containing(head, i, kind, row)
                    col_sets = self.containing(tail, j, kind, col)
                    if not filling:
                        for k in range(row_sets):
                            start[row[k] + 1] += col_sets
                        continue
                    if head.inner[i] >= 0 and tail.inner[j] >= 0:
                        cell = head.inner[i] * tail.inners + tail.inner[j]
                    else:
                        cell = -1 - (head.upper[i] * tail.uppers + tail.upper[j])
                    for k in range(row_sets):
                        for n in range(col_sets):
                            total = start[row[k]]
                            if kind == 0:
                                self.parent_set[total] = col[n]
                                self.parent_cell[total] = cell
                            else:
                                self.child_set[total] = col[n]
                                self.child_cell[total] = cell
                            start[row[k]] += 1
                if filling:
                    break
                filling = True
                sets = head.uppers if kind == 0 else head.lowers
                for k in range(sets):
                    start[k + 1] += start[k]
                total = start[sets]
                if kind == 0:
                    self.parent_set = head.arena.ints(total)
                    self.parent_cell = head.arena.ints(total)
                else:
                    self.child_set = head.arena.ints(total)
                    self.child_cell = head.arena.ints(total)
            # Filling has moved every start to the next one.
            for k in range(sets, 0, -1):
                start[k] = start[k - 1]
            start[0] = 0

    @cython.cfunc
    def containing(
        self, side: Neighbourhoods, node: cython.int, kind: cython.int, result: cython.int[::1]
    ) -> cython.int:
        """List the upper sets (kind 0) or lower sets (kind 1) that contain a node; return their number.

        A node is above another one exactly if the other one is below it.
        """
        k: cython.int
        x: cython.int
        count: cython.int = 0
        seen: cython.int[::1] = self.seen
        self.stamp += 1
        stamp: cython.int = self.stamp
        if kind == 1:
            for k in range(side.upper_start[side.upper[node]], side.upper_start[side.upper[node] + 1]):
                x = side.inner_lower[side.upper_inner[k]]
                if seen[x] != stamp:
                    seen[x] = stamp
                    result[count] = x
                    count += 1
            return count
        if side.inner[node] < 0:
            return 0
        lower: cython.int = side.inner_lower[side.inner[node]]
        for k in range(side.lower_start[lower], side.lower_start[lower + 1]):
            x = side.inner_upper[side.lower_inner[k]]
            if seen[x] != stamp:
                seen[x] = stamp
                result[count] = x
                count += 1
        for k in range(side.leaf_start[lower], side.leaf_start[lower + 1]):
            x = side.lower_leaf[k]
            if seen[x] != stamp:
                seen[x] = stamp
                result[count] = x
                count += 1
        return count
