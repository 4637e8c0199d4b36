# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The upper bound of a restricted problem, and the prices that prove it.

As in `relaxation`, each edge pair splits its credit between the cells at its ends, and an assignment of the cells by their
worths bounds all alignments. Here every step costs what it changes, not what there is.
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
from tallystick.solve.align.large.hill import Hill
from tallystick.solve.align.large.restricted import Restricted

__all__ = ["Ascent"]

# Slack below which a chosen cell counts as tight.
TIGHT = 1e-11
# The step length as a share of Polyak's; it decays after so many steps without a better bound.
FIRST_SCALE = 1.5
PATIENCE = 10
DECAY = 0.6


@cython.cclass
class Ascent(Augmenter):
    """Splits, worths, prices and the assignment of one restricted problem."""

    row_count: cython.int
    col_count: cython.int
    cells: cython.int
    pairs: cython.int
    bound: cython.double
    best: cython.double
    scale: cython.double
    idle: cython.int
    searches: cython.int
    weight: cython.double[::1]
    pair_head: cython.int[::1]
    pair_tail: cython.int[::1]
    credit: cython.double[::1]
    share: cython.double[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    opens: cython.int[::1]
    vote: cython.int[::1]  # of an edge pair: +1 the head alone counts on it, -1 the tail alone
    voted: cython.int[::1]
    dirty: cython.int[::1]  # of a cell: its worth is out of date
    dirty_cells: cython.int[::1]
    dirty_count: cython.int
    changed: cython.int[::1]  # of a row: some worth in it is new
    changed_rows: cython.int[::1]
    best_share: array[float]
    best_price: array[float]
    row_price: array[float]
    col_price: array[float]
    choice: array[int]
    limits: Limits

    def __init__(self, problem: Restricted, col_price: array[float], limits: Limits) -> None:
        x: cython.int
        cells: cython.int = len(problem.cell_col)
        self.row_count = problem.rows
        self.col_count = problem.cols
        self.cells = cells
        self.pairs = len(problem.head)
        self.limits = limits
        self.weight = problem.weight
        self.pair_head = problem.head
        self.pair_tail = problem.tail
        self.credit = problem.credit
        self.share = problem.share
        self.best_share = problem.share
        self.half_start = problem.half_start
        self.half = problem.half
        self.opens = problem.opens
        self.worth = array("d", bytes(8 * cells))
        self.vote = array("i", bytes(4 * self.pairs))
        self.voted = array("i", bytes(4 * self.pairs))
        self.dirty = array("i", bytes(4 * cells))
        self.dirty_cells = array("i", bytes(4 * cells))
        self.dirty_count = 0
        self.changed = array("i", bytes(4 * self.row_count))
        self.changed_rows = array("i", bytes(4 * self.row_count))
        self.row_price = array("d", bytes(8 * self.row_count))
        self.col_price = array("d", col_price)
        self.best_price = self.col_price
        self.choice = array("i", [-1]) * self.row_count
        self.rows = Vertices()
        self.rows.start = problem.row_start
        self.rows.cell = array("i", bytes(4 * cells))
        self.rows.vertex = problem.cell_row
        self.rows.price = self.row_price
        self.rows.choice = self.choice
        self.cols = Vertices()
        self.cols.start = problem.col_start
        self.cols.cell = problem.col_cell
        self.cols.vertex = problem.cell_col
        self.cols.price = self.col_price
        self.cols.choice = array("i", [-1]) * self.col_count
        for x in range(cells):
            self.rows.cell[x] = x
        self.make_room(max(self.row_count, self.col_count))
        self.searches = 0
        self.scale = FIRST_SCALE
        self.idle = 0
        self.begin()
        self.best = self.bound

    def best_bound(self) -> float:
        """Return the best bound met."""
        return self.best

    @cython.cfunc
    def begin(self) -> cython.void:
        """Compute worths and prices anew from the splits and the prices of the columns."""
        i: cython.int
        x: cython.int
        j: cython.int
        tight: cython.double = TIGHT
        for x in range(self.cells):
            self.worth[x] = self.worth_of(x)
        for i in range(self.row_count):
            self.rows.choice[i] = -1
        for j in range(self.col_count):
            self.cols.choice[j] = -1
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
        self.repair()

    def run(self, hill: Hill, steps: cython.int, enough: cython.double) -> float:
        """Sharpen the bound for some steps, or until it is below `enough`; return the best one met."""
        step: cython.int
        norm: cython.int
        goal: cython.double = hill.best_value()
        for step in range(steps):
            if self.bound < self.best - 1e-6:
                self.best = self.bound
                self.best_share = array("d", self.share)
                self.best_price = array("d", self.cols.price)
                self.idle = 0
            else:
                self.idle += 1
                if self.idle >= PATIENCE:
                    self.scale *= DECAY
                    self.idle = 0
            if step % 5 == 0:
                goal = hill.offer(self.choice)
            if self.best <= max(goal, enough) or self.limits.expired():
                break
            norm = self.count_votes()
            if norm == 0:
                break
            self.shift(norm, self.scale * (self.bound - goal) / norm)
            self.update()
        hill.offer(self.choice)
        return self.best

    def settle(self) -> tuple[array[float], array[float], array[float]]:
        """Return to the best splits met; return them and the prices of rows and columns, in balance."""
        k: cython.int
        best_share: cython.double[::1] = self.best_share
        best_price: cython.double[::1] = self.best_price
        for k in range(self.pairs):
            self.share[k] = best_share[k]
        for k in range(self.col_count):
            self.cols.price[k] = best_price[k]
        self.begin()
        for k in range(3):
            self.balance()
        return array("d", self.share), array("d", self.row_price), array("d", self.col_price)

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
    @cython.exceptval(check=False)
    def worth_of(self, x: cython.int) -> cython.double:
        """Return the weight of a cell and the largest positive share of each of its slots."""
        k: cython.int
        pair: cython.int
        share: cython.double
        largest: cython.double = 0.0
        total: cython.double = self.weight[x]
        for k in range(self.half_start[x], self.half_start[x + 1]):
            if self.opens[k] & 1:
                total += largest
                largest = 0.0
            pair = self.half[k] >> 1
            share = self.credit[pair] - self.share[pair] if self.half[k] & 1 else self.share[pair]
            if share > largest:
                largest = share
        return total + largest

    @cython.cfunc
    @cython.exceptval(check=False)
    def count_votes(self) -> cython.int:
        """Find the edge pairs that only one of their ends counts on; return how many.

        Of equally large shares a cell counts on one whose other cell is chosen too: agreement wherever possible.
        """
        i: cython.int
        k: cython.int
        x: cython.int
        h: cython.int
        pair: cython.int
        other: cython.int
        favourite: cython.int
        listed: cython.int = 0
        kept: cython.int = 0
        share: cython.double
        largest: cython.double
        tight: cython.double = TIGHT
        for i in range(self.row_count):
            x = self.rows.choice[i]
            if x < 0:
                continue
            favourite = -1
            largest = 0.0
            for k in range(self.half_start[x], self.half_start[x + 1] + 1):
                if k == self.half_start[x + 1] or self.opens[k] & 1:
                    if favourite >= 0:
                        pair = favourite >> 1
                        if self.vote[pair] == 0:
                            self.voted[listed] = pair
                            listed += 1
                        self.vote[pair] += -1 if favourite & 1 else 1
                    favourite = -1
                    largest = 0.0
                    if k == self.half_start[x + 1]:
                        break
                h = self.half[k]
                pair = h >> 1
                if h & 1:
                    other = self.pair_head[pair]
                    share = self.credit[pair] - self.share[pair]
                else:
                    other = self.pair_tail[pair]
                    share = self.share[pair]
                if self.rows.choice[self.rows.vertex[other]] == other:
                    if share >= largest - tight:
                        favourite = h
                        largest = share
                elif share > largest + tight:
                    favourite = h
                    largest = share
        for k in range(listed):
            pair = self.voted[k]
            if self.vote[pair] != 0:
                self.voted[kept] = pair
                kept += 1
        return kept

    @cython.cfunc
    @cython.exceptval(check=False)
    def shift(self, norm: cython.int, length: cython.double) -> cython.void:
        """Move the splits of the disputed pairs, and list the cells whose worth that changes."""
        k: cython.int
        pair: cython.int
        for k in range(norm):
            pair = self.voted[k]
            self.share[pair] -= length * self.vote[pair]
            self.vote[pair] = 0
            self.mark(self.pair_head[pair])
            self.mark(self.pair_tail[pair])

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def mark(self, x: cython.int) -> cython.void:
        """List a cell whose worth is out of date."""
        if self.dirty[x] == 0:
            self.dirty[x] = 1
            self.dirty_cells[self.dirty_count] = x
            self.dirty_count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def update(self) -> cython.void:
        """Bring worths, prices and bound up to date."""
        i: cython.int
        k: cython.int
        x: cython.int
        rows: cython.int = 0
        tight: cython.double = TIGHT
        for k in range(self.dirty_count):
            x = self.dirty_cells[k]
            self.dirty[x] = 0
            self.worth[x] = self.worth_of(x)
            i = self.rows.vertex[x]
            if self.changed[i] == 0:
                self.changed[i] = 1
                self.changed_rows[rows] = i
                rows += 1
        self.dirty_count = 0
        for k in range(rows):
            i = self.changed_rows[k]
            self.changed[i] = 0
            self.price_row(i)
            x = self.rows.choice[i]
            if x >= 0 and self.slack(x) > tight:
                self.rows.choice[i] = -1
                self.cols.choice[self.cols.vertex[x]] = -1
        self.repair()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def slack(self, x: cython.int) -> cython.double:
        """Return how much the prices of a cell's row and column exceed its worth."""
        return self.rows.price[self.rows.vertex[x]] + self.cols.price[self.cols.vertex[x]] - self.worth[x]

    def slacks(self) -> array[float]:
        """Return the slack of every cell."""
        x: cython.int
        result: array[float] = array("d", bytes(8 * self.cells))
        slack: cython.double[::1] = result
        for x in range(self.cells):
            slack[x] = self.slack(x)
        return result

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
