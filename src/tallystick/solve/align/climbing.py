# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hill climbing on an alignment problem: moves and swaps, with the worth of every cell kept up to date."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import Limits
from tallystick.solve.align.problem import AlignmentProblem

# Gains below this are rounding.
LEAST_GAIN = 1e-7
# Cells to visit between two looks at the clock: a few milliseconds.
LOOK_EVERY = 1 << 21


@cython.cclass
class Climber:
    """A current choice of cells, what each cell is worth beside it, and the best choice met so far."""

    rows: cython.int
    cols: cython.int
    cells: cython.int
    score: cython.double
    best_score: cython.double
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    weight: cython.double[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    pair_head: cython.int[::1]
    pair_tail: cython.int[::1]
    pair_credit: cython.double[::1]
    worth: cython.double[::1]  # of a cell: its weight and the credits it shares with chosen cells
    row_choice: cython.int[::1]  # the chosen cell of a row, or -1
    col_choice: cython.int[::1]
    offered: cython.int[::1]  # the last choice offered, not to climb from it twice
    best: array[int]
    best_choice: cython.int[::1]
    state: cython.longlong  # of the generator
    limits: Limits

    def __init__(self, problem: AlignmentProblem, limits: Limits) -> None:
        self.rows = problem.rows
        self.cols = problem.cols
        self.cells = len(problem.cell_col)
        self.row_start = problem.row_start
        self.cell_row = problem.cell_row
        self.cell_col = problem.cell_col
        self.weight = problem.weight
        self.half_start = problem.half_start
        self.half = problem.half
        self.pair_head = problem.pairs.head
        self.pair_tail = problem.pairs.tail
        self.pair_credit = problem.pairs.credit
        self.worth = array("d", problem.weight)
        none = array("i", [-1])
        room: cython.int[::1] = none * (2 * self.rows + self.cols)
        self.row_choice = room[: self.rows]
        self.offered = room[self.rows : 2 * self.rows]
        self.col_choice = room[2 * self.rows :]
        self.best = none * self.rows
        self.best_choice = self.best
        self.score = 0.0
        self.best_score = 0.0
        self.state = 1
        self.limits = limits

    def best_cells(self) -> array[int]:
        """Return the chosen cell of each row in the best choice met, -1 for none."""
        return self.best

    def best_value(self) -> float:
        """Return the score of the best choice met."""
        return self.best_score

    def earning_cells(self, choice: array[int]) -> tuple[array[int], float]:
        """Return a choice without the cells that earn nothing in it, and its score."""
        i: cython.int
        result: array[int] = array("i", [-1]) * self.rows
        earning: cython.int[::1] = result
        self.forget()
        self.load(choice)
        for i in range(self.rows):
            if self.row_choice[i] >= 0 and self.worth[self.row_choice[i]] > 0.0:
                earning[i] = self.row_choice[i]
        return result, self.score

    @cython.cfunc
    def forget(self) -> cython.void:
        """Begin anew with nothing chosen, so that no rounding of earlier moves is left in the score."""
        i: cython.int
        for i in range(self.cells):
            self.worth[i] = self.weight[i]
        for i in range(self.rows):
            self.row_choice[i] = -1
        for i in range(self.cols):
            self.col_choice[i] = -1
        self.score = 0.0

    def offer(self, choice: cython.int[::1], climbing: cython.bint) -> cython.double:
        """Score a choice, climb from it if asked to, and return the best score met so far."""
        i: cython.int
        known: cython.bint = True
        for i in range(self.rows):
            if self.offered[i] != choice[i]:
                known = False
                self.offered[i] = choice[i]
        if known:
            return self.best_score
        self.load(choice)
        self.keep()
        if climbing:
            self.climb()
            self.keep()
        return self.best_score

    def restart(self, seed: int) -> None:
        """Climb from a random choice; equal seeds give equal choices."""
        i: cython.int
        x: cython.int
        k: cython.int
        free: cython.int
        self.state = 1 + (seed * 1_000_003 + 12_345) % 2_147_483_646
        for i in range(self.rows):
            if self.row_choice[i] >= 0:
                self.remove(self.row_choice[i])
        for i in range(self.rows):
            free = 0
            for x in range(self.row_start[i], self.row_start[i + 1]):
                if self.col_choice[self.cell_col[x]] < 0:
                    free += 1
            if free == 0:
                continue
            k = self.random_below(free)
            for x in range(self.row_start[i], self.row_start[i + 1]):
                if self.col_choice[self.cell_col[x]] < 0:
                    if k == 0:
                        self.add(x)
                        break
                    k -= 1
        self.climb()
        self.keep()

    @cython.cfunc
    def random_below(self, limit: cython.int) -> cython.int:
        """Return a number below the limit: Lehmer's generator, whose state fits where Python and C agree."""
        self.state = self.state * 48_271 % 2_147_483_647
        return self.state % limit

    @cython.cfunc
    def load(self, choice: cython.int[::1]) -> cython.void:
        """Make a choice the current one."""
        i: cython.int
        for i in range(self.rows):
            if self.row_choice[i] >= 0 and self.row_choice[i] != choice[i]:
                self.remove(self.row_choice[i])
        for i in range(self.rows):
            if choice[i] >= 0 and self.row_choice[i] < 0:
                self.add(choice[i])

    @cython.cfunc
    def keep(self) -> cython.void:
        """Remember the current choice if it is the best so far."""
        i: cython.int
        if self.score > self.best_score:
            self.best_score = self.score
            for i in range(self.rows):
                self.best_choice[i] = self.row_choice[i]

    @cython.cfunc
    def add(self, x: cython.int) -> cython.void:
        """Choose a cell whose row and column are free."""
        k: cython.int
        pair: cython.int
        self.score += self.worth[x]
        self.row_choice[self.cell_row[x]] = x
        self.col_choice[self.cell_col[x]] = x
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            if self.half[k] & 1:
                self.worth[self.pair_head[pair]] += self.pair_credit[pair]
            else:
                self.worth[self.pair_tail[pair]] += self.pair_credit[pair]

    @cython.cfunc
    def remove(self, x: cython.int) -> cython.void:
        """Take a chosen cell out."""
        k: cython.int
        pair: cython.int
        self.score -= self.worth[x]
        self.row_choice[self.cell_row[x]] = -1
        self.col_choice[self.cell_col[x]] = -1
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            if self.half[k] & 1:
                self.worth[self.pair_head[pair]] -= self.pair_credit[pair]
            else:
                self.worth[self.pair_tail[pair]] -= self.pair_credit[pair]

    @cython.cfunc
    def between(self, x: cython.int, y: cython.int) -> cython.double:
        """Return the credit of the edge pairs that join two cells."""
        k: cython.int
        pair: cython.int
        other: cython.int
        credit: cython.double = 0.0
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            other = self.pair_head[pair] if self.half[k] & 1 else self.pair_tail[pair]
            if other == y:
                credit += self.pair_credit[pair]
        return credit

    @cython.cfunc
    def cell_at(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the cell of a row and a column, or -1."""
        low: cython.int = self.row_start[i]
        high: cython.int = self.row_start[i + 1]
        middle: cython.int
        while low < high:
            middle = (low + high) >> 1
            if self.cell_col[middle] < j:
                low = middle + 1
            else:
                high = middle
        if low < self.row_start[i + 1] and self.cell_col[low] == j:
            return low
        return -1

    @cython.cfunc
    def climb(self) -> cython.void:
        """Give rows better cells, or swap two, until nothing gains or time is up."""
        i: cython.int = 0
        idle: cython.int = 0
        visits: cython.longlong = LOOK_EVERY
        while idle < self.rows:
            visits -= 1 + self.row_start[i + 1] - self.row_start[i]
            if visits < 0:
                visits = LOOK_EVERY
                if self.limits.expired():
                    break
            if self.improve(i):
                idle = 0
            else:
                idle += 1
            i += 1
            if i == self.rows:
                i = 0

    @cython.cfunc
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
        left: cython.double = 0.0
        if now >= 0:
            left = self.worth[now]
        for x in range(self.row_start[i], self.row_start[i + 1]):
            # A swap is met from both its rows, so it is enough to look where this row itself has something to
            # gain, give or take an edge between the two: most cells of a large problem fall out here.
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
