# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Random words as draws of units, counted as they are made."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["COMPILED", "count_draws"]

#: Whether this module is compiled. Interpreted, it is far slower than NumPy, which draws the same numbers.
COMPILED: bool = cython.compiled

MOST = cython.declare(cython.int, 255)


def count_draws(
    words: cython.uint[::1],
    at: cython.Py_ssize_t,
    times: cython.uchar[:, ::1],
    row: cython.Py_ssize_t,
    drawn: cython.Py_ssize_t,
) -> Any:
    """Count draws until the words are used up or the rows are full. Return the next word, the row and its draws so far.

    Counting begins with the word number `at`, in a `row` that has some draws. A row has as many draws as units. A word
    has 32 bits: the upper half of its product with the number of units is the unit that is drawn. Words are rejected
    if the lower half is too small, so that all units are equally likely (Lemire 2019). NumPy's generators draw whole
    numbers in the same way. If a byte overflows, which is next to impossible, its row is drawn anew.
    """
    rows: cython.Py_ssize_t = times.shape[0]
    units: cython.Py_ssize_t = times.shape[1]
    end: cython.Py_ssize_t = words.shape[0]
    size: cython.ulonglong = units
    least: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << 32) % size
    low: cython.ulonglong = (cython.cast(cython.ulonglong, 1) << 32) - 1
    product: cython.ulonglong
    unit: cython.Py_ssize_t
    with cython.nogil:
        while row < rows and at < end:
            product = words[at] * size
            at += 1
            if (product & low) < least:
                continue
            unit = cython.cast(cython.Py_ssize_t, product >> 32)
            if times[row, unit] == MOST:
                for unit in range(units):
                    times[row, unit] = 0
                drawn = 0
                continue
            times[row, unit] += 1
            drawn += 1
            if drawn == units:
                row += 1
                drawn = 0
    return at, row, drawn
