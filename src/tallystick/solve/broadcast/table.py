# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A number for every pair of nodes, kept once for all pairs of the same two kinds."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
else:
    from tallystick.solve.arena import Arena, thread_arena

__all__ = ["PairTable", "full_table"]


@cython.cclass
class PairTable:
    """The kinds of the rows and the columns, and the values of two kinds, row by row."""

    rows: cython.int
    cols: cython.int
    width: cython.int  # the number of kinds of columns
    row_kind: cython.int[::1]
    col_kind: cython.int[::1]
    value: cython.double[::1]

    def __init__(
        self,
        row_kinds: cython.int[::1],
        col_kinds: cython.int[::1],
        values: cython.double[::1],
        width: int | None = None,
    ) -> None:
        """Take the kinds and the values; without a `width`, every column is of a different kind."""
        self.rows = len(row_kinds)
        self.cols = len(col_kinds)
        self.width = self.cols if width is None else width
        self.row_kind = row_kinds
        self.col_kind = col_kinds
        self.value = values

    def at(self, row: cython.int, col: cython.int) -> float:
        """Return the value of a pair of nodes."""
        return self.value[self.row_kind[row] * self.width + self.col_kind[col]]

    def flat(self) -> array[float]:
        """Return the values of all pairs of nodes, row by row."""
        return array("d", [self.at(row, col) for row in range(self.rows) for col in range(self.cols)])


@cython.ccall
def full_table(rows: cython.int, cols: cython.int, values: cython.double[::1]) -> PairTable:
    """Return a table in which every node is of a different kind."""
    arena: Arena = thread_arena()
    table: PairTable = PairTable.__new__(PairTable)
    table.rows = rows
    table.cols = table.width = cols
    table.row_kind = arena.counting(rows)
    table.col_kind = arena.counting(cols)
    table.value = values
    return table
