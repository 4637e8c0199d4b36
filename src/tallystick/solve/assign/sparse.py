# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Maximum-weight bipartite matching of a sparse problem.

The cells fall apart into connected components, most of them tiny in practice (entities against entities
share few mentions). One that is a star is settled directly; in any other, rows bid for columns as in an auction, and
shortest augmenting paths, which never leave their component, satisfy those that are left.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tallystick.limits import current
from tallystick.solve.arrays import integers, reals

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.assign.augmenting import Augmenter, Vertices
else:
    from tallystick.solve.assign.augmenting import Augmenter, Vertices

__all__ = ["Matcher", "assign"]

#: Marks a row that is settled as unmatched, where -1 marks one that is still free.
LEFT_OUT = -2


def assign(
    rows: int, cols: int, row: Sequence[int], col: Sequence[int], weight: Sequence[float]
) -> tuple[array[int], float]:
    """Return the column of each row (-1 for none) and the total weight of a best matching.

    Cells are triplets; a weight that is not positive means no cell, and of repeated cells the heaviest
    counts.

    >>> assign(2, 2, [0, 0, 1], [0, 1, 0], [3.0, 2.0, 2.5])
    (array('i', [1, 0]), 4.5)
    """
    if not len(row) == len(col) == len(weight):
        raise ValueError("row, col and weight must have the same length")
    return Matcher(rows, cols, integers(row), integers(col), reals(weight)).solve()


@cython.cclass
class Matcher(Augmenter):
    """One problem: its cells by row, the prices and the choices."""

    row_count: cython.int
    col_count: cython.int

    def __init__(
        self, rows: cython.int, cols: cython.int, row: array[int], col: array[int], weight: array[float]
    ) -> None:
        k: cython.int
        count: cython.int = len(row)
        self.row_count = rows
        self.col_count = cols
        # One block of memory for each type: many problems are small.
        room: cython.int[::1] = array("i", bytes(4 * (rows + 1 + 3 * count)))
        prices: cython.double[::1] = array("d", bytes(8 * (rows + cols + count)))
        choices: cython.int[::1] = array("i", [-1]) * (rows + cols)
        self.rows = Vertices()
        self.cols = Vertices()
        self.rows.start = room[: rows + 1]
        self.rows.cell = room[rows + 1 : rows + 1 + count]
        self.rows.vertex = room[rows + 1 + count : rows + 1 + 2 * count]
        self.cols.vertex = room[rows + 1 + 2 * count :]
        self.rows.price = prices[:rows]
        self.cols.price = prices[rows : rows + cols]
        self.worth = prices[rows + cols :]
        self.rows.choice = choices[:rows]
        self.cols.choice = choices[rows:]
        for k in range(count):
            self.rows.cell[k] = k
        self.sort_cells(count, row, col, weight)
        self.make_room(cols)

    @cython.cfunc
    def sort_cells(
        self, cell_count: cython.int, row: cython.int[::1], col: cython.int[::1], weight: cython.double[::1]
    ) -> None:
        """Bring the cells into row order, without those that cannot count and without repetition."""
        i: cython.int
        k: cython.int
        x: cython.int
        index: cython.int = 0
        kept: cython.int = 0
        next_of_row: cython.int[::1] = array("i", bytes(4 * (self.row_count + 1)))
        order: cython.int[::1] = array("i", bytes(4 * cell_count))
        last_cell: cython.int[::1] = array("i", [-1]) * self.col_count
        for k in range(cell_count):
            if not (0 <= row[k] < self.row_count and 0 <= col[k] < self.col_count):
                raise ValueError(f"a cell lies outside the {self.row_count} x {self.col_count} problem")
            next_of_row[row[k] + 1] += 1
        for i in range(self.row_count):
            next_of_row[i + 1] += next_of_row[i]
        for k in range(cell_count):
            order[next_of_row[row[k]]] = k
            next_of_row[row[k]] += 1
        for i in range(self.row_count):
            self.rows.start[i] = kept
            while index < cell_count and row[order[index]] == i:
                k = order[index]
                index += 1
                if not weight[k] > 0.0:
                    continue
                x = last_cell[col[k]]
                if x >= self.rows.start[i]:
                    self.worth[x] = max(self.worth[x], weight[k])
                    continue
                last_cell[col[k]] = kept
                self.rows.vertex[kept] = i
                self.cols.vertex[kept] = col[k]
                self.worth[kept] = weight[k]
                kept += 1
        self.rows.start[self.row_count] = kept

    def solve(self) -> tuple[array[int], float]:
        """Match every component; return the column of each row, and the total."""
        total: cython.double = 0.0
        i: cython.int
        x: cython.int
        result: array[int] = array("i", [-1]) * self.row_count
        matched: cython.int[::1] = result
        self.match_stars()
        for i in range(self.row_count):
            if self.rows.choice[i] == -1:
                self.rows.price[i] = self.worth[self.heaviest(i)]
        for _ in range(2):
            for i in range(self.row_count):
                if self.rows.choice[i] == -1 and self.rows.price[i] > 0.0:
                    self.bid(i)
        limits = current()
        for i in range(self.row_count):
            if self.rows.choice[i] == -1 and self.rows.price[i] > 0.0:
                limits.spend(self.augment(i, self.rows, self.cols))
        for i in range(self.row_count):
            x = self.rows.choice[i]
            if x >= 0:
                matched[i] = self.cols.vertex[x]
                total += self.worth[x]
        return result, total

    def prices(self) -> tuple[array[float], array[float]]:
        """The prices of rows and columns, once the problem is solved: they prove that the matching is best."""
        return array("d", self.rows.price), array("d", self.cols.price)

    @cython.cfunc
    def heaviest(self, i: cython.int) -> cython.int:
        """The first of the heaviest cells of a row that has cells."""
        x: cython.int
        best: cython.int = self.rows.start[i]
        for x in range(best + 1, self.rows.start[i + 1]):
            if self.worth[x] > self.worth[best]:
                best = x
        return best

    @cython.cfunc
    def match(self, i: cython.int, x: cython.int) -> cython.void:
        """Choose a cell of a row; a row that held its column before is free again."""
        j: cython.int = self.cols.vertex[x]
        if self.cols.choice[j] >= 0:
            self.rows.choice[self.rows.vertex[self.cols.choice[j]]] = -1
        self.rows.choice[i] = x
        self.cols.choice[j] = x

    @cython.cfunc
    def match_stars(self) -> None:
        """Settle the components that are one column with its rows, or one row with its columns."""
        i: cython.int
        j: cython.int
        x: cython.int
        is_star: cython.bint
        left_out: cython.int = LEFT_OUT
        room: cython.int[::1] = array("i", bytes(4 * 2 * self.col_count))
        degree: cython.int[::1] = room[: self.col_count]
        single_rows: cython.int[::1] = room[self.col_count :]
        best_cell: cython.int[::1] = array("i", [-1]) * self.col_count
        for x in range(self.rows.start[self.row_count]):
            degree[self.cols.vertex[x]] += 1
        for i in range(self.row_count):
            x = self.rows.start[i]
            if self.rows.start[i + 1] == x:
                self.rows.choice[i] = left_out
                continue
            if self.rows.start[i + 1] == x + 1:
                j = self.cols.vertex[x]
                single_rows[j] += 1
                if best_cell[j] < 0 or self.worth[x] > self.worth[best_cell[j]]:
                    best_cell[j] = x
                continue
            is_star = True
            for x in range(self.rows.start[i], self.rows.start[i + 1]):
                if degree[self.cols.vertex[x]] > 1:
                    is_star = False
                    break
            if is_star:
                x = self.heaviest(i)
                self.match(i, x)
                self.rows.price[i] = self.worth[x]
        for i in range(self.row_count):
            x = self.rows.start[i]
            if self.rows.start[i + 1] == x + 1:
                j = self.cols.vertex[x]
                if single_rows[j] != degree[j]:
                    continue
                if best_cell[j] == x:
                    self.match(i, x)
                    self.cols.price[j] = self.worth[x]
                else:
                    self.rows.choice[i] = left_out

    @cython.cfunc
    def bid(self, i: cython.int) -> None:
        """Give a row its best column at the price that makes the second best as good, as in an auction.

        The loser becomes free again. This settles most rows of a dense problem at the cost of one scan each.
        """
        x: cython.int
        best: cython.int = -1
        contested: cython.bint
        profit: cython.double
        best_profit: cython.double = 0.0
        second_profit: cython.double = 0.0
        for x in range(self.rows.start[i], self.rows.start[i + 1]):
            profit = self.worth[x] - self.cols.price[self.cols.vertex[x]]
            if profit > best_profit:
                second_profit = best_profit
                best_profit = profit
                best = x
            elif profit > second_profit:
                second_profit = profit
        self.rows.price[i] = best_profit
        if best < 0:
            return
        contested = self.cols.choice[self.cols.vertex[best]] >= 0
        # Without a rise in price the loser could win the column straight back.
        if contested and best_profit - second_profit <= 0.0:
            return
        self.match(i, best)
        if contested:
            self.cols.price[self.cols.vertex[best]] += best_profit - second_profit
            self.rows.price[i] = second_profit
