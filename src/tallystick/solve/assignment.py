# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Maximum-weight bipartite matching of a sparse problem.

The cells fall apart into connected components, most of them tiny in practice (entities against entities
share few mentions). One that is a star is settled directly; in any other, rows are matched by shortest
augmenting paths with dual prices (Jonker and Volgenant 1987), which never leave their component. Prices u
(rows) and v (columns) stay >= 0 with u + v >= weight everywhere; a pair is matched only where equality holds,
and an unmatched row or column ends with price zero: that is optimality.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


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
    if row and not (0 <= min(row) and max(row) < rows and 0 <= min(col) and max(col) < cols):
        raise ValueError(f"a cell lies outside the {rows} x {cols} problem")
    return Matcher(rows, cols, array("i", row), array("i", col), array("d", weight)).solve()


@cython.cclass
class Matcher:
    """One problem: its cells by row, the prices, and the scratch space of the searches."""

    rows: cython.int
    cols: cython.int
    row_start: cython.int[::1]
    cell_col: cython.int[::1]
    cell_weight: cython.double[::1]
    row_price: cython.double[::1]
    col_price: cython.double[::1]
    row_match: cython.int[::1]  # column of a row
    col_match: cython.int[::1]  # row of a column
    distance: cython.double[::1]  # of a column from the row where the search began
    reached_from: cython.int[::1]  # the row before a column on its shortest path
    seen: cython.int[::1]  # 0 not reached, 1 waiting in the heap, 2 final
    place: cython.int[::1]  # of a waiting column in the heap
    heap: cython.int[::1]
    touched: cython.int[::1]

    def __init__(
        self, rows: cython.int, cols: cython.int, row: array[int], col: array[int], weight: array[float]
    ) -> None:
        self.rows = rows
        self.cols = cols
        no_int = array("i", [0])
        no_real = array("d", [0.0])
        self.row_start = no_int * (rows + 1)
        self.cell_col = no_int * len(row)
        self.cell_weight = no_real * len(row)
        self.row_price = no_real * rows
        self.col_price = no_real * cols
        self.row_match = array("i", [-1]) * rows
        self.col_match = array("i", [-1]) * cols
        self.distance = no_real * cols
        self.reached_from = no_int * cols
        self.seen = no_int * cols
        self.place = no_int * cols
        self.heap = no_int * cols
        self.touched = no_int * cols
        self.sort_cells(len(row), row, col, weight)

    @cython.cfunc
    def sort_cells(
        self, given: cython.int, row: cython.int[::1], col: cython.int[::1], weight: cython.double[::1]
    ) -> None:
        """Bring the cells into row order, without those that cannot count and without repetition."""
        i: cython.int
        j: cython.int
        k: cython.int
        at: cython.int
        kept: cython.int = 0
        next_of_row: cython.int[::1] = array("i", [0]) * (self.rows + 1)
        order: cython.int[::1] = array("i", [0]) * given
        last_cell: cython.int[::1] = array("i", [-1]) * self.cols
        for k in range(given):
            next_of_row[row[k] + 1] += 1
        for i in range(self.rows):
            next_of_row[i + 1] += next_of_row[i]
        for k in range(given):
            order[next_of_row[row[k]]] = k
            next_of_row[row[k]] += 1
        at = 0
        for i in range(self.rows):
            self.row_start[i] = kept
            while at < given and row[order[at]] == i:
                k = order[at]
                at += 1
                if not weight[k] > 0.0:
                    continue
                j = last_cell[col[k]]
                if j >= self.row_start[i]:
                    self.cell_weight[j] = max(self.cell_weight[j], weight[k])
                    continue
                last_cell[col[k]] = kept
                self.cell_col[kept] = col[k]
                self.cell_weight[kept] = weight[k]
                kept += 1
        self.row_start[self.rows] = kept

    def solve(self) -> tuple[array[int], float]:
        """Match every component; return the column of each row, and the total."""
        total: cython.double = 0.0
        i: cython.int
        k: cython.int
        best: cython.int
        result: array[int] = array("i", [-1]) * self.rows
        matched: cython.int[::1] = result
        self.match_stars()
        for i in range(self.rows):
            if self.row_match[i] == -1:
                best = -1
                for k in range(self.row_start[i], self.row_start[i + 1]):
                    if best < 0 or self.cell_weight[k] > self.cell_weight[best]:
                        best = k
                if best >= 0:
                    self.row_price[i] = self.cell_weight[best]
        for _ in range(2):
            for i in range(self.rows):
                if self.row_match[i] == -1 and self.row_price[i] > 0.0:
                    self.bid(i)
        limits = current()
        for i in range(self.rows):
            if self.row_match[i] == -1 and self.row_price[i] > 0.0:
                limits.spend(self.augment(i))
        for i in range(self.rows):
            if self.row_match[i] >= 0:
                matched[i] = self.row_match[i]
                best = -1
                for k in range(self.row_start[i], self.row_start[i + 1]):
                    if self.cell_col[k] == matched[i]:
                        best = k
                total += self.cell_weight[best]
        return result, total

    def prices(self) -> tuple[array[float], array[float]]:
        """The prices of rows and columns, once the problem is solved: they prove that the matching is best."""
        return array("d", self.row_price), array("d", self.col_price)

    @cython.cfunc
    def match_stars(self) -> None:
        """Settle the components that are one column with its rows, or one row with its columns.

        Rows so settled as unmatched keep price zero and the mark -2, and are left alone afterwards.
        """
        i: cython.int
        j: cython.int
        k: cython.int
        best: cython.int
        cell_count: cython.int
        is_star: cython.bint
        col_degree: cython.int[::1] = array("i", [0]) * self.cols
        best_row: cython.int[::1] = array("i", [-1]) * self.cols
        best_weight: cython.double[::1] = array("d", [0.0]) * self.cols
        single_rows: cython.int[::1] = array("i", [0]) * self.cols
        cell_count = self.row_start[self.rows]
        for k in range(cell_count):
            col_degree[self.cell_col[k]] += 1
        for i in range(self.rows):
            if self.row_start[i + 1] == self.row_start[i]:
                self.row_match[i] = -2
                continue
            k = self.row_start[i]
            if self.row_start[i + 1] == k + 1:
                j = self.cell_col[k]
                single_rows[j] += 1
                if best_row[j] < 0 or self.cell_weight[k] > best_weight[j]:
                    best_row[j] = i
                    best_weight[j] = self.cell_weight[k]
                continue
            best = k
            is_star = True
            for k in range(self.row_start[i], self.row_start[i + 1]):
                if col_degree[self.cell_col[k]] > 1:
                    is_star = False
                    break
                if self.cell_weight[k] > self.cell_weight[best]:
                    best = k
            if is_star:
                self.row_match[i] = self.cell_col[best]
                self.col_match[self.cell_col[best]] = i
                self.row_price[i] = self.cell_weight[best]
        for i in range(self.rows):
            k = self.row_start[i]
            if self.row_start[i + 1] == k + 1:
                j = self.cell_col[k]
                if single_rows[j] == col_degree[j]:
                    self.row_match[i] = j if best_row[j] == i else -2
                    if best_row[j] == i:
                        self.col_match[j] = i
                        self.col_price[j] = best_weight[j]

    @cython.cfunc
    def bid(self, i: cython.int) -> None:
        """Give a row its best column at the price that makes the second best as good, as in an auction.

        The loser becomes free again. This settles most rows of a dense problem at the cost of one scan each.
        """
        k: cython.int
        best: cython.int = -1
        profit: cython.double
        best_profit: cython.double = 0.0
        second_profit: cython.double = 0.0
        loser: cython.int
        for k in range(self.row_start[i], self.row_start[i + 1]):
            profit = self.cell_weight[k] - self.col_price[self.cell_col[k]]
            if profit > best_profit:
                second_profit = best_profit
                best_profit = profit
                best = self.cell_col[k]
            elif profit > second_profit:
                second_profit = profit
        self.row_price[i] = best_profit
        if best < 0:
            return
        loser = self.col_match[best]
        if loser >= 0:
            # Without a rise in price the loser could win the column straight back.
            if best_profit - second_profit <= 0.0:
                return
            self.row_match[loser] = -1
        self.row_match[i] = best
        self.col_match[best] = i
        if loser >= 0:
            self.col_price[best] += best_profit - second_profit
            self.row_price[i] = second_profit

    @cython.cfunc
    def augment(self, start: cython.int) -> cython.longlong:
        """Search the cheapest way to satisfy a free row whose price is not zero, and take it.

        The way ends at a free column, or at a row (perhaps the first) that is cheapest to leave unmatched. Returns how
        many cells were visited.
        """
        visited: cython.longlong = 0
        i: cython.int = start
        j: cython.int
        k: cython.int
        before: cython.int
        waiting: cython.int = 0
        touched: cython.int = 0
        end_col: cython.int = -1
        end_row: cython.int = start
        here: cython.double = 0.0
        reach: cython.double
        shortest: cython.double = self.row_price[start]
        while True:
            visited += self.row_start[i + 1] - self.row_start[i]
            for k in range(self.row_start[i], self.row_start[i + 1]):
                j = self.cell_col[k]
                if self.seen[j] == 2:
                    continue
                reach = self.row_price[i] + self.col_price[j] - self.cell_weight[k]
                reach = here + max(reach, 0.0)
                if reach >= shortest or (self.seen[j] == 1 and reach >= self.distance[j]):
                    continue
                self.reached_from[j] = i
                if self.col_match[j] < 0:
                    # A free column is an end: nothing beyond this distance needs a look.
                    shortest = reach
                    end_col = j
                    continue
                self.distance[j] = reach
                if self.seen[j] == 0:
                    self.seen[j] = 1
                    self.touched[touched] = j
                    touched += 1
                    self.place[j] = waiting
                    self.heap[waiting] = j
                    waiting += 1
                self.sift_up(self.place[j])
            if waiting == 0 or self.distance[self.heap[0]] >= shortest:
                break
            j = self.heap[0]
            waiting -= 1
            if waiting > 0:
                self.heap[0] = self.heap[waiting]
                self.place[self.heap[0]] = 0
                self.sift_down(waiting)
            self.seen[j] = 2
            i = self.col_match[j]
            here = self.distance[j]
            if here + self.row_price[i] < shortest:
                shortest = here + self.row_price[i]
                end_col = -1
                end_row = i
        self.row_price[start] = max(0.0, self.row_price[start] - shortest)
        for k in range(touched):
            j = self.touched[k]
            if self.seen[j] == 2:
                reach = shortest - self.distance[j]
                self.col_price[j] += reach
                i = self.col_match[j]
                self.row_price[i] = max(0.0, self.row_price[i] - reach)
            self.seen[j] = 0
        j = end_col
        if end_col < 0:
            j = self.row_match[end_row]
            self.row_match[end_row] = -1
            if end_row == start:
                return visited
        while True:
            i = self.reached_from[j]
            before = self.row_match[i]
            self.row_match[i] = j
            self.col_match[j] = i
            if i == start:
                return visited
            j = before

    @cython.cfunc
    def sift_up(self, at: cython.int) -> None:
        """Move a column of the heap towards the front until its parent is no farther away."""
        j: cython.int = self.heap[at]
        parent: cython.int
        while at > 0:
            parent = (at - 1) >> 1
            if self.distance[self.heap[parent]] <= self.distance[j]:
                break
            self.heap[at] = self.heap[parent]
            self.place[self.heap[at]] = at
            at = parent
        self.heap[at] = j
        self.place[j] = at

    @cython.cfunc
    def sift_down(self, waiting: cython.int) -> None:
        """Move the front of the heap backwards until no child is nearer."""
        j: cython.int = self.heap[0]
        at: cython.int = 0
        child: cython.int = 1
        while child < waiting:
            if child + 1 < waiting and self.distance[self.heap[child + 1]] < self.distance[self.heap[child]]:
                child += 1
            if self.distance[self.heap[child]] >= self.distance[j]:
                break
            self.heap[at] = self.heap[child]
            self.place[self.heap[at]] = at
            at = child
            child = 2 * at + 1
        self.heap[at] = j
        self.place[j] = at
