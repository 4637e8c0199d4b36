# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Order-preserving matching of two sequences, by dynamic programming over the table of their prefixes.

A cell of the table holds the best total for a prefix of each side. Taking the pair (i, j) leaves, by mode,
both elements used up (strict), the gold one usable again by earlier pred elements (N:1), the pred one
usable again (1:N), or both (N:N, a staircase).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import current
from tallystick.solve.arrays import integers, reals

STRICT = 0
MANY_TO_ONE = 1
ONE_TO_MANY = 2
MANY_TO_MANY = 3


class OrderedMatching(NamedTuple):
    """The matched cells in ascending order of rows and columns, and their total weight."""

    total: float
    rows: array[int]
    cols: array[int]
    weights: array[float]


def match_ordered(
    n: int, m: int, row: Sequence[int], col: Sequence[int], weight: Sequence[float], mode: int
) -> OrderedMatching:
    """Return the best matching of n pred elements, the rows, with m gold elements, the columns.

    Cells are triplets, no two of them for the same pair; what is not positive is never matched. Of the table only two
    rows are kept, and two bits per entry that say where its total came from.

    >>> match_ordered(2, 2, [0, 1, 1], [0, 0, 1], [2.0, 2.0, 1.0], STRICT)
    OrderedMatching(total=3.0, rows=array('i', [0, 1]), cols=array('i', [0, 1]), weights=array('d', [2.0, 1.0]))
    >>> match_ordered(2, 2, [0, 1, 1], [0, 0, 1], [2.0, 2.0, 1.0], MANY_TO_MANY).total
    5.0
    """
    if mode not in (STRICT, MANY_TO_ONE, ONE_TO_MANY, MANY_TO_MANY):
        raise ValueError(f"mode must be 0, 1, 2 or 3, not {mode}")
    if not len(row) == len(col) == len(weight):
        raise ValueError("row, col and weight must have the same length")
    size = n * m // 4 + 1
    current().reserve(size + 20 * len(row) + 24 * m, f"{n:,} against {m:,} elements in order")
    trail: array[int] = array("B", bytes(size))
    cols: array[int] = array("i", [0]) * len(row)
    weights: array[float] = array("d", [0.0]) * len(row)
    starts: array[int] = array("i", [0]) * (n + 2)
    if not sort_by_row(n, m, integers(row), integers(col), reals(weight), starts, cols, weights):
        raise ValueError(f"a cell lies outside the {n} x {m} problem")
    total = best_total(n, m, starts, cols, weights, mode, trail)
    pred, gold = trace(n, m, mode, trail)
    return OrderedMatching(total, pred, gold, matched_weights(pred, gold, starts, cols, weights))


@cython.cfunc
def sort_by_row(
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    row: cython.int[::1],
    given_col: cython.int[::1],
    given_weight: cython.double[::1],
    start: cython.int[::1],
    col: cython.int[::1],
    weight: cython.double[::1],
) -> cython.bint:
    """Fill in the columns and weights row by row, and where each row begins; return whether all cells are inside."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.int
    # Counted two entries on, summed up to one entry on, and moved to their own entry while filling.
    for k in range(len(row)):
        if not (0 <= row[k] < n and 0 <= given_col[k] < m):
            return False
        start[row[k] + 2] += 1
    for i in range(n):
        start[i + 1] += start[i]
    for k in range(len(row)):
        i = row[k] + 1
        at = start[i]
        col[at] = given_col[k]
        weight[at] = given_weight[k]
        start[i] = at + 1
    return True


@cython.cfunc
def matched_weights(
    pred: cython.int[::1],
    gold: cython.int[::1],
    start: cython.int[::1],
    col: cython.int[::1],
    weight: cython.double[::1],
) -> object:
    """Return the weights of the matched cells."""
    k: cython.Py_ssize_t
    at: cython.int
    result: array[float] = array("d", [0.0]) * len(pred)
    values: cython.double[::1] = result
    for k in range(len(pred)):
        for at in range(start[pred[k]], start[pred[k] + 1]):
            if col[at] == gold[k]:
                values[k] = weight[at]
                break
    return result


@cython.cfunc
def best_total(
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    start: cython.int[::1],
    col: cython.int[::1],
    weight: cython.double[::1],
    mode: cython.int,
    trail: cython.uchar[::1],
) -> cython.double:
    """Fill in the trail, entry by entry, and return the best total.

    0: as good without the pred element. 1: as good without the gold element. 2: the pair is taken; continue as the mode
    says. 3: the pair is taken under N:N; continue with the same pred element.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    best: cython.double
    taken: cython.double
    above: cython.double[::1] = array("d", [0.0]) * (m + 1)
    here: cython.double[::1] = array("d", [0.0]) * (m + 1)
    other: cython.double[::1]
    row: cython.double[::1] = array("d", [0.0]) * (m + 1)
    limits = current()
    for i in range(n):
        limits.spend(m)
        for k in range(start[i], start[i + 1]):
            row[col[k] + 1] = weight[k]
        for j in range(1, m + 1):
            best = max(above[j], here[j - 1])
            taken = row[j]
            if taken > 0.0:
                # Before the pair: what remains usable of its two elements.
                if mode == 0:
                    taken += above[j - 1]
                elif mode == 1:
                    taken += above[j]
                elif mode == 2:
                    taken += here[j - 1]
                else:
                    taken += best
                if taken > best:
                    k = 3 if mode == 3 and above[j] < here[j - 1] else 2
                    trail[at >> 2] |= k << (2 * (at & 3))
                    best = taken
                elif best > above[j]:
                    trail[at >> 2] |= 1 << (2 * (at & 3))
            elif best > above[j]:
                trail[at >> 2] |= 1 << (2 * (at & 3))
            here[j] = best
            at += 1
        for k in range(start[i], start[i + 1]):
            row[col[k] + 1] = 0.0
        other = above
        above = here
        here = other
    return above[m]


@cython.cfunc
def trace(n: cython.Py_ssize_t, m: cython.Py_ssize_t, mode: cython.int, trail: cython.uchar[::1]) -> object:
    """Walk back along the trail and return the pairs; at a tie a pair is left rather than taken."""
    i: cython.Py_ssize_t = n
    j: cython.Py_ssize_t = m
    at: cython.Py_ssize_t
    step: cython.int
    pred: array[int] = array("i")
    gold: array[int] = array("i")
    while i > 0 and j > 0:
        at = (i - 1) * m + j - 1
        step = (trail[at >> 2] >> (2 * (at & 3))) & 3
        if step == 0:
            i -= 1
        elif step == 1:
            j -= 1
        else:
            pred.append(i - 1)
            gold.append(j - 1)
            if mode == 0:
                i -= 1
                j -= 1
            elif mode == 2 or step == 3:
                j -= 1
            else:
                i -= 1
    pred.reverse()
    gold.reverse()
    return pred, gold
