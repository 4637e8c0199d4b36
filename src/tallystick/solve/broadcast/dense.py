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
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.near_nodes import NearNodes
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from math import sqrt

    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.near_nodes import NearNodes
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["DenseBroadcast"]


@cython.cclass
class DenseBroadcast:
    """Ā of two graphs, computed from their anchors."""

    rows: cython.int
    cols: cython.int
    head: NearNodes
    tail: NearNodes
    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    cast: cython.double[::1]  # Ā, then a row of zeros
    new: cython.double[::1]  # the next one
    parents: cython.double[
        ::1
    ]  # 1 + P of Equation 5 for two sets of nodes above, then the new cells without children
    children: cython.double[::1]  # of two nodes with others below them: their new cells
    line: cython.double[::1]  # the new cells of a set of nodes above and all columns
    most: cython.double  # the greatest cell before scaling
    heard: cython.double[::1]  # what the neighbours of a row say, then a zero
    up_weight: cython.double[::1]  # less than 1 where two nodes have different numbers of neighbours
    down_weight: cython.double[::1]
    watched: cython.Py_ssize_t  # a cell that moved in the round before

    def __init__(
        self, head: Shape, tail: Shape, relative: cython.double, steps: cython.int, arena: Arena
    ) -> None:
        x: cython.int
        y: cython.int
        here: cython.int
        self.rows = head.nodes
        self.cols = tail.nodes
        self.relative = relative
        self.head = NearNodes(head, steps, arena)
        self.tail = self.head if head is tail else NearNodes(tail, steps, arena)
        self.cast = arena.doubles((self.rows + 1) * self.cols)
        self.new = arena.doubles((self.rows + 1) * self.cols)
        self.parents = arena.doubles(self.head.uppers * self.tail.uppers)
        self.children = arena.doubles(self.head.inners * self.tail.inners)
        self.heard = arena.doubles(self.cols + 1)
        self.line = arena.doubles(self.head.uppers * self.cols)
        self.most = 0.0
        self.up_weight = arena.doubles(self.head.uppers * self.tail.uppers)
        self.down_weight = arena.doubles(self.head.inners * self.tail.inners)
        self.watched = 0
        for x in range(self.head.uppers):
            here = self.head.upper[x]
            here = self.head.up_start[here + 1] - self.head.up_start[here]
            for y in range(self.tail.uppers):
                self.up_weight[x * self.tail.uppers + y] = _weight(
                    here, self.tail.upper[y], self.tail.up_start
                )
        for x in range(self.head.inners):
            here = self.head.inner[x]
            here = self.head.down_start[here + 1] - self.head.down_start[here]
            for y in range(self.tail.inners):
                self.down_weight[x * self.tail.inners + y] = _weight(
                    here, self.tail.inner[y], self.tail.down_start
                )

    @cython.ccall
    def run(self, anchors: array[int], limit: cython.int) -> cython.int:
        """Broadcast from the anchors, a column or -1 for each row; return the number of rounds."""
        i: cython.int
        rounds: cython.int = 0
        anchor: cython.int[::1] = anchors if anchors else array("i", (-1,))
        some: cython.bint = False
        for i in range((self.rows + 1) * self.cols):
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
                    self.gather_parents()
                    self.gather_children()
                    if self.settle(anchor):
                        break
        return rounds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_parents(self) -> cython.void:
        """Sum up what the nodes above two nodes say, once for all nodes with the same above them (Equation 5).

        Most nodes have at most two others above them.
        """
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        one: cython.Py_ssize_t
        two: cython.Py_ssize_t
        total: cython.double
        most: cython.double = 1.0
        cols: cython.Py_ssize_t = self.cols
        width: cython.Py_ssize_t = self.tail.uppers
        for x in range(self.head.uppers):
            one = self.head.one_up[x] * cols
            two = self.head.two_up[x] * cols
            for j in range(cols):
                self.heard[j] = self.cast[one + j] + self.cast[two + j]
            y = self.head.upper[x]
            for k in range(self.head.up_start[y] + 2, self.head.up_start[y + 1]):
                one = self.head.up[k] * cols
                for j in range(cols):
                    self.heard[j] += self.cast[one + j]
            for y in range(width):
                total = self.heard[self.tail.one_up[y]] + self.heard[self.tail.two_up[y]]
                j = self.tail.upper[y]
                for k in range(self.tail.up_start[j] + 2, self.tail.up_start[j + 1]):
                    total += self.heard[self.tail.up[k]]
                total = total * self.up_weight[x * width + y] + 1.0
                self.parents[x * width + y] = total
                most = total if total > most else most
        self.most = most - 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_children(self) -> cython.void:
        """Sum up what the nodes below two nodes say, where both have any (Equation 6), and join both directions.

        Cells of other nodes are those of the nodes above them, and none of these is greater than one joined with them.
        """
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        end: cython.Py_ssize_t
        one: cython.Py_ssize_t
        two: cython.Py_ssize_t
        upper: cython.Py_ssize_t
        total: cython.double
        most: cython.double = self.most
        cols: cython.Py_ssize_t = self.cols
        width: cython.Py_ssize_t = self.tail.inners
        for x in range(self.head.inners):
            y = self.head.inner[x]
            k = self.head.down_start[y]
            end = self.head.down_start[y + 1]
            one = self.head.down[k] * cols
            two = (self.head.down[k + 1] if k + 1 < end else self.rows) * cols
            for j in range(cols):
                self.heard[j] = self.cast[one + j] + self.cast[two + j]
            k += 2
            while k < end:
                one = self.head.down[k] * cols
                two = (self.head.down[k + 1] if k + 1 < end else self.rows) * cols
                for j in range(cols):
                    self.heard[j] += self.cast[one + j] + self.cast[two + j]
                k += 2
            upper = self.head.upper_of[self.head.inner[x]] * self.tail.uppers
            for y in range(width):
                total = 0.0
                j = self.tail.inner[y]
                for k in range(self.tail.down_start[j], self.tail.down_start[j + 1]):
                    total += self.heard[self.tail.down[k]]
                total = total * self.down_weight[x * width + y] + 1.0
                # Equation 7, without its root.
                total = self.parents[upper + self.tail.upper_of[j]] * total - 1.0
                self.children[x * width + y] = total
                most = total if total > most else most
        self.most = most if most > 0.0 else 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, anchor: cython.int[::1]) -> cython.bint:
        """Scale, draw the root, write all cells, reset the anchors (Equations 7–9); return whether none changed."""
        x: cython.Py_ssize_t
        cells: cython.Py_ssize_t = self.rows * self.cols
        scale: cython.double = 1.0 / self.most
        # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
        grain: cython.double = 384.0
        # The root of Equation 7, drawn after scaling.
        for x in range(self.head.uppers * self.tail.uppers):
            self.parents[x] = (sqrt((self.parents[x] - 1.0) * scale) + grain) - grain
        for x in range(self.head.inners * self.tail.inners):
            self.children[x] = (sqrt(self.children[x] * scale) + grain) - grain
        self.write_cells(anchor)
        # A cell that moves is likely to move again, and one is enough.
        x = self.watched
        if not self.moves(x):
            x = 0
            while x < cells and not self.moves(x):
                x += 1
        self.cast, self.new = self.new, self.cast
        if x == cells:
            return True
        self.watched = x
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_cells(self, anchor: cython.int[::1]) -> cython.void:
        """Write all new cells: those of the sets of nodes above, those of nodes with others below, the anchors."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        x: cython.Py_ssize_t
        y: cython.Py_ssize_t
        base: cython.Py_ssize_t
        upper: cython.Py_ssize_t
        cols: cython.Py_ssize_t = self.cols
        width: cython.Py_ssize_t = self.tail.inners
        for x in range(self.head.uppers):
            for j in range(cols):
                self.line[x * cols + j] = self.parents[x * self.tail.uppers + self.tail.upper_of[j]]
        for i in range(self.rows):
            base = i * cols
            upper = self.head.upper_of[i] * cols
            for j in range(cols):
                self.new[base + j] = self.line[upper + j]
        for x in range(self.head.inners):
            base = self.head.inner[x] * cols
            for y in range(width):
                self.new[base + self.tail.inner[y]] = self.children[x * width + y]
        for i in range(self.rows):
            if anchor[i] >= 0:
                self.new[i * cols + anchor[i]] = 1.0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def moves(self, x: cython.Py_ssize_t) -> cython.bint:
        """Whether a cell moves in this round."""
        step: cython.double = self.new[x] - self.cast[x]
        bound: cython.double = 1e-4 + self.relative * self.cast[x]
        return step > bound or step < -bound

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_row(self, i: cython.int, result: cython.double[::1]) -> cython.void:
        """Write Ā of a node and every node of the other side."""
        j: cython.int
        for j in range(self.cols):
            result[j] = self.cast[i * self.cols + j]


@cython.cfunc
def _weight(here: cython.int, other: cython.int, start: cython.int[::1]) -> cython.double:
    """Return the share of the greater number of neighbours that the smaller one makes up; 0 if there are none."""
    there: cython.int = start[other + 1] - start[other]
    if here < there:
        return here * (1.0 / there)
    return there * (1.0 / here) if here > 0 else 0.0
