# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Two partitions of numbered elements against each other: which classes share how many, and sums over that.

A table holds the cells n(i, j) > 0 only, so everything here is linear in the number of elements. One table serves
all metrics that compare entities by their mentions.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


@cython.cclass
class OverlapTable:
    """The cells of a table row by row, with the sizes of its rows and columns.

    A size may exceed what the cells of its row add up to: elements that the other side does not have.
    """

    rows: cython.int
    cols: cython.int
    cells: cython.int
    row_size: cython.int[::1]
    col_size: cython.int[::1]
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    cell_count: cython.int[::1]

    def __init__(self, row_sizes: Sequence[int], col_sizes: Sequence[int], room: int) -> None:
        """Make a table without cells, with room for some."""
        i: cython.int
        self.rows = len(row_sizes)
        self.cols = len(col_sizes)
        self.cells = 0
        # One block of memory: many documents are small, and memory costs more than counting.
        length: cython.int = 2 * self.rows + 1 + self.cols + 3 * room
        block: cython.int[::1] = array("i", bytes(4 * length))
        at: cython.int = self.rows
        self.row_size = block[:at]
        self.col_size = block[at : at + self.cols]
        at += self.cols
        self.row_start = block[at : at + self.rows + 1]
        at += self.rows + 1
        self.cell_row = block[at : at + room]
        at += room
        self.cell_col = block[at : at + room]
        at += room
        self.cell_count = block[at : at + room]
        for i in range(self.rows):
            self.row_size[i] = row_sizes[i]
        for i in range(self.cols):
            self.col_size[i] = col_sizes[i]

    @cython.ccall
    def fill(
        self,
        row_classes: tuple[tuple[int, ...], ...],
        col_classes: tuple[tuple[int, ...], ...],
        size: cython.int,
    ) -> None:
        """Count what the classes of elements 0 … size − 1 have in common."""
        i: cython.int
        j: cython.int
        element: cython.int
        cells: cython.int = 0
        scratch: cython.int[::1] = array("i", bytes(4 * (size + 2 * self.cols)))
        owner: cython.int[::1] = scratch[:size]  # the column of an element, plus 1
        row_of: cython.int[::1] = scratch[size : size + self.cols]  # that met a column last, plus 1
        cell_of: cython.int[::1] = scratch[size + self.cols :]  # where it did
        members: tuple[int, ...]
        for j in range(self.cols):
            members = col_classes[j]
            for element in members:
                owner[element] = j + 1
        for i in range(self.rows):
            self.row_start[i] = cells
            members = row_classes[i]
            for element in members:
                j = owner[element] - 1
                if j < 0:
                    continue
                if row_of[j] != i + 1:
                    row_of[j] = i + 1
                    cell_of[j] = cells
                    self.cell_row[cells] = i
                    self.cell_col[cells] = j
                    cells += 1
                self.cell_count[cell_of[j]] += 1
        self.row_start[self.rows] = cells
        self.cells = cells

    def restricted(self, rows: Sequence[int], cols: Sequence[int]) -> OverlapTable:
        """The table of some rows and columns alone."""
        i: cython.int
        j: cython.int
        k: cython.int
        room: cython.int = 0
        cells: cython.int = 0
        at: cython.int
        index_of_col: dict[int, int] = {col: j for j, col in enumerate(cols)}
        for i in rows:
            room += self.row_start[i + 1] - self.row_start[i]
        part: OverlapTable = OverlapTable(
            [self.row_size[i] for i in rows], [self.col_size[j] for j in cols], room
        )
        for i in range(len(rows)):
            part.row_start[i] = cells
            at = rows[i]
            for k in range(self.row_start[at], self.row_start[at + 1]):
                j = index_of_col.get(self.cell_col[k], -1)
                if j >= 0:
                    part.cell_row[cells] = i
                    part.cell_col[cells] = j
                    part.cell_count[cells] = self.cell_count[k]
                    cells += 1
        part.row_start[len(rows)] = cells
        part.cells = cells
        return part

    def row(self, i: cython.int) -> list[tuple[int, int]]:
        """The cells of a row: column and count."""
        cells = range(self.row_start[i], self.row_start[i + 1])
        return [(self.cell_col[k], self.cell_count[k]) for k in cells]

    def triplets(self) -> tuple[array[int], array[int], array[int]]:
        """Row, column and count of every cell."""
        k: cython.int
        result: tuple[array[int], array[int], array[int]] = (
            array("i", bytes(4 * self.cells)),
            array("i", bytes(4 * self.cells)),
            array("i", bytes(4 * self.cells)),
        )
        rows: cython.int[::1] = result[0]
        cols: cython.int[::1] = result[1]
        counts: cython.int[::1] = result[2]
        for k in range(self.cells):
            rows[k] = self.cell_row[k]
            cols[k] = self.cell_col[k]
            counts[k] = self.cell_count[k]
        return result

    def sizes(self) -> tuple[list[int], list[int]]:
        """The sizes of the rows, and those of the columns."""
        return list(self.row_size), list(self.col_size)

    def grow(self, rows: Sequence[int], cols: Sequence[int]) -> None:
        """Give some rows and columns one element more, which the other side does not have."""
        i: cython.int
        for i in rows:
            self.row_size[i] += 1
        for i in cols:
            self.col_size[i] += 1

    def totals(self) -> tuple[int, int, int, int]:
        """The elements of all rows and of all columns; the rows and the columns that have any."""
        i: cython.int
        row_elements: cython.longlong = 0
        col_elements: cython.longlong = 0
        rows: cython.int = 0
        cols: cython.int = 0
        for i in range(self.rows):
            row_elements += self.row_size[i]
            rows += self.row_size[i] > 0
        for i in range(self.cols):
            col_elements += self.col_size[i]
            cols += self.col_size[i] > 0
        return row_elements, col_elements, rows, cols

    def common(self) -> int:
        """How many elements both sides have."""
        k: cython.int
        total: cython.longlong = 0
        for k in range(self.cells):
            total += self.cell_count[k]
        return total

    def links(self) -> tuple[int, int, int, int]:
        """Chain links: in common, of the rows, of the columns; and the pairs of equal classes of one element.

        A class of n elements is held together by n − 1 links; each cell keeps all of its own but one.
        """
        k: cython.int
        common: cython.longlong = 0
        of_rows: cython.longlong = 0
        of_cols: cython.longlong = 0
        singles: cython.longlong = 0
        for k in range(self.cells):
            common += self.cell_count[k] - 1
            if self.row_size[self.cell_row[k]] == 1 and self.col_size[self.cell_col[k]] == 1:
                singles += 1
        for k in range(self.rows):
            if self.row_size[k] > 0:
                of_rows += self.row_size[k] - 1
        for k in range(self.cols):
            if self.col_size[k] > 0:
                of_cols += self.col_size[k] - 1
        return common, of_rows, of_cols, singles

    def shares(self) -> tuple[float, float]:
        """Σ n² / size of the row, and Σ n² / size of the column.

        Cells of one size are added as whole numbers, so that their order does not matter.
        """
        k: cython.int
        n: cython.longlong
        length: cython.Py_ssize_t = self.largest() + 1
        by_row: cython.longlong[::1] = array("q", bytes(8 * length))
        by_col: cython.longlong[::1] = array("q", bytes(8 * length))
        for k in range(self.cells):
            n = self.cell_count[k]
            by_row[self.row_size[self.cell_row[k]]] += n * n
            by_col[self.col_size[self.cell_col[k]]] += n * n
        return by_size(by_row, 0), by_size(by_col, 0)

    def largest(self) -> int:
        """The size of the largest row or column."""
        i: cython.int
        most: cython.int = 0
        for i in range(self.rows):
            most = max(most, self.row_size[i])
        for i in range(self.cols):
            most = max(most, self.col_size[i])
        return most

    def resolved(self) -> tuple[float, float]:
        """Σ size · (pairs in common / pairs) over rows, and over columns.

        A class of one element has one pair, with itself, in common only with its equal.
        """
        k: cython.int
        n: cython.longlong
        size: cython.int
        other: cython.int
        single: cython.longlong = 0
        length: cython.Py_ssize_t = self.largest() + 1
        by_row: cython.longlong[::1] = array("q", bytes(8 * length))
        by_col: cython.longlong[::1] = array("q", bytes(8 * length))
        for k in range(self.cells):
            n = self.cell_count[k]
            size = self.row_size[self.cell_row[k]]
            other = self.col_size[self.cell_col[k]]
            # size · C(n, 2) / C(size, 2) = n · (n − 1) / (size − 1)
            by_row[size] += n * (n - 1)
            by_col[other] += n * (n - 1)
            if size == 1 and other == 1:
                single += 1
        return single + by_size(by_row, 1), single + by_size(by_col, 1)

    def pairs(self) -> tuple[int, int, int, int, int, int]:
        """Unordered pairs of elements, within classes and across: in common, of the rows, of the columns.

        Across classes on both sides are, of all pairs in common, those within neither a row nor a column; pairs
        within both were taken off twice.
        """
        i: cython.int
        k: cython.int
        n: cython.longlong
        common: cython.longlong = 0
        within: cython.longlong = 0
        within_row: cython.longlong = 0
        within_col: cython.longlong = 0
        row_elements: cython.longlong = 0
        col_elements: cython.longlong = 0
        row_pairs: cython.longlong = 0
        col_pairs: cython.longlong = 0
        met: cython.longlong[::1] = array("q", bytes(8 * self.cols))
        for i in range(self.rows):
            n = self.row_size[i]
            row_elements += n
            row_pairs += n * (n - 1) // 2
            n = 0
            for k in range(self.row_start[i], self.row_start[i + 1]):
                n += self.cell_count[k]
            common += n
            within_row += n * (n - 1) // 2
        for k in range(self.cells):
            n = self.cell_count[k]
            within += n * (n - 1) // 2
            met[self.cell_col[k]] += n
        for k in range(self.cols):
            n = self.col_size[k]
            col_elements += n
            col_pairs += n * (n - 1) // 2
            within_col += met[k] * (met[k] - 1) // 2
        across: cython.longlong = common * (common - 1) // 2 - within_row - within_col + within
        return (
            within,
            row_pairs,
            col_pairs,
            across,
            row_elements * (row_elements - 1) // 2 - row_pairs,
            col_elements * (col_elements - 1) // 2 - col_pairs,
        )

    def dice(self) -> array[float]:
        """2n / (size of the row + size of the column) of every cell."""
        k: cython.int
        result: array[float] = array("d", bytes(8 * self.cells))
        weight: cython.double[::1] = result
        for k in range(self.cells):
            weight[k] = (
                2.0 * self.cell_count[k] / (self.row_size[self.cell_row[k]] + self.col_size[self.cell_col[k]])
            )
        return result

    def matched(self, column: array[int]) -> list[tuple[int, int]]:
        """For rows matched with columns: Σ n, for each sum of the sizes of a row and its column."""
        k: cython.int
        columns: cython.int[::1] = column
        length: cython.Py_ssize_t = 2 * self.largest() + 1
        common: cython.longlong[::1] = array("q", bytes(8 * length))
        for k in range(self.cells):
            if columns[self.cell_row[k]] == self.cell_col[k]:
                common[self.row_size[self.cell_row[k]] + self.col_size[self.cell_col[k]]] += self.cell_count[
                    k
                ]
        return [(size, common[size]) for size in range(length) if common[size]]


@cython.cfunc
def by_size(counts: cython.longlong[::1], less: cython.int) -> cython.double:
    """Σ counts[size] / (size − less) over the sizes above `less`, the smallest first."""
    size: cython.Py_ssize_t
    total: cython.double = 0.0
    for size in range(less + 1, len(counts)):
        if counts[size]:
            total += cython.cast(cython.double, counts[size]) / (size - less)
    return total


def overlap(
    row_classes: tuple[tuple[int, ...], ...], col_classes: tuple[tuple[int, ...], ...]
) -> OverlapTable:
    """The table of two partitions, whose elements are whole numbers from 0 on.

    >>> overlap(((0, 1, 2), (3,)), ((0, 1), (2, 3, 4))).row(0)
    [(0, 2), (1, 1)]
    """
    size: cython.int = 0
    room: cython.int = 0
    element: cython.int
    members: tuple[int, ...]
    row_sizes: list[int] = []
    col_sizes: list[int] = []
    for members in row_classes:
        row_sizes.append(len(members))
        room += len(members)
        for element in members:
            size = max(size, element + 1)
    for members in col_classes:
        col_sizes.append(len(members))
        for element in members:
            size = max(size, element + 1)
    table: OverlapTable = OverlapTable(row_sizes, col_sizes, room)
    table.fill(row_classes, col_classes, size)
    return table
