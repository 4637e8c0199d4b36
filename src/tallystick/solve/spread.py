# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Adding values of distinct pairs to all cells of a matrix in which they occur."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["add_values"]


def add_values(
    matrix: cython.double[::1],
    width: cython.Py_ssize_t,
    golds: tuple[array[int], array[int]],
    preds: tuple[array[int], array[int]],
    values: cython.double[::1],
    value_width: cython.Py_ssize_t,
) -> None:
    """Add the value of each gold and pred to their cell.

    `golds` and `preds` are rows or columns of the matrix, and the rows or columns of `values` that go there. Both
    matrices have their rows one after the other.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    row: cython.Py_ssize_t
    value_row: cython.Py_ssize_t
    rows: cython.int[::1] = golds[0]
    gold_codes: cython.int[::1] = golds[1]
    columns: cython.int[::1] = preds[0]
    pred_codes: cython.int[::1] = preds[1]
    pred_count: cython.Py_ssize_t = len(preds[0])
    for i in range(len(golds[0])):
        row = rows[i] * width
        value_row = gold_codes[i] * value_width
        for j in range(pred_count):
            matrix[row + columns[j]] += values[value_row + pred_codes[j]]
