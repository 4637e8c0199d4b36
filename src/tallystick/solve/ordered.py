# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Order-preserving matching of two sequences, by dynamic programming over the table of their prefixes.

A cell of the table holds the best total for a prefix of each side. Taking the pair (i, j) leaves, by mode,
both elements used up (strict), the gold one usable again by earlier pred elements (N:1), the pred one
usable again (1:N), or both (N:N, a staircase).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

STRICT = 0
MANY_TO_ONE = 1
ONE_TO_MANY = 2
MANY_TO_MANY = 3


def match_ordered(
    n: int, m: int, weight: Sequence[float], mode: int, *, traceback: bool = True
) -> tuple[float, array[int], array[int]]:
    """Return the best total and the matched pairs, as pred indices and gold indices in ascending order.

    The weights stand row by row, a row for each of the n pred elements; what is not positive is never
    matched. Without traceback the pairs are left out, and memory grows with m alone.

    >>> match_ordered(2, 2, [2.0, 0.0, 2.0, 1.0], STRICT)
    (3.0, array('i', [0, 1]), array('i', [0, 1]))
    >>> match_ordered(2, 2, [2.0, 0.0, 2.0, 1.0], MANY_TO_MANY)
    (5.0, array('i', [0, 1, 1]), array('i', [0, 0, 1]))
    """
    if len(weight) != n * m:
        raise ValueError(f"{n} x {m} needs {n * m} weights, not {len(weight)}")
    if mode not in (STRICT, MANY_TO_ONE, ONE_TO_MANY, MANY_TO_MANY):
        raise ValueError(f"mode must be 0, 1, 2 or 3, not {mode}")
    weights = weight if isinstance(weight, array) and weight.typecode == "d" else array("d", weight)
    if not traceback:
        return best_total(n, m, weights, mode, array("d", [0.0]) * (2 * (m + 1)), 2), array("i"), array("i")
    table = array("d", [0.0]) * ((n + 1) * (m + 1))
    total = best_total(n, m, weights, mode, table, n + 1)
    return total, *trace(n, m, weights, mode, table)


@cython.cfunc
def best_total(
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    weight: cython.double[::1],
    mode: cython.int,
    table: cython.double[::1],
    kept: cython.Py_ssize_t,
) -> cython.double:
    """Fill the table, of which only some rows are kept (row i at i modulo kept); return its last entry."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    above: cython.Py_ssize_t
    here: cython.Py_ssize_t = 0
    best: cython.double
    taken: cython.double
    for i in range(1, n + 1):
        above = ((i - 1) % kept) * (m + 1)
        here = (i % kept) * (m + 1)
        for j in range(1, m + 1):
            best = max(table[above + j], table[here + j - 1])
            taken = weight[(i - 1) * m + j - 1]
            if taken > 0.0:
                # Before the pair: what remains usable of its two elements.
                if mode == 0:
                    taken += table[above + j - 1]
                elif mode == 1:
                    taken += table[above + j]
                elif mode == 2:
                    taken += table[here + j - 1]
                else:
                    taken += max(table[above + j], table[here + j - 1])
                best = max(best, taken)
            table[here + j] = best
    return table[here + m]


@cython.cfunc
def trace(
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    weight: cython.double[::1],
    mode: cython.int,
    table: cython.double[::1],
) -> object:
    """Walk back through the full table and return the pairs; at a tie a pair is left rather than taken."""
    i: cython.Py_ssize_t = n
    j: cython.Py_ssize_t = m
    width: cython.Py_ssize_t = m + 1
    pred: array[int] = array("i")
    gold: array[int] = array("i")
    while i > 0 and j > 0:
        if table[i * width + j] == table[(i - 1) * width + j]:
            i -= 1
        elif table[i * width + j] == table[i * width + j - 1]:
            j -= 1
        else:
            pred.append(i - 1)
            gold.append(j - 1)
            if mode == 0:
                i -= 1
                j -= 1
            elif mode == 1:
                i -= 1
            elif mode == 2 or table[(i - 1) * width + j] < table[i * width + j - 1]:
                j -= 1
            else:
                i -= 1
    pred.reverse()
    gold.reverse()
    return pred, gold
