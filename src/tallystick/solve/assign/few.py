# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Maximum-weight bipartite matching of up to four rows and four columns, without setting anything up."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["FEW", "assign_few"]

#: The most rows and the most columns.
FEW = 4


def assign_few(
    rows: cython.int, cols: cython.int, row: Sequence[int], col: Sequence[int], weight: Sequence[float]
) -> list[int]:
    """Return the indices of the cells of a best matching, in their order.

    Cells are triplets, no two of them for the same pair. Of matchings that are equally good, the rows take the first
    column that they can, in their order.

    >>> assign_few(2, 2, [0, 0, 1], [0, 1, 0], [3.0, 2.0, 2.5])
    [1, 2]
    """
    i: cython.int
    j: cython.int
    k: cython.int
    used: cython.int
    value: cython.double
    count: cython.int = len(weight)
    if rows > 4 or cols > 4:
        raise ValueError(f"{rows} x {cols} is more than 4 x 4")
    worth: cython.double[16] = [0.0] * 16
    choice: cython.int[4] = [-1] * 4
    # The best total of the rows from i on, by the set of the columns that earlier rows use.
    best: cython.double[80] = [0.0] * 80
    for k in range(count):
        i = row[k]
        j = col[k]
        if not (0 <= i < rows and 0 <= j < cols):
            raise ValueError(f"a cell lies outside the {rows} x {cols} problem")
        worth[4 * i + j] = weight[k]
    for i in range(rows - 1, -1, -1):
        for used in range(16):
            best[16 * i + used] = best[16 * i + 16 + used]
            for j in range(cols):
                value = worth[4 * i + j]
                if value > 0.0 and not used >> j & 1:
                    value += best[16 * i + 16 + (used | 1 << j)]
                    if value > best[16 * i + used]:
                        best[16 * i + used] = value
    used = 0
    for i in range(rows):
        for j in range(cols):
            value = worth[4 * i + j]
            if value > 0.0 and not used >> j & 1:
                if value + best[16 * i + 16 + (used | 1 << j)] >= best[16 * i + used]:
                    choice[i] = j
                    used |= 1 << j
                    break
    result = []
    for k in range(count):
        i = row[k]
        j = col[k]
        if choice[i] == j:
            result.append(k)
    return result
