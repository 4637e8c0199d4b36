# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The nodes within one or two steps of each node of a small graph: those whose cells add up in a broadcast."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["NearNodes"]


@cython.cclass
class NearNodes:
    """The other nodes one or two steps above and below each node, each once.

    Many nodes have the same nodes above them, such as all children of one node, and many have none below.
    """

    up_start: cython.int[::1]
    up: cython.int[::1]
    down_start: cython.int[::1]
    down: cython.int[::1]
    uppers: cython.int  # the different sets of nodes above, the first node of each, and the set of each node
    upper: cython.int[::1]
    upper_of: cython.int[::1]
    one_up: cython.int[::1]  # the first two nodes of each set; one after the last node where there are fewer
    two_up: cython.int[::1]
    inners: cython.int  # the nodes with others below them
    inner: cython.int[::1]

    def __init__(self, shape: Shape, steps: cython.int, arena: Arena) -> None:
        v: cython.int
        nodes: cython.int = shape.nodes
        seen: cython.int[::1] = arena.ints(nodes)
        self.up_start = arena.ints(nodes + 1)
        self.up = arena.ints(_room(nodes, shape.in_start, shape.head))
        self.down_start = arena.ints(nodes + 1)
        self.down = arena.ints(_room(nodes, shape.out_start, shape.tail))
        _list_near(nodes, steps, shape.in_start, shape.head, seen, 0, self.up_start, self.up)
        _list_near(nodes, steps, shape.out_start, shape.tail, seen, nodes, self.down_start, self.down)
        self.upper = arena.ints(nodes)
        self.upper_of = arena.ints(nodes)
        self.inner = arena.ints(nodes)
        self.one_up = arena.ints(nodes)
        self.two_up = arena.ints(nodes)
        self.uppers = 0
        self.inners = 0
        first: cython.int[::1] = arena.ints(nodes + 1)  # 1 more than the set of the first child of each node
        for v in range(nodes):
            self.upper_of[v] = self.upper_set(v, shape, first)
            if self.down_start[v + 1] > self.down_start[v]:
                self.inner[self.inners] = v
                self.inners += 1

    @cython.cfunc
    def upper_set(self, v: cython.int, shape: Shape, first: cython.int[::1]) -> cython.int:
        """Return the number of the set of nodes above a node: that of an earlier sibling, or a new one."""
        k: cython.int
        other: cython.int
        size: cython.int = self.up_start[v + 1] - self.up_start[v]
        # Nodes without others above them are children of a node that does not exist.
        parent: cython.int = shape.head[shape.in_start[v]] if size > 0 else shape.nodes
        if first[parent] > 0:
            other = self.upper[first[parent] - 1]
            k = 0
            if self.up_start[other + 1] - self.up_start[other] == size:
                while k < size and self.up[self.up_start[other] + k] == self.up[self.up_start[v] + k]:
                    k += 1
                if k == size:
                    return first[parent] - 1
        else:
            first[parent] = self.uppers + 1
        self.upper[self.uppers] = v
        self.one_up[self.uppers] = self.up[self.up_start[v]] if size > 0 else shape.nodes
        self.two_up[self.uppers] = self.up[self.up_start[v] + 1] if size > 1 else shape.nodes
        self.uppers += 1
        return self.uppers - 1


@cython.cfunc
def _room(nodes: cython.int, start: cython.int[::1], near: cython.int[::1]) -> cython.int:
    """Return how many nodes within two steps there are at most, over all nodes."""
    v: cython.int
    k: cython.int
    part: cython.int
    room: cython.int = 0
    for v in range(nodes):
        part = start[v + 1] - start[v]
        for k in range(start[v], start[v + 1]):
            if near[k] >= 0:
                part += start[near[k] + 1] - start[near[k]]
        room += part if part < nodes else nodes
    return room


@cython.cfunc
def _list_near(
    nodes: cython.int,
    steps: cython.int,
    start: cython.int[::1],
    near: cython.int[::1],
    seen: cython.int[::1],
    stamp: cython.int,
    far_start: cython.int[::1],
    far: cython.int[::1],
) -> cython.void:
    """List the other nodes one step away from each node, or two; stamps after this one are not in use."""
    v: cython.int
    k: cython.int
    x: cython.int
    w: cython.int
    total: cython.int = 0
    for v in range(nodes):
        stamp += 1
        seen[v] = stamp
        for k in range(start[v], start[v + 1]):
            w = near[k]
            if w < 0:
                continue
            if seen[w] != stamp:
                seen[w] = stamp
                far[total] = w
                total += 1
            if steps == 1:
                continue
            for x in range(start[w], start[w + 1]):
                if near[x] >= 0 and seen[near[x]] != stamp:
                    seen[near[x]] = stamp
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total
