# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hill climbing on a restricted problem: moves and swaps, only where something has changed."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.sorting import find_sorted
else:
    from tallystick.solve.sorting import find_sorted

from tallystick.limits import Limits
from tallystick.solve.align.large.restricted import Restricted

__all__ = ["Hill"]

# Gains below this are rounding.
LEAST_GAIN = 1e-7
# Moves between two looks at the clock.
LOOK_EVERY = 1 << 12


@cython.cclass
class Hill:
    """A current choice of cells, what each cell is worth beside it, and the best choice met so far."""

    rows: cython.int
    cols: cython.int
    score: cython.double
    best_score: cython.double
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    pair_head: cython.int[::1]
    pair_tail: cython.int[::1]
    credit: cython.double[::1]
    worth: cython.double[::1]  # of a cell: its weight and the credits it shares with chosen cells
    row_choice: cython.int[::1]
    col_choice: cython.int[::1]
    best_choice: cython.int[::1]
    waiting: cython.int[::1]  # rows to visit, in a ring
    queued: cython.int[::1]
    first: cython.int
    length: cython.int
    limits: Limits

    def __init__(self, problem: Restricted, limits: Limits) -> None:
        self.rows = problem.rows
        self.cols = problem.cols
        self.row_start = problem.row_start
        self.cell_row = problem.cell_row
        self.cell_col = problem.cell_col
        self.half_start = problem.half_start
        self.half = problem.half
        self.pair_head = problem.head
        self.pair_tail = problem.tail
        self.credit = problem.credit
        self.worth = array("d", problem.weight)
        self.row_choice = array("i", [-1]) * self.rows
        self.col_choice = array("i", [-1]) * self.cols
        self.best_choice = array("i", [-1]) * self.rows
        self.waiting = array("i", bytes(4 * self.rows))
        self.queued = array("i", bytes(4 * self.rows))
        self.first = 0
        self.length = 0
        self.score = 0.0
        self.best_score = 0.0
        self.limits = limits

    def best_value(self) -> float:
        """Return the score of the best choice met."""
        return self.best_score

    def mapping(self) -> array[int]:
        """Return the column of each row in the best choice met, -1 for none."""
        i: cython.int
        result: array[int] = array("i", [-1]) * self.rows
        column: cython.int[::1] = result
        for i in range(self.rows):
            if self.best_choice[i] >= 0:
                column[i] = self.cell_col[self.best_choice[i]]
        return result

    def start_from(self, mapping: cython.int[::1]) -> cython.double:
        """Begin with a mapping of rows to columns; what has no cell stays unmapped."""
        i: cython.int
        choice: array[int] = array("i", [-1]) * self.rows
        cell: cython.int[::1] = choice
        for i in range(self.rows):
            if mapping[i] >= 0:
                cell[i] = self.cell_at(i, mapping[i])
        return self.offer(choice)

    def offer(self, choice: cython.int[::1]) -> cython.double:
        """Climb from a choice; return the best score met so far."""
        i: cython.int
        for i in range(self.rows):
            if self.row_choice[i] >= 0 and self.row_choice[i] != choice[i]:
                self.remove(self.row_choice[i])
        for i in range(self.rows):
            if choice[i] >= 0 and self.row_choice[i] < 0:
                self.add(choice[i])
        self.climb()
        if self.score > self.best_score:
            self.best_score = self.score
            self.best_choice[:] = self.row_choice
        return self.best_score

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def queue(self, i: cython.int) -> cython.void:
        """Visit a row again."""
        at: cython.int
        if self.queued[i] == 0:
            self.queued[i] = 1
            at = self.first + self.length
            self.waiting[at - self.rows if at >= self.rows else at] = i
            self.length += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, x: cython.int) -> cython.void:
        """Choose a cell whose row and column are free."""
        k: cython.int
        pair: cython.int
        other: cython.int
        self.score += self.worth[x]
        self.row_choice[self.cell_row[x]] = x
        self.col_choice[self.cell_col[x]] = x
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            other = self.pair_head[pair] if self.half[k] & 1 else self.pair_tail[pair]
            self.worth[other] += self.credit[pair]
            self.queue(self.cell_row[other])

    @cython.cfunc
    @cython.exceptval(check=False)
    def remove(self, x: cython.int) -> cython.void:
        """Take a chosen cell out."""
        k: cython.int
        pair: cython.int
        other: cython.int
        self.score -= self.worth[x]
        self.row_choice[self.cell_row[x]] = -1
        self.col_choice[self.cell_col[x]] = -1
        self.queue(self.cell_row[x])
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            other = self.pair_head[pair] if self.half[k] & 1 else self.pair_tail[pair]
            self.worth[other] -= self.credit[pair]
            if self.row_choice[self.cell_row[other]] == other:
                self.queue(self.cell_row[other])

    @cython.cfunc
    @cython.exceptval(check=False)
    def between(self, x: cython.int, y: cython.int) -> cython.double:
        """Return the credit of the edge pairs that join two cells."""
        k: cython.int
        pair: cython.int
        swapped: cython.int
        total: cython.double = 0.0
        if self.half_start[y + 1] - self.half_start[y] < self.half_start[x + 1] - self.half_start[x]:
            swapped = x
            x = y
            y = swapped
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            if (self.pair_head[pair] if self.half[k] & 1 else self.pair_tail[pair]) == y:
                total += self.credit[pair]
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def cell_at(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the cell of a row and a column, or -1."""
        return find_sorted(self.cell_col, self.row_start[i], self.row_start[i + 1], j)

    @cython.cfunc
    def climb(self) -> cython.void:
        """Visit the rows that wait until none is left or time is up."""
        i: cython.int
        visits: cython.int = 0
        while self.length > 0:
            visits += 1
            if visits & (LOOK_EVERY - 1) == 0 and bool(self.limits.expired()):
                break
            i = self.waiting[self.first]
            self.first = self.first + 1 if self.first + 1 < self.rows else 0
            self.length -= 1
            self.queued[i] = 0
            if self.improve(i):
                self.queue(i)

    @cython.cfunc
    @cython.exceptval(check=False)
    def improve(self, i: cython.int) -> cython.bint:
        """Make the best move or swap of a row, if one gains."""
        x: cython.int
        now: cython.int = self.row_choice[i]
        holder: cython.int
        swap: cython.int
        gain: cython.double
        best_gain: cython.double = LEAST_GAIN
        best: cython.int = -1
        best_swap: cython.int = -1
        left: cython.double = self.worth[now] if now >= 0 else 0.0
        for x in range(self.row_start[i], self.row_start[i + 1]):
            # A swap is met from both its rows: it is enough to look where this row itself has something to gain.
            if x == now or self.worth[x] <= 0.0 or self.worth[x] < left - 1.0:
                continue
            gain = self.worth[x] - left
            holder = self.col_choice[self.cell_col[x]]
            swap = -1
            if holder >= 0:
                gain -= self.worth[holder]
                if now >= 0:
                    swap = self.cell_at(self.cell_row[holder], self.cell_col[now])
                    gain += self.between(now, holder)
                    if swap >= 0:
                        gain += self.worth[swap] + self.between(x, swap)
            if gain > best_gain:
                best_gain = gain
                best = x
                best_swap = swap
        if best < 0:
            return False
        holder = self.col_choice[self.cell_col[best]]
        if holder >= 0:
            self.remove(holder)
        if now >= 0:
            self.remove(now)
        self.add(best)
        if best_swap >= 0:
            self.add(best_swap)
        return True
