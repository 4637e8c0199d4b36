# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The labels at the nodes of a graph: which roles leave them, and which arrive there."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.distinct import number_sets
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.distinct import number_sets
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["Labels"]


@cython.cclass
class Labels:
    """The set of labels of each node, and the distinct sets. Relations to constants have no label."""

    labels: cython.int  # one more than the greatest number of a label
    sets: cython.int
    set_of: cython.int[::1]
    node: cython.int[::1]  # the first node that has a set
    start: cython.int[::1]  # the labels of each node
    label: cython.int[::1]  # 2·role of edges that leave it, 2·role + 1 of those that arrive

    def __init__(self, shape: Shape, arena: Arena) -> None:
        k: cython.int
        v: cython.int
        x: cython.int
        total: cython.int = 0
        nodes: cython.int = shape.nodes
        self.labels = 2 * shape.roles
        self.set_of = arena.ints(nodes)
        self.start = arena.ints(nodes + 1)
        self.label = arena.ints(2 * shape.edges)
        seen: cython.int[::1] = arena.ints(self.labels)
        for v in range(nodes):
            for k in range(shape.out_start[v], shape.out_start[v + 1]):
                x = 2 * shape.role[k]
                if shape.tail[k] >= 0 and seen[x] != v + 1:
                    seen[x] = v + 1
                    self.label[total] = x
                    total += 1
            for k in range(shape.in_start[v], shape.in_start[v + 1]):
                x = 2 * shape.in_role[k] + 1
                if seen[x] != v + 1:
                    seen[x] = v + 1
                    self.label[total] = x
                    total += 1
            self.start[v + 1] = total
        self.sets = number_sets(nodes, self.start, self.label, seen, self.set_of, arena)
        self.node = arena.ints(self.sets)
        for v in range(nodes - 1, -1, -1):
            self.node[self.set_of[v]] = v
