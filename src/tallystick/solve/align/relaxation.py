# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The upper bound of an alignment problem: an assignment problem, sharpened step by step.

The credit of every edge pair is split between the cells at its ends. A cell is worth its weight and, for
each of its slots, the largest share there; choosing cells by that worth alone is an assignment problem, and
whatever the splits, its value is an upper bound. Where the two ends of an edge pair choose differently, the
split moves towards agreement: a subgradient step of the Lagrangian dual, with Polyak's step length.
"""

from __future__ import annotations

from array import array
from math import floor

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import Limits
from tallystick.solve.align.climbing import Climber
from tallystick.solve.align.pricing import TIGHT, Pricing
from tallystick.solve.align.problem import AlignmentProblem

# What rounding may do to one price.
MARGIN = 1e-9
NOTHING = -1e300
# The step length as a share of Polyak's; it decays after so many steps without a better bound.
# Chosen by trial on joined AMR graphs of 120 to 280 nodes; small problems are closed before it matters.
FIRST_SCALE = 1.5
PATIENCE = 10
DECAY = 0.6
# A step over more edge pairs takes long enough for a look at the clock after each.
LARGE = 1 << 16


def settled(bound: float, goal: float, integral: bool, terms: int) -> bool:
    """Tell whether nothing better than the goal is possible under the bound."""
    if integral:
        return floor(bound + MARGIN * terms) <= goal
    return bound <= goal + MARGIN * max(1.0, abs(goal))


@cython.cclass
class Relaxation:
    """The splits, worths, prices and assignment of one problem."""

    rows: cython.int
    cols: cython.int
    cells: cython.int
    pairs: cython.int
    integral: cython.bint
    bound: cython.double
    steps: cython.int
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    weight: cython.double[::1]
    pair_head: cython.int[::1]
    pair_tail: cython.int[::1]
    pair_credit: cython.double[::1]
    share: cython.double[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    half_opens: cython.int[::1]
    worth: cython.double[::1]
    alive: cython.int[::1]  # of a cell: not yet ruled out
    row_price: cython.double[::1]
    col_price: cython.double[::1]
    choice: array[int]  # the chosen cell of each row
    row_choice: cython.int[::1]
    vote: cython.int[::1]  # of an edge pair: +1 the head alone counts on it, -1 the tail alone
    voted: cython.int[::1]
    dirty: cython.int[::1]  # of a cell: its worth is out of date
    changed: array[int]  # of a row: some worth in it is new
    dirty_row: cython.int[::1]
    pricing: Pricing
    limits: Limits

    def __init__(self, problem: AlignmentProblem, limits: Limits) -> None:
        zero = array("i", [0])
        nought = array("d", [0.0])
        self.rows = problem.rows
        self.cols = problem.cols
        self.cells = len(problem.cell_col)
        self.pairs = len(problem.pairs.head)
        self.integral = problem.integral
        self.limits = limits
        self.row_start = problem.row_start
        self.cell_row = problem.cell_row
        self.cell_col = problem.cell_col
        self.weight = problem.weight
        self.pair_head = problem.pairs.head
        self.pair_tail = problem.pairs.tail
        self.pair_credit = problem.pairs.credit
        self.share = problem.pairs.share
        self.half_start = problem.half_start
        self.half = problem.half
        self.half_opens = problem.half_opens
        worth = nought * self.cells
        self.worth = worth
        self.alive = array("i", [1]) * self.cells
        row_price = nought * self.rows
        self.row_price = row_price
        self.col_price = problem.price
        self.choice = array("i", [-1]) * self.rows
        self.row_choice = self.choice
        self.pricing = Pricing(problem, worth, row_price, self.choice, limits)
        room: cython.int[::1] = zero * (2 * self.pairs + self.cells)
        self.vote = room[: self.pairs]
        self.voted = room[self.pairs : 2 * self.pairs]
        self.dirty = room[2 * self.pairs :]
        self.changed = zero * self.rows
        self.dirty_row = self.changed
        self.bound = 0.0
        self.steps = 0

    def steps_taken(self) -> int:
        """Return how many steps have been taken."""
        return self.steps

    def run(self, climber: Climber, goal: cython.double, limit: cython.int) -> float:
        """Sharpen the bound until it is settled that nothing beats goal or climber, or for limit steps.

        Returns the best bound met, at the latest when time is up. The last splits and prices stay in the problem, for
        those made from it.
        """
        x: cython.int
        step: cython.int
        norm: cython.int
        idle: cython.int = 0
        best: cython.double
        scale: cython.double = FIRST_SCALE
        terms: cython.int = self.rows + self.cols + 16
        large: cython.bint = self.pairs > LARGE
        for x in range(self.cells):
            self.worth[x] = self.worth_of(x)
        self.bound = self.pricing.start()
        best = self.bound
        for step in range(limit):
            self.steps += 1
            if self.bound < best - 1e-6:
                best = self.bound
                idle = 0
            else:
                best = min(best, self.bound)
                idle += 1
                if idle >= PATIENCE:
                    scale *= DECAY
                    idle = 0
            if settled(best, goal, self.integral, terms):
                break
            goal = max(goal, climber.offer(self.choice, True))
            if settled(best, goal, self.integral, terms):
                break
            norm = self.count_votes()
            if norm == 0 or step == limit - 1:
                break
            if (large or step & 7 == 7) and self.limits.expired():
                break
            self.shift(norm, scale * (self.bound - goal) / norm)
            if step & 3 == 3:
                self.rule_out(goal)
            self.update()
        return best

    @cython.cfunc
    def worth_of(self, x: cython.int) -> cython.double:
        """Return the weight of a cell and the largest positive share of each of its slots."""
        k: cython.int
        pair: cython.int
        share: cython.double
        largest: cython.double = 0.0
        total: cython.double = self.weight[x]
        for k in range(self.half_start[x], self.half_start[x + 1]):
            if self.half_opens[k]:
                total += largest
                largest = 0.0
            pair = self.half[k] >> 1
            if self.half[k] & 1:
                if not self.alive[self.pair_head[pair]]:
                    continue
                share = self.pair_credit[pair] - self.share[pair]
            else:
                if not self.alive[self.pair_tail[pair]]:
                    continue
                share = self.share[pair]
            if share > largest:
                largest = share
        return total + largest

    @cython.cfunc
    def count_votes(self) -> cython.int:
        """Find the edge pairs that only one of their ends counts on; return how many.

        Of equally large shares a cell counts on one whose other cell is chosen too: agreement wherever
        possible.
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
        for i in range(self.rows):
            x = self.row_choice[i]
            if x < 0:
                continue
            favourite = -1
            largest = 0.0
            for k in range(self.half_start[x], self.half_start[x + 1] + 1):
                if k == self.half_start[x + 1] or self.half_opens[k]:
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
                    share = self.pair_credit[pair] - self.share[pair]
                else:
                    other = self.pair_tail[pair]
                    share = self.share[pair]
                if not self.alive[other]:
                    continue
                if self.row_choice[self.cell_row[other]] == other:
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
    def shift(self, norm: cython.int, length: cython.double) -> cython.void:
        """Move the splits of the disputed pairs, and mark the cells whose worth that changes."""
        k: cython.int
        pair: cython.int
        for k in range(norm):
            pair = self.voted[k]
            self.share[pair] -= length * self.vote[pair]
            self.vote[pair] = 0
            self.dirty[self.pair_head[pair]] = 1
            self.dirty[self.pair_tail[pair]] = 1

    @cython.cfunc
    def rule_out(self, goal: cython.double) -> cython.void:
        """Drop the cells that no choice better than the goal can contain (reduced-cost fixing)."""
        x: cython.int
        k: cython.int
        pair: cython.int
        slack: cython.double
        room: cython.double = self.room(goal)
        for x in range(self.cells):
            if not self.alive[x]:
                continue
            slack = self.row_price[self.cell_row[x]] + self.col_price[self.cell_col[x]] - self.worth[x]
            if slack > room:
                self.alive[x] = 0
                for k in range(self.half_start[x], self.half_start[x + 1]):
                    pair = self.half[k] >> 1
                    self.dirty[self.pair_head[pair]] = 1
                    self.dirty[self.pair_tail[pair]] = 1
                self.dirty[x] = 1

    @cython.cfunc
    def room(self, goal: cython.double) -> cython.double:
        """Return the slack beyond which a cell cannot be part of anything better than the goal."""
        if self.integral:
            return self.bound - goal - 1.0 + MARGIN * (self.rows + self.cols + 16)
        return self.bound - goal + MARGIN * max(1.0, abs(goal))

    @cython.cfunc
    def update(self) -> cython.void:
        """Bring worths, prices and bound up to date."""
        x: cython.int
        for x in range(self.cells):
            if self.dirty[x]:
                self.dirty[x] = 0
                self.worth[x] = self.worth_of(x) if self.alive[x] else NOTHING
                self.dirty_row[self.cell_row[x]] = 1
        self.bound = self.pricing.update(self.changed)

    def states(self, goal: float) -> array[int]:
        """Return for each cell whether anything better than the goal could contain it (1) or not (0)."""
        self.rule_out(goal)
        self.update()
        return array("i", self.alive)

    def branch_cells(self) -> list[int]:
        """Return the cells of the most disputed row, those nearest to being chosen first."""
        i: cython.int
        k: cython.int
        x: cython.int
        row: cython.int = -1
        live: cython.int
        count: cython.int
        dispute: cython.double
        most: cython.double = -1.0
        norm: cython.int = self.count_votes()
        disputed: cython.int[::1] = array("i", [0]) * self.rows
        for k in range(norm):
            disputed[self.cell_row[self.pair_head[self.voted[k]]]] += 1
            disputed[self.cell_row[self.pair_tail[self.voted[k]]]] += 1
            self.vote[self.voted[k]] = 0
        for i in range(self.rows):
            live = 0
            count = 0
            for x in range(self.row_start[i], self.row_start[i + 1]):
                if self.alive[x]:
                    live += 1
                    count += self.half_start[x + 1] - self.half_start[x]
            # Disputes first; among equals the row whose cells have most edge pairs.
            if live > 0:
                dispute = 1000.0 * disputed[i] + 1.0 * count / live
                if dispute > most:
                    most = dispute
                    row = i
        slack = {}
        for x in range(self.row_start[row], self.row_start[row + 1]):
            if self.alive[x]:
                slack[x] = self.row_price[row] + self.col_price[self.cell_col[x]] - self.worth[x]
        return sorted(slack, key=lambda cell: (slack[cell], cell))
