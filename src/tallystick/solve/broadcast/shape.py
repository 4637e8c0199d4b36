# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A graph as numbers: the neighbours and the labels of each node, in the form that anchor broadcast reads."""

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
    """A graph as numbers: who is near whom, and which labels stand at each node."""

    nodes: cython.int
    labels: cython.int
    edges: cython.int
    out_start: cython.int[::1]
    role: cython.int[::1]  # the edges by their heads; those with a tail below 0 lead to constants
    tail: cython.int[::1]
    up_start: cython.int[::1]  # parents and their parents, each once
    up: cython.int[::1]
    down_start: cython.int[::1]  # children and their children, each once
    down: cython.int[::1]
    label_start: cython.int[::1]
    label: cython.int[::1]  # the distinct labels at a node: 2·role going out, 2·role + 1 coming in

    def __init__(self, nodes: int, roles: int, edges: array[int]) -> None:
        """Take the numbers of nodes and roles, and the edges, no two alike: head, role, tail, head, role …

        Roles that serve constants only may have greater numbers.
        """
        e: cython.int
        v: cython.int
        count: cython.int = len(edges) // 3
        flat: cython.int[::1] = edges
        self.nodes = nodes
        self.labels = 2 * roles
        self.edges = count
        # One block of memory for all lists whose length is known.
        block: cython.int[::1] = array("i", bytes(4 * (6 * nodes + 7 + 6 * count + self.labels)))
        out_start: cython.int[::1] = block[: nodes + 2]
        in_start: cython.int[::1] = block[nodes + 2 : 2 * nodes + 4]
        self.label_start = block[2 * nodes + 4 : 3 * nodes + 5]
        self.down_start = block[3 * nodes + 5 : 4 * nodes + 6]
        self.up_start = block[4 * nodes + 6 : 5 * nodes + 7]
        seen: cython.int[::1] = block[5 * nodes + 7 : 6 * nodes + 7]
        rest: cython.int[::1] = block[6 * nodes + 7 :]
        role: cython.int[::1] = rest[:count]
        tail: cython.int[::1] = rest[count : 2 * count]
        head: cython.int[::1] = rest[2 * count : 3 * count]
        in_role: cython.int[::1] = rest[3 * count : 4 * count]
        self.label = rest[4 * count : 6 * count]
        # Counted two places on, summed up to one place on, and moved to their own place while filling.
        for e in range(0, 3 * count, 3):
            out_start[flat[e] + 2] += 1
            if flat[e + 2] >= 0:
                in_start[flat[e + 2] + 2] += 1
        for v in range(self.nodes):
            out_start[v + 1] += out_start[v]
            in_start[v + 1] += in_start[v]
        for e in range(0, 3 * count, 3):
            v = flat[e] + 1
            role[out_start[v]] = flat[e + 1]
            tail[out_start[v]] = flat[e + 2]
            out_start[v] += 1
            if flat[e + 2] >= 0:
                v = flat[e + 2] + 1
                in_role[in_start[v]] = flat[e + 1]
                head[in_start[v]] = flat[e]
                in_start[v] += 1
        self.out_start = out_start
        self.role = role
        self.tail = tail
        self.down = _two_steps(nodes, out_start, tail, seen, 0, self.down_start)
        self.up = _two_steps(nodes, in_start, head, seen, nodes, self.up_start)
        self.collect_labels(in_start, in_role, rest[6 * count :])

    @cython.cfunc
    def collect_labels(
        self, in_start: cython.int[::1], in_role: cython.int[::1], seen: cython.int[::1]
    ) -> cython.void:
        """List the distinct labels of each node."""
        k: cython.int
        v: cython.int
        x: cython.int
        total: cython.int = 0
        kept: cython.int[::1] = self.label
        start: cython.int[::1] = self.label_start
        for v in range(self.nodes):
            for k in range(self.out_start[v], self.out_start[v + 1]):
                x = 2 * self.role[k]
                if self.tail[k] >= 0 and seen[x] != v + 1:
                    seen[x] = v + 1
                    kept[total] = x
                    total += 1
            for k in range(in_start[v], in_start[v + 1]):
                x = 2 * in_role[k] + 1
                if seen[x] != v + 1:
                    seen[x] = v + 1
                    kept[total] = x
                    total += 1
            start[v + 1] = total

    def descendants(self) -> array[int]:
        """Return how many other nodes can be reached from each node."""
        v: cython.int
        w: cython.int
        k: cython.int
        size: cython.int
        seen: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        stack: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
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


@cython.cfunc
def _two_steps(
    nodes: cython.int,
    start: cython.int[::1],
    near: cython.int[::1],
    seen: cython.int[::1],
    stamp: cython.int,
    far_start: cython.int[::1],
) -> cython.int[::1]:
    """List the other nodes one or two steps away from each node, each once; later stamps are not in use."""
    v: cython.int
    k: cython.int
    x: cython.int
    w: cython.int
    room: cython.int = 0
    part: cython.int
    total: cython.int = 0
    for v in range(nodes):
        part = start[v + 1] - start[v]
        for k in range(start[v], start[v + 1]):
            if near[k] >= 0:
                part += start[near[k] + 1] - start[near[k]]
        room += part if part < nodes else nodes
    far: cython.int[::1] = array("i", bytes(4 * room + 4))
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
            for x in range(start[w], start[w + 1]):
                if near[x] >= 0 and seen[near[x]] != stamp:
                    seen[near[x]] = stamp
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total
    return far
