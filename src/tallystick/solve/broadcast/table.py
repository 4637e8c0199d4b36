# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A number for every pair of nodes, kept once for all pairs of the same two kinds."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

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
        self, row_kinds: array[int], col_kinds: array[int], values: array[float], width: int | None = None
    ) -> None:
        """Take the kinds and the values; without a `width`, every column is of a kind of its own."""
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


def full_table(rows: int, cols: int, values: array[float]) -> PairTable:
    """Return a table in which every node is of a kind of its own."""
    return PairTable(_numbers(rows), _numbers(cols), values)


#: The first numbers: most graphs have no more nodes.
_FIRST = array("i", range(64))


@cython.cfunc
def _numbers(size: cython.Py_ssize_t) -> array[int]:
    """Return the numbers from 0 on."""
    return _FIRST[:size] if size <= 64 else array("i", range(size))
