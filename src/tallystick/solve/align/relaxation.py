# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The upper bound of an alignment problem: an assignment problem, sharpened step by step.

The credit of every edge pair is split between the cells at its ends. A cell is worth its weight and, for
each of its slots, the largest share there; choosing cells by that worth alone is an assignment problem, and
whatever the splits, its value is an upper bound. Where the two ends of an edge pair choose differently, the
split moves towards agreement: a subgradient step of the Lagrangian dual, with Polyak's step length.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import floor
    from cython.cimports.tallystick.solve.align.climbing import Climber
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.pricing import TIGHT, Pricing
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
else:
    from math import floor

    from tallystick.solve.align.climbing import Climber
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.pricing import TIGHT, Pricing
    from tallystick.solve.align.problem import AlignmentProblem

from array import array

from tallystick.solve.align.room import ample, integers

__all__ = ["Relaxation", "rounded_down", "settled"]

# What rounding may do to one price.
MARGIN = cython.declare(cython.double, 1e-9)
NOTHING = cython.declare(cython.double, -1e300)
# The step length as a share of Polyak's; it decays after so many steps without a better bound.
# Chosen by trial on joined AMR graphs of 120 to 280 nodes; small problems are closed before it matters.
FIRST_SCALE = cython.declare(cython.double, 1.5)
PATIENCE = cython.declare(cython.int, 10)
DECAY = cython.declare(cython.double, 0.6)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def settled(problem: AlignmentProblem, bound: cython.double, goal: cython.double) -> cython.bint:
    """Return whether nothing better than the goal is possible under the bound."""
    if problem.integral:
        return floor(bound + MARGIN * (problem.rows + problem.cols + 16)) <= goal
    return bound <= goal + MARGIN * max(1.0, abs(goal))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def rounded_down(problem: AlignmentProblem, bound: cython.double) -> cython.double:
    """Return a bound rounded down where scores are whole numbers."""
    return floor(bound + MARGIN * (problem.rows + problem.cols + 16)) if problem.integral else bound


@cython.final
@cython.cclass
class Relaxation(Pricing):
    """The splits, worths, prices and assignment of a problem."""

    bound: cython.double
    steps: cython.int
    alive_room: cython.int
    pair_room: cython.int
    alive: cython.int[::1]  # of a cell: not yet ruled out
    dirty: cython.int[::1]  # of a cell: its worth is out of date
    vote: cython.int[::1]  # of an edge pair: +1 the head alone counts on it, -1 the tail alone
    voted: cython.int[::1]

    def __init__(self, problem: AlignmentProblem, clock: Clock) -> None:
        """Prepare for a problem, or for a series of them that are built in the same object."""
        super().__init__(problem, clock)
        self.bound = 0.0
        self.steps = 0
        self.alive_room = -1
        self.pair_room = -1

    def bind(self, problem: AlignmentProblem) -> None:
        """Begin with another problem."""
        self.problem = problem
        self.generation = -1
        self.begin()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def begin(self) -> cython.int:
        """Begin with the problem as it is now, with nothing chosen and nothing ruled out."""
        x: cython.int
        k: cython.int
        self.begin_pricing()
        if self.problem.cells > self.alive_room:
            with cython.gil:
                self.alive_room = ample(self.problem.cells)
                self.alive = integers(self.alive_room)
                self.dirty = integers(self.alive_room)
        if self.problem.pairs.size > self.pair_room:
            with cython.gil:
                self.pair_room = ample(self.problem.pairs.size)
                self.vote = integers(self.pair_room)
                self.voted = integers(self.pair_room)
        for x in range(self.problem.cells):
            self.alive[x] = 1
            self.dirty[x] = 0
        for k in range(self.problem.pairs.size):
            self.vote[k] = 0
        self.bound = 0.0
        self.steps = 0
        return 0

    def steps_taken(self) -> int:
        """Return how many steps have been taken."""
        return self.steps

    def run(self, climber: Climber, goal: cython.double, limit: cython.int) -> float:
        """Sharpen the bound: for callers in Python."""
        bound: cython.double
        with cython.nogil:
            bound = self.sharpen(climber, goal, limit)
        return bound

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def sharpen(self, climber: Climber, goal: cython.double, limit: cython.int) -> cython.double:
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
        work: cython.longlong = self.problem.cells + self.problem.pairs.size
        for x in range(self.problem.cells):
            self.worth[x] = self.worth_of(x)
        self.bound = self.price_all()
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
            if settled(self.problem, best, goal):
                break
            goal = max(goal, climber.offer(self.rows.choice))
            if settled(self.problem, best, goal):
                break
            norm = self.count_votes()
            if norm == 0 or step == limit - 1 or self.clock.late(work):
                break
            self.shift(norm, scale * (self.bound - goal) / norm)
            if step & 3 == 3:
                self.rule_out(goal)
            self.update()
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth_of(self, x: cython.int) -> cython.double:
        """Return the weight of a cell and the largest positive share of each of its slots."""
        k: cython.int
        pair: cython.int
        share: cython.double
        largest: cython.double = 0.0
        total: cython.double = self.problem.weight[x]
        for k in range(self.problem.half_start[x], self.problem.half_start[x + 1]):
            if self.problem.half_opens[k]:
                total += largest
                largest = 0.0
            pair = self.problem.half[k] >> 1
            if self.problem.half[k] & 1:
                if not self.alive[self.problem.pairs.head[pair]]:
                    continue
                share = self.problem.pairs.credit[pair] - self.problem.pairs.share[pair]
            else:
                if not self.alive[self.problem.pairs.tail[pair]]:
                    continue
                share = self.problem.pairs.share[pair]
            if share > largest:
                largest = share
        return total + largest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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
        for i in range(self.problem.rows):
            x = self.rows.choice[i]
            if x < 0:
                continue
            favourite = -1
            largest = 0.0
            for k in range(self.problem.half_start[x], self.problem.half_start[x + 1] + 1):
                if k == self.problem.half_start[x + 1] or self.problem.half_opens[k]:
                    if favourite >= 0:
                        pair = favourite >> 1
                        if self.vote[pair] == 0:
                            self.voted[listed] = pair
                            listed += 1
                        self.vote[pair] += -1 if favourite & 1 else 1
                    favourite = -1
                    largest = 0.0
                    if k == self.problem.half_start[x + 1]:
                        break
                h = self.problem.half[k]
                pair = h >> 1
                if h & 1:
                    other = self.problem.pairs.head[pair]
                    share = self.problem.pairs.credit[pair] - self.problem.pairs.share[pair]
                else:
                    other = self.problem.pairs.tail[pair]
                    share = self.problem.pairs.share[pair]
                if not self.alive[other]:
                    continue
                if self.rows.choice[self.problem.cell_row[other]] == other:
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
    @cython.nogil
    @cython.exceptval(check=False)
    def shift(self, norm: cython.int, length: cython.double) -> cython.void:
        """Move the splits of the disputed pairs, and mark the cells whose worth that changes."""
        k: cython.int
        pair: cython.int
        for k in range(norm):
            pair = self.voted[k]
            self.problem.pairs.share[pair] -= length * self.vote[pair]
            self.vote[pair] = 0
            self.dirty[self.problem.pairs.head[pair]] = 1
            self.dirty[self.problem.pairs.tail[pair]] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rule_out(self, goal: cython.double) -> cython.void:
        """Drop the cells that no choice better than the goal can contain (reduced-cost fixing)."""
        x: cython.int
        k: cython.int
        pair: cython.int
        room: cython.double = self.room(goal)
        for x in range(self.problem.cells):
            if not self.alive[x]:
                continue
            if self.slack(x) > room:
                self.alive[x] = 0
                for k in range(self.problem.half_start[x], self.problem.half_start[x + 1]):
                    pair = self.problem.half[k] >> 1
                    self.dirty[self.problem.pairs.head[pair]] = 1
                    self.dirty[self.problem.pairs.tail[pair]] = 1
                self.dirty[x] = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def room(self, goal: cython.double) -> cython.double:
        """Return the slack beyond which a cell cannot be part of anything better than the goal."""
        if self.problem.integral:
            return self.bound - goal - 1.0 + MARGIN * (self.problem.rows + self.problem.cols + 16)
        return self.bound - goal + MARGIN * max(1.0, abs(goal))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def update(self) -> cython.int:
        """Bring worths, prices and bound up to date."""
        x: cython.int
        for x in range(self.problem.cells):
            if self.dirty[x]:
                self.dirty[x] = 0
                self.worth[x] = self.worth_of(x) if self.alive[x] else NOTHING
                self.changed[self.problem.cell_row[x]] = 1
        self.bound = self.price_changed()
        return 0

    def states(self, goal: float) -> array[int]:
        """Return for each cell whether anything better than the goal could contain it (1) or not (0)."""
        x: cython.int
        result = integers(self.problem.cells)
        state: cython.int[::1] = result
        self.rule_out(goal)
        self.update()
        for x in range(self.problem.cells):
            state[x] = self.alive[x]
        return result

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
        # The last step may have left its votes.
        for k in range(self.problem.pairs.size):
            self.vote[k] = 0
        norm: cython.int = self.count_votes()
        disputed: cython.int[::1] = integers(self.problem.rows)
        for k in range(norm):
            disputed[self.problem.cell_row[self.problem.pairs.head[self.voted[k]]]] += 1
            disputed[self.problem.cell_row[self.problem.pairs.tail[self.voted[k]]]] += 1
            self.vote[self.voted[k]] = 0
        for i in range(self.problem.rows):
            live = 0
            count = 0
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                if self.alive[x]:
                    live += 1
                    count += self.problem.half_start[x + 1] - self.problem.half_start[x]
            # Disputes first; among equals the row whose cells have most edge pairs.
            if live > 0:
                dispute = 1000.0 * disputed[i] + 1.0 * count / live
                if dispute > most:
                    most = dispute
                    row = i
        slacks = []
        for x in range(self.problem.row_start[row], self.problem.row_start[row + 1]):
            if self.alive[x]:
                slacks.append((self.slack(x), x))
        return [cell for _, cell in sorted(slacks)]
