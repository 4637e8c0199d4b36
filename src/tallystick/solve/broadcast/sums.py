# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The sums of anchor broadcast: what the neighbours of two nodes say about them (Equations 5 and 6).

Values are kept for pairs of classes (see `neighbours`): in one table for two inner classes, and for all other pairs in
a table of upper sets, on which alone they depend. Sums are kept for pairs of sets.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.anchored import Anchored
    from cython.cimports.tallystick.solve.broadcast.neighbours import Neighbourhoods
    from cython.cimports.tallystick.solve.broadcast.waves import Relay
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.anchored import Anchored
    from tallystick.solve.broadcast.neighbours import Neighbourhoods
    from tallystick.solve.broadcast.waves import Relay

from tallystick.limits import current

__all__ = ["Sums"]

#: In smaller tables every cell is computed in every round.
SMALL = 1 << 12
#: Cells of a table have indices of 31 bits.
MOST_CELLS = 500_000_000


@cython.cclass
class Sums:
    """The tables of Ā and of the sums over neighbours, and which of their cells have changed."""

    head: Neighbourhoods
    tail: Neighbourhoods
    anchored: Anchored
    tracked: cython.bint  # large enough to follow what changes
    uppers: cython.int  # the numbers of sets and classes of the columns: the widths of the tables
    lowers: cython.int
    inners: cython.int
    allocated: cython.bint  # whether there are tables
    inner: cython.double[::1]  # Ā of two inner classes
    leaf: cython.double[::1]  # Ā of two upper sets where one of the nodes is a leaf
    parents: cython.double[::1]  # P, by upper sets
    children: cython.double[::1]  # C, by lower sets
    inverse: cython.double[::1]  # of the numbers of neighbours
    heard: cython.double[::1]  # sums over a set of rows, for each inner class of columns
    heard_leaves: cython.double[::1]  # sums over its leaves alone, for each upper set of columns
    heard_all: cython.double[::1]  # over all its nodes
    # Ranges of columns in each row: cells that have changed in the last round, and sums that depend on them.
    inner_low: cython.int[::1]
    inner_high: cython.int[::1]
    leaf_low: cython.int[::1]
    leaf_high: cython.int[::1]
    parent_low: cython.int[::1]
    parent_high: cython.int[::1]
    child_low: cython.int[::1]
    child_high: cython.int[::1]
    inner_to_parents: Relay  # the upper sets that contain an inner class
    inner_to_children: Relay
    leaf_to_children: Relay  # the lower sets that contain a class with this upper set
    parents_from: Relay  # the inner classes that an upper set contains
    children_from: Relay
    children_from_leaves: Relay  # the upper sets of all classes that a lower set contains

    def __init__(self, head: Neighbourhoods, tail: Neighbourhoods) -> None:
        x: cython.int
        self.head = head
        self.tail = tail
        self.anchored = Anchored(head, tail)
        self.uppers = tail.uppers
        self.lowers = tail.lowers
        self.inners = tail.inners
        by_upper = head.uppers * tail.uppers
        by_lower = head.lowers * tail.lowers
        by_inner = head.inners * tail.inners
        if max(by_upper, by_lower, by_inner) > MOST_CELLS:
            raise MemoryError
        self.tracked = 2 * by_upper + by_lower + by_inner > SMALL
        most: cython.int = head.nodes if head.nodes > tail.nodes else tail.nodes
        arena: Arena = head.arena
        self.inverse = arena.doubles(most + 1)
        self.heard = arena.doubles(tail.inners)
        self.heard_leaves = arena.doubles(tail.uppers)
        self.heard_all = arena.doubles(tail.uppers)
        for x in range(1, most + 1):
            self.inverse[x] = 1.0 / x
        self.allocated = False
        self.leaf_low = arena.ints(head.uppers)
        self.leaf_high = arena.ints(head.uppers)
        self.parent_low = arena.ints(head.uppers)
        self.parent_high = arena.ints(head.uppers)
        self.child_low = arena.ints(head.lowers)
        self.child_high = arena.ints(head.lowers)
        self.inner_low = arena.ints(head.inners)
        self.inner_high = arena.ints(head.inners)
        if self.tracked:
            self.relate()
        else:
            for x in range(1, head.uppers):
                self.parent_low[x] = 1
                self.parent_high[x] = tail.uppers
            for x in range(head.lowers):
                self.child_high[x] = tail.lowers

    @cython.cfunc
    def allocate(self) -> cython.void:
        """Make the tables: not before there are anchors."""
        arena: Arena = self.head.arena
        by_upper = self.head.uppers * self.tail.uppers
        by_lower = self.head.lowers * self.tail.lowers
        by_inner = self.head.inners * self.tail.inners
        if self.tracked:
            purpose = f"the broadcast between {self.head.nodes:,} × {self.tail.nodes:,} nodes"
            current().reserve(8 * (2 * by_upper + by_lower + by_inner), purpose)
        self.parents = arena.doubles(by_upper)
        self.leaf = arena.doubles(by_upper)
        self.children = arena.doubles(by_lower)
        self.inner = arena.doubles(by_inner)
        self.allocated = True

    @cython.cfunc
    def relate(self) -> cython.void:
        """Find out which columns depend on which."""
        s: cython.int
        k: cython.int
        c: cython.int
        tail: Neighbourhoods = self.tail
        self.inner_to_parents = Relay(tail.inners, tail.uppers)
        self.inner_to_children = Relay(tail.inners, tail.lowers)
        self.leaf_to_children = Relay(tail.uppers, tail.lowers)
        self.parents_from = Relay(tail.uppers, tail.inners)
        self.children_from = Relay(tail.lowers, tail.inners)
        self.children_from_leaves = Relay(tail.lowers, tail.uppers)
        for s in range(tail.uppers):
            for k in range(tail.upper_start[s], tail.upper_start[s + 1]):
                c = tail.upper_inner[k]
                self.inner_to_parents.add(c, s)
                self.parents_from.add(s, c)
        for s in range(tail.lowers):
            for k in range(tail.lower_start[s], tail.lower_start[s + 1]):
                c = tail.lower_inner[k]
                self.inner_to_children.add(c, s)
                self.children_from.add(s, c)
                self.leaf_to_children.add(tail.inner_upper[c], s)
                self.children_from_leaves.add(s, tail.inner_upper[c])
            for k in range(tail.leaf_start[s], tail.leaf_start[s + 1]):
                self.leaf_to_children.add(tail.lower_leaf[k], s)
                self.children_from_leaves.add(s, tail.lower_leaf[k])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_parents(self, begin: cython.int, end: cython.int) -> cython.void:
        """Sum up what the upper sets say, less where their sizes differ (Equation 5), for some rows."""
        s: cython.int
        t: cython.int
        c: cython.int
        d: cython.int
        k: cython.int
        n: cython.int
        low: cython.int = 1
        high: cython.int = self.uppers
        least: cython.int = 0
        most: cython.int = self.inners
        here: cython.int
        there: cython.int
        total: cython.double
        base: cython.Py_ssize_t
        for s in range(begin, end):
            if self.tracked:
                self.inner_to_parents.begin()
                for k in range(self.head.upper_start[s], self.head.upper_start[s + 1]):
                    c = self.head.upper_inner[k]
                    self.inner_to_parents.reach(self.inner_low[c], self.inner_high[c])
                low = self.inner_to_parents.from_low
                high = self.inner_to_parents.from_high
                self.parent_low[s] = low
                self.parent_high[s] = high
                if low >= high:
                    continue
                self.parents_from.begin()
                self.parents_from.reach(low, high)
                least = self.parents_from.from_low
                most = self.parents_from.from_high
            self.add_rows(0, s, least, most)
            if not self.tail.plain:
                for d in range(least, most):
                    self.heard[d] *= self.tail.inner_size[d]
            base = cython.cast(cython.Py_ssize_t, s) * self.uppers
            for t in range(low, high):
                k = self.tail.upper_start[t]
                n = self.tail.upper_start[t + 1] - k
                if n == 2:
                    self.parents[base + t] = (
                        self.heard[self.tail.upper_inner[k]] + self.heard[self.tail.upper_inner[k + 1]]
                    )
                    continue
                total = self.heard[self.tail.upper_inner[k]]
                while n > 1:
                    k += 1
                    n -= 1
                    total += self.heard[self.tail.upper_inner[k]]
                self.parents[base + t] = total
            for k in range(self.anchored.parent_start[s], self.anchored.parent_start[s + 1]):
                t = self.anchored.parent_set[k]
                if low <= t < high:
                    self.parents[base + t] += self.missing(self.anchored.parent_cell[k])
            here = self.head.upper_size[s]
            for t in range(low, high):
                there = self.tail.upper_size[t]
                self.parents[base + t] *= (
                    here * self.inverse[there] if here < there else there * self.inverse[here]
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def missing(self, cell: cython.int) -> cython.double:
        """Return what an anchor adds to the value of a cell: it is 1, whatever the other pairs of the cell are."""
        return 1.0 - (self.inner[cell] if cell >= 0 else self.leaf[-1 - cell])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def affected_children(self, s: cython.int) -> cython.void:
        """Find the range of sums over children that may have changed in a row."""
        k: cython.int
        c: cython.int
        t: cython.int
        self.inner_to_children.begin()
        self.leaf_to_children.begin()
        for k in range(self.head.lower_start[s], self.head.lower_start[s + 1]):
            c = self.head.lower_inner[k]
            t = self.head.inner_upper[c]
            self.inner_to_children.reach(self.inner_low[c], self.inner_high[c])
            self.leaf_to_children.reach(self.leaf_low[t], self.leaf_high[t])
        for k in range(self.head.leaf_start[s], self.head.leaf_start[s + 1]):
            t = self.head.lower_leaf[k]
            self.leaf_to_children.reach(self.leaf_low[t], self.leaf_high[t])
        k = self.inner_to_children.from_low
        self.child_low[s] = k if k < self.leaf_to_children.from_low else self.leaf_to_children.from_low
        k = self.inner_to_children.from_high
        self.child_high[s] = k if k > self.leaf_to_children.from_high else self.leaf_to_children.from_high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_children(self, begin: cython.int, end: cython.int) -> cython.void:
        """Sum up what the lower sets say (Equation 6), for some rows."""
        s: cython.int
        t: cython.int
        k: cython.int
        low: cython.int
        high: cython.int
        least: cython.int = 0
        most: cython.int = self.inners
        first: cython.int = 0
        last: cython.int = self.uppers
        here: cython.int
        there: cython.int
        total: cython.double
        base: cython.Py_ssize_t
        for s in range(begin, end):
            if self.tracked:
                self.affected_children(s)
            low = self.child_low[s]
            high = self.child_high[s]
            if low >= high:
                continue
            if self.tracked:
                self.children_from.begin()
                self.children_from.reach(low, high)
                least = self.children_from.from_low
                most = self.children_from.from_high
                self.children_from_leaves.begin()
                self.children_from_leaves.reach(low, high)
                first = self.children_from_leaves.from_low
                last = self.children_from_leaves.from_high
            self.hear_children(s, least, most, first, last)
            base = cython.cast(cython.Py_ssize_t, s) * self.lowers
            for t in range(low, high):
                total = 0.0
                for k in range(self.tail.lower_start[t], self.tail.lower_start[t + 1]):
                    total += self.heard[self.tail.lower_inner[k]]
                for k in range(self.tail.leaf_start[t], self.tail.leaf_start[t + 1]):
                    total += self.heard_all[self.tail.lower_leaf[k]]
                self.children[base + t] = total
            for k in range(self.anchored.child_start[s], self.anchored.child_start[s + 1]):
                t = self.anchored.child_set[k]
                if low <= t < high:
                    self.children[base + t] += self.missing(self.anchored.child_cell[k])
            here = self.head.lower_size[s]
            for t in range(low, high):
                there = self.tail.lower_size[t]
                self.children[base + t] *= (
                    here * self.inverse[there] if here < there else there * self.inverse[here]
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hear_children(
        self, s: cython.int, least: cython.int, most: cython.int, first: cython.int, last: cython.int
    ) -> cython.void:
        """Sum up the rows of a lower set: for inner classes of columns, and for leaves."""
        d: cython.int
        k: cython.int
        t: cython.int
        size: cython.double
        row: cython.Py_ssize_t
        self.add_rows(1, s, least, most)
        if self.head.leaf_start[s] < self.head.leaf_start[s + 1]:
            self.add_rows(2, s, first, last)
            for d in range(least, most):
                self.heard[d] += self.heard_leaves[self.tail.inner_upper[d]]
        if not self.tail.plain:
            for d in range(least, most):
                self.heard[d] *= self.tail.inner_size[d]
        begin: cython.int = self.head.family_start[s]
        for k in range(begin, self.head.family_start[s + 1]):
            size = self.head.family_size[k]
            row = cython.cast(cython.Py_ssize_t, self.head.family[k]) * self.uppers
            if k == begin:
                for t in range(first, last):
                    self.heard_all[t] = size * self.leaf[row + t]
            else:
                for t in range(first, last):
                    self.heard_all[t] += size * self.leaf[row + t]
        for t in range(first, last):
            self.heard_all[t] *= self.tail.leaves[t]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_rows(self, kind: cython.int, s: cython.int, least: cython.int, most: cython.int) -> cython.void:
        """Add up the rows of a set, each as often as its class has nodes, two at a time.

        Kind 0 are the classes of an upper set, 1 the inner classes and 2 the leaves of a lower set.
        """
        d: cython.int
        times: cython.double
        other_times: cython.double
        row: cython.Py_ssize_t
        other: cython.Py_ssize_t
        result: cython.double[::1] = self.heard_leaves if kind == 2 else self.heard
        table: cython.double[::1] = self.leaf if kind == 2 else self.inner
        width: cython.int = self.uppers if kind == 2 else self.inners
        size: cython.int[::1] = self.head.leaves if kind == 2 else self.head.inner_size
        member: cython.int[::1]
        start: cython.int[::1]
        if kind == 0:
            member = self.head.upper_inner
            start = self.head.upper_start
        elif kind == 1:
            member = self.head.lower_inner
            start = self.head.lower_start
        else:
            member = self.head.lower_leaf
            start = self.head.leaf_start
        begin: cython.int = start[s]
        end: cython.int = start[s + 1]
        if (end - begin) % 2:
            times = size[member[begin]]
            row = cython.cast(cython.Py_ssize_t, member[begin]) * width
            for d in range(least, most):
                result[d] = times * table[row + d]
            begin += 1
        elif begin == end:
            for d in range(least, most):
                result[d] = 0.0
        else:
            times = size[member[begin]]
            row = cython.cast(cython.Py_ssize_t, member[begin]) * width
            other_times = size[member[begin + 1]]
            other = cython.cast(cython.Py_ssize_t, member[begin + 1]) * width
            for d in range(least, most):
                result[d] = times * table[row + d] + other_times * table[other + d]
            begin += 2
        while begin < end:
            times = size[member[begin]]
            row = cython.cast(cython.Py_ssize_t, member[begin]) * width
            other_times = size[member[begin + 1]]
            other = cython.cast(cython.Py_ssize_t, member[begin + 1]) * width
            for d in range(least, most):
                result[d] += times * table[row + d] + other_times * table[other + d]
            begin += 2
