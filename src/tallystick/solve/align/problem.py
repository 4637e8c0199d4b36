# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The data of a graph alignment: passed between the kernels.

Problems are many and small, and making arrays would cost more than solving them. So a problem keeps its arrays for the
next one; they may be longer than what it counts.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.sorting import find_sorted
else:
    from tallystick.solve.sorting import find_sorted

from tallystick.solve.align.room import ample, integers, reals

__all__ = ["AlignmentProblem", "EdgePairs"]


@cython.final
@cython.cclass
class EdgePairs:
    """Pairs of a pred edge and a gold edge of the same label, by label, pred edge, gold edge."""

    size: cython.int
    room: cython.int
    head: cython.int[::1]  # the cell that pairs the sources
    tail: cython.int[::1]  # the cell that pairs the targets
    label: cython.int[::1]
    pred: cython.int[::1]
    gold: cython.int[::1]
    credit: cython.double[::1]
    share: cython.double[::1]  # the head's part of the credit, where the bound starts from

    def __init__(self) -> None:
        self.size = 0
        self.room = -1

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow(self, size: cython.int) -> cython.int:
        """Make arrays for so many pairs."""
        room: cython.int = ample(size)
        self.head = integers(room)
        self.tail = integers(room)
        self.label = integers(room)
        self.pred = integers(room)
        self.gold = integers(room)
        self.credit = reals(room)
        self.share = reals(room)
        self.room = room
        return 0


@cython.final
@cython.cclass
class AlignmentProblem:
    """Cells that may be chosen, and edge pairs that pay when the cells at both their ends are chosen.

    A row is a pred node, a column a gold node, a cell a pair of both. A half is one end of an edge pair as
    its cell sees it, coded 2 * pair for the head and 2 * pair + 1 for the tail. The halves of a cell form
    slots; at most one member of a slot can pay.
    """

    rows: cython.int
    cols: cython.int
    cells: cython.int
    integral: cython.bint
    pairs: EdgePairs
    generation: cython.int  # of the arrays: another one when some are replaced
    row_room: cython.int
    col_room: cython.int
    cell_room: cython.int
    row_name: cython.int[::1]
    col_name: cython.int[::1]
    # Cells by row, then column; col_cell lists them by column.
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    weight: cython.double[::1]
    col_start: cython.int[::1]
    col_cell: cython.int[::1]
    # The price of each column, where the bound starts from.
    price: cython.double[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    half_opens: cython.int[::1]

    def __init__(self) -> None:
        self.rows = 0
        self.cols = 0
        self.cells = 0
        self.integral = True
        self.pairs = EdgePairs()
        self.generation = 0
        self.row_room = -1
        self.col_room = -1
        self.cell_room = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fit_nodes(self, rows: cython.int, cols: cython.int) -> cython.int:
        """Begin another problem of so many rows and columns."""
        self.rows = rows
        self.cols = cols
        if rows > self.row_room:
            with cython.gil:
                self.grow_rows()
        if cols > self.col_room:
            with cython.gil:
                self.grow_cols()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fit_cells(self, cells: cython.int) -> cython.int:
        """Make room for so many cells."""
        self.cells = cells
        if cells > self.cell_room:
            with cython.gil:
                self.grow_cells()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def fit_pairs(self, pairs: cython.int) -> cython.int:
        """Make room for so many edge pairs."""
        self.pairs.size = pairs
        if pairs > self.pairs.room:
            with cython.gil:
                self.grow_pairs()
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_rows(self) -> cython.int:
        """Make larger arrays for rows."""
        room: cython.int = ample(self.rows)
        self.row_name = integers(room)
        self.row_start = integers(room + 1)
        self.row_room = room
        self.generation += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_cols(self) -> cython.int:
        """Make larger arrays for columns."""
        room: cython.int = ample(self.cols)
        self.col_name = integers(room)
        self.col_start = integers(room + 1)
        self.price = reals(room)
        self.col_room = room
        self.generation += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_cells(self) -> cython.int:
        """Make larger arrays for cells."""
        room: cython.int = ample(self.cells)
        self.cell_row = integers(room)
        self.cell_col = integers(room)
        self.col_cell = integers(room)
        self.weight = reals(room)
        self.half_start = integers(room + 1)
        self.cell_room = room
        self.generation += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_pairs(self) -> cython.int:
        """Make larger arrays for edge pairs and their halves."""
        self.pairs.grow(self.pairs.size)
        halves: cython.longlong = 2 * cython.cast(cython.longlong, self.pairs.room)
        self.half = integers(halves)
        self.half_opens = integers(halves)
        self.generation += 1
        return 0

    def named_cells(self, choice: cython.int[::1]) -> list[tuple[int, int]]:
        """Return the chosen cell of each row by the names of its row and column; -1 means no cell."""
        i: cython.int
        names = []
        for i in range(self.rows):
            if choice[i] >= 0:
                names.append((self.row_name[i], self.col_name[self.cell_col[choice[i]]]))
        return names

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cell_at(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the cell of a row and a column, or -1."""
        return find_sorted(self.cell_col, self.row_start[i], self.row_start[i + 1], j)
