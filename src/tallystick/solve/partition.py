# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Nodes in classes, and the classes in an order that stays when they fall apart."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.sorting import Sorter
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.sorting import Sorter

__all__ = ["OrderedPartition"]


@cython.cclass
class OrderedPartition(Sorter):
    """The classes of nodes. Those of one class are neighbours in `order`, which is also the order of the classes.

    A class is split by the keys of its nodes: lists of numbers, which a subclass writes.
    """

    nodes: cython.int
    order: cython.int[::1]
    index: cython.int[::1]  # of each node in the order
    class_of: cython.int[::1]
    classes: cython.int
    begin: cython.int[::1]  # of each class in the order
    size: cython.int[::1]
    key: cython.longlong[::1]
    key_begin: cython.int[::1]
    key_end: cython.int[::1]
    moved: cython.int[::1]  # nodes with a new class
    moved_count: cython.int
    entry: cython.int[::1]  # nodes to be sorted
    border: cython.int[::1]  # where the parts of a class begin

    @cython.cfunc
    def arrange(self, nodes: cython.int, rank: cython.int[::1], keys: cython.int) -> cython.void:
        """Put nodes of equal ranks, which count from 0, into one class; make room for so many numbers in keys."""
        v: cython.int
        k: cython.int
        arena: Arena = thread_arena()
        self.nodes = nodes
        self.order = arena.ints(nodes)
        self.index = arena.ints(nodes)
        self.class_of = arena.ints(nodes)
        self.begin = arena.ints(nodes + 1)
        self.size = arena.ints(nodes)
        self.key = arena.longs(keys)
        self.key_begin = arena.ints(nodes)
        self.key_end = arena.ints(nodes)
        self.moved = arena.ints(nodes)
        self.moved_count = 0
        self.entry = arena.ints(nodes)
        self.border = arena.ints(nodes + 1)
        self.classes = 0
        for v in range(nodes):
            self.class_of[v] = rank[v]
            self.size[rank[v]] += 1
            self.classes = max(self.classes, rank[v] + 1)
        for k in range(self.classes):
            self.begin[k + 1] = self.begin[k] + self.size[k]
            self.entry[k] = self.begin[k]
        for v in range(nodes):
            k = self.entry[rank[v]]
            self.order[k] = v
            self.index[v] = k
            self.entry[rank[v]] += 1

    def positions(self) -> array[int]:
        """Return for each node how many nodes are in classes before its own."""
        return array("i", [self.begin[self.class_of[v]] for v in range(self.nodes)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, first: cython.int, second: cython.int) -> cython.bint:
        """Whether the key of one node is less than that of another."""
        x: cython.int = self.key_begin[first]
        y: cython.int = self.key_begin[second]
        while x < self.key_end[first] and y < self.key_end[second]:
            if self.key[x] != self.key[y]:
                return self.key[x] < self.key[y]
            x += 1
            y += 1
        return y < self.key_end[second]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall_apart(self, number: cython.int, count: cython.int, spare: cython.int) -> cython.void:
        """Split a class by the keys of the first entries, nodes of it; all its other nodes are like the spare one."""
        x: cython.int
        first: cython.int = self.begin[number]
        end: cython.int = first + self.size[number]
        ahead: cython.int = count  # entries before those that are like the spare one
        behind: cython.int = count  # and where those after them begin
        parts: cython.int = 0
        self.sort(self.entry, 0, count)
        if spare >= 0:
            ahead = 0
            while ahead < count and self.before(self.entry[ahead], spare):
                ahead += 1
            behind = ahead
            while behind < count and not self.before(spare, self.entry[behind]):
                behind += 1
        for x in range(ahead):
            self.put(self.entry[x], first + x)
            if x == 0 or self.before(self.entry[x - 1], self.entry[x]):
                self.border[parts] = first + x
                parts += 1
        if spare >= 0:
            self.border[parts] = first + ahead
            parts += 1
        for x in range(behind, count):
            self.put(self.entry[x], end - count + x)
            if x == behind or self.before(self.entry[x - 1], self.entry[x]):
                self.border[parts] = end - count + x
                parts += 1
        self.border[parts] = end
        self.number_parts(number, parts)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number_parts(self, number: cython.int, parts: cython.int) -> cython.void:
        """Make a class of each stretch between two borders but the longest, which keeps the number."""
        x: cython.int
        k: cython.int
        longest: cython.int = 0
        for x in range(1, parts):
            if self.border[x + 1] - self.border[x] > self.border[longest + 1] - self.border[longest]:
                longest = x
        for x in range(parts):
            if x == longest:
                self.begin[number] = self.border[x]
                self.size[number] = self.border[x + 1] - self.border[x]
                continue
            self.begin[self.classes] = self.border[x]
            self.size[self.classes] = self.border[x + 1] - self.border[x]
            for k in range(self.border[x], self.border[x + 1]):
                self.class_of[self.order[k]] = self.classes
                self.moved[self.moved_count] = self.order[k]
                self.moved_count += 1
            self.classes += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, v: cython.int, position: cython.int) -> cython.void:
        """Let a node and the one at a position of the order change places."""
        other: cython.int = self.order[position]
        self.order[self.index[v]] = other
        self.index[other] = self.index[v]
        self.order[position] = v
        self.index[v] = position
