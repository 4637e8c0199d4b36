# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The inner loop of anchor broadcast: what the anchors say about all other pairs of nodes.

A cell is computed again only where one that it depends on has changed: on long chains the news of an anchor travels as
a wave, and nodes before and far behind it do not change.

Values are multiples of 2⁻⁴⁴, so that sums of them are exact: neither the order of the nodes nor which graph comes
first can move a result, not even in its last digit. Equations are those of Sun and Xue (2024).
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
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.neighbours import Neighbourhoods
    from cython.cimports.tallystick.solve.broadcast.survey import Survey
else:
    from math import sqrt

    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.neighbours import Neighbourhoods
    from tallystick.solve.broadcast.survey import Survey

__all__ = ["Broadcast"]

#: The work on some rows that is done without a look at the clock.
STRETCH = 1 << 20


@cython.cclass
class Broadcast(Survey):
    """Ā of two graphs, computed from their anchors."""

    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    moved: cython.bint
    new: cython.double[::1]  # one row

    def __init__(self, head: Neighbourhoods, tail: Neighbourhoods, relative: cython.double = 0.0) -> None:
        Survey.__init__(self, head, tail)
        self.relative = relative
        wide: cython.int = tail.inners if tail.inners > tail.uppers else tail.uppers
        arena: Arena = head.arena
        self.new = arena.doubles(wide)

    @cython.ccall
    def run(self, anchors: array[int], limit: cython.int) -> cython.int:
        """Broadcast from the anchors, a column or -1 for each row; return the number of rounds."""
        rounds: cython.int = 0
        self.anchored.place(anchors)
        if not self.allocated:
            # A matrix of zeros stays as it is.
            if not self.anchored.any:
                return 0
            self.allocate()
        with cython.nogil:
            self.reset()
        if not self.anchored.any:
            return 0
        if self.tracked:
            self.moved = True
            while self.moved and rounds < limit:
                rounds += 1
                self.moved = False
                self.long_round()
        else:
            with cython.nogil:
                rounds = self.short_rounds(limit)
        return rounds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def short_rounds(self, limit: cython.int) -> cython.int:
        """Run the loop on small tables."""
        rounds: cython.int = 0
        self.moved = True
        while self.moved and rounds < limit:
            rounds += 1
            self.moved = False
            self.gather_parents(1, self.head.uppers)
            self.gather_children(0, self.head.lowers)
            self.survey_inner(0, self.head.inners)
            self.survey_leaves(1, self.head.uppers)
            self.scale()
            self.settle_inner(0, self.head.inners)
            self.settle_leaves(1, self.head.uppers)
        return rounds

    @cython.cfunc
    def long_round(self) -> cython.void:
        """Run a round on large tables, with a look at the clock now and then."""
        step: cython.int
        row: cython.int
        end: cython.int
        rows: cython.int
        wide: cython.int = self.uppers + self.inners
        many: cython.int = 1 + STRETCH // (4 * (wide + 1))
        limits = current()
        for step in range(6):
            if step == 1:
                rows = self.head.lowers
            else:
                rows = self.head.inners if step in (2, 4) else self.head.uppers
            if step == 4:
                self.scale()
            row = 1 if step in (0, 3, 5) else 0
            while row < rows:
                end = row + many if row + many < rows else rows
                with cython.nogil:
                    if step == 0:
                        self.gather_parents(row, end)
                    elif step == 1:
                        self.gather_children(row, end)
                    elif step == 2:
                        self.survey_inner(row, end)
                    elif step == 3:
                        self.survey_leaves(row, end)
                    elif step == 4:
                        self.settle_inner(row, end)
                    else:
                        self.settle_leaves(row, end)
                limits.spend((end - row) * wide)
                row = end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reset(self) -> cython.void:
        """Set all cells to 0, and the anchors to 1."""
        x: cython.Py_ssize_t
        c: cython.int
        d: cython.int
        k: cython.int
        self.most = 0.0
        for x in range(cython.cast(cython.Py_ssize_t, self.head.uppers) * self.uppers):
            self.parents[x] = 0.0
            self.leaf[x] = 0.0
        for x in range(cython.cast(cython.Py_ssize_t, self.head.lowers) * self.lowers):
            self.children[x] = 0.0
        for x in range(cython.cast(cython.Py_ssize_t, self.head.inners) * self.inners):
            self.inner[x] = 0.0
        for c in range(self.head.inners):
            self.inner_most[c] = 0.0
            self.inner_low[c] = self.inner_high[c] = self.inner_first[c] = self.inner_last[c] = 0
            self.inner_from[c] = 0
            self.inner_to[c] = self.inners
            d = self.anchored.inner_pin[c]
            if d >= 0:
                self.inner[cython.cast(cython.Py_ssize_t, c) * self.inners + d] = 1.0
                self.inner_low[c] = d
                self.inner_high[c] = d + 1
        for c in range(self.head.uppers):
            self.leaf_most[c] = 0.0
            self.leaf_low[c] = self.leaf_high[c] = self.leaf_first[c] = self.leaf_last[c] = 0
            d = self.anchored.leaf_pin[c]
            if d >= 0:
                self.leaf[cython.cast(cython.Py_ssize_t, c) * self.uppers + d] = 1.0
                self.leaf_low[c] = d
                self.leaf_high[c] = d + 1
        for k in range(self.anchored.exceptions):
            c = self.head.inner[self.anchored.exception[2 * k]]
            d = self.tail.inner[self.anchored.exception[2 * k + 1]]
            if c >= 0 and d >= 0:
                _extend(self.inner_low, self.inner_high, c, d)
            else:
                c = self.head.upper[self.anchored.exception[2 * k]]
                _extend(self.leaf_low, self.leaf_high, c, self.tail.upper[self.anchored.exception[2 * k + 1]])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_inner(self, begin: cython.int, end: cython.int) -> cython.void:
        """Join both directions, scale, and keep the anchors in some rows (Equations 7–9)."""
        c: cython.int
        d: cython.int
        low: cython.int
        high: cython.int
        row: cython.Py_ssize_t
        other: cython.Py_ssize_t
        for c in range(begin, end):
            low = self.inner_from[c]
            high = self.inner_to[c]
            if self.tracked and self.rescaled:
                low = self.inner_first[c]
                high = self.inner_last[c]
            row = cython.cast(cython.Py_ssize_t, self.head.inner_upper[c]) * self.uppers
            other = cython.cast(cython.Py_ssize_t, self.head.inner_lower[c]) * self.lowers
            for d in range(low, high):
                self.new[d] = (self.parents[row + self.tail.inner_upper[d]] + 1.0) * (
                    self.children[other + self.tail.inner_lower[d]] + 1.0
                ) - 1.0
            row = cython.cast(cython.Py_ssize_t, c) * self.inners
            _scale(self.new, low, high, self.anchored.inner_pin[c], 1.0 / self.most)
            while low < high and self.new[low] == self.inner[row + low]:
                low += 1
            while low < high and self.new[high - 1] == self.inner[row + high - 1]:
                high -= 1
            if _replace(self.inner, row, self.new, low, high, self.relative):
                self.moved = True
            self.inner_low[c] = low
            self.inner_high[c] = high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_leaves(self, begin: cython.int, end: cython.int) -> cython.void:
        """Do the same for the table of leaves."""
        s: cython.int
        t: cython.int
        low: cython.int
        high: cython.int
        row: cython.Py_ssize_t
        for s in range(begin, end):
            low = self.parent_low[s]
            high = self.parent_high[s]
            if self.tracked and self.rescaled:
                low = self.leaf_first[s]
                high = self.leaf_last[s]
            row = cython.cast(cython.Py_ssize_t, s) * self.uppers
            for t in range(low, high):
                self.new[t] = (
                    (self.parents[row + t] + 1.0) - 1.0
                    if self.tail.leaves[t] > 0 or self.head.leaves[s] > 0
                    else 0.0
                )
            _scale(self.new, low, high, self.anchored.leaf_pin[s], 1.0 / self.most)
            while low < high and self.new[low] == self.leaf[row + low]:
                low += 1
            while low < high and self.new[high - 1] == self.leaf[row + high - 1]:
                high -= 1
            if _replace(self.leaf, row, self.new, low, high, self.relative):
                self.moved = True
            self.leaf_low[s] = low
            self.leaf_high[s] = high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_row(self, i: cython.int, result: cython.double[::1]) -> cython.void:
        """Write Ā of a node and every node of the other side, without the anchors."""
        j: cython.int
        base: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.head.upper[i]) * self.uppers
        row: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.head.inner[i]) * self.inners
        if not self.allocated:
            for j in range(self.tail.nodes):
                result[j] = 0.0
        elif self.head.inner[i] < 0:
            for j in range(self.tail.nodes):
                result[j] = self.leaf[base + self.tail.upper[j]]
        else:
            for j in range(self.tail.nodes):
                result[j] = (
                    self.inner[row + self.tail.inner[j]]
                    if self.tail.inner[j] >= 0
                    else self.leaf[base + self.tail.upper[j]]
                )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _extend(low: cython.int[::1], high: cython.int[::1], row: cython.int, col: cython.int) -> cython.void:
    """Extend the range of a row to a column."""
    if low[row] >= high[row]:
        low[row] = col
        high[row] = col + 1
    elif col < low[row]:
        low[row] = col
    elif col >= high[row]:
        high[row] = col + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _scale(
    new: cython.double[::1], low: cython.int, high: cython.int, pin: cython.int, scale: cython.double
) -> cython.void:
    """Scale a row and draw the root of Equation 7, rounded."""
    x: cython.int
    # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
    grain: cython.double = 384.0
    for x in range(low, high):
        new[x] = (sqrt(new[x] * scale) + grain) - grain
    if low <= pin < high:
        new[pin] = 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _replace(
    table: cython.double[::1],
    row: cython.Py_ssize_t,
    new: cython.double[::1],
    low: cython.int,
    high: cython.int,
    relative: cython.double,
) -> cython.int:
    """Put new values into a row; return whether one of them moved."""
    x: cython.int
    step: cython.double
    most: cython.double
    moved: cython.int = 0
    for x in range(low, high):
        step = new[x] - table[row + x]
        most = 1e-4 + relative * table[row + x]
        moved |= (step > most) | (step < -most)
        table[row + x] = new[x]
    return moved
