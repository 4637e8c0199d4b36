"""Intervals of two sides matched one to one so that they overlap as much as possible, without all their pairs.

Thousands of nested intervals make millions of pairs. Most of these never count: the problem is solved over
the nearest pairs, and its prices show which others could improve it. These are added, until there are none: then the
matching is best among all pairs. Two intervals overlap by half the sum of their lengths less half the distance of their
ends, so that the nearest ones are those of the smallest distance.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tallystick.limits import current
from tallystick.solve.assign.sparse import Matcher

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ends = NDArray[np.int64]

__all__ = ["most_overlap"]

#: How many neighbours of an interval are pairs from the start.
NEAREST = 6
#: How many positions along a curve are examined before and after an interval to find the nearest.
AROUND = 4
#: How many pairs of an interval are added at a time.
ADDED = 4
#: Number of pairs examined together.
TOGETHER = 4_000_000


def most_overlap(
    golds: Ends, preds: Ends, fixed_overlaps: Mapping[tuple[int, int], int] | None = None
) -> int:
    """The greatest total overlap; an interval is a row of its start and its end, which is outside.

    `fixed_overlaps` are overlaps of pairs that are not intervals: these have rows in which start and end are the same.

    >>> import numpy as np
    >>> most_overlap(np.array([[0, 4], [1, 3]]), np.array([[0, 3], [2, 3]]))
    4
    """
    if not len(golds) or not len(preds):
        return 0
    cells = _nearest(golds, preds)
    fixed = fixed_overlaps or {}
    while True:
        current().spend(len(golds) * len(preds))
        listed = sorted(cells)
        row, col = array("i", [i for i, _ in listed]), array("i", [j for _, j in listed])
        weight = _overlaps(golds, preds, row, col)
        row.extend(i for i, _ in fixed)
        col.extend(j for _, j in fixed)
        weight.extend(fixed.values())
        problem = Matcher(len(golds), len(preds), row, col, weight)
        _, total = problem.solve()
        better = _better(golds, preds, *problem.prices()) - cells
        if not better:
            return round(total)
        cells |= better


def _nearest(golds: Ends, preds: Ends) -> set[tuple[int, int]]:
    """Pair each interval with the nearest ones of the other side, with few exceptions.

    As points of a plane, intervals are sorted along a Z-order curve: those that are close on the curve are candidates.
    The curve separates some neighbours, but not in each of three curves that are shifted by a third (Chan 1998).
    """
    import numpy as np

    lowest = min(int(golds.min()), int(preds.min()))
    highest = max(int(golds.max()), int(preds.max()))
    third = (1 << (highest - lowest).bit_length()) // 3
    cells: set[tuple[int, int]] = set()
    for own, others, turned in ((golds, preds, False), (preds, golds, True)):
        shifts = (-lowest, third - lowest, 2 * third - lowest)
        candidates = np.concatenate(
            [_close_on_curve(own + shift, others + shift) for shift in shifts], axis=1
        )
        candidates.sort(axis=1)
        distance = np.abs(others[candidates] - own[:, None]).sum(axis=2)
        # A candidate of several curves counts once.
        distance[:, 1:][candidates[:, 1:] == candidates[:, :-1]] = np.iinfo(np.int64).max
        near = np.argsort(distance, axis=1, kind="stable")[:, : min(NEAREST, len(others))]
        for i, found in enumerate(np.take_along_axis(candidates, near, axis=1).tolist()):
            cells.update((j, i) if turned else (i, j) for j in found)
    return cells


def _close_on_curve(own: Ends, others: Ends) -> NDArray[np.int64]:
    """For each interval of one side, those of the other that are close on a Z-order curve."""
    import numpy as np

    order = np.argsort(curve := _along_curve(others), kind="stable")
    index = np.searchsorted(curve[order], _along_curve(own))
    window = index[:, None] + np.arange(-AROUND, AROUND)
    return order[window.clip(0, len(others) - 1)]


def _along_curve(ends: Ends) -> NDArray[np.uint64]:
    """Interleave the bits of starts and ends, which must not be negative."""
    import numpy as np

    starts, stops = np.array(ends.T, dtype=np.uint64)
    for coordinate in (starts, stops):
        for bits in (16, 8, 4, 2, 1):
            # The lower half of each group of bits stays, the upper half moves up by its width.
            mask = np.uint64(((1 << 64) - 1) // ((1 << bits) + 1))
            coordinate |= coordinate << np.uint64(bits)
            coordinate &= mask
    return starts | stops << np.uint64(1)


def _overlaps(golds: Ends, preds: Ends, row: array[int], col: array[int]) -> array[float]:
    import numpy as np

    gold_ends, pred_ends = golds[list(row)], preds[list(col)]
    common = np.minimum(gold_ends[:, 1], pred_ends[:, 1]) - np.maximum(gold_ends[:, 0], pred_ends[:, 0])
    return array("d", common.astype(float))


def _better(
    golds: Ends, preds: Ends, row_price: array[float], col_price: array[float]
) -> set[tuple[int, int]]:
    """Pairs that overlap by more than their prices: of each interval, those that do so most.

    Overlaps are whole numbers, and so are prices: sums and differences of overlaps.
    """
    import numpy as np

    rows, cols = np.rint(row_price).astype(np.int64), np.rint(col_price).astype(np.int64)
    starts, ends = np.ascontiguousarray(preds[:, 0]), np.ascontiguousarray(preds[:, 1])
    cells: set[tuple[int, int]] = set()
    most = min(ADDED, len(preds))
    step = max(1, TOGETHER // max(1, len(preds)))
    for start in range(0, len(golds), step):
        gold_ends = golds[start : start + step]
        gain = np.minimum(gold_ends[:, 1, None], ends)
        gain -= np.maximum(gold_ends[:, 0, None], starts)
        gain -= cols
        open_rows = np.nonzero(gain.max(axis=1, initial=0) > rows[start : start + step])[0]
        for i in open_rows.tolist():
            left = gain[i] - rows[start + i]
            best = np.argpartition(-left, most - 1)[:most]
            cells.update((start + i, int(j)) for j in best[left[best] > 0])
    return cells
