# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Puts an alignment problem together: cells by column, and the halves of the edge pairs by cell and slot.

Given that a cell is chosen, a pred edge there meets at most one gold edge, and a gold edge at most one pred
edge. So among the edge pairs of one label and direction at a cell, those of one pred edge form a slot that
pays once; those of one gold edge do as well. Either grouping gives a valid bound; the one with fewer slots
is the tighter.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import current
from tallystick.solve.align.problem import AlignmentProblem, EdgePairs

# A problem with fewer edge pairs, and a cell with fewer halves of them, are too cheap to count their work.
LARGE = 1 << 16
LONG = 1 << 10


def link(
    names: tuple[array[int], array[int]],
    integral: bool,
    row_start_array: array[int],
    cell_col_array: array[int],
    weight: array[float],
    pairs: EdgePairs,
    price: array[float],
) -> AlignmentProblem:
    """Return the problem of these cells (by row and column) and edge pairs (by label and pred edge)."""
    i: cython.int
    j: cython.int
    x: cython.int
    k: cython.int
    rows: cython.int = len(names[0])
    cols: cython.int = len(names[1])
    cells: cython.int = len(cell_col_array)
    zero = array("i", [0])
    row_start: cython.int[::1] = row_start_array
    cell_col: cython.int[::1] = cell_col_array
    cell_row_array: array[int] = zero * cells
    cell_row: cython.int[::1] = cell_row_array
    col_start_array: array[int] = zero * (cols + 1)
    col_start: cython.int[::1] = col_start_array
    col_cell_array: array[int] = zero * cells
    col_cell: cython.int[::1] = col_cell_array
    for i in range(rows):
        for x in range(row_start[i], row_start[i + 1]):
            cell_row[x] = i
    for x in range(cells):
        col_start[cell_col[x]] += 1
    for j in range(1, cols + 1):
        col_start[j] += col_start[j - 1]
    for x in range(cells - 1, -1, -1):
        col_start[cell_col[x]] -= 1
        col_cell[col_start[cell_col[x]]] = x

    limits = current()
    count: cython.int = len(pairs.head)
    large: cython.bint = count > LARGE
    head: cython.int[::1] = pairs.head
    tail: cython.int[::1] = pairs.tail
    half_start_array: array[int] = zero * (cells + 1)
    half_start: cython.int[::1] = half_start_array
    if large:
        limits.spend(count)
    half_array: array[int] = zero * (2 * count)
    half: cython.int[::1] = half_array
    if large:
        limits.spend(count)
    opens_array: array[int] = zero * (2 * count)
    if large:
        limits.spend(count)
    for k in range(count):
        half_start[head[k]] += 1
        half_start[tail[k]] += 1
    if large:
        limits.spend(4 * (cells + count))
    for x in range(1, cells + 1):
        half_start[x] += half_start[x - 1]
    # Filled from behind: in each cell the heads come first, and both stay sorted by label and pred edge.
    for k in range(count - 1, -1, -1):
        half_start[tail[k]] -= 1
        half[half_start[tail[k]]] = 2 * k + 1
    if large:
        limits.spend(4 * count)
    for k in range(count - 1, -1, -1):
        half_start[head[k]] -= 1
        half[half_start[head[k]]] = 2 * k
    if large:
        limits.spend(4 * count)
    open_slots(cells, half_start, half, pairs, opens_array)
    return AlignmentProblem(
        rows=rows,
        cols=cols,
        integral=integral,
        row_name=names[0],
        col_name=names[1],
        row_start=row_start_array,
        cell_row=cell_row_array,
        cell_col=cell_col_array,
        weight=weight,
        col_start=col_start_array,
        col_cell=col_cell_array,
        pairs=pairs,
        price=price,
        half_start=half_start_array,
        half=half_array,
        half_opens=opens_array,
    )


@cython.cfunc
def open_slots(
    cells: cython.int,
    half_start: cython.int[::1],
    half: cython.int[::1],
    pairs: EdgePairs,
    opens: cython.int[::1],
) -> None:
    """Mark the first half of every slot, grouping by the side that has fewer edges."""
    label: cython.int[::1] = pairs.label
    pred: cython.int[::1] = pairs.pred
    gold: cython.int[::1] = pairs.gold
    x: cython.int
    k: cython.int
    h: cython.int
    begin: cython.int
    end: cython.int
    preds: cython.int
    golds: cython.int
    first_run: cython.int
    long: cython.int = LONG
    limits = current()
    for x in range(cells):
        begin = half_start[x]
        if half_start[x + 1] - begin > long:
            limits.spend(4 * (half_start[x + 1] - begin))
        while begin < half_start[x + 1]:
            h = half[begin]
            end = begin + 1
            preds = 1
            while (
                end < half_start[x + 1]
                and (half[end] & 1) == (h & 1)
                and label[half[end] >> 1] == label[h >> 1]
            ):  # fmt: skip
                if pred[half[end] >> 1] != pred[half[end - 1] >> 1]:
                    preds += 1
                end += 1
            opens[begin] = 1
            if preds > 1:
                # Without a sentence constraint every pred edge here meets the same gold edges.
                golds = 0
                first_run = begin
                while first_run < end:
                    k = first_run
                    while k < end and pred[half[k] >> 1] == pred[half[first_run] >> 1]:
                        k += 1
                    golds = max(golds, k - first_run)
                    first_run = k
                if golds < preds:
                    sort_by_gold(begin, end, half, gold)
                    for k in range(begin + 1, end):
                        opens[k] = gold[half[k] >> 1] != gold[half[k - 1] >> 1]
                else:
                    for k in range(begin + 1, end):
                        opens[k] = pred[half[k] >> 1] != pred[half[k - 1] >> 1]
            begin = end


@cython.cfunc
def sort_by_gold(begin: cython.int, end: cython.int, half: cython.int[::1], gold: cython.int[::1]) -> None:
    """Sort halves by gold edge, equal ones by pair (Shell's method: short, and in place)."""
    gap: cython.int = 1
    k: cython.int
    at: cython.int
    moved: cython.int
    while gap < (end - begin) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(begin + gap, end):
            moved = half[k]
            at = k
            while at >= begin + gap and (
                gold[half[at - gap] >> 1] > gold[moved >> 1]
                or (gold[half[at - gap] >> 1] == gold[moved >> 1] and half[at - gap] > moved)
            ):
                half[at] = half[at - gap]
                at -= gap
            half[at] = moved
        gap //= 3
