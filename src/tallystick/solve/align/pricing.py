# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""An assignment problem that is solved again and again while its worths change a little.

Prices u (rows) and v (columns) stay >= 0 with u + v >= worth everywhere, so their sum bounds every
assignment at any time, however the floating-point numbers fell. After a change only the rows and columns left
free at a positive price are repaired, by augmenting paths from either side.
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
from tallystick.solve.align.problem import AlignmentProblem

# Slack below which a matched cell counts as tight.
TIGHT = 1e-11
# A search through more cells takes long enough for a look at the clock after each.
LARGE = 1 << 20


@cython.cclass
class Pricing(Augmenter):
    """The prices and the chosen cells; worths, prices and choices are arrays shared with the bound."""

    row_count: cython.int
    col_count: cython.int
    searches: cython.int
    large: cython.bint
    limits: Limits

    def __init__(
        self,
        problem: AlignmentProblem,
        worth: array[float],
        row_price: array[float],
        choice: array[int],
        limits: Limits,
    ) -> None:
        x: cython.int
        cells: cython.int = len(problem.cell_col)
        self.row_count = problem.rows
        self.col_count = problem.cols
        self.searches = 0
        self.large = cells > LARGE
        self.limits = limits
        self.worth = worth
        self.rows = Vertices()
        self.rows.start = problem.row_start
        self.rows.cell = array("i", bytes(4 * cells))
        self.rows.vertex = problem.cell_row
        self.rows.price = row_price
        self.rows.choice = choice
        self.cols = Vertices()
        self.cols.start = problem.col_start
        self.cols.cell = problem.col_cell
        self.cols.vertex = problem.cell_col
        self.cols.price = problem.price
        self.cols.choice = array("i", [-1]) * self.col_count
        for x in range(cells):
            self.rows.cell[x] = x
        self.make_room(max(self.row_count, self.col_count))

    def start(self) -> cython.double:
        """Price the rows, take what is tight, repair the rest; return the bound."""
        i: cython.int
        x: cython.int
        j: cython.int
        tight: cython.double = TIGHT
        for i in range(self.row_count):
            self.price_row(i)
        for i in range(self.row_count):
            if self.rows.price[i] <= 0.0:
                continue
            for x in range(self.rows.start[i], self.rows.start[i + 1]):
                j = self.cols.vertex[x]
                if self.cols.choice[j] < 0 and self.slack(x) <= tight:
                    self.rows.choice[i] = x
                    self.cols.choice[j] = x
                    break
        return self.repair()

    def update(self, changed: cython.int[::1]) -> cython.double:
        """Price the rows marked as changed anew, repair what that disturbs; return the bound."""
        i: cython.int
        x: cython.int
        tight: cython.double = TIGHT
        for i in range(self.row_count):
            if not changed[i]:
                continue
            changed[i] = 0
            self.price_row(i)
            x = self.rows.choice[i]
            if x >= 0 and self.slack(x) > tight:
                self.rows.choice[i] = -1
                self.cols.choice[self.cols.vertex[x]] = -1
        return self.repair()

    @cython.cfunc
    @cython.inline
    def slack(self, x: cython.int) -> cython.double:
        """Return how much the prices of a cell's row and column exceed its worth."""
        return self.rows.price[self.rows.vertex[x]] + self.cols.price[self.cols.vertex[x]] - self.worth[x]

    @cython.cfunc
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
    def repair(self) -> cython.double:
        """Satisfy every row and column that is free at a positive price; return the sum of the prices.

        The sum is a bound even where time runs out before all are satisfied.
        """
        bound: cython.double = 0.0
        i: cython.int
        self.satisfy(self.row_count, self.rows, self.cols)
        self.satisfy(self.col_count, self.cols, self.rows)
        for i in range(self.row_count):
            bound += self.rows.price[i]
        for i in range(self.col_count):
            bound += self.cols.price[i]
        return bound

    @cython.cfunc
    def satisfy(self, count: cython.int, near: Vertices, far: Vertices) -> cython.void:
        """Satisfy the vertices of a side that are free at a positive price, until time is up."""
        i: cython.int
        tight: cython.double = TIGHT
        for i in range(count):
            if near.choice[i] < 0 and near.price[i] > tight:
                if self.is_late():
                    break
                self.augment(i, near, far)

    @cython.cfunc
    def is_late(self) -> cython.bint:
        """Tell whether time is up; the clock is looked at now and then only."""
        self.searches += 1
        return (self.large or self.searches & 63 == 0) and bool(self.limits.expired())
