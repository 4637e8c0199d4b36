# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""An assignment problem that is solved again and again while its worths change a little.

Prices u (rows) and v (columns) stay >= 0 with u + v >= worth everywhere, so their sum bounds every
assignment at any time, however the floating-point numbers fell. After a change only the rows and columns left
free at a positive price are repaired, by shortest augmenting paths from either side.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import Limits
from tallystick.solve.problem import Problem

# Slack below which a matched cell counts as tight.
TIGHT = 1e-11
# A search through more cells takes long enough for a look at the clock after each.
LARGE = 1 << 20


@cython.cclass
class Pricing:
    """The prices and the chosen cells; worths, prices and choices are arrays shared with the bound."""

    rows: cython.int
    cols: cython.int
    row_start: cython.int[::1]
    row_cell: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    col_start: cython.int[::1]
    col_cell: cython.int[::1]
    worth: cython.double[::1]
    row_price: cython.double[::1]
    col_price: cython.double[::1]
    row_choice: cython.int[::1]
    col_choice: cython.int[::1]
    # Scratch space of the searches.
    distance: cython.double[::1]
    reached_by: cython.int[::1]
    seen: cython.int[::1]
    waiting: cython.int[::1]
    final: cython.int[::1]
    searches: cython.int
    large: cython.bint
    limits: Limits

    def __init__(
        self,
        problem: Problem,
        worth: array[float],
        row_price: array[float],
        choice: array[int],
        limits: Limits,
    ) -> None:
        x: cython.int
        self.rows = problem.rows
        self.cols = problem.cols
        self.searches = 0
        self.large = len(problem.cell_col) > LARGE
        self.limits = limits
        self.row_start = problem.row_start
        self.cell_row = problem.cell_row
        self.cell_col = problem.cell_col
        self.col_start = problem.col_start
        self.col_cell = problem.col_cell
        self.worth = worth
        self.row_price = row_price
        self.col_price = problem.price
        self.row_choice = choice
        self.col_choice = array("i", [-1]) * self.cols
        larger: cython.int = max(self.rows, self.cols)
        cells: cython.int = len(self.cell_col)
        self.distance = array("d", [0.0]) * larger
        room: cython.int[::1] = array("i", [0]) * (4 * larger + cells)
        self.reached_by = room[:larger]
        self.seen = room[larger : 2 * larger]
        self.waiting = room[2 * larger : 3 * larger]
        self.final = room[3 * larger : 4 * larger]
        self.row_cell = room[4 * larger :]
        for x in range(cells):
            self.row_cell[x] = x

    def start(self) -> cython.double:
        """Price the rows, take what is tight, repair the rest; return the bound."""
        i: cython.int
        x: cython.int
        j: cython.int
        for i in range(self.rows):
            self.reprice(i)
        for i in range(self.rows):
            if self.row_price[i] <= 0.0:
                continue
            for x in range(self.row_start[i], self.row_start[i + 1]):
                j = self.cell_col[x]
                if self.col_choice[j] < 0 and self.row_price[i] + self.col_price[j] - self.worth[x] <= TIGHT:
                    self.row_choice[i] = x
                    self.col_choice[j] = x
                    break
        return self.repair()

    def update(self, changed: cython.int[::1]) -> cython.double:
        """Price the rows marked as changed anew, repair what that disturbs; return the bound."""
        i: cython.int
        x: cython.int
        for i in range(self.rows):
            if not changed[i]:
                continue
            changed[i] = 0
            self.reprice(i)
            x = self.row_choice[i]
            if x >= 0 and self.row_price[i] + self.col_price[self.cell_col[x]] - self.worth[x] > TIGHT:
                self.row_choice[i] = -1
                self.col_choice[self.cell_col[x]] = -1
        return self.repair()

    @cython.cfunc
    def reprice(self, i: cython.int) -> cython.void:
        """Set the lowest price of a row that its cells permit."""
        x: cython.int
        price: cython.double = 0.0
        surplus: cython.double
        for x in range(self.row_start[i], self.row_start[i + 1]):
            surplus = self.worth[x] - self.col_price[self.cell_col[x]]
            if surplus > price:
                price = surplus
        self.row_price[i] = price

    @cython.cfunc
    def repair(self) -> cython.double:
        """Satisfy every row and column that is free at a positive price; return the sum of the prices.

        The sum is a bound even where time runs out before all are satisfied.
        """
        i: cython.int
        j: cython.int
        for i in range(self.rows):
            if self.row_choice[i] < 0 and self.row_price[i] > TIGHT:
                if self.is_late():
                    break
                self.augment(
                    i, self.row_start, self.row_cell, self.cell_row, self.cell_col,
                    self.row_price, self.col_price, self.row_choice, self.col_choice,
                )  # fmt: skip
        for j in range(self.cols):
            if self.col_choice[j] < 0 and self.col_price[j] > TIGHT:
                if self.is_late():
                    break
                self.augment(
                    j, self.col_start, self.col_cell, self.cell_col, self.cell_row,
                    self.col_price, self.row_price, self.col_choice, self.row_choice,
                )  # fmt: skip
        bound: cython.double = 0.0
        for i in range(self.rows):
            bound += self.row_price[i]
        for j in range(self.cols):
            bound += self.col_price[j]
        return bound

    @cython.cfunc
    def is_late(self) -> cython.bint:
        """Tell whether time is up; the clock is looked at now and then only."""
        self.searches += 1
        return (self.large or self.searches & 63 == 0) and bool(self.limits.expired())

    @cython.cfunc
    def augment(
        self,
        start: cython.int,
        near_start: cython.int[::1],
        near_cell: cython.int[::1],
        near_of: cython.int[::1],
        far_of: cython.int[::1],
        near_price: cython.double[::1],
        far_price: cython.double[::1],
        near_choice: cython.int[::1],
        far_choice: cython.int[::1],
    ) -> cython.void:
        """Satisfy one vertex by a shortest augmenting path; near is its own side (rows or columns).

        The path ends at a free vertex of the far side, or at a near vertex that is cheapest to leave free.
        """
        i: cython.int = start
        j: cython.int
        k: cython.int
        x: cython.int
        at: cython.int
        before: cython.int
        waiting: cython.int = 0
        finals: cython.int = 0
        end_far: cython.int = -1
        end_near: cython.int = start
        here: cython.double = 0.0
        reach: cython.double
        shortest: cython.double = near_price[start]
        while True:
            for k in range(near_start[i], near_start[i + 1]):
                x = near_cell[k]
                j = far_of[x]
                reach = near_price[i] + far_price[j] - self.worth[x]
                reach = here + max(reach, 0.0)
                if reach >= shortest or self.seen[j] == 2:
                    continue
                if self.seen[j] == 1 and reach >= self.distance[j]:
                    continue
                self.reached_by[j] = x
                if far_choice[j] < 0:
                    shortest = reach
                    end_far = j
                    continue
                self.distance[j] = reach
                if self.seen[j] == 0:
                    self.seen[j] = 1
                    self.waiting[waiting] = j
                    waiting += 1
            at = -1
            here = shortest
            for k in range(waiting):
                if self.distance[self.waiting[k]] < here:
                    here = self.distance[self.waiting[k]]
                    at = k
            if at < 0:
                break
            j = self.waiting[at]
            waiting -= 1
            self.waiting[at] = self.waiting[waiting]
            self.seen[j] = 2
            self.final[finals] = j
            finals += 1
            i = near_of[far_choice[j]]
            if here + near_price[i] < shortest:
                shortest = here + near_price[i]
                end_far = -1
                end_near = i
        near_price[start] = max(0.0, near_price[start] - shortest)
        for k in range(finals):
            j = self.final[k]
            reach = shortest - self.distance[j]
            far_price[j] += reach
            i = near_of[far_choice[j]]
            near_price[i] = max(0.0, near_price[i] - reach)
            self.seen[j] = 0
        for k in range(waiting):
            self.seen[self.waiting[k]] = 0
        j = end_far
        if end_far < 0:
            x = near_choice[end_near]
            near_choice[end_near] = -1
            if end_near == start:
                return
            j = far_of[x]
        while True:
            x = self.reached_by[j]
            i = near_of[x]
            before = near_choice[i]
            near_choice[i] = x
            far_choice[j] = x
            if i == start:
                return
            j = far_of[before]
