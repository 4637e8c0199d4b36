# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A graph as numbers: its edges by head and by tail."""

from __future__ import annotations

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
else:
    from tallystick.solve.arena import Arena, thread_arena

__all__ = ["Shape"]

#: Fewer descendants of a node are too little work to be counted.
LARGE_ROW = 1 << 7


@cython.cclass
class Shape:
    """A graph as numbers: the edges that leave each node, and those that arrive there."""

    nodes: cython.int
    roles: cython.int
    edges: cython.int
    out_start: cython.int[::1]
    role: cython.int[::1]  # the edges by their heads; those with a tail below 0 lead to constants
    tail: cython.int[::1]
    in_start: cython.int[::1]
    in_role: cython.int[::1]  # the edges between nodes by their tails
    head: cython.int[::1]

    def __init__(self, nodes: cython.int, roles: cython.int, edges: cython.int[::1]) -> None:
        """Take the numbers of nodes and roles, and the edges, no two alike: head, role, tail, head, role …

        Roles that serve constants only may have greater numbers.
        """
        self.fill(nodes, roles, edges)

    @cython.cfunc
    def fill(self, nodes: cython.int, roles: cython.int, edges: cython.int[::1]) -> cython.void:
        """List the edges by their ends."""
        e: cython.int
        v: cython.int
        count: cython.int = len(edges) // 3
        self.nodes = nodes
        self.roles = roles
        self.edges = count
        arena: Arena = thread_arena()
        self.out_start = arena.ints(nodes + 2)
        self.in_start = arena.ints(nodes + 2)
        self.role = arena.ints(count)
        self.tail = arena.ints(count)
        self.in_role = arena.ints(count)
        self.head = arena.ints(count)
        # Counted two places on, summed up to one place on, and moved to their own place while filling.
        for e in range(0, 3 * count, 3):
            self.out_start[edges[e] + 2] += 1
            if edges[e + 2] >= 0:
                self.in_start[edges[e + 2] + 2] += 1
        for v in range(self.nodes):
            self.out_start[v + 1] += self.out_start[v]
            self.in_start[v + 1] += self.in_start[v]
        for e in range(0, 3 * count, 3):
            v = edges[e] + 1
            self.role[self.out_start[v]] = edges[e + 1]
            self.tail[self.out_start[v]] = edges[e + 2]
            self.out_start[v] += 1
            if edges[e + 2] >= 0:
                v = edges[e + 2] + 1
                self.in_role[self.in_start[v]] = edges[e + 1]
                self.head[self.in_start[v]] = edges[e]
                self.in_start[v] += 1

    @cython.ccall
    def descendants(self) -> cython.int[::1]:
        """Return how many other nodes can be reached from each node."""
        v: cython.int
        w: cython.int
        k: cython.int
        size: cython.int
        arena: Arena = thread_arena()
        seen: cython.int[::1] = arena.ints(self.nodes)
        stack: cython.int[::1] = arena.ints(self.nodes + 1)
        counts: cython.int[::1] = arena.ints(self.nodes)
        large: cython.int = LARGE_ROW
        limits = current()
        for v in range(self.nodes):
            if v and counts[v - 1] > large:
                limits.spend(8 * counts[v - 1])
            seen[v] = v + 1
            stack[0] = v
            size = 1
            while size > 0:
                size -= 1
                w = stack[size]
                for k in range(self.out_start[w], self.out_start[w + 1]):
                    w = self.tail[k]
                    if w >= 0 and seen[w] != v + 1:
                        seen[w] = v + 1
                        counts[v] += 1
                        stack[size] = w
                        size += 1
        return counts
