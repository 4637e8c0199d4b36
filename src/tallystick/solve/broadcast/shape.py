# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A graph as numbers: its edges by head and by tail."""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

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

    def __init__(self, nodes: int, roles: int, edges: array[int]) -> None:
        """Take the numbers of nodes and roles, and the edges, no two alike: head, role, tail, head, role …

        Roles that serve constants only may have greater numbers.
        """
        e: cython.int
        v: cython.int
        count: cython.int = len(edges) // 3
        flat: cython.int[::1] = edges
        self.nodes = nodes
        self.roles = roles
        self.edges = count
        # One block of memory for all lists.
        block: cython.int[::1] = array("i", bytes(4 * (2 * nodes + 5 + 4 * count)))
        self.out_start = block[: nodes + 2]
        self.in_start = block[nodes + 2 : 2 * nodes + 4]
        rest: cython.int[::1] = block[2 * nodes + 4 :]
        self.role = rest[:count]
        self.tail = rest[count : 2 * count]
        self.in_role = rest[2 * count : 3 * count]
        self.head = rest[3 * count :]
        # Counted two places on, summed up to one place on, and moved to their own place while filling.
        for e in range(0, 3 * count, 3):
            self.out_start[flat[e] + 2] += 1
            if flat[e + 2] >= 0:
                self.in_start[flat[e + 2] + 2] += 1
        for v in range(self.nodes):
            self.out_start[v + 1] += self.out_start[v]
            self.in_start[v + 1] += self.in_start[v]
        for e in range(0, 3 * count, 3):
            v = flat[e] + 1
            self.role[self.out_start[v]] = flat[e + 1]
            self.tail[self.out_start[v]] = flat[e + 2]
            self.out_start[v] += 1
            if flat[e + 2] >= 0:
                v = flat[e + 2] + 1
                self.in_role[self.in_start[v]] = flat[e + 1]
                self.head[self.in_start[v]] = flat[e]
                self.in_start[v] += 1

    def descendants(self) -> array[int]:
        """Return how many other nodes can be reached from each node."""
        v: cython.int
        w: cython.int
        k: cython.int
        size: cython.int
        block: cython.int[::1] = array("i", bytes(8 * self.nodes + 4))
        seen: cython.int[::1] = block[: self.nodes]
        stack: cython.int[::1] = block[self.nodes :]
        result: array[int] = array("i", bytes(4 * self.nodes))
        counts: cython.int[::1] = result
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
        return result
