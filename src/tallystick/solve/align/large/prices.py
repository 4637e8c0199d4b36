# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The prices of rows and columns under which cells are chosen by their worths, kept up while worths change.

Prices u of rows and v of columns stay >= 0 with u + v >= worth in every cell, so their sum bounds every choice.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.assign.augmenting import Augmenter, Vertices
else:
    from tallystick.solve.assign.augmenting import Augmenter, Vertices

from tallystick.limits import Limits
from tallystick.solve.align.large.restricted import Restricted

__all__ = ["Prices"]

# Slack below which a chosen cell counts as tight.
TIGHT = 1e-11


@cython.cclass
class Prices(Augmenter):
    """The prices and the chosen cells of a restricted problem."""

    row_count: cython.int
    col_count: cython.int
    cells: cython.int
    searches: cython.int
    bound: cython.double  # the sum of the prices
    choice: array[int]  # the chosen cell of each row
    limits: Limits

    @cython.cfunc
    def set_up(self, problem: Restricted, col_price: array[float], limits: Limits) -> object:
        """Begin with prices of the columns; worths and prices of the rows are not set yet."""
        x: cython.int
        self.row_count = problem.rows
        self.col_count = problem.cols
        self.cells = len(problem.cell_col)
        self.searches = 0
        self.bound = 0.0
        self.limits = limits
        self.worth = array("d", bytes(8 * self.cells))
        self.choice = array("i", [-1]) * self.row_count
        self.rows = Vertices()
        self.rows.start = problem.row_start
        self.rows.cell = array("i", bytes(4 * self.cells))
        self.rows.vertex = problem.cell_row
        self.rows.price = array("d", bytes(8 * self.row_count))
        self.rows.choice = self.choice
        self.cols = Vertices()
        self.cols.start = problem.col_start
        self.cols.cell = problem.col_cell
        self.cols.vertex = problem.cell_col
        self.cols.price = array("d", col_price)
        self.cols.choice = array("i", [-1]) * self.col_count
        for x in range(self.cells):
            self.rows.cell[x] = x
        self.make_room(max(self.row_count, self.col_count))
        return None

    @cython.cfunc
    def choose(self) -> cython.void:
        """Price the rows, choose what is tight, and repair the rest."""
        i: cython.int
        j: cython.int
        x: cython.int
        tight: cython.double = TIGHT
        for i in range(self.row_count):
            self.rows.choice[i] = -1
            self.price_row(i)
        for j in range(self.col_count):
            self.cols.choice[j] = -1
        for i in range(self.row_count):
            if self.rows.price[i] <= 0.0:
                continue
            for x in range(self.rows.start[i], self.rows.start[i + 1]):
                j = self.cols.vertex[x]
                if self.cols.choice[j] < 0 and self.slack(x) <= tight:
                    self.rows.choice[i] = x
                    self.cols.choice[j] = x
                    break
        self.repair()

    @cython.cfunc
    def reprice_row(self, i: cython.int) -> cython.void:
        """Price a row anew whose worths have changed, and free it if its cell is no longer tight."""
        x: cython.int = self.rows.choice[i]
        self.price_row(i)
        if x >= 0 and self.slack(x) > TIGHT:
            self.rows.choice[i] = -1
            self.cols.choice[self.cols.vertex[x]] = -1

    @cython.cfunc
    @cython.exceptval(check=False)
    def balance(self) -> cython.void:
        """Divide the price of each chosen cell evenly between row and column, as far as others permit.

        The sum stays the same; prices are then as hard to break from either side.
        """
        i: cython.int
        j: cython.int
        k: cython.int
        x: cython.int
        y: cython.int
        least_row: cython.double
        least_col: cython.double
        total: cython.double
        spare: cython.double
        for i in range(self.row_count):
            x = self.rows.choice[i]
            if x < 0:
                continue
            j = self.cols.vertex[x]
            total = self.rows.price[i] + self.cols.price[j]
            least_row = 0.0
            for y in range(self.rows.start[i], self.rows.start[i + 1]):
                if y != x:
                    least_row = max(least_row, self.worth[y] - self.cols.price[self.cols.vertex[y]])
            least_col = 0.0
            for k in range(self.cols.start[j], self.cols.start[j + 1]):
                y = self.cols.cell[k]
                if y != x:
                    least_col = max(least_col, self.worth[y] - self.rows.price[self.rows.vertex[y]])
            spare = total - least_row - least_col
            if spare > 0.0:
                # Towards equal prices, not equal spares.
                self.rows.price[i] = min(max(0.5 * total, least_row), total - least_col)
                self.cols.price[j] = total - self.rows.price[i]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def slack(self, x: cython.int) -> cython.double:
        """Return how much the prices of a cell's row and column exceed its worth."""
        return self.rows.price[self.rows.vertex[x]] + self.cols.price[self.cols.vertex[x]] - self.worth[x]

    @cython.cfunc
    @cython.exceptval(check=False)
    def price_row(self, i: cython.int) -> cython.void:
        """Set the lowest price of a row that its cells permit."""
        x: cython.int
        price: cython.double = 0.0
        surplus: cython.double
        for x in range(self.rows.start[i], self.rows.start[i + 1]):
            surplus = self.worth[x] - self.cols.price[self.cols.vertex[x]]
            if surplus > price:
                price = surplus
        self.rows.price[i] = price

    @cython.cfunc
    def repair(self) -> cython.void:
        """Satisfy every row and column that is free at a positive price; set the bound to the sum of the prices.

        The sum is a bound even where time runs out before all are satisfied.
        """
        i: cython.int
        total: cython.double = 0.0
        self.satisfy(self.row_count, self.rows, self.cols)
        self.satisfy(self.col_count, self.cols, self.rows)
        for i in range(self.row_count):
            total += self.rows.price[i]
        for i in range(self.col_count):
            total += self.cols.price[i]
        self.bound = total

    @cython.cfunc
    def satisfy(self, count: cython.int, near: Vertices, far: Vertices) -> cython.void:
        """Satisfy the vertices of a side that are free at a positive price, until time is up."""
        i: cython.int
        tight: cython.double = TIGHT
        for i in range(count):
            if near.choice[i] < 0 and near.price[i] > tight:
                self.searches += 1
                if self.searches & 63 == 0 and bool(self.limits.expired()):
                    break
                self.augment(i, near, far)

    def slacks(self) -> array[float]:
        """Return the slack of every cell."""
        x: cython.int
        result: array[float] = array("d", bytes(8 * self.cells))
        slack: cython.double[::1] = result
        for x in range(self.cells):
            slack[x] = self.slack(x)
        return result
