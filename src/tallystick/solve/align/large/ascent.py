# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The upper bound of a restricted problem, and the prices that prove it.

As in `relaxation`, each edge pair splits its credit between the cells at its ends, and an assignment of the cells by
their worths bounds all alignments. Here the cost of a step depends on what it changes, not on the size of the problem.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.large.prices import Prices
else:
    from tallystick.solve.align.large.prices import Prices

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
class Ascent(Prices):
    """Splits, worths, prices and the assignment of one restricted problem."""

    pairs: cython.int
    best: cython.double
    scale: cython.double
    idle: cython.int
    steps: cython.int
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

    def __init__(self, problem: Restricted, col_price: array[float], limits: Limits) -> None:
        self.set_up(problem, col_price, limits)
        self.pairs = len(problem.head)
        self.weight = problem.weight
        self.pair_head = problem.head
        self.pair_tail = problem.tail
        self.credit = problem.credit
        self.share = array("d", problem.share)
        self.half_start = problem.half_start
        self.half = problem.half
        self.opens = problem.opens
        self.vote = array("i", bytes(4 * self.pairs))
        self.voted = array("i", bytes(4 * self.pairs))
        self.dirty = array("i", bytes(4 * self.cells))
        self.dirty_cells = array("i", bytes(4 * self.cells))
        self.dirty_count = 0
        self.changed = array("i", bytes(4 * self.row_count))
        self.changed_rows = array("i", bytes(4 * self.row_count))
        self.best_share = problem.share
        self.best_price = col_price
        self.steps = 0
        self.scale = FIRST_SCALE
        self.idle = 0
        self.begin()
        self.best = self.bound

    def steps_taken(self) -> int:
        """Return how many steps have been taken."""
        return self.steps

    @cython.cfunc
    def begin(self) -> cython.void:
        """Compute worths and prices anew from the splits and the prices of the columns."""
        x: cython.int
        for x in range(self.cells):
            self.worth[x] = self.worth_of(x)
        self.choose()

    def run(self, hill: Hill, steps: cython.int, enough: cython.double) -> float:
        """Sharpen the bound for some steps, or until the best score is near enough; return the best bound met."""
        step: cython.int
        norm: cython.int
        goal: cython.double = hill.best_value()
        for step in range(steps):
            if self.bound < self.best - 1e-6:
                self.best = self.bound
                self.best_share = copy_of(self.share)
                self.best_price = copy_of(self.cols.price)
                self.idle = 0
            else:
                self.idle += 1
                if self.idle >= PATIENCE:
                    self.scale *= DECAY
                    self.idle = 0
            if step % 5 == 0:
                goal = hill.offer(self.choice)
            if self.best <= goal + enough or self.limits.expired():
                break
            self.steps += 1
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
        return copy_of(self.share), copy_of(self.rows.price), copy_of(self.cols.price)

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
            self.reprice_row(i)
        self.repair()


def copy_of(values: cython.double[::1]) -> array[float]:
    """Return a copy of some numbers."""
    k: cython.int
    result: array[float] = array("d", bytes(8 * len(values)))
    copied: cython.double[::1] = result
    for k in range(len(values)):
        copied[k] = values[k]
    return result
