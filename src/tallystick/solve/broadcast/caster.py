# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Anchor broadcast: two graphs aligned from the inside out, from the nodes that are surely the same.

The sums of Equations 5 and 6 run over lists of neighbours, never over whole matrices. Similarities are kept
as multiples of 2⁻⁴⁴, so that these sums are exact: neither the order of the nodes nor which graph comes first
can move a result, not even in its last digit. Equations are those of Sun and Xue (2024).
"""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from math import sqrt

    from tallystick.solve.broadcast.shape import Shape

__all__ = ["Caster"]

#: No more pairs of nodes can be compared: indices into tables of four numbers for each pair have 31 bits.
MOST_CELLS = 500_000_000
#: Fewer pairs of nodes are too little work to be counted.
LARGE = 1 << 14


@cython.cclass
class Caster:
    """Two shapes, the intrinsic similarity of their nodes, and what the anchors say about all the others."""

    rows: cython.int
    cols: cython.int
    large: cython.bint  # enough work to be counted
    head: Shape
    tail: Shape
    intrinsic: cython.double[::1]
    bias: cython.double  # β of Equation 13
    nudge: cython.double  # added before rounding half up; negative: round half to even
    limit: cython.int
    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    cast: cython.double[::1]  # Ā, the anchors broadcast
    parents: cython.double[::1]  # P of Equation 5
    children: cython.double[::1]  # C of Equation 6
    heard: cython.double[::1]
    inverse: cython.double[::1]  # of the numbers of neighbours
    key: cython.double[::1]  # of a cell: F in steps of 10⁻⁴, and below that the labels in common
    step: cython.double  # one step of F in the keys
    shared: cython.int[::1]
    col_row: cython.int[::1]  # room for what is worked out of columns, filled anew each time
    col_best: cython.double[::1]

    def __init__(
        self,
        head: Shape,
        tail: Shape,
        intrinsic: array[float],
        *,
        bias: float = 0.01,
        nudge: float = 1e-13,
        limit: int = 1000,
        relative: float = 0.0,
        labels: bool = True,
    ) -> None:
        self.rows = head.nodes
        self.cols = tail.nodes
        self.head = head
        self.tail = tail
        self.intrinsic = intrinsic
        self.bias = bias
        self.nudge = nudge
        self.limit = limit
        self.relative = relative
        x: cython.int
        if self.rows and self.cols > MOST_CELLS // self.rows:
            raise MemoryError
        cells: cython.int = self.rows * self.cols
        self.large = cells > LARGE
        most: cython.int = self.rows if self.rows > self.cols else self.cols
        # One block of memory for all tables. Its numbers are counted, not its bytes: these need not fit into an int.
        block: cython.double[::1] = array("d", (0.0,)) * (4 * cells + 2 * self.cols + most + 1)
        self.cast = block[:cells]
        self.parents = block[cells : 2 * cells]
        self.children = block[2 * cells : 3 * cells]
        self.key = block[3 * cells : 4 * cells]
        self.heard = block[4 * cells : 4 * cells + self.cols]
        self.col_best = block[4 * cells + self.cols : 4 * cells + 2 * self.cols]
        self.inverse = block[4 * cells + 2 * self.cols :]
        rest: cython.int[::1] = array("i", (0,)) * (cells + self.cols + 1)
        self.shared = rest[:cells]
        self.col_row = rest[cells : cells + self.cols]
        for x in range(1, most + 1):
            self.inverse[x] = 1.0 / x
        self.step = 1.0
        if labels:
            self.share()

    @cython.cfunc
    def share(self) -> cython.void:
        """Count the labels that two nodes have in common."""
        i: cython.int
        j: cython.int
        k: cython.int
        common: cython.int
        most: cython.int = 0
        labels: cython.int = self.head.labels if self.head.labels > self.tail.labels else self.tail.labels
        mark: cython.int[::1] = array("i", bytes(4 * labels + 4))
        limits = current()
        for i in range(self.rows):
            if self.large:
                limits.spend(4 * self.cols)
            for k in range(self.head.label_start[i], self.head.label_start[i + 1]):
                mark[self.head.label[k]] = i + 1
            for j in range(self.cols):
                common = 0
                for k in range(self.tail.label_start[j], self.tail.label_start[j + 1]):
                    if mark[self.tail.label[k]] == i + 1:
                        common += 1
                self.shared[i * self.cols + j] = common
                if common > most:
                    most = common
        self.step = most + 1.0

    def broadcast(self, anchors: array[int]) -> int:
        """Run the inner loop from the anchors, a column or -1 for each row; return its number of rounds."""
        i: cython.int
        rounds: cython.int = 0
        anchor: cython.int[::1] = anchors
        some: cython.bint = False
        for i in range(self.rows * self.cols):
            self.cast[i] = 0.0
        for i in range(self.rows):
            if anchor[i] >= 0:
                self.cast[i * self.cols + anchor[i]] = 1.0
                some = True
        # A matrix of zeros stays as it is.
        while some and rounds < self.limit:
            rounds += 1
            self.gather(self.head.up_start, self.head.up, self.tail.up_start, self.tail.up, self.parents)
            self.gather(
                self.head.down_start, self.head.down, self.tail.down_start, self.tail.down, self.children
            )
            if self.settle(anchor):
                break
        self.combine()
        return rounds

    @cython.cfunc
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
        cast: cython.double[::1] = self.cast
        heard: cython.double[::1] = self.heard
        inverse: cython.double[::1] = self.inverse
        limits = current()
        for i in range(self.rows):
            base = i * cols
            here = row_start[i + 1] - row_start[i]
            if self.large:
                limits.spend((here + 4) * cols)
            if here == 0:
                for j in range(cols):
                    result[base + j] = 0.0
                continue
            near = row_near[row_start[i]] * cols
            for j in range(cols):
                heard[j] = cast[near + j]
            for k in range(row_start[i] + 1, row_start[i + 1]):
                near = row_near[k] * cols
                for j in range(cols):
                    heard[j] += cast[near + j]
            k = 0
            for j in range(cols):
                there = col_start[j + 1] - k
                end = k + there
                total = 0.0
                while k < end:
                    total += heard[col_near[k]]
                    k += 1
                result[base + j] = total * (here * inverse[there] if here < there else there * inverse[here])

    @cython.cfunc
    def settle(self, anchor: cython.int[::1]) -> cython.bint:
        """Join both directions, scale, reset the anchors (Equations 7–9); return whether all stand still."""
        i: cython.int
        x: cython.int
        cells: cython.int = self.rows * self.cols
        most: cython.double = 0.0
        scale: cython.double
        relative: cython.double = self.relative
        moved: cython.double
        # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
        grain: cython.double = 384.0
        cast: cython.double[::1] = self.cast
        new: cython.double[::1] = self.parents
        children: cython.double[::1] = self.children
        for x in range(cells):
            new[x] = (new[x] + 1.0) * (children[x] + 1.0) - 1.0
        for x in range(cells):
            most = new[x] if new[x] > most else most
        if most == 0.0:
            most = 1.0
        scale = 1.0 / most
        for i in range(self.rows):
            if anchor[i] >= 0:
                new[i * self.cols + anchor[i]] = most
        # The root of Equation 7, drawn after scaling.
        for x in range(cells):
            new[x] = (sqrt(new[x] * scale) + grain) - grain
        self.parents = cast
        self.cast = new
        for x in range(cells):
            moved = new[x] - cast[x]
            if moved > 1e-4 + relative * cast[x] or -moved > 1e-4 + relative * cast[x]:
                return False
        return True

    @cython.cfunc
    def combine(self) -> cython.void:
        """Join broadcast and intrinsic similarity (Equation 13, α = 0.2), rounded, then the shared labels."""
        x: cython.int
        value: cython.double
        whole: cython.double
        # Adding and taking away 1.5 · 2⁵² rounds to a whole number.
        grain: cython.double = 6755399441055744.0
        bias: cython.double = self.bias
        cast: cython.double[::1] = self.cast
        intrinsic: cython.double[::1] = self.intrinsic
        key: cython.double[::1] = self.key
        shared: cython.int[::1] = self.shared
        for x in range(self.rows * self.cols):
            value = (cast[x] + bias) * (intrinsic[x] + 0.2)
            if self.nudge < 0.0:
                whole = (value * 1e4 + grain) - grain
            else:
                value = (value + self.nudge) * 1e4 + 0.5
                whole = (value + grain) - grain
                if whole > value:
                    whole -= 1.0
            key[x] = whole * self.step + shared[x]

    def mutual(self) -> array[int]:
        """Return for each row the column with which it is mutually the strict best, or -1 (Equation 14)."""
        i: cython.int
        j: cython.int
        x: cython.int = 0
        value: cython.double
        chosen: array[int] = array("i", bytes(4 * self.rows))
        choice: cython.int[::1] = chosen
        row_best: cython.double
        col_best: cython.double[::1] = self.col_best
        col_row: cython.int[::1] = self.col_row
        for j in range(self.cols):
            col_best[j] = -1.0
            col_row[j] = -1
        for i in range(self.rows):
            row_best = -1.0
            choice[i] = -1
            for j in range(self.cols):
                value = self.key[x]
                x += 1
                if value > row_best:
                    row_best = value
                    choice[i] = j
                elif value == row_best:
                    choice[i] = -1
                if value > col_best[j]:
                    col_best[j] = value
                    col_row[j] = i
                elif value == col_best[j]:
                    col_row[j] = -1
        for i in range(self.rows):
            if choice[i] >= 0 and col_row[choice[i]] != i:
                choice[i] = -1
        return chosen

    def keys(self) -> object:
        """Return the key of every cell, row by row: F in steps of 10⁻⁴, then the labels in common."""
        return self.key

    def broadcast_values(self) -> list[float]:
        """Return Ā as it stands, row by row."""
        return list(self.cast)[: self.rows * self.cols]

    def adjusted(self) -> list[float]:
        """Return F in whole steps of 10⁻⁴, row by row."""
        return [(self.key[x] - self.shared[x]) / self.step for x in range(self.rows * self.cols)]
