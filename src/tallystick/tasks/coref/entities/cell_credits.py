# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What each cell of a table of overlaps earns: n mentions in common of a gold entity and a predicted one.

A cell is a place in the columns row, col and count; `gold_sizes` and `pred_sizes` are those of the entities.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def in_order(
    row: array[int], col: array[int], golds: int, preds: int
) -> tuple[array[int], array[int], array[int]]:
    """Return the cells by row, then by column: their places, rows and columns.

    >>> [list(column) for column in in_order(array("i", [0, 0, 1]), array("i", [2, 1, 0]), 2, 3)]
    [[1, 0, 2], [0, 0, 1], [1, 2, 0]]
    """
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    cells: cython.Py_ssize_t = len(row)
    result: tuple[array[int], array[int], array[int]] = (
        array("i", bytes(4 * cells)),
        array("i", bytes(4 * cells)),
        array("i", bytes(4 * cells)),
    )
    rows: cython.int[::1] = row
    cols: cython.int[::1] = col
    order: cython.int[::1] = result[0]
    sorted_rows: cython.int[::1] = result[1]
    sorted_cols: cython.int[::1] = result[2]
    by_col: cython.int[::1] = array("i", bytes(4 * cells))
    next_of_col: cython.int[::1] = array("i", bytes(4 * (preds + 1)))
    next_of_row: cython.int[::1] = array("i", bytes(4 * (golds + 1)))
    for k in range(cells):
        next_of_col[cols[k] + 1] += 1
        next_of_row[rows[k] + 1] += 1
    for k in range(1, len(next_of_col)):
        next_of_col[k] += next_of_col[k - 1]
    for k in range(1, len(next_of_row)):
        next_of_row[k] += next_of_row[k - 1]
    for k in range(cells):
        by_col[next_of_col[cols[k]]] = k
        next_of_col[cols[k]] += 1
    for k in range(cells):
        place = next_of_row[rows[by_col[k]]]
        next_of_row[rows[by_col[k]]] += 1
        order[place] = by_col[k]
        sorted_rows[place] = rows[by_col[k]]
        sorted_cols[place] = cols[by_col[k]]
    return result


def links(count: array[int]) -> array[float]:
    """Return the links that hold the mentions in common together: n − 1."""
    k: cython.Py_ssize_t
    result: array[float] = array("d", bytes(8 * len(count)))
    counts: cython.int[::1] = count
    earned: cython.double[::1] = result
    for k in range(len(count)):
        earned[k] = counts[k] - 1
    return result


def pairs(count: array[int]) -> array[float]:
    """Return the pairs of mentions in common: C(n, 2)."""
    k: cython.Py_ssize_t
    n: cython.double
    result: array[float] = array("d", bytes(8 * len(count)))
    counts: cython.int[::1] = count
    earned: cython.double[::1] = result
    for k in range(len(count)):
        n = counts[k]
        earned[k] = n * (n - 1) / 2
    return result


def shares(row: array[int], count: array[int], gold_sizes: list[int]) -> array[float]:
    """Return the mentions in common, each by their share of the gold entity: n² / |K|."""
    k: cython.Py_ssize_t
    n: cython.double
    result: array[float] = array("d", bytes(8 * len(count)))
    rows: cython.int[::1] = row
    counts: cython.int[::1] = count
    sizes: cython.int[::1] = array("i", gold_sizes)
    earned: cython.double[::1] = result
    for k in range(len(count)):
        n = counts[k]
        earned[k] = n * n / sizes[rows[k]]
    return result


def resolved(
    row: array[int], col: array[int], count: array[int], gold_sizes: list[int], pred_sizes: list[int]
) -> array[float]:
    """Return |K| times the share of links that are resolved; a single mention has a link with itself."""
    k: cython.Py_ssize_t
    n: cython.double
    result: array[float] = array("d", bytes(8 * len(count)))
    rows: cython.int[::1] = row
    cols: cython.int[::1] = col
    counts: cython.int[::1] = count
    golds: cython.int[::1] = array("i", gold_sizes)
    preds: cython.int[::1] = array("i", pred_sizes)
    earned: cython.double[::1] = result
    for k in range(len(count)):
        n = counts[k]
        if n > 1:
            earned[k] = n * (n - 1) / (golds[rows[k]] - 1)
        elif golds[rows[k]] == 1 and preds[cols[k]] == 1:
            earned[k] = 1
    return result


def chosen(row: array[int], col: array[int], weight: array[float], column: array[int]) -> array[float]:
    """Return the weights of the cells that a matching chose: `column` is that of each row."""
    k: cython.Py_ssize_t
    result: array[float] = array("d", bytes(8 * len(row)))
    rows: cython.int[::1] = row
    cols: cython.int[::1] = col
    weights: cython.double[::1] = weight
    columns: cython.int[::1] = column
    earned: cython.double[::1] = result
    for k in range(len(row)):
        if columns[rows[k]] == cols[k]:
            earned[k] = weights[k]
    return result
