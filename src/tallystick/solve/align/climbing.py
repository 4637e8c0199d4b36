# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Hill climbing on an alignment problem: moves and swaps, with the worth of every cell kept up to date."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
else:
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.problem import AlignmentProblem

from tallystick.solve.align.room import ample, integers, reals

__all__ = ["Climber"]

# Gains below this are rounding.
LEAST_GAIN = cython.declare(cython.double, 1e-7)


@cython.final
@cython.cclass
class Climber:
    """A current choice of cells, what each cell is worth beside it, and the best choice met so far."""

    problem: AlignmentProblem
    clock: Clock
    score: cython.double
    best_score: cython.double
    row_room: cython.int
    col_room: cython.int
    cell_room: cython.int
    worth: cython.double[::1]  # of a cell: its weight and the credits it shares with chosen cells
    row_choice: cython.int[::1]  # the chosen cell of a row, or -1
    col_choice: cython.int[::1]
    offered: cython.int[::1]  # the last choice offered, not to climb from it twice
    best_choice: cython.int[::1]
    state: cython.longlong  # of the generator

    def __init__(self, problem: AlignmentProblem, clock: Clock) -> None:
        """Prepare for a problem, or for a series of them that are built in the same object."""
        self.problem = problem
        self.clock = clock
        self.row_room = -1
        self.col_room = -1
        self.cell_room = -1

    def bind(self, problem: AlignmentProblem) -> None:
        """Begin with another problem."""
        self.problem = problem
        self.begin()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def begin(self) -> cython.int:
        """Begin with the problem as it is now."""
        i: cython.int
        self.fit()
        self.forget()
        for i in range(self.problem.rows):
            self.offered[i] = -1
            self.best_choice[i] = -1
        self.best_score = 0.0
        self.state = 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fit(self) -> cython.int:
        """Make room for the problem as it is now."""
        if (
            self.problem.rows > self.row_room
            or self.problem.cols > self.col_room
            or self.problem.cells > self.cell_room
        ):
            with cython.gil:
                self.make_room()
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_room(self) -> cython.int:
        """Make larger arrays for what the problem has more of."""
        if self.problem.rows > self.row_room:
            self.row_room = ample(self.problem.rows)
            self.row_choice = integers(self.row_room)
            self.offered = integers(self.row_room)
            self.best_choice = integers(self.row_room)
        if self.problem.cols > self.col_room:
            self.col_room = ample(self.problem.cols)
            self.col_choice = integers(self.col_room)
        if self.problem.cells > self.cell_room:
            self.cell_room = ample(self.problem.cells)
            self.worth = reals(self.cell_room)
        return 0

    def best_cells(self) -> list[tuple[int, int]]:
        """Return the chosen cells of the best choice met by the names of their rows and columns."""
        return self.problem.named_cells(self.best_choice)

    def best_value(self) -> float:
        """Return the score of the best choice met."""
        return self.best_score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, choice: cython.int[::1]) -> cython.double:
        """Return the score of a choice, and take the cells out of it that earn nothing there."""
        i: cython.int
        self.forget()
        self.load(choice)
        for i in range(self.problem.rows):
            if self.row_choice[i] >= 0 and self.worth[self.row_choice[i]] <= 0.0:
                choice[i] = -1
        return self.score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Begin anew with nothing chosen, so that no rounding of earlier moves is left in the score."""
        i: cython.int
        for i in range(self.problem.cells):
            self.worth[i] = self.problem.weight[i]
        for i in range(self.problem.rows):
            self.row_choice[i] = -1
        for i in range(self.problem.cols):
            self.col_choice[i] = -1
        self.score = 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def offer(self, choice: cython.int[::1]) -> cython.double:
        """Score a choice, climb from it, and return the best score met so far."""
        i: cython.int
        known: cython.bint = True
        for i in range(self.problem.rows):
            if self.offered[i] != choice[i]:
                known = False
                self.offered[i] = choice[i]
        if known:
            return self.best_score
        self.load(choice)
        self.keep()
        self.climb()
        self.keep()
        return self.best_score

    def restart(self, seed: int) -> None:
        """Climb from a random choice; equal seeds give equal choices."""
        self.state = 1 + (seed * 1_000_003 + 12_345) % 2_147_483_646
        with cython.nogil:
            self.scatter()
            self.climb()
            self.keep()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def scatter(self) -> cython.void:
        """Give each row one of its cells in a column that is still free, at random."""
        i: cython.int
        x: cython.int
        k: cython.int
        free: cython.int
        for i in range(self.problem.rows):
            if self.row_choice[i] >= 0:
                self.remove(self.row_choice[i])
        for i in range(self.problem.rows):
            free = 0
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                if self.col_choice[self.problem.cell_col[x]] < 0:
                    free += 1
            if free == 0:
                continue
            k = self.random_below(free)
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                if self.col_choice[self.problem.cell_col[x]] < 0:
                    if k == 0:
                        self.add(x)
                        break
                    k -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_below(self, limit: cython.int) -> cython.int:
        """Return a number below the limit: Lehmer's generator, whose state fits where Python and C agree."""
        self.state = self.state * 48_271 % 2_147_483_647
        return self.state % limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def load(self, choice: cython.int[::1]) -> cython.void:
        """Make a choice the current one."""
        i: cython.int
        for i in range(self.problem.rows):
            if self.row_choice[i] >= 0 and self.row_choice[i] != choice[i]:
                self.remove(self.row_choice[i])
        for i in range(self.problem.rows):
            if choice[i] >= 0 and self.row_choice[i] < 0:
                self.add(choice[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember the current choice if it is the best so far."""
        i: cython.int
        if self.score > self.best_score:
            self.best_score = self.score
            for i in range(self.problem.rows):
                self.best_choice[i] = self.row_choice[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, x: cython.int) -> cython.void:
        """Choose a cell whose row and column are free."""
        k: cython.int
        pair: cython.int
        self.score += self.worth[x]
        self.row_choice[self.problem.cell_row[x]] = x
        self.col_choice[self.problem.cell_col[x]] = x
        for k in range(self.problem.half_start[x], self.problem.half_start[x + 1]):
            pair = self.problem.half[k] >> 1
            if self.problem.half[k] & 1:
                self.worth[self.problem.pairs.head[pair]] += self.problem.pairs.credit[pair]
            else:
                self.worth[self.problem.pairs.tail[pair]] += self.problem.pairs.credit[pair]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remove(self, x: cython.int) -> cython.void:
        """Take a chosen cell out."""
        k: cython.int
        pair: cython.int
        self.score -= self.worth[x]
        self.row_choice[self.problem.cell_row[x]] = -1
        self.col_choice[self.problem.cell_col[x]] = -1
        for k in range(self.problem.half_start[x], self.problem.half_start[x + 1]):
            pair = self.problem.half[k] >> 1
            if self.problem.half[k] & 1:
                self.worth[self.problem.pairs.head[pair]] -= self.problem.pairs.credit[pair]
            else:
                self.worth[self.problem.pairs.tail[pair]] -= self.problem.pairs.credit[pair]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def between(self, x: cython.int, y: cython.int) -> cython.double:
        """Return the credit of the edge pairs that join two cells."""
        k: cython.int
        pair: cython.int
        other: cython.int
        credit: cython.double = 0.0
        for k in range(self.problem.half_start[x], self.problem.half_start[x + 1]):
            pair = self.problem.half[k] >> 1
            other = (
                self.problem.pairs.head[pair] if self.problem.half[k] & 1 else self.problem.pairs.tail[pair]
            )
            if other == y:
                credit += self.problem.pairs.credit[pair]
        return credit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def climb(self) -> cython.int:
        """Give rows better cells, or swap two, until nothing gains or time is up."""
        i: cython.int = 0
        idle: cython.int = 0
        while idle < self.problem.rows:
            if self.clock.late(1 + self.problem.row_start[i + 1] - self.problem.row_start[i]):
                break
            if self.improve(i):
                idle = 0
            else:
                idle += 1
            i += 1
            if i == self.problem.rows:
                i = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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
        for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
            # A swap is met from both its rows, so it is enough to look where this row itself has something to
            # gain, give or take an edge between the two: most cells of a large problem fall out here.
            if x == now or self.worth[x] <= 0.0 or self.worth[x] < left - 1.0:
                continue
            gain = self.worth[x] - left
            holder = self.col_choice[self.problem.cell_col[x]]
            swap = -1
            if holder >= 0:
                gain -= self.worth[holder]
                if now >= 0:
                    swap = self.problem.cell_at(self.problem.cell_row[holder], self.problem.cell_col[now])
                    gain += self.between(now, holder)
                    if swap >= 0:
                        gain += self.worth[swap] + self.between(x, swap)
            if gain > best_gain:
                best_gain = gain
                best = x
                best_swap = swap
        if best < 0:
            return False
        holder = self.col_choice[self.problem.cell_col[best]]
        if holder >= 0:
            self.remove(holder)
        if now >= 0:
            self.remove(now)
        self.add(best)
        if best_swap >= 0:
            self.add(best_swap)
        return True
