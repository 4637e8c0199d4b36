# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Takes an alignment problem apart: its independent parts, or what is left of it, as separate problems."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.linking import link_cells, link_pairs
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
else:
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.linking import link_cells, link_pairs
    from tallystick.solve.align.problem import AlignmentProblem

from tallystick.solve.align.room import ample, integers, reals

__all__ = ["Splitter"]


@cython.cclass
class Splitter:
    """The parts that a problem falls into."""

    clock: Clock
    row_room: cython.int
    col_room: cython.int
    cell_room: cython.int
    pair_room: cython.int
    # Of a cell: whether it is still open (1), and its weight.
    state: cython.int[::1]
    weight: cython.double[::1]
    waiting: cython.int[::1]  # rows whose neighbours are still to be visited
    filled: cython.int[::1]
    # The part of each row, column, cell and edge pair, -1 for none; then those of each part, and their numbers there.
    row_part: cython.int[::1]
    col_part: cython.int[::1]
    cell_part: cython.int[::1]
    pair_part: cython.int[::1]
    row_from: cython.int[::1]
    col_from: cython.int[::1]
    cell_from: cython.int[::1]
    pair_from: cython.int[::1]
    new_row: cython.int[::1]
    new_col: cython.int[::1]
    new_cell: cython.int[::1]
    row_order: cython.int[::1]
    col_order: cython.int[::1]
    cell_order: cython.int[::1]
    pair_order: cython.int[::1]

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.row_room = -1
        self.col_room = -1
        self.cell_room = -1
        self.pair_room = -1

    def split(self, problem: AlignmentProblem) -> list[AlignmentProblem]:
        """Return the independent parts: no row, column or edge pair joins two of them.

        Rows and columns without cells belong to no part, except where a single part is the problem as it is.
        """
        part: cython.int
        parts: cython.int = self.separate(problem)
        if parts <= 1:
            return [problem] if parts == 1 else []
        self.open_all(problem)
        self.arrange(problem, parts)
        result = [AlignmentProblem() for _ in range(parts)]
        for part in range(parts):
            self.extract(problem, part, result[part])
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fit_nodes(self, problem: AlignmentProblem) -> cython.int:
        """Make room for the rows and columns of a problem."""
        if problem.rows > self.row_room or problem.cols > self.col_room:
            with cython.gil:
                self.grow_nodes(problem)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_nodes(self, problem: AlignmentProblem) -> cython.int:
        """Make larger arrays for rows and columns."""
        self.row_room = max(self.row_room, ample(problem.rows))
        self.col_room = max(self.col_room, ample(problem.cols))
        self.waiting = integers(self.row_room)
        self.row_part = integers(self.row_room)
        self.new_row = integers(self.row_room)
        self.row_order = integers(self.row_room)
        self.col_part = integers(self.col_room)
        self.new_col = integers(self.col_room)
        self.col_order = integers(self.col_room)
        # There are at most as many parts as rows, and one of a problem without any.
        self.filled = integers(self.row_room + 1)
        self.row_from = integers(self.row_room + 2)
        self.col_from = integers(self.row_room + 2)
        self.cell_from = integers(self.row_room + 2)
        self.pair_from = integers(self.row_room + 2)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_cells(self, problem: AlignmentProblem) -> cython.int:
        """Make larger arrays for cells and edge pairs."""
        self.cell_room = max(self.cell_room, ample(problem.cells))
        self.state = integers(self.cell_room)
        self.weight = reals(self.cell_room)
        self.cell_part = integers(self.cell_room)
        self.new_cell = integers(self.cell_room)
        self.cell_order = integers(self.cell_room)
        self.pair_room = max(self.pair_room, ample(problem.pairs.size))
        self.pair_part = integers(self.pair_room)
        self.pair_order = integers(self.pair_room)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def open_all(self, problem: AlignmentProblem) -> cython.int:
        """Open all cells of a problem, at their weights."""
        x: cython.int
        self.fit_nodes(problem)
        if problem.cells > self.cell_room or problem.pairs.size > self.pair_room:
            with cython.gil:
                self.grow_cells(problem)
        for x in range(problem.cells):
            self.state[x] = 1
            self.weight[x] = problem.weight[x]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def separate(self, problem: AlignmentProblem) -> cython.int:
        """Number the independent parts of a problem in the order of their first rows; return how many there are."""
        i: cython.int
        parts: cython.int = 0
        self.fit_nodes(problem)
        for i in range(problem.rows):
            self.row_part[i] = -1
        for i in range(problem.cols):
            self.col_part[i] = -1
        for i in range(problem.rows):
            if self.row_part[i] < 0 and problem.row_start[i] < problem.row_start[i + 1]:
                self.spread_part(problem, i, parts)
                parts += 1
        return parts

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread_part(self, problem: AlignmentProblem, first: cython.int, part: cython.int) -> cython.void:
        """Give a part all that its first row is joined to: by cells of its columns, or by edge pairs."""
        i: cython.int
        j: cython.int
        k: cython.int
        x: cython.int
        other: cython.int
        waiting: cython.int = 1
        self.row_part[first] = part
        self.waiting[0] = first
        while waiting > 0:
            waiting -= 1
            i = self.waiting[waiting]
            for x in range(problem.row_start[i], problem.row_start[i + 1]):
                j = problem.cell_col[x]
                if self.col_part[j] < 0:
                    self.col_part[j] = part
                    for k in range(problem.col_start[j], problem.col_start[j + 1]):
                        other = problem.cell_row[problem.col_cell[k]]
                        if self.row_part[other] < 0:
                            self.row_part[other] = part
                            self.waiting[waiting] = other
                            waiting += 1
                for k in range(problem.half_start[x], problem.half_start[x + 1]):
                    other = problem.half[k]
                    if other & 1:
                        other = problem.cell_row[problem.pairs.head[other >> 1]]
                    else:
                        other = problem.cell_row[problem.pairs.tail[other >> 1]]
                    if self.row_part[other] < 0:
                        self.row_part[other] = part
                        self.waiting[waiting] = other
                        waiting += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def arrange(self, problem: AlignmentProblem, parts: cython.int) -> cython.void:
        """List the rows, columns, open cells and their edge pairs by part."""
        x: cython.int
        k: cython.int
        for x in range(problem.cells):
            self.cell_part[x] = self.row_part[problem.cell_row[x]] if self.state[x] == 1 else -1
        for k in range(problem.pairs.size):
            x = problem.pairs.head[k]
            self.pair_part[k] = self.cell_part[x] if self.cell_part[problem.pairs.tail[k]] >= 0 else -1
        self.renumber(problem.rows, parts, self.row_part, self.row_from, self.new_row, self.row_order)
        self.renumber(problem.cols, parts, self.col_part, self.col_from, self.new_col, self.col_order)
        self.renumber(problem.cells, parts, self.cell_part, self.cell_from, self.new_cell, self.cell_order)
        # The index of a pair within its part is not needed: the numbers replace the parts.
        self.renumber(
            problem.pairs.size, parts, self.pair_part, self.pair_from, self.pair_part, self.pair_order
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def renumber(
        self,
        count: cython.int,
        parts: cython.int,
        part: cython.int[::1],
        start: cython.int[::1],
        number: cython.int[::1],
        order: cython.int[::1],
    ) -> cython.void:
        """Number the members of every part from 0, and list them part by part; part -1 is left out."""
        i: cython.int
        k: cython.int
        for k in range(parts + 1):
            start[k] = 0
        for i in range(count):
            if part[i] >= 0:
                start[part[i] + 1] += 1
        for k in range(parts):
            self.filled[k] = 0
            start[k + 1] += start[k]
        for i in range(count):
            k = part[i]
            if k >= 0:
                number[i] = self.filled[k]
                order[start[k] + self.filled[k]] = i
                self.filled[k] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def extract(self, problem: AlignmentProblem, part: cython.int, target: AlignmentProblem) -> cython.int:
        """Build the problem of a part from the rows, columns and open cells it consists of."""
        i: cython.int
        k: cython.int
        x: cython.int
        old: cython.int
        target.fit_nodes(
            self.row_from[part + 1] - self.row_from[part], self.col_from[part + 1] - self.col_from[part]
        )
        target.fit_cells(self.cell_from[part + 1] - self.cell_from[part])
        target.fit_pairs(self.pair_from[part + 1] - self.pair_from[part])
        target.integral = problem.integral
        for i in range(target.rows):
            target.row_name[i] = problem.row_name[self.row_order[self.row_from[part] + i]]
            target.row_start[i] = 0
        target.row_start[target.rows] = 0
        for i in range(target.cols):
            old = self.col_order[self.col_from[part] + i]
            target.col_name[i] = problem.col_name[old]
            target.price[i] = problem.price[old]
        for x in range(target.cells):
            old = self.cell_order[self.cell_from[part] + x]
            target.row_start[self.new_row[problem.cell_row[old]] + 1] += 1
            target.cell_col[x] = self.new_col[problem.cell_col[old]]
            target.weight[x] = self.weight[old]
        for i in range(target.rows):
            target.row_start[i + 1] += target.row_start[i]
        for k in range(target.pairs.size):
            old = self.pair_order[self.pair_from[part] + k]
            target.pairs.head[k] = self.new_cell[problem.pairs.head[old]]
            target.pairs.tail[k] = self.new_cell[problem.pairs.tail[old]]
            target.pairs.label[k] = problem.pairs.label[old]
            target.pairs.pred[k] = problem.pairs.pred[old]
            target.pairs.gold[k] = problem.pairs.gold[old]
            target.pairs.credit[k] = problem.pairs.credit[old]
            target.pairs.share[k] = problem.pairs.share[old]
        link_cells(target)
        return link_pairs(target, self.clock)
