# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Anchor broadcast: two graphs aligned from the inside out, from the nodes that are surely the same.

What the anchors say about two nodes, how similar these are by themselves and which labels they share makes the key by
which they are compared with other pairs. Keys are computed row by row when they are needed, and not kept.
Equations are those of Sun and Xue (2024).
"""

from __future__ import annotations

from array import array

from tallystick.limits import PYTHON_STEP, current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.dense import DenseBroadcast
    from cython.cimports.tallystick.solve.broadcast.labels import Labels
    from cython.cimports.tallystick.solve.broadcast.loop import Broadcast
    from cython.cimports.tallystick.solve.broadcast.neighbours import Neighbourhoods
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.solve.broadcast.table import PairTable
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.dense import DenseBroadcast
    from tallystick.solve.broadcast.labels import Labels
    from tallystick.solve.broadcast.loop import Broadcast
    from tallystick.solve.broadcast.neighbours import Neighbourhoods
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.broadcast.table import PairTable

__all__ = ["Caster"]

#: Up to so many pairs of nodes, to look for nodes that share their neighbours takes longer than it saves.
SMALL = 1 << 11
#: Fewer pairs of nodes are too little work to be counted.
LARGE = 1 << 14
#: No more pairs of nodes can be compared: their indices have 31 bits.
MOST_CELLS = 1_000_000_000
#: A key has 31 bits; F uses 14 of them.
MOST_SHARED = 1 << 16


@cython.cclass
class Caster:
    """Two graphs, the intrinsic similarity of their nodes, and what the anchors say about all the others."""

    rows: cython.int
    cols: cython.int
    large: cython.bint  # enough work to be counted
    head: Labels
    tail: Labels
    small: cython.bint  # every pair of nodes has its own cell
    dense: DenseBroadcast
    loop: Broadcast
    intrinsic: PairTable
    base: cython.double  # α of Equation 13
    bias: cython.double  # β of Equation 13
    nudge: cython.double  # added before rounding half up; negative: round half to even
    limit: cython.int
    step: cython.int  # a step of 10⁻⁴ of F in the keys
    shared: cython.int[::1]  # how many labels two sets of labels have in common
    anchor: cython.int[::1]
    value: cython.double[::1]  # Ā of one row
    key: cython.int[::1]  # one row
    mark: cython.int[::1]  # of labels
    col_best: cython.int[::1]
    col_row: cython.int[::1]

    def __init__(
        self,
        head: Shape,
        tail: Shape,
        intrinsic: PairTable,
        *,
        base: float = 0.2,
        bias: float = 0.01,
        steps: int = 2,
        nudge: float = 1e-13,
        limit: int = 1000,
        relative: float = 0.0,
        labels: bool = True,
    ) -> None:
        i: cython.int
        self.rows = head.nodes
        self.cols = tail.nodes
        self.large = 1.0 * self.rows * self.cols > LARGE
        arena: Arena = thread_arena()
        self.small = 1.0 * self.rows * self.cols <= SMALL
        if self.small:
            self.dense = DenseBroadcast(head, tail, relative, steps, arena)
        else:
            near = Neighbourhoods(head, steps, arena)
            other = near if head is tail else Neighbourhoods(tail, steps, arena)
            self.loop = Broadcast(near, other, relative)
        self.head = Labels(head, arena)
        self.tail = self.head if head is tail else Labels(tail, arena)
        self.intrinsic = intrinsic
        self.base = base
        self.bias = bias
        self.nudge = nudge
        self.limit = limit
        self.value = arena.doubles(self.cols)
        self.key = arena.ints(self.cols)
        self.col_best = arena.ints(self.cols)
        self.col_row = arena.ints(self.cols)
        self.anchor = arena.ints(self.rows)
        for i in range(self.rows):
            self.anchor[i] = -1
        self.step = 1
        self.shared = arena.ints(self.head.sets * self.tail.sets)
        self.mark = arena.ints(max(self.head.labels, self.tail.labels))
        if labels:
            self.share()

    @cython.cfunc
    def share(self) -> cython.void:
        """Count the labels that two sets have in common."""
        x: cython.int
        y: cython.int
        k: cython.int
        i: cython.int
        j: cython.int
        common: cython.int
        most: cython.int = 0
        width: cython.int = self.tail.sets
        mark: cython.int[::1] = self.mark
        limits = current()
        for x in range(self.head.sets):
            i = self.head.node[x]
            if self.large:
                limits.spend(4 * width)
            for k in range(self.head.start[i], self.head.start[i + 1]):
                mark[self.head.label[k]] = x + 1
            for y in range(width):
                j = self.tail.node[y]
                common = 0
                for k in range(self.tail.start[j], self.tail.start[j + 1]):
                    if mark[self.tail.label[k]] == x + 1:
                        common += 1
                self.shared[x * width + y] = common
                if common > most:
                    most = common
        if most >= MOST_SHARED:
            raise MemoryError
        self.step = most + 1

    def next_round(self, history: list[array[int]]) -> bool:
        """Broadcast from the last anchors of a list and add the next ones (Section 2.2.2); return whether to continue.

        It ends when the anchors stay the same, when there are none, or when they have occurred before.
        """
        i: cython.int = 0
        self.broadcast(history[len(history) - 1])
        anchors: array[int] = self.mutual()
        known: cython.bint = anchors in history
        history.append(anchors)
        anchor: cython.int[::1] = anchors
        while i < self.rows and anchor[i] < 0:
            i += 1
        return not known and i < self.rows

    @cython.ccall
    def broadcast(self, anchors: array[int]) -> cython.int:
        """Run the inner loop from the anchors, a column or -1 for each row; return its number of rounds."""
        i: cython.int
        anchor: cython.int[::1] = anchors
        for i in range(self.rows):
            self.anchor[i] = anchor[i]
        return self.dense.run(anchors, self.limit) if self.small else self.loop.run(anchors, self.limit)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cast_row(self, i: cython.int) -> cython.void:
        """Write Ā of a row."""
        if self.small:
            self.dense.write_row(i, self.value)
            return
        self.loop.write_row(i, self.value)
        if self.anchor[i] >= 0:
            self.value[self.anchor[i]] = 1.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_keys(self, i: cython.int) -> cython.void:
        """Write the keys of a row: F in steps of 10⁻⁴ (Equation 13), then the labels in common."""
        j: cython.int
        step: cython.int = self.step
        value: cython.double
        whole: cython.double
        # Adding and taking away 1.5 · 2⁵² rounds to a whole number.
        grain: cython.double = 6755399441055744.0
        alpha: cython.double = self.base
        bias: cython.double = self.bias
        nudge: cython.double = self.nudge
        row: cython.Py_ssize_t = (
            cython.cast(cython.Py_ssize_t, self.intrinsic.row_kind[i]) * self.intrinsic.width
        )
        base: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.head.set_of[i]) * self.tail.sets
        self.cast_row(i)
        if nudge < 0.0:
            for j in range(self.cols):
                value = (self.value[j] + bias) * (
                    self.intrinsic.value[row + self.intrinsic.col_kind[j]] + alpha
                )
                whole = (value * 1e4 + grain) - grain
                self.key[j] = _cut(whole) * step + self.shared[base + self.tail.set_of[j]]
        else:
            for j in range(self.cols):
                value = (self.value[j] + bias) * (
                    self.intrinsic.value[row + self.intrinsic.col_kind[j]] + alpha
                )
                # A number that is not negative: cutting off rounds down.
                value = (value + nudge) * 1e4 + 0.5
                self.key[j] = _cut(value) * step + self.shared[base + self.tail.set_of[j]]

    @cython.ccall
    def mutual(self) -> array[int]:
        """Return for each row the column with which it is mutually the strict best, or -1 (Equation 14)."""
        i: cython.int
        j: cython.int
        end: cython.int
        chosen: array[int] = array("i", bytes(4 * self.rows))
        choice: cython.int[::1] = chosen
        limits = current()
        for j in range(self.cols):
            self.col_best[j] = -1
        i = 0
        while i < self.rows:
            if self.large:
                limits.spend(8 * self.cols)
            end = i + 1 if self.large else self.rows
            with cython.nogil:
                self.choose(i, end, choice)
            i = end
        for i in range(self.rows):
            if choice[i] >= 0 and self.col_row[choice[i]] != i:
                choice[i] = -1
        return chosen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, begin: cython.int, end: cython.int, choice: cython.int[::1]) -> cython.void:
        """Find the strict best column of some rows, and compare them with the best rows of all columns so far."""
        i: cython.int
        j: cython.int
        value: cython.int
        row_best: cython.int
        for i in range(begin, end):
            self.write_keys(i)
            row_best = -1
            choice[i] = -1
            for j in range(self.cols):
                value = self.key[j]
                if value > row_best:
                    row_best = value
                    choice[i] = j
                elif value == row_best:
                    choice[i] = -1
                if value > self.col_best[j]:
                    self.col_best[j] = value
                    self.col_row[j] = i
                elif value == self.col_best[j]:
                    self.col_row[j] = -1

    def keys(self, rows: array[int], cols: array[int]) -> array[int]:
        """Return the keys of some rows and columns, row by row: F in steps of 10⁻⁴, then the labels in common."""
        a: cython.int
        b: cython.int
        height: cython.int = len(rows)
        width: cython.int = len(cols)
        x: cython.Py_ssize_t = 0
        row: cython.int[::1] = rows
        col: cython.int[::1] = cols
        if height and width > MOST_CELLS // height:
            raise MemoryError
        if self.large:
            current().reserve(4 * height * width, f"the keys of {height:,} × {width:,} pairs of nodes")
        result: array[int] = array("i", (0,)) * (height * width)
        if not result:
            return result
        cell: cython.int[::1] = result
        limits = current()
        for a in range(height):
            if self.large:
                limits.spend(8 * self.cols)
            self.write_keys(row[a])
            for b in range(width):
                cell[x] = self.key[col[b]]
                x += 1
        return result

    def broadcast_values(self) -> list[float]:
        """Return the current Ā, row by row."""
        result: list[float] = []
        for i in range(self.rows):
            self.cast_row(i)
            result += list(self.value)[: self.cols]
        return result

    def adjusted(self) -> list[float]:
        """Return F in whole steps of 10⁻⁴, row by row."""
        result: list[float] = []
        limits = current()
        for i in range(self.rows):
            if self.large:
                limits.spend(PYTHON_STEP * self.cols)
            self.write_keys(i)
            result += [float(self.key[j] // self.step) for j in range(self.cols)]
        return result


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _cut(value: cython.double) -> cython.int:
    """Return the whole part of a number that is not negative."""
    if cython.compiled:
        return cython.cast(cython.int, value)
    return int(value)
