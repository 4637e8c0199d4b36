# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""An assignment problem that is solved again and again while its worths change a little.

Prices u (rows) and v (columns) stay >= 0 with u + v >= worth everywhere, so their sum bounds every
assignment at any time, however the floating-point numbers fell. After a change only the rows and columns left
free at a positive price are repaired, by augmenting paths from either side.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
    from cython.cimports.tallystick.solve.assign.augmenting import Augmenter, Vertices
else:
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.problem import AlignmentProblem
    from tallystick.solve.assign.augmenting import Augmenter, Vertices

from tallystick.solve.align.room import ample, integers, reals

__all__ = ["TIGHT", "Pricing"]

# Slack below which a matched cell counts as tight.
TIGHT = 1e-11


@cython.cclass
class Pricing(Augmenter):
    """The worths, prices and chosen cells of a problem; the prices of the columns stay in it."""

    problem: AlignmentProblem
    clock: Clock
    generation: cython.int  # of the problem's arrays that are seen here
    row_room: cython.int
    col_room: cython.int
    cell_room: cython.int
    changed: cython.int[::1]  # of a row: some worth in it is new

    def __init__(self, problem: AlignmentProblem, clock: Clock) -> None:
        """Prepare for a problem, or for a series of them that are built in the same object."""
        self.problem = problem
        self.clock = clock
        self.generation = -1
        self.row_room = -1
        self.col_room = -1
        self.cell_room = -1
        self.rows = Vertices()
        self.cols = Vertices()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def begin_pricing(self) -> cython.int:
        """Begin with the problem as it is now, with nothing chosen."""
        i: cython.int
        if self.problem.rows > self.row_room:
            with cython.gil:
                self.make_row_room()
        if self.problem.cols > self.col_room:
            with cython.gil:
                self.make_col_room()
        if self.problem.cells > self.cell_room:
            with cython.gil:
                self.make_cell_room()
        if self.generation != self.problem.generation:
            self.generation = self.problem.generation
            self.rows.start = self.problem.row_start
            self.rows.vertex = self.problem.cell_row
            self.cols.start = self.problem.col_start
            self.cols.cell = self.problem.col_cell
            self.cols.vertex = self.problem.cell_col
            self.cols.price = self.problem.price
        for i in range(self.problem.rows):
            self.rows.choice[i] = -1
            self.changed[i] = 0
        for i in range(self.problem.cols):
            self.cols.choice[i] = -1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_row_room(self) -> cython.int:
        """Make larger arrays for rows."""
        self.row_room = ample(self.problem.rows)
        self.rows.price = reals(self.row_room)
        self.rows.choice = integers(self.row_room)
        self.changed = integers(self.row_room)
        self.make_room(max(self.row_room, self.col_room))
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_col_room(self) -> cython.int:
        """Make larger arrays for columns."""
        self.col_room = ample(self.problem.cols)
        self.cols.choice = integers(self.col_room)
        self.make_room(max(self.row_room, self.col_room))
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_cell_room(self) -> cython.int:
        """Make larger arrays for cells."""
        x: cython.int
        self.cell_room = ample(self.problem.cells)
        self.worth = reals(self.cell_room)
        # The cells come by row: those of a row are numbered one after the other.
        self.rows.cell = integers(self.cell_room)
        for x in range(self.cell_room):
            self.rows.cell[x] = x
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def price_all(self) -> cython.double:
        """Price the rows, take what is tight, repair the rest; return the bound."""
        i: cython.int
        x: cython.int
        j: cython.int
        for i in range(self.problem.rows):
            self.price_row(i)
        for i in range(self.problem.rows):
            if self.rows.price[i] <= 0.0:
                continue
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                j = self.problem.cell_col[x]
                if self.cols.choice[j] < 0 and self.slack(x) <= TIGHT:
                    self.rows.choice[i] = x
                    self.cols.choice[j] = x
                    break
        return self.repair()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def price_changed(self) -> cython.double:
        """Price the rows marked as changed anew, repair what that disturbs; return the bound."""
        i: cython.int
        x: cython.int
        for i in range(self.problem.rows):
            if not self.changed[i]:
                continue
            self.changed[i] = 0
            self.price_row(i)
            x = self.rows.choice[i]
            if x >= 0 and self.slack(x) > TIGHT:
                self.rows.choice[i] = -1
                self.cols.choice[self.problem.cell_col[x]] = -1
        return self.repair()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slack(self, x: cython.int) -> cython.double:
        """Return how much the prices of a cell's row and column exceed its worth."""
        return (
            self.rows.price[self.problem.cell_row[x]]
            + self.cols.price[self.problem.cell_col[x]]
            - self.worth[x]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def price_row(self, i: cython.int) -> cython.void:
        """Set the lowest price of a row that its cells permit."""
        x: cython.int
        price: cython.double = 0.0
        surplus: cython.double
        for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
            surplus = self.worth[x] - self.cols.price[self.problem.cell_col[x]]
            if surplus > price:
                price = surplus
        self.rows.price[i] = price

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def repair(self) -> cython.double:
        """Satisfy every row and column that is free at a positive price; return the sum of the prices.

        The sum is a bound even where time runs out before all are satisfied.
        """
        bound: cython.double = 0.0
        i: cython.int
        self.satisfy(self.problem.rows, self.rows, self.cols)
        self.satisfy(self.problem.cols, self.cols, self.rows)
        for i in range(self.problem.rows):
            bound += self.rows.price[i]
        for i in range(self.problem.cols):
            bound += self.cols.price[i]
        return bound

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def satisfy(self, count: cython.int, near: Vertices, far: Vertices) -> cython.int:
        """Satisfy the vertices of a side that are free at a positive price, until time is up."""
        i: cython.int
        for i in range(count):
            if near.choice[i] < 0 and near.price[i] > TIGHT:
                if self.clock.late(self.augment(i, near, far)):
                    break
        return 0
