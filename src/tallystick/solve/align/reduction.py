# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Makes an alignment problem smaller: without the cells that are ruled out or settled."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
    from cython.cimports.tallystick.solve.align.splitting import Splitter
else:
    from tallystick.solve.align.problem import AlignmentProblem
    from tallystick.solve.align.splitting import Splitter

from tallystick.solve.align.room import integers

__all__ = ["Reducer"]

# The states of a cell.
DROPPED = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
FIXED = cython.declare(cython.int, 2)


@cython.cclass
class Reducer(Splitter):
    """The states of the cells of a problem: dropped, open or fixed. Weights include what fixed cells give."""

    linked: cython.int[::1]  # of a cell: in some open edge pair
    alive_pair: cython.int[::1]
    # Of a row or column: its open cells, and whether one of its cells is fixed.
    row_count: cython.int[::1]
    col_count: cython.int[::1]
    row_fixed: cython.int[::1]
    col_fixed: cython.int[::1]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_nodes(self, problem: AlignmentProblem) -> cython.int:
        """Make larger arrays for rows and columns."""
        Splitter.grow_nodes(self, problem)
        self.row_count = integers(self.row_room)
        self.row_fixed = integers(self.row_room)
        self.col_count = integers(self.col_room)
        self.col_fixed = integers(self.col_room)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_cells(self, problem: AlignmentProblem) -> cython.int:
        """Make larger arrays for cells and edge pairs."""
        Splitter.grow_cells(self, problem)
        self.linked = integers(self.cell_room)
        self.alive_pair = integers(self.pair_room)
        return 0

    def restrict(
        self, problem: AlignmentProblem, states: cython.int[::1], cell: cython.int = -1
    ) -> tuple[AlignmentProblem, float, list[tuple[int, int]]]:
        """Return the problem that remains when cells are dropped, what the fixed ones earn, and their names.

        States are 0 for cells to be dropped and 1 for others; a cell may be given that is to be fixed.
        """
        x: cython.int
        earned: cython.double
        target = AlignmentProblem()
        self.open_all(problem)
        for x in range(problem.cells):
            self.state[x] = states[x]
        if cell >= 0:
            self.state[cell] = FIXED
        with cython.nogil:
            earned = self.settle(problem)
            self.extract(problem, 0, target)
        return target, earned, self.fixed_cells(problem)

    def fixed_cells(self, problem: AlignmentProblem) -> list[tuple[int, int]]:
        """Return the fixed cells of a problem by the names of their rows and columns."""
        x: cython.int
        fixed = []
        for x in range(problem.cells):
            if self.state[x] == FIXED:
                fixed.append((problem.row_name[problem.cell_row[x]], problem.col_name[problem.cell_col[x]]))
        return fixed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_fixed(self, x: cython.int) -> cython.bint:
        """Return whether a cell is fixed."""
        return self.state[x] == FIXED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, problem: AlignmentProblem) -> cython.double:
        """Follow up on the states of the cells; return what the fixed earn. What is left open is a part.

        A fixed cell gives its credits to the cells at the other ends, which is exact, so its splits need no more
        bounding. A cell that can earn nothing any more is dropped; one alone in its row and column is fixed.
        """
        x: cython.int
        k: cython.int
        earned: cython.double = 0.0
        for k in range(problem.rows):
            self.row_fixed[k] = 0
        for k in range(problem.cols):
            self.col_fixed[k] = 0
        for k in range(problem.pairs.size):
            self.alive_pair[k] = 1
        while True:
            earned += self.spread(problem)
            if not self.fix_lonely(problem):
                break
        for x in range(problem.cells):
            if self.state[x] == FIXED:
                earned += self.weight[x]
        for k in range(problem.rows):
            self.row_part[k] = 0 if self.row_count[k] > 0 and not self.row_fixed[k] else -1
        for k in range(problem.cols):
            self.col_part[k] = 0 if self.col_count[k] > 0 and not self.col_fixed[k] else -1
        self.arrange(problem, 1)
        return earned

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, problem: AlignmentProblem) -> cython.double:
        """Drop cells in the row or column of a fixed one and pass on its credits; return what fixed cells share."""
        x: cython.int
        k: cython.int
        head: cython.int
        tail: cython.int
        earned: cython.double = 0.0
        for x in range(problem.cells):
            self.linked[x] = 0
            if self.state[x] == FIXED:
                self.row_fixed[problem.cell_row[x]] = 1
                self.col_fixed[problem.cell_col[x]] = 1
        for x in range(problem.cells):
            if self.state[x] == OPEN and (
                self.row_fixed[problem.cell_row[x]] or self.col_fixed[problem.cell_col[x]]
            ):
                self.state[x] = DROPPED
        for k in range(problem.pairs.size):
            if not self.alive_pair[k]:
                continue
            head = problem.pairs.head[k]
            tail = problem.pairs.tail[k]
            if self.state[head] == OPEN and self.state[tail] == OPEN:
                self.linked[head] = 1
                self.linked[tail] = 1
                continue
            self.alive_pair[k] = 0
            if self.state[head] == FIXED and self.state[tail] == FIXED:
                earned += problem.pairs.credit[k]
            elif self.state[head] == FIXED and self.state[tail] == OPEN:
                self.weight[tail] += problem.pairs.credit[k]
            elif self.state[head] == OPEN and self.state[tail] == FIXED:
                self.weight[head] += problem.pairs.credit[k]
        return earned

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fix_lonely(self, problem: AlignmentProblem) -> cython.bint:
        """Drop cells that earn nothing, and fix those that are alone; return whether there were any of these."""
        x: cython.int
        k: cython.int
        changed: cython.bint = False
        for k in range(problem.rows):
            self.row_count[k] = 0
        for k in range(problem.cols):
            self.col_count[k] = 0
        for x in range(problem.cells):
            if self.state[x] == OPEN:
                if self.weight[x] > 0.0 or self.linked[x]:
                    self.row_count[problem.cell_row[x]] += 1
                    self.col_count[problem.cell_col[x]] += 1
                else:
                    self.state[x] = DROPPED
        for x in range(problem.cells):
            if (
                self.state[x] == OPEN
                and self.row_count[problem.cell_row[x]] == 1
                and self.col_count[problem.cell_col[x]] == 1
            ):
                self.state[x] = FIXED
                changed = True
        return changed
