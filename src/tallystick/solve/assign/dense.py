# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Maximum-weight matching of a dense problem: shortest augmenting paths over a flat matrix (Crouse 2016).

Each row bids for its heaviest column first. A row that finds its column taken searches for the cheapest way to move
others, by Dijkstra's algorithm without a heap: in a dense problem every step looks at all columns anyway.
"""

from __future__ import annotations

from array import array

from tallystick.limits import current
from tallystick.solve.arrays import reals

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["assign_dense"]


def assign_dense(rows: int, cols: int, weight: array[float]) -> tuple[array[int], float]:
    """Return the column of each row (-1 for none) and the total weight of a best matching.

    `weight` has the rows one after the other. Pairs without a positive weight are never matched.

    >>> assign_dense(2, 2, array("d", [3.0, 2.0, 2.5, 0.0]))
    (array('i', [1, 0]), 4.5)
    """
    if len(weight) != rows * cols:
        raise ValueError(f"{len(weight)} weights are not a {rows} x {cols} matrix")
    if rows > cols:
        matched, total = assign_dense(cols, rows, transposed(rows, cols, reals(weight)))
        result = array("i", [-1]) * rows
        for col, row in enumerate(matched):
            if row >= 0:
                result[row] = col
        return result, total
    problem = DenseProblem(rows, cols, reals(weight))
    problem.solve()
    return problem.matching()


@cython.cfunc
def transposed(rows: cython.Py_ssize_t, cols: cython.Py_ssize_t, weight: cython.double[::1]) -> object:
    """Return the matrix with rows as columns."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    result: array[float] = array("d", bytes(8 * rows * cols))
    turned: cython.double[::1] = result
    for i in range(rows):
        for j in range(cols):
            turned[j * rows + i] = weight[i * cols + j]
    return result


@cython.cclass
class DenseProblem:
    """A matrix with at least as many columns as rows, its prices, and the scratch space of the search.

    row price + column price >= weight in every cell, with equality where rows and columns are matched; a column that
    was never reached has the price 0.
    """

    row_count: cython.Py_ssize_t
    col_count: cython.Py_ssize_t
    weight: cython.double[::1]
    row_price: cython.double[::1]
    col_price: cython.double[::1]
    distance: cython.double[::1]
    col_of: cython.int[::1]
    row_of: cython.int[::1]
    reached_from: cython.int[::1]
    waiting: cython.int[::1]
    final: cython.int[::1]  # columns whose distance is final, in their order

    def __init__(self, rows: cython.Py_ssize_t, cols: cython.Py_ssize_t, weight: cython.double[::1]) -> None:
        self.row_count = rows
        self.col_count = cols
        self.weight = weight
        self.row_price = array("d", bytes(8 * rows))
        self.col_price = array("d", bytes(8 * cols))
        self.distance = array("d", bytes(8 * cols))
        self.col_of = array("i", [-1]) * rows
        self.row_of = array("i", [-1]) * cols
        self.reached_from = array("i", bytes(4 * cols))
        self.waiting = array("i", bytes(4 * cols))
        self.final = array("i", bytes(4 * cols))

    def solve(self) -> None:
        """Match every row."""
        i: cython.Py_ssize_t
        visited: cython.longlong
        limits = current()
        limits.spend(self.row_count * self.col_count)
        self.bid()
        for i in range(self.row_count):
            if self.col_of[i] < 0:
                visited = self.augment(i)
                limits.spend(visited)

    def matching(self) -> tuple[array[int], float]:
        """Return the column of each row, -1 if the pair weighs nothing, and the total."""
        i: cython.Py_ssize_t
        worth: cython.double
        total: cython.double = 0.0
        result: array[int] = array("i", [-1]) * self.row_count
        matched: cython.int[::1] = result
        for i in range(self.row_count):
            worth = self.weight[i * self.col_count + self.col_of[i]]
            if worth > 0.0:
                matched[i] = self.col_of[i]
                total += worth
        return result, total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bid(self) -> cython.void:
        """Give each row its heaviest column, if that is free; its price is that weight."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        best: cython.Py_ssize_t
        start: cython.Py_ssize_t
        for i in range(self.row_count):
            start = i * self.col_count
            best = 0
            for j in range(1, self.col_count):
                if self.weight[start + j] > self.weight[start + best]:
                    best = j
            self.row_price[i] = self.weight[start + best]
            if self.row_of[best] < 0:
                self.row_of[best] = i
                self.col_of[i] = best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def augment(self, start: cython.Py_ssize_t) -> cython.longlong:
        """Match a row by the cheapest path to a free column; return how many cells were visited."""
        i: cython.Py_ssize_t = start
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        best: cython.Py_ssize_t
        row: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.col_count
        done: cython.Py_ssize_t = 0
        visited: cython.longlong = 0
        here: cython.double = 0.0
        reach: cython.double
        lowest: cython.double
        base: cython.double
        for j in range(self.col_count):
            self.waiting[j] = j
            self.distance[j] = 1e300
        while True:
            visited += count
            lowest = 1e300
            best = 0
            base = here + self.row_price[i]
            row = i * self.col_count
            for k in range(count):
                j = self.waiting[k]
                reach = base + self.col_price[j] - self.weight[row + j]
                if reach < self.distance[j]:
                    self.distance[j] = reach
                    self.reached_from[j] = i
                # Of equally near columns, a free one ends the search.
                if self.distance[j] < lowest or (self.distance[j] == lowest and self.row_of[j] < 0):
                    lowest = self.distance[j]
                    best = k
            here = lowest
            j = self.waiting[best]
            count -= 1
            self.waiting[best] = self.waiting[count]
            if self.row_of[j] < 0:
                break
            self.final[done] = j
            done += 1
            i = self.row_of[j]
        self.row_price[start] -= here
        for k in range(done):
            best = self.final[k]
            self.col_price[best] += here - self.distance[best]
            self.row_price[self.row_of[best]] -= here - self.distance[best]
        while True:
            i = self.reached_from[j]
            self.row_of[j] = i
            k = self.col_of[i]
            self.col_of[i] = j
            if i == start:
                return visited
            j = k
