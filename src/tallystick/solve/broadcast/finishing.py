# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Completes an alignment greedily: the pair of free nodes with the greatest key first (AnCast, Section 2.2.3).

Ties go to the pair with most context: labelled edges, in either direction, to nodes matched so far that the other
graph has between their images. So nodes that nothing else distinguishes follow their neighbours.
"""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import thread_arena
    from cython.cimports.tallystick.solve.broadcast.ranking import Ranking
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from tallystick.solve.arena import thread_arena
    from tallystick.solve.broadcast.ranking import Ranking
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["finish", "finish_both_ways", "finish_in_order", "free_in_order", "free_nodes", "transposed"]


def free_nodes(anchors: array[int], cols: int) -> tuple[array[int], array[int]]:
    """Return the rows and the columns that no anchor has."""
    i: cython.int
    rows: list[int] = []
    taken: cython.int[::1] = thread_arena().ints(cols)
    anchor: cython.int[::1] = anchors
    for i in range(len(anchors)):
        if anchor[i] >= 0:
            taken[anchor[i]] = 1
        else:
            rows.append(i)
    return array("i", rows), array("i", [i for i in range(cols) if not taken[i]])


def finish(keys: array[int], rows: array[int], cols: array[int], anchors: array[int]) -> array[int] | None:
    """Return the column of each row, or None if two equal keys compete for a row or a column.

    `rows` and `cols` are the free nodes, `keys` a number for each pair of them, row by row; `anchors` has the columns
    of all rows, those of free rows -1. Equal keys in different rows and columns do not affect each other, so without
    competition there are no ties.
    """
    ranking = Ranking(keys, len(rows), len(cols))
    if not ranking.match_without_ties():
        return None
    return _joined(ranking, rows, cols, anchors)


def finish_in_order(
    keys: array[int],
    rows: array[int],
    cols: array[int],
    anchors: array[int],
    shapes: tuple[Shape, Shape],
) -> array[int]:
    """Return the column of each row; equal keys go by context, then by the order of the rows, then of the columns.

    `shapes` are those of the rows and of the columns.
    """
    finisher = Finisher(keys, rows, cols, anchors, shapes[0], shapes[1])
    finisher.run()
    return _joined(finisher.ranking, rows, cols, anchors)


@cython.cfunc
def _joined(ranking: Ranking, rows: array[int], cols: array[int], anchors: array[int]) -> array[int]:
    """Return the anchors and the matched free nodes together."""
    a: cython.int
    result: array[int] = anchors[:]
    for a in range(ranking.rows):
        if ranking.column[a] >= 0:
            result[rows[a]] = cols[ranking.column[a]]
    return result


def finish_both_ways(
    keys: array[int],
    rows: array[int],
    cols: array[int],
    anchors: array[int],
    shapes: tuple[Shape, Shape],
) -> tuple[array[int], array[int]]:
    """Return the column of each row where last ties go by the order of the rows first, and by that of the columns."""
    by_rows = finish_in_order(keys, rows, cols, anchors, shapes)
    turned = transposed(keys, len(rows), len(cols))
    inverse = _inverse(anchors, shapes[1])
    by_cols = finish_in_order(turned, cols, rows, inverse, (shapes[1], shapes[0]))
    return by_rows, _inverse(by_cols, shapes[0])


@cython.cfunc
def _inverse(columns: array[int], other: Shape) -> array[int]:
    """Return the row of each column, a node of the other graph."""
    i: cython.int
    result: array[int] = array("i", (-1,)) * other.nodes
    rows: cython.int[::1] = result
    column: cython.int[::1] = columns
    for i in range(len(columns)):
        if column[i] >= 0:
            rows[column[i]] = i
    return result


def free_in_order(
    anchors: array[int], orders: tuple[array[int], array[int]]
) -> tuple[array[int], array[int]]:
    """Return the rows and the columns that no anchor has, in the orders of all rows and all columns."""
    i: cython.int
    anchor: cython.int[::1] = anchors
    taken: cython.int[::1] = thread_arena().ints(len(orders[1]))
    for i in range(len(anchors)):
        if anchor[i] >= 0:
            taken[anchor[i]] = 1
    row: cython.int[::1] = orders[0]
    col: cython.int[::1] = orders[1]
    return (
        array("i", [row[i] for i in range(len(orders[0])) if anchor[row[i]] < 0]),
        array("i", [col[i] for i in range(len(orders[1])) if not taken[col[i]]]),
    )


def transposed(keys: array[int], rows: int, cols: int) -> array[int]:
    """Return the keys column by column."""
    i: cython.int
    j: cython.int
    height: cython.int = rows
    width: cython.int = cols
    current().reserve(4 * rows * cols, f"the keys of {rows:,} × {cols:,} pairs of nodes")
    result: array[int] = array("i", (0,)) * (rows * cols)
    if not result:
        return result
    key: cython.int[::1] = keys
    turned: cython.int[::1] = result
    for i in range(height):
        for j in range(width):
            turned[cython.cast(cython.Py_ssize_t, j) * height + i] = key[
                cython.cast(cython.Py_ssize_t, i) * width + j
            ]
    return result


@cython.cclass
class Finisher:
    """The free nodes, their context, and the pairs of the present key that have any."""

    ranking: Ranking
    head: Shape
    tail: Shape
    cols: cython.int
    row_node: cython.int[::1]
    col_node: cython.int[::1]
    row_index: cython.int[::1]  # the index of a node among the free ones, or -1
    col_index: cython.int[::1]
    context: cython.int[::1]  # of every pair of free nodes
    level: cython.int  # the present key; below 0: none
    heap: cython.longlong[::1]  # pairs of the present key with context, the greatest first
    heap_size: cython.int
    heap_room: cython.int

    def __init__(
        self,
        keys: array[int],
        rows: array[int],
        cols: array[int],
        anchors: array[int],
        head: Shape,
        tail: Shape,
    ) -> None:
        a: cython.int
        i: cython.int
        cells = len(rows) * len(cols)
        current().reserve(4 * cells, f"the context of {len(rows):,} × {len(cols):,} pairs of nodes")
        self.ranking = Ranking(keys, len(rows), len(cols))
        self.head = head
        self.tail = tail
        self.cols = len(cols)
        self.row_node = rows
        self.col_node = cols
        self.row_index = array("i", (-1,)) * (head.nodes + 1)
        self.col_index = array("i", (-1,)) * (tail.nodes + 1)
        for a in range(len(rows)):
            self.row_index[self.row_node[a]] = a
        for a in range(self.cols):
            self.col_index[self.col_node[a]] = a
        self.context = array("i", (0,)) * (cells + 1)
        self.level = -1
        self.heap_room = 64
        self.heap = array("q", bytes(8 * self.heap_room))
        self.heap_size = 0
        for i in range(head.nodes):
            if anchors[i] >= 0:
                self.hear(i, anchors[i])

    def run(self) -> None:
        """Match the free nodes, key after key."""
        ranking: Ranking = self.ranking
        cell: cython.int
        while ranking.next_pass():
            while ranking.next_level():
                self.level = ranking.level
                self.heap_size = 0
                cell = ranking.first_cell()
                while cell >= 0:
                    if self.context[cell] > 0:
                        self.push(cell)
                    cell = ranking.next_cell()
                cell = ranking.first_cell()
                while True:
                    while self.heap_size > 0:
                        self.match_top()
                    while cell >= 0 and not ranking.is_free(cell):
                        cell = ranking.next_cell()
                    if cell < 0:
                        break
                    self.match(cell)
            self.level = -1

    @cython.cfunc
    def match_top(self) -> cython.void:
        """Match the pair with most context, unless one of its nodes is matched by now."""
        entry: cython.longlong = self.pop()
        cell: cython.int = cython.cast(cython.int, 0x7FFFFFFF - (entry & 0x7FFFFFFF))
        # What gained context after it was put here is here again.
        if self.ranking.is_free(cell) and self.context[cell] == entry >> 31:
            self.match(cell)

    @cython.cfunc
    def match(self, cell: cython.int) -> cython.void:
        """Match a pair, and let the neighbours of both nodes know."""
        self.ranking.match(cell)
        self.hear(self.row_node[cell // self.cols], self.col_node[cell % self.cols])

    @cython.cfunc
    def hear(self, i: cython.int, j: cython.int) -> cython.void:
        """Count context for the free neighbours of a matched pair."""
        x: cython.int
        y: cython.int
        row: cython.int
        col: cython.int
        cell: cython.int
        head: Shape = self.head
        tail: Shape = self.tail
        for x in range(head.out_start[i], head.out_start[i + 1]):
            # A loop relates a node to itself, not to one that was matched before it.
            row = -1 if head.tail[x] < 0 or head.tail[x] == i else self.row_index[head.tail[x]]
            if row < 0 or self.ranking.column[row] >= 0:
                continue
            for y in range(tail.out_start[j], tail.out_start[j + 1]):
                if tail.role[y] == head.role[x] and tail.tail[y] >= 0 and tail.tail[y] != j:
                    col = self.col_index[tail.tail[y]]
                    if col >= 0 and self.ranking.row[col] < 0:
                        cell = row * self.cols + col
                        self.context[cell] += 1
                        if self.ranking.key[cell] == self.level:
                            self.push(cell)
        for x in range(head.in_start[i], head.in_start[i + 1]):
            row = -1 if head.head[x] == i else self.row_index[head.head[x]]
            if row < 0 or self.ranking.column[row] >= 0:
                continue
            for y in range(tail.in_start[j], tail.in_start[j + 1]):
                if tail.in_role[y] == head.in_role[x] and tail.head[y] != j:
                    col = self.col_index[tail.head[y]]
                    if col >= 0 and self.ranking.row[col] < 0:
                        cell = row * self.cols + col
                        self.context[cell] += 1
                        if self.ranking.key[cell] == self.level:
                            self.push(cell)

    @cython.cfunc
    def push(self, cell: cython.int) -> cython.void:
        """Put a pair on the heap: most context first, then by its index."""
        x: cython.int
        above: cython.int
        entry: cython.longlong = self.context[cell]
        entry = (entry << 31) | (0x7FFFFFFF - cell)
        if self.heap_size == self.heap_room:
            larger: cython.longlong[::1] = array("q", bytes(16 * self.heap_room))
            for x in range(self.heap_size):
                larger[x] = self.heap[x]
            self.heap = larger
            self.heap_room *= 2
        x = self.heap_size
        self.heap_size += 1
        while x > 0:
            above = (x - 1) // 2
            if self.heap[above] >= entry:
                break
            self.heap[x] = self.heap[above]
            x = above
        self.heap[x] = entry

    @cython.cfunc
    def pop(self) -> cython.longlong:
        """Take the first entry off the heap."""
        x: cython.int = 0
        below: cython.int
        result: cython.longlong = self.heap[0]
        self.heap_size -= 1
        entry: cython.longlong = self.heap[self.heap_size]
        while True:
            below = 2 * x + 1
            if below >= self.heap_size:
                break
            if below + 1 < self.heap_size and self.heap[below + 1] > self.heap[below]:
                below += 1
            if self.heap[below] <= entry:
                break
            self.heap[x] = self.heap[below]
            x = below
        self.heap[x] = entry
        return result
