# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Completes an alignment greedily: the pair of free nodes with the greatest key first (AnCast, Section 2.2.3).

Ties go to the pair with most context: labelled edges, in either direction, to nodes matched so far that the other
graph has between their images. So nodes that nothing else distinguishes follow their neighbours.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import current

__all__ = ["finish", "finish_in_order", "transposed"]

#: With more cells than this, work is counted against the time limit of the item.
LARGE = 1 << 14


def finish(rows: int, cols: int, keys: object, anchors: array[int]) -> array[int] | None:
    """Return the column of each row, or None where two equal keys compete for a row or a column.

    `keys` holds a number for every cell, row by row; `anchors` the columns of the rows that are matched already.
    Equal keys in different rows and columns do not hinder one another, so without competition there are no ties.
    """
    return Finisher(rows, cols, keys, anchors, None, None).run()


def finish_in_order(
    keys: object,
    anchors: array[int],
    edges: tuple[array[int], array[int]],
    row_order: array[int],
    col_order: array[int],
) -> array[int]:
    """Return the column of each row; equal keys go by context, then by the order of the rows, then of the columns.

    `edges` are those of the rows and of the columns, flat: head, role, tail, head, … A negative tail is a constant.
    """
    finisher = Finisher(len(row_order), len(col_order), keys, anchors, row_order, col_order)
    finisher.attend(edges[0], edges[1])
    result = finisher.run()
    assert result is not None
    return result


def transposed(rows: int, cols: int, keys: object) -> array[float]:
    """Return the keys column by column."""
    i: cython.int
    j: cython.int
    height: cython.int = rows
    width: cython.int = cols
    key: cython.double[::1] = keys
    current().reserve(8 * rows * cols, f"the similarities of {rows:,} × {cols:,} pairs of nodes")
    result: array[float] = array("d", (0.0,)) * (rows * cols)
    turned: cython.double[::1] = result
    for i in range(height):
        for j in range(width):
            turned[j * height + i] = key[i * width + j]
    return result


@cython.cclass
class Around:
    """The labelled edges at each node: 2·role where the node is the head, 2·role + 1 where it is the tail."""

    start: cython.int[::1]
    label: cython.int[::1]
    other: cython.int[::1]

    def __init__(self, nodes: cython.int, edges: array[int]) -> None:
        k: cython.int
        v: cython.int
        flat: cython.int[::1] = edges
        count: cython.int = len(edges)
        # Counted two places on, summed up to one place on, and moved to their own place while filling.
        start: cython.int[::1] = array("i", bytes(4 * nodes + 8))
        for k in range(0, count, 3):
            # A loop relates a node to itself, not to one that was matched before it.
            if flat[k + 2] >= 0 and flat[k] != flat[k + 2]:
                start[flat[k] + 2] += 1
                start[flat[k + 2] + 2] += 1
        for v in range(nodes):
            start[v + 1] += start[v]
        self.label = array("i", bytes(4 * count + 4))
        self.other = array("i", bytes(4 * count + 4))
        for k in range(0, count, 3):
            if flat[k + 2] >= 0 and flat[k] != flat[k + 2]:
                v = flat[k] + 1
                self.label[start[v]] = 2 * flat[k + 1]
                self.other[start[v]] = flat[k + 2]
                start[v] += 1
                v = flat[k + 2] + 1
                self.label[start[v]] = 2 * flat[k + 1] + 1
                self.other[start[v]] = flat[k]
                start[v] += 1
        self.start = start


@cython.cclass
class Finisher:
    """The free rows and columns, and the best free column of each free row."""

    rows: cython.int
    cols: cython.int
    row_count: cython.int
    col_count: cython.int
    strict: cython.bint
    key: cython.double[::1]
    result: array[int]
    column: cython.int[::1]
    row_of: cython.int[::1]  # the row of each column, or -1
    free_rows: cython.int[::1]  # in order, drawn together at the front of the list
    free_cols: cython.int[::1]
    rank: cython.int[::1]  # the position of each column in the order
    choice: cython.int[::1]
    context: cython.int[::1]  # of every cell; without orders there is none
    above: Around
    beside: Around

    def __init__(
        self,
        rows: cython.int,
        cols: cython.int,
        keys: object,
        anchors: array[int],
        row_order: array[int] | None,
        col_order: array[int] | None,
    ) -> None:
        a: cython.int
        b: cython.int
        i: cython.int
        self.rows = rows
        self.cols = cols
        self.row_count = 0
        self.col_count = 0
        self.strict = row_order is None
        self.key = keys
        self.result = anchors[:]
        self.column = self.result
        self.free_rows = array("i", bytes(4 * rows + 4))
        self.choice = array("i", bytes(4 * rows + 4))
        self.free_cols = array("i", bytes(4 * cols + 4))
        self.rank = array("i", bytes(4 * cols + 4))
        self.row_of = array("i", (-1,)) * (cols + 1)
        for a in range(rows):
            i = a if row_order is None else row_order[a]
            if self.column[i] >= 0:
                self.row_of[self.column[i]] = i
            else:
                self.free_rows[self.row_count] = i
                self.row_count += 1
        for b in range(cols):
            i = b if col_order is None else col_order[b]
            self.rank[i] = b
            if self.row_of[i] < 0:
                self.free_cols[self.col_count] = i
                self.col_count += 1

    def attend(self, row_edges: array[int], col_edges: array[int]) -> None:
        """Count context from now on."""
        i: cython.int
        current().reserve(
            4 * self.rows * self.cols, f"the context of {self.rows:,} × {self.cols:,} pairs of nodes"
        )
        self.context = array("i", (0,)) * (self.rows * self.cols + 1)
        self.above = Around(self.rows, row_edges)
        self.beside = Around(self.cols, col_edges)
        for i in range(self.rows):
            self.choice[i] = -1
        for i in range(self.rows):
            if self.column[i] >= 0:
                self.hear(i, self.column[i])

    @cython.cfunc
    def hear(self, i: cython.int, j: cython.int) -> cython.void:
        """Tell the free neighbours of a matched pair that it is matched."""
        x: cython.int
        y: cython.int
        k: cython.int
        n: cython.int
        for x in range(self.above.start[i], self.above.start[i + 1]):
            k = self.above.other[x]
            if self.column[k] >= 0:
                continue
            for y in range(self.beside.start[j], self.beside.start[j + 1]):
                n = self.beside.other[y]
                if self.row_of[n] < 0 and self.beside.label[y] == self.above.label[x]:
                    self.context[k * self.cols + n] += 1
                    if self.choice[k] >= 0 and self.precedes(k, n, self.choice[k]):
                        self.choice[k] = n

    @cython.cfunc
    def compare(self, i: cython.int, j: cython.int, k: cython.int, n: cython.int) -> cython.int:
        """Return 1 if the cell (i, j) is greater than the cell (k, n) by key and context, -1 if smaller, else 0."""
        x: cython.int = i * self.cols + j
        y: cython.int = k * self.cols + n
        if self.key[x] != self.key[y]:
            return 1 if self.key[x] > self.key[y] else -1
        if self.strict or self.context[x] == self.context[y]:
            return 0
        return 1 if self.context[x] > self.context[y] else -1

    @cython.cfunc
    def precedes(self, i: cython.int, j: cython.int, n: cython.int) -> cython.bint:
        """Return whether a column comes before another one in a row."""
        order: cython.int = self.compare(i, j, i, n)
        return order > 0 or (order == 0 and self.rank[j] < self.rank[n])

    @cython.cfunc
    def first_best(self, i: cython.int) -> cython.int:
        """Return the first of the free columns with the greatest cell in a row."""
        b: cython.int
        best: cython.int = self.free_cols[0]
        for b in range(1, self.col_count):
            if self.compare(i, self.free_cols[b], i, best) > 0:
                best = self.free_cols[b]
        return best

    @cython.cfunc
    def next_best(self, i: cython.int, j: cython.int, gone: cython.int) -> cython.int:
        """Return the first of the free columns with the greatest cell in a row after its first best, j, is gone.

        An equal one can only stand behind it: where many nodes are alike, it is the very next.
        """
        b: cython.int
        for b in range(gone, self.col_count):
            if self.compare(i, self.free_cols[b], i, j) == 0:
                return self.free_cols[b]
        return self.first_best(i)

    @cython.cfunc
    def rivalled(self, i: cython.int, j: cython.int) -> cython.bint:
        """Return whether a free cell of the same row or column has the same key."""
        x: cython.int
        value: cython.double = self.key[i * self.cols + j]
        for x in range(self.col_count):
            if self.free_cols[x] != j and self.key[i * self.cols + self.free_cols[x]] == value:
                return True
        for x in range(self.row_count):
            if self.free_rows[x] != i and self.key[self.free_rows[x] * self.cols + j] == value:
                return True
        return False

    def run(self) -> array[int] | None:
        """Match the free rows; return the column of each row, or None where nothing settles a tie."""
        a: cython.int
        b: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        best: cython.int
        gone: cython.int
        limits = current()
        large: cython.bint = self.rows * self.cols > LARGE
        if self.col_count:
            for a in range(self.row_count):
                if large:
                    limits.spend(self.col_count)
                self.choice[self.free_rows[a]] = self.first_best(self.free_rows[a])
        while self.row_count and self.col_count:
            if large:
                limits.spend(self.row_count + self.col_count)
            best = 0
            for a in range(1, self.row_count):
                i = self.free_rows[best]
                k = self.free_rows[a]
                if self.compare(k, self.choice[k], i, self.choice[i]) > 0:
                    best = a
            i = self.free_rows[best]
            j = self.choice[i]
            if self.strict and self.rivalled(i, j):
                return None
            self.column[i] = j
            self.row_of[j] = i
            self.row_count -= 1
            for a in range(best, self.row_count):
                self.free_rows[a] = self.free_rows[a + 1]
            gone = 0
            while self.free_cols[gone] != j:
                gone += 1
            self.col_count -= 1
            for b in range(gone, self.col_count):
                self.free_cols[b] = self.free_cols[b + 1]
            if not self.col_count:
                break
            for a in range(self.row_count):
                k = self.free_rows[a]
                if self.choice[k] == j:
                    if large:
                        limits.spend(self.col_count)
                    self.choice[k] = self.next_best(k, j, gone)
            if not self.strict:
                self.hear(i, j)
        return self.result
