# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The inner loop of anchor broadcast on a table of all pairs of nodes.

For sentences this is faster than `loop`, which looks for nodes that share their neighbours first. Both give the same
numbers, digit for digit. Equations are those of Sun and Xue (2024).
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.tallystick.solve.broadcast.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from math import sqrt

    from tallystick.solve.broadcast.arena import Arena
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["DenseBroadcast"]


@cython.cclass
class NearNodes:
    """The other nodes one or two steps above and below each node, each once."""

    up_start: cython.int[::1]
    up: cython.int[::1]
    down_start: cython.int[::1]
    down: cython.int[::1]

    def __init__(self, shape: Shape, arena: Arena) -> None:
        nodes: cython.int = shape.nodes
        seen: cython.int[::1] = arena.ints(nodes)
        self.up_start = arena.ints(nodes + 1)
        self.up = arena.ints(_room(nodes, shape.in_start, shape.head))
        self.down_start = arena.ints(nodes + 1)
        self.down = arena.ints(_room(nodes, shape.out_start, shape.tail))
        _two_steps(nodes, shape.in_start, shape.head, seen, 0, self.up_start, self.up)
        _two_steps(nodes, shape.out_start, shape.tail, seen, nodes, self.down_start, self.down)


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
def _two_steps(
    nodes: cython.int,
    start: cython.int[::1],
    near: cython.int[::1],
    seen: cython.int[::1],
    stamp: cython.int,
    far_start: cython.int[::1],
    far: cython.int[::1],
) -> cython.void:
    """List the other nodes one or two steps away from each node; stamps after this one are not in use."""
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
            for x in range(start[w], start[w + 1]):
                if near[x] >= 0 and seen[near[x]] != stamp:
                    seen[near[x]] = stamp
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total


@cython.cclass
class DenseBroadcast:
    """Ā of two graphs, computed from their anchors."""

    rows: cython.int
    cols: cython.int
    head: NearNodes
    tail: NearNodes
    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    cast: cython.double[::1]  # Ā
    parents: cython.double[::1]  # P of Equation 5, then the new Ā
    children: cython.double[::1]  # C of Equation 6
    heard: cython.double[::1]
    inverse: cython.double[::1]  # of the numbers of neighbours

    def __init__(self, head: Shape, tail: Shape, relative: cython.double, arena: Arena) -> None:
        x: cython.int
        self.rows = head.nodes
        self.cols = tail.nodes
        self.relative = relative
        self.head = NearNodes(head, arena)
        self.tail = self.head if head is tail else NearNodes(tail, arena)
        self.cast = arena.doubles(self.rows * self.cols)
        self.parents = arena.doubles(self.rows * self.cols)
        self.children = arena.doubles(self.rows * self.cols)
        self.heard = arena.doubles(self.cols)
        most: cython.int = self.rows if self.rows > self.cols else self.cols
        self.inverse = arena.doubles(most + 1)
        for x in range(1, most + 1):
            self.inverse[x] = 1.0 / x

    def run(self, anchors: array[int], limit: cython.int) -> int:
        """Broadcast from the anchors, a column or -1 for each row; return the number of rounds."""
        i: cython.int
        rounds: cython.int = 0
        anchor: cython.int[::1] = anchors if anchors else array("i", (-1,))
        some: cython.bint = False
        for i in range(self.rows * self.cols):
            self.cast[i] = 0.0
        for i in range(self.rows):
            if anchor[i] >= 0:
                self.cast[i * self.cols + anchor[i]] = 1.0
                some = True
        # A matrix of zeros stays as it is.
        if some:
            with cython.nogil:
                while rounds < limit:
                    rounds += 1
                    self.gather(
                        self.head.up_start, self.head.up, self.tail.up_start, self.tail.up, self.parents
                    )
                    self.gather(
                        self.head.down_start,
                        self.head.down,
                        self.tail.down_start,
                        self.tail.down,
                        self.children,
                    )
                    if self.settle(anchor):
                        break
        return rounds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather(
        self,
        row_start: cython.int[::1],
        row_near: cython.int[::1],
        col_start: cython.int[::1],
        col_near: cython.int[::1],
        result: cython.double[::1],
    ) -> cython.void:
        """Sum up what the neighbours of two nodes say, less where their numbers differ (Equations 5, 6)."""
        i: cython.int
        j: cython.int
        k: cython.int
        end: cython.int
        base: cython.int
        near: cython.int
        here: cython.int
        there: cython.int
        cols: cython.int = self.cols
        total: cython.double
        for i in range(self.rows):
            base = i * cols
            here = row_start[i + 1] - row_start[i]
            if here == 0:
                for j in range(cols):
                    result[base + j] = 0.0
                continue
            near = row_near[row_start[i]] * cols
            for j in range(cols):
                self.heard[j] = self.cast[near + j]
            for k in range(row_start[i] + 1, row_start[i + 1]):
                near = row_near[k] * cols
                for j in range(cols):
                    self.heard[j] += self.cast[near + j]
            k = 0
            for j in range(cols):
                there = col_start[j + 1] - k
                end = k + there
                total = 0.0
                while k < end:
                    total += self.heard[col_near[k]]
                    k += 1
                result[base + j] = total * (
                    here * self.inverse[there] if here < there else there * self.inverse[here]
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, anchor: cython.int[::1]) -> cython.bint:
        """Join both directions, scale, reset the anchors (Equations 7–9); return whether all stand still."""
        i: cython.int
        x: cython.int
        cells: cython.int = self.rows * self.cols
        most: cython.double = 0.0
        scale: cython.double
        step: cython.double
        bound: cython.double
        moved: cython.int = 0
        # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
        grain: cython.double = 384.0
        for x in range(cells):
            self.parents[x] = (self.parents[x] + 1.0) * (self.children[x] + 1.0) - 1.0
        for x in range(cells):
            most = self.parents[x] if self.parents[x] > most else most
        if most == 0.0:
            most = 1.0
        scale = 1.0 / most
        for i in range(self.rows):
            if anchor[i] >= 0:
                self.parents[i * self.cols + anchor[i]] = most
        # The root of Equation 7, drawn after scaling.
        for x in range(cells):
            self.parents[x] = (sqrt(self.parents[x] * scale) + grain) - grain
        for x in range(cells):
            step = self.parents[x] - self.cast[x]
            bound = 1e-4 + self.relative * self.cast[x]
            moved |= (step > bound) | (step < -bound)
            self.cast[x] = self.parents[x]
        return not moved

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_row(self, i: cython.int, result: cython.double[::1]) -> cython.void:
        """Write Ā of a node and every node of the other side."""
        j: cython.int
        for j in range(self.cols):
            result[j] = self.cast[i * self.cols + j]
