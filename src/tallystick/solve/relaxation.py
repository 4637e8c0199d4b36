# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The upper bound of an alignment problem: an assignment problem, sharpened step by step.

The credit of every edge pair is split between the cells at its ends. A cell is worth its weight and, for each of
its slots, the largest share there; choosing cells by that worth alone is an assignment problem, and whatever the
splits, its value is an upper bound. Where the two ends of an edge pair choose differently, the split moves towards
agreement: a subgradient step of the Lagrangian dual, with Polyak's step length.

The assignment is kept between steps with prices u (rows) and v (columns), both >= 0, u + v >= worth everywhere. A
step disturbs few cells; only rows and columns left free at a positive price are repaired, by shortest augmenting
paths. The bound is the sum of the prices, valid at any time, however the floating-point numbers fell.
"""

from __future__ import annotations

from array import array
from math import floor
from time import monotonic

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.solve.climbing import Climber
from tallystick.solve.problem import Problem

# Slack below which a matched cell counts as tight.
TIGHT = 1e-11
# What rounding may do to one price.
MARGIN = 1e-9
NOTHING = -1e300


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
    row_cell: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    weight: cython.double[::1]
    col_start: cython.int[::1]
    col_cell: cython.int[::1]
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
    choice: object  # the chosen cell of each row
    row_choice: cython.int[::1]
    col_choice: cython.int[::1]
    vote: cython.int[::1]  # of an edge pair: +1 the head alone counts on it, -1 the tail alone
    voted: cython.int[::1]
    dirty: cython.int[::1]  # of a cell: its worth is out of date
    dirty_cell: cython.int[::1]
    dirty_row: cython.int[::1]
    # Scratch space of the searches.
    distance: cython.double[::1]
    reached_by: cython.int[::1]
    seen: cython.int[::1]
    waiting: cython.int[::1]
    final: cython.int[::1]

    def __init__(self, problem: Problem) -> None:
        zero = array("i", [0])
        nought = array("d", [0.0])
        self.rows = problem.rows
        self.cols = problem.cols
        self.cells = len(problem.cell_col)
        self.pairs = len(problem.pair_head)
        self.integral = problem.integral
        self.row_start = problem.row_start
        self.row_cell = array("i", range(self.cells))
        self.cell_row = problem.cell_row
        self.cell_col = problem.cell_col
        self.weight = problem.weight
        self.col_start = problem.col_start
        self.col_cell = problem.col_cell
        self.pair_head = problem.pair_head
        self.pair_tail = problem.pair_tail
        self.pair_credit = problem.pair_credit
        self.share = problem.share
        self.half_start = problem.half_start
        self.half = problem.half
        self.half_opens = problem.half_opens
        self.worth = nought * self.cells
        self.alive = array("i", [1]) * self.cells
        self.row_price = nought * self.rows
        self.col_price = problem.price
        self.choice = array("i", [-1]) * self.rows
        self.row_choice = self.choice
        self.col_choice = array("i", [-1]) * self.cols
        self.vote = zero * self.pairs
        self.voted = zero * self.pairs
        self.dirty = zero * self.cells
        self.dirty_cell = zero * self.cells
        self.dirty_row = zero * self.rows
        larger: cython.int = max(self.rows, self.cols)
        self.distance = nought * larger
        self.reached_by = zero * larger
        self.seen = zero * larger
        self.waiting = zero * larger
        self.final = zero * larger
        self.bound = 0.0
        self.steps = 0

    def steps_taken(self) -> int:
        """Return how many steps have been taken."""
        return self.steps

    def run(self, climber: Climber, goal: cython.double, limit: cython.int, deadline: float) -> float:
        """Sharpen the bound until it is settled that nothing beats the goal or the climber, or for limit steps.

        Returns the best bound met. The splits and prices of that bound stay in the problem.
        """
        i: cython.int
        step: cython.int
        norm: cython.int
        idle: cython.int = 0
        best: cython.double
        scale: cython.double = 1.0
        terms: cython.int = self.rows + self.cols + 16
        self.start()
        best = self.bound
        for step in range(limit):
            self.steps += 1
            if self.bound < best - 1e-6:
                best = self.bound
                idle = 0
            else:
                best = min(best, self.bound)
                idle += 1
                if idle >= 6:
                    scale *= 0.6
                    idle = 0
            if settled(best, goal, self.integral, terms):
                break
            goal = max(goal, climber.offer(self.choice, True))
            if settled(best, goal, self.integral, terms):
                break
            norm = self.count_votes()
            if norm == 0 or step == limit - 1:
                break
            if step & 7 == 7 and monotonic() > deadline:
                break
            self.shift(norm, scale * (self.bound - goal) / norm)
            if step & 3 == 3:
                self.rule_out(goal)
            self.update()
        return best

    @cython.cfunc
    def start(self) -> cython.void:
        """Compute every worth, price the rows, and take what is tight."""
        i: cython.int
        x: cython.int
        j: cython.int
        for x in range(self.cells):
            self.worth[x] = self.worth_of(x)
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
        self.repair()

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
                    if share >= largest - TIGHT:
                        favourite = h
                        largest = share
                elif share > largest + TIGHT:
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
        """Bring worths and prices up to date and repair the assignment."""
        i: cython.int
        x: cython.int
        changed: cython.bint
        for i in range(self.rows):
            changed = False
            for x in range(self.row_start[i], self.row_start[i + 1]):
                if self.dirty[x]:
                    self.dirty[x] = 0
                    self.worth[x] = self.worth_of(x) if self.alive[x] else NOTHING
                    changed = True
            if not changed:
                continue
            self.reprice(i)
            x = self.row_choice[i]
            if x >= 0 and self.row_price[i] + self.col_price[self.cell_col[x]] - self.worth[x] > TIGHT:
                self.row_choice[i] = -1
                self.col_choice[self.cell_col[x]] = -1
        self.repair()

    @cython.cfunc
    def repair(self) -> cython.void:
        """Satisfy every row and column that is free at a positive price; then add up the bound."""
        i: cython.int
        j: cython.int
        for i in range(self.rows):
            if self.row_choice[i] < 0 and self.row_price[i] > TIGHT:
                self.augment(
                    i, self.row_start, self.row_cell, self.cell_row, self.cell_col,
                    self.row_price, self.col_price, self.row_choice, self.col_choice,
                )  # fmt: skip
        for j in range(self.cols):
            if self.col_choice[j] < 0 and self.col_price[j] > TIGHT:
                self.augment(
                    j, self.col_start, self.col_cell, self.cell_col, self.cell_row,
                    self.col_price, self.row_price, self.col_choice, self.row_choice,
                )  # fmt: skip
        self.bound = 0.0
        for i in range(self.rows):
            self.bound += self.row_price[i]
        for j in range(self.cols):
            self.bound += self.col_price[j]

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
                if reach >= shortest or self.seen[j] == 2 or (self.seen[j] == 1 and reach >= self.distance[j]):
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

    def states(self, goal: float) -> array[int]:
        """Return for each cell whether anything better than the goal could contain it (1) or not (0)."""
        self.rule_out(goal)
        self.update()
        return array("i", self.alive)

    def branch_cells(self) -> tuple[list[int], list[float]]:
        """Return the cells of the most disputed row, nearest to the optimum first, and how far each is from it."""
        i: cython.int
        k: cython.int
        x: cython.int
        row: cython.int = -1
        disputes: cython.int
        live: cython.int
        count: cython.int
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
            if live > 0 and disputed[i] * 1000.0 + count / live > most:
                most = disputed[i] * 1000.0 + count / live
                row = i
        slack = {}
        for x in range(self.row_start[row], self.row_start[row + 1]):
            if self.alive[x]:
                slack[x] = self.row_price[row] + self.col_price[self.cell_col[x]] - self.worth[x]
        order = sorted(slack, key=lambda cell: (slack[cell], cell))
        return order, [slack[cell] for cell in order]
