# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Builds the cells and edge pairs of a graph alignment from the columns of two graphs."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.edge_join import EdgeJoin
    from cython.cimports.tallystick.solve.align.input_checks import check
    from cython.cimports.tallystick.solve.align.linking import link_pairs
    from cython.cimports.tallystick.solve.align.pair_columns import CellColumns, PairColumns
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
else:
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.edge_join import EdgeJoin
    from tallystick.solve.align.input_checks import check
    from tallystick.solve.align.linking import link_pairs
    from tallystick.solve.align.pair_columns import CellColumns, PairColumns
    from tallystick.solve.align.problem import AlignmentProblem

from tallystick.solve.align.input_checks import reserve
from tallystick.solve.align.room import ample, integers

__all__ = ["Builder"]

# Building fewer edge pairs takes too little room to be reserved.
LARGE = cython.declare(cython.longlong, 1 << 20)


@cython.final
@cython.cclass
class Builder:
    """Builds one problem after another, all into the same object."""

    problem: AlignmentProblem
    clock: Clock
    edges: EdgeJoin
    row_room: cython.int
    col_room: cython.int
    given_room: cython.int
    allowed_room: cython.int
    cell_room: cython.int
    # The given cells and the allowed ones by row.
    given_start: cython.int[::1]
    given_order: cython.int[::1]
    allowed_start: cython.int[::1]
    allowed_order: cython.int[::1]
    # A column met in row i carries the stamp i + 1; its cell there is known then.
    stamp: cython.int[::1]
    cell_of: cython.int[::1]
    fill: cython.int[::1]
    unsorted_col: cython.int[::1]
    unsorted_row: cython.int[::1]
    by_column: cython.int[::1]

    def __init__(self, problem: AlignmentProblem, clock: Clock) -> None:
        self.problem = problem
        self.clock = clock
        self.edges = EdgeJoin()
        self.row_room = -1
        self.col_room = -1
        self.given_room = -1
        self.allowed_room = -1
        self.cell_room = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def build(self, columns: PairColumns) -> cython.int:
        """Build the problem with every cell that could earn something, or only with the allowed ones."""
        i: cython.int
        j: cython.int
        problem_rows: cython.int = columns.pred.nodes
        problem_cols: cython.int = columns.gold.nodes
        check(columns)
        self.edges.join(columns)
        if self.edges.pairs >= LARGE or self.clock.has_ceiling:
            with cython.gil:
                reserve(self.clock.limits, problem_rows, problem_cols, self.edges.pairs)
        self.problem.fit_nodes(problem_rows, problem_cols)
        for i in range(problem_rows):
            self.problem.row_name[i] = i
        for j in range(problem_cols):
            self.problem.col_name[j] = j
            self.problem.price[j] = 0.0
        self.collect(columns)
        self.problem.fit_pairs(self.edges.pairs)
        self.connect(columns.cells)
        self.add_pairs(columns.rule)
        self.clock.spend(3 * self.edges.pairs)
        return link_pairs(self.problem, self.clock)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_room(self, columns: PairColumns, cells: cython.int) -> cython.int:
        """Make larger arrays for what these columns have more of."""
        if columns.pred.nodes > self.row_room:
            self.row_room = ample(columns.pred.nodes)
            self.given_start = integers(self.row_room + 1)
            self.allowed_start = integers(self.row_room + 1)
            self.fill = integers(self.row_room + 1)
        if columns.gold.nodes > self.col_room:
            self.col_room = ample(columns.gold.nodes)
            self.stamp = integers(self.col_room)
            self.cell_of = integers(self.col_room)
        if columns.cells.size > self.given_room:
            self.given_room = ample(columns.cells.size)
            self.given_order = integers(self.given_room)
        if columns.allowed.size > self.allowed_room:
            self.allowed_room = ample(columns.allowed.size)
            self.allowed_order = integers(self.allowed_room)
        if cells > self.cell_room:
            self.cell_room = ample(cells)
            self.unsorted_col = integers(self.cell_room)
            self.unsorted_row = integers(self.cell_room)
            self.by_column = integers(self.cell_room)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def collect(self, columns: PairColumns) -> cython.int:
        """Find the cells of each row: those with a weight, those an edge pair touches, or those allowed."""
        i: cython.int
        j: cython.int
        k: cython.int
        count: cython.int = 0
        limit: cython.longlong = columns.allowed.size
        if not columns.restricted:
            limit = cython.cast(cython.longlong, columns.pred.nodes) * columns.gold.nodes
            limit = min(limit, columns.cells.size + 2 * self.edges.pairs)
        if (
            columns.pred.nodes > self.row_room
            or columns.gold.nodes > self.col_room
            or columns.cells.size > self.given_room
            or columns.allowed.size > self.allowed_room
            or limit > self.cell_room
        ):
            with cython.gil:
                self.make_room(columns, limit)
        self.bucket(columns.cells, self.given_start, self.given_order)
        if columns.restricted:
            self.bucket(columns.allowed, self.allowed_start, self.allowed_order)
        for j in range(self.problem.cols):
            self.stamp[j] = 0
        self.problem.row_start[0] = 0
        for i in range(self.problem.rows):
            if columns.restricted:
                for k in range(self.allowed_start[i], self.allowed_start[i + 1]):
                    j = columns.allowed.gold[self.allowed_order[k]]
                    if self.stamp[j] != i + 1:
                        self.stamp[j] = i + 1
                        self.unsorted_col[count] = j
                        count += 1
            else:
                for k in range(self.given_start[i], self.given_start[i + 1]):
                    j = columns.cells.gold[self.given_order[k]]
                    if self.stamp[j] != i + 1 and columns.cells.weight[self.given_order[k]] > 0.0:
                        self.stamp[j] = i + 1
                        self.unsorted_col[count] = j
                        count += 1
                count = self.collect_row(i, count)
                self.clock.spend(count - self.problem.row_start[i])
            for k in range(self.problem.row_start[i], count):
                self.unsorted_row[k] = i
            self.problem.row_start[i + 1] = count
        self.problem.fit_cells(count)
        self.sort_rows()
        if limit > LARGE:
            with cython.gil:
                self.unsorted_col = self.unsorted_row = self.by_column = integers(0)
                self.cell_room = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bucket(self, cells: CellColumns, start: cython.int[::1], order: cython.int[::1]) -> cython.void:
        """Fill in the cells by row, those of one row as they come, and where each row begins."""
        i: cython.int
        k: cython.int
        for i in range(self.problem.rows + 1):
            start[i] = 0
        for k in range(cells.size):
            start[cells.pred[k]] += 1
        for i in range(1, self.problem.rows + 1):
            start[i] += start[i - 1]
        # Filled from behind, each start ends up where its row begins.
        for k in range(cells.size - 1, -1, -1):
            i = cells.pred[k]
            start[i] -= 1
            order[start[i]] = k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect_row(self, i: cython.int, count: cython.int) -> cython.int:
        """Add the columns whose edges meet those of a row; return how many there are now."""
        e: cython.int
        first: cython.int
        g: cython.int
        j: cython.int
        k: cython.int
        for k in range(self.edges.out_start[i], self.edges.out_start[i + 1]):
            e = self.edges.out_edge[k]
            first = self.edges.first_gold[e]
            for g in range(first, first + self.edges.pair_start[e + 1] - self.edges.pair_start[e]):
                j = self.edges.gold_source[g]
                if self.stamp[j] != i + 1:
                    self.stamp[j] = i + 1
                    self.unsorted_col[count] = j
                    count += 1
        for k in range(self.edges.in_start[i], self.edges.in_start[i + 1]):
            e = self.edges.in_edge[k]
            first = self.edges.first_gold[e]
            for g in range(first, first + self.edges.pair_start[e + 1] - self.edges.pair_start[e]):
                j = self.edges.gold_target[g]
                if self.stamp[j] != i + 1:
                    self.stamp[j] = i + 1
                    self.unsorted_col[count] = j
                    count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort_rows(self) -> cython.void:
        """Sort the columns within each row: into columns and back, linear in the cells."""
        i: cython.int
        j: cython.int
        k: cython.int
        x: cython.int
        old: cython.int
        for j in range(self.problem.cols + 1):
            self.problem.col_start[j] = 0
        for x in range(self.problem.cells):
            self.problem.col_start[self.unsorted_col[x]] += 1
        for j in range(1, self.problem.cols + 1):
            self.problem.col_start[j] += self.problem.col_start[j - 1]
        for x in range(self.problem.cells - 1, -1, -1):
            j = self.unsorted_col[x]
            self.problem.col_start[j] -= 1
            self.by_column[self.problem.col_start[j]] = x
        for i in range(self.problem.rows):
            self.fill[i] = self.problem.row_start[i]
        for k in range(self.problem.cells):
            old = self.by_column[k]
            i = self.unsorted_row[old]
            x = self.fill[i]
            self.fill[i] += 1
            self.problem.cell_row[x] = i
            self.problem.cell_col[x] = self.unsorted_col[old]
            self.problem.col_cell[k] = x

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def connect(self, cells: CellColumns) -> cython.int:
        """Fill in the weight of every cell, and the cells at the ends of every edge pair; -1 if none is allowed."""
        i: cython.int
        j: cython.int
        k: cython.int
        e: cython.int
        g: cython.int
        x: cython.int
        pair: cython.int
        work: cython.longlong
        weight: cython.double
        self.problem.integral = True
        for j in range(self.problem.cols):
            self.stamp[j] = 0
        for i in range(self.problem.rows):
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                self.stamp[self.problem.cell_col[x]] = i + 1
                self.cell_of[self.problem.cell_col[x]] = x
                self.problem.weight[x] = 0.0
            for k in range(self.given_start[i], self.given_start[i + 1]):
                j = cells.gold[self.given_order[k]]
                if self.stamp[j] == i + 1 and cells.weight[self.given_order[k]] > 0.0:
                    self.problem.weight[self.cell_of[j]] += cells.weight[self.given_order[k]]
            for x in range(self.problem.row_start[i], self.problem.row_start[i + 1]):
                weight = self.problem.weight[x]
                # Most weights are 0 or 1, and the remainder of a division takes its time.
                if weight != 0.0 and weight != 1.0 and weight % 1.0 != 0.0:
                    self.problem.integral = False
            work = 0
            for k in range(self.edges.out_start[i], self.edges.out_start[i + 1]):
                e = self.edges.out_edge[k]
                g = self.edges.first_gold[e]
                work += self.edges.pair_start[e + 1] - self.edges.pair_start[e]
                for pair in range(self.edges.pair_start[e], self.edges.pair_start[e + 1]):
                    j = self.edges.gold_source[g]
                    self.problem.pairs.head[pair] = self.cell_of[j] if self.stamp[j] == i + 1 else -1
                    g += 1
            for k in range(self.edges.in_start[i], self.edges.in_start[i + 1]):
                e = self.edges.in_edge[k]
                g = self.edges.first_gold[e]
                for pair in range(self.edges.pair_start[e], self.edges.pair_start[e + 1]):
                    j = self.edges.gold_target[g]
                    self.problem.pairs.tail[pair] = self.cell_of[j] if self.stamp[j] == i + 1 else -1
                    g += 1
            self.clock.spend(2 * work)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_pairs(self, rule: cython.int) -> cython.void:
        """Complete the edge pairs, without those that cannot pay."""
        e: cython.int
        g: cython.int
        pair: cython.int
        kept: cython.int = 0
        pred_count: cython.int
        gold_count: cython.int
        credit: cython.double
        for e in range(self.edges.edges):
            pred_count = self.edges.count[e]
            for pair in range(self.edges.pair_start[e], self.edges.pair_start[e + 1]):
                g = self.edges.first_gold[e] + pair - self.edges.pair_start[e]
                gold_count = self.edges.gold_count[g]
                if rule == 0:
                    credit = min(pred_count, gold_count)
                elif rule == 1:
                    credit = pred_count
                elif rule == 2:
                    credit = gold_count
                else:
                    credit = cython.cast(cython.double, pred_count) * gold_count
                if self.problem.pairs.head[pair] < 0 or self.problem.pairs.tail[pair] < 0 or credit <= 0.0:
                    continue
                self.problem.pairs.head[kept] = self.problem.pairs.head[pair]
                self.problem.pairs.tail[kept] = self.problem.pairs.tail[pair]
                self.problem.pairs.label[kept] = self.edges.label[e]
                self.problem.pairs.pred[kept] = e
                self.problem.pairs.gold[kept] = g
                self.problem.pairs.credit[kept] = credit
                self.problem.pairs.share[kept] = 0.5 * credit
                kept += 1
        self.problem.pairs.size = kept
