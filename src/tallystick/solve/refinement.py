# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Colour refinement: the nodes of a graph in classes that their neighbours cannot distinguish, and in order.

When a class splits, the largest part keeps its number. Only nodes joined to one of the other parts can be distinguished
by that, and a node is in one of those at most log n times: a chain takes as many rounds as it has nodes, and must not
take the time of all nodes in every one of them.
"""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.solve.partition import OrderedPartition
    from cython.cimports.tallystick.solve.sorting import sort_numbers
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.partition import OrderedPartition
    from tallystick.solve.sorting import sort_numbers

__all__ = ["Refinement"]

#: Fewer nodes are too little work to be counted.
LARGE = 1 << 7
#: The work of one node in one round.
STEP = 32


@cython.cclass
class Refinement(OrderedPartition):
    """The classes of the nodes of a graph. A key is what a node is joined to: direction, role, class of a neighbour."""

    large: cython.bint
    start: cython.int[
        ::1
    ]  # what each node is joined to, in order: a label for direction and role, and the node
    near: cython.longlong[::1]
    touched: cython.int[::1]  # nodes around which something may have changed
    touched_count: cython.int
    seen: cython.int[::1]
    stamp: cython.int
    group: cython.int[::1]  # classes of touched nodes, and a list of those of each
    latest: cython.int[::1]
    earlier: cython.int[::1]
    spare: cython.int[::1]  # an untouched node of a class, which represents all of them, or -1

    def __init__(self, shape: Shape, role_rank: cython.int[::1], rank: cython.int[::1]) -> None:
        """Take a graph, the ranks of its roles, and those of its nodes: equal nodes have equal ranks, from 0 on."""
        v: cython.int
        k: cython.int
        total: cython.int = 0
        nodes: cython.int = shape.nodes
        arena: Arena = thread_arena()
        self.arrange(nodes, rank, 2 * shape.edges + nodes)
        self.large = nodes > LARGE
        self.start = arena.ints(nodes + 1)
        self.near = arena.longs(2 * shape.edges)
        for v in range(nodes):
            for k in range(shape.in_start[v], shape.in_start[v + 1]):
                self.near[total] = joint(role_rank[shape.in_role[k]], shape.head[k])
                total += 1
            for k in range(shape.out_start[v], shape.out_start[v + 1]):
                if shape.tail[k] >= 0:
                    self.near[total] = joint(len(role_rank) + role_rank[shape.role[k]], shape.tail[k])
                    total += 1
            self.start[v + 1] = total
            sort_numbers(self.near, self.start[v], total)
        self.touched = arena.ints(nodes)
        self.touched_count = 0
        self.seen = arena.ints(nodes)
        self.stamp = 0
        self.group = arena.ints(nodes)
        self.latest = arena.ints(nodes)
        self.earlier = arena.ints(nodes)
        self.spare = arena.ints(nodes)
        for v in range(nodes):
            self.latest[v] = -1

    def refine_all(self) -> None:
        """Distinguish nodes by their neighbours, round after round, as long as classes split."""
        v: cython.int
        for v in range(self.nodes):
            self.touched[v] = v
        self.touched_count = self.nodes
        self.refine()

    def distinguish(self, further: cython.int[::1]) -> None:
        """Distinguish the nodes of a class by further numbers, then by their neighbours."""
        v: cython.int
        number: cython.int
        classes: cython.int = self.classes
        for v in range(self.nodes):
            self.key[v] = further[v]
            self.key_begin[v] = v
            self.key_end[v] = v + 1
        self.moved_count = 0
        for number in range(classes):
            for v in range(self.size[number]):
                self.entry[v] = self.order[self.begin[number] + v]
            self.fall_apart(number, self.size[number], -1)
        self.touch_neighbours()
        self.refine()

    def separate(self) -> array[int]:
        """Give every node a separate class, refining the others after each separation; return the order."""
        position: cython.int = 0
        number: cython.int
        node: cython.int
        k: cython.int
        limits = current()
        while position < self.nodes:
            number = self.class_of[self.order[position]]
            if self.size[number] == 1:
                position += 1
                continue
            if self.large:
                limits.spend(STEP * self.size[number])
            node = self.order[position]
            for k in range(position, position + self.size[number]):
                node = min(node, self.order[k])
            if self.are_twins(number, node):
                self.line_up(number)
                continue
            self.set_apart(node)
            self.stamp += 1
            self.touched_count = 0
            self.touch_around(node)
            self.refine()
        return array("i", [self.order[k] for k in range(self.nodes)])

    @cython.cfunc
    def refine(self) -> cython.void:
        """Distinguish the touched nodes of each class, then those around the nodes that moved, and so on."""
        limits = current()
        while self.touched_count > 0:
            if self.large:
                limits.spend(STEP * self.touched_count)
            self.refine_once()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refine_once(self) -> cython.void:
        """Distinguish the touched nodes of each class. A round depends only on the round before it."""
        x: cython.int
        v: cython.int
        number: cython.int
        count: cython.int
        groups: cython.int = 0
        used: cython.int = 0
        self.stamp += 1
        for x in range(self.touched_count):
            v = self.touched[x]
            number = self.class_of[v]
            if self.size[number] > 1:
                self.seen[v] = self.stamp
                if self.latest[number] < 0:
                    self.group[groups] = number
                    groups += 1
                self.earlier[v] = self.latest[number]
                self.latest[number] = v
        # All keys are computed before any class splits.
        for x in range(groups):
            number = self.group[x]
            count = 0
            v = self.latest[number]
            while v >= 0:
                used = self.write_key(v, used)
                count += 1
                v = self.earlier[v]
            self.spare[x] = -1
            if count < self.size[number]:
                # The untouched nodes were equal, and nothing has changed around them.
                v = self.begin[number]
                while self.seen[self.order[v]] == self.stamp:
                    v += 1
                self.spare[x] = self.order[v]
                used = self.write_key(self.spare[x], used)
        self.moved_count = 0
        for x in range(groups):
            number = self.group[x]
            count = 0
            v = self.latest[number]
            while v >= 0:
                self.entry[count] = v
                count += 1
                v = self.earlier[v]
            self.latest[number] = -1
            self.fall_apart(number, count, self.spare[x])
        self.touch_neighbours()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_key(self, v: cython.int, used: cython.int) -> cython.int:
        """Write what a node is joined to, from an index of the keys on; return the next index."""
        k: cython.int
        # Variables, because constants of more than 31 bits would be objects.
        low: cython.longlong = 0x7FFFFFFF
        self.key_begin[v] = used
        for k in range(self.start[v], self.start[v + 1]):
            self.key[used] = (self.near[k] & ~low) | self.begin[self.class_of[self.near[k] & low]]
            used += 1
        self.key_end[v] = used
        sort_numbers(self.key, self.key_begin[v], used)
        return used

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def touch_neighbours(self) -> cython.void:
        """Touch all nodes that are joined to those that moved."""
        x: cython.int
        self.stamp += 1
        self.touched_count = 0
        for x in range(self.moved_count):
            self.touch_around(self.moved[x])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def touch_around(self, v: cython.int) -> cython.void:
        """Touch the nodes that a node is joined to, each once for the present stamp."""
        k: cython.int
        other: cython.int
        low: cython.longlong = 0x7FFFFFFF
        for k in range(self.start[v], self.start[v + 1]):
            other = cython.cast(cython.int, self.near[k] & low)
            if self.seen[other] != self.stamp:
                self.seen[other] = self.stamp
                self.touched[self.touched_count] = other
                self.touched_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def are_twins(self, number: cython.int, node: cython.int) -> cython.bint:
        """Whether all nodes of a class have the very same neighbours, so that none distinguishes other nodes."""
        x: cython.int
        k: cython.int
        v: cython.int
        degree: cython.int = self.start[node + 1] - self.start[node]
        for x in range(self.begin[number], self.begin[number] + self.size[number]):
            v = self.order[x]
            if self.start[v + 1] - self.start[v] != degree:
                return False
            for k in range(degree):
                if self.near[self.start[v] + k] != self.near[self.start[node] + k]:
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def line_up(self, number: cython.int) -> cython.void:
        """Give each node of a class a separate class, in the order of their indices."""
        x: cython.int
        count: cython.int = self.size[number]
        for x in range(count):
            self.entry[x] = self.order[self.begin[number] + x]
            self.key_begin[self.entry[x]] = x
            self.key_end[self.entry[x]] = x + 1
            self.key[x] = self.entry[x]
        self.moved_count = 0
        self.fall_apart(number, count, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_apart(self, node: cython.int) -> cython.void:
        """Put a node before all others of its class."""
        number: cython.int = self.class_of[node]
        self.put(node, self.begin[number])
        self.border[0] = self.begin[number]
        self.border[1] = self.begin[number] + 1
        self.border[2] = self.begin[number] + self.size[number]
        self.moved_count = 0
        self.number_parts(number, 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def joint(label: cython.longlong, node: cython.int) -> cython.longlong:
    """Return a label and a node as one number."""
    return (label << 31) | node
