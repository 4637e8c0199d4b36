# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Turns the lists of callers into arrays of C numbers, and checks them before compiled code relies on them.

Also checked is how large a problem they make.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.errors import MemoryLimitError
from tallystick.limits import current, readable

# What an edge pair and a cell take in the problem and in its bound, found by measuring.
PAIR_BYTES = 60
CELL_BYTES = 64
# The halves of edge pairs are counted in 31 bits.
MOST_PAIRS = 1 << 30
# Building fewer edge pairs is too little work to be counted.
LARGE = 1 << 20


def integers(values: Sequence[int]) -> array[int]:
    """Return the numbers as an array of C ints, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "i":
        return values
    return array("i", values)


def reals(values: Sequence[float]) -> array[float]:
    """Return the numbers as an array of doubles, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "d":
        return values
    return array("d", values)


def check(rows: int, cols: int, even: bool, row: array[int], col: array[int]) -> None:
    """Refuse uneven lists and indices outside the problem: compiled code would read past its arrays."""
    if not even:
        raise ValueError("parallel lists must have the same length")
    for size, values in ((rows, row), (cols, col)):
        if not within(values, size):
            raise ValueError(f"an index lies outside 0..{size - 1}")


@cython.cfunc
def within(values: cython.int[::1], size: cython.int) -> cython.bint:
    """Tell whether all indices are valid."""
    k: cython.int
    for k in range(len(values)):
        if values[k] < 0 or values[k] >= size:
            return False
    return True


def reserve(rows: int, cols: int, pairs: int) -> int:
    """Refuse a problem for which there is no room; return the work on its edge pairs by row, 0 if it is little."""
    limits = current()
    if pairs < LARGE and limits.memory is None:
        return 0
    cells = min(rows * cols, 2 * pairs)
    size = PAIR_BYTES * pairs + CELL_BYTES * cells
    purpose = f"{pairs:,} pairs of equally labelled edges"
    if pairs > MOST_PAIRS:
        raise MemoryLimitError(
            f"The item needs about {readable(size)} for {purpose}, which is not supported."
        )
    limits.reserve(size, purpose)
    return 2 * pairs // rows if pairs > LARGE else 0


def number_labels(pred: array[int], gold: array[int]) -> tuple[array[int], array[int], int]:
    """Keep label numbers if they are small enough to count with, else number them anew; return their number too."""
    k: cython.int
    low: cython.int = 0
    high: cython.int = 0
    pred_label: cython.int[::1] = pred
    gold_label: cython.int[::1] = gold
    for k in range(len(pred_label)):
        low = min(low, pred_label[k])
        high = max(high, pred_label[k])
    for k in range(len(gold_label)):
        low = min(low, gold_label[k])
        high = max(high, gold_label[k])
    if low >= 0 and high <= 1000 + 4 * (len(pred_label) + len(gold_label)):
        return pred, gold, high + 1
    number = {label: k for k, label in enumerate(sorted({*pred, *gold}))}
    return (
        array("i", [number[label] for label in pred]),
        array("i", [number[label] for label in gold]),
        len(number),
    )
