"""Columns of counts and their sums over many rows of weights: resamples, or trials of a randomisation.

Metrics and systems have many columns in common, such as the totals of the gold. Each is added up once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tallystick.stats.sample import Sample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["DistinctColumns", "add_up", "exact_in_sums", "side_by_side"]

#: Weights in one product of matrices: they stay in the cache while they are converted and multiplied.
_NEAR_CELLS = 32_000
#: Up to this many multiplications, linear algebra libraries compute a product in one thread. To spread a small one over
#: threads costs more than to compute it.
_SERIAL_PRODUCT = 200_000
#: Products of fewer rows would cost more than they save.
_FEWEST_ROWS = 4

#: The bits of a double's fraction, one less than it has: room for a sum that reaches its bound.
_EXACT_BITS = 52


class DistinctColumns:
    """The columns of several samples with the same units, each once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        numbers: dict[bytes, int] = {}
        distinct: list[Array] = []
        self.columns: list[list[int]] = []
        """The numbers of the columns of each sample."""
        for sample in samples:
            own = []
            for column in exact_in_sums(sample.counts).T.copy():
                number = numbers.setdefault(column.tobytes(), len(distinct))
                if number == len(distinct):
                    distinct.append(column)
                own.append(number)
            self.columns.append(own)
        self.distinct = dict(zip(numbers, distinct, strict=True))
        """The columns by their bytes."""


def side_by_side(columns: Sequence[Array]) -> Array:
    """Return columns as a table."""
    import numpy as np

    return np.ascontiguousarray(np.stack(columns, axis=1))


def add_up(weights: NDArray[Any], table: Array) -> Array:
    """The sums of each column, a row for each row of weights: a product of matrices, some rows at a time."""
    import numpy as np

    rows = min(_NEAR_CELLS // max(1, weights.shape[1]), _SERIAL_PRODUCT // max(1, table.size))
    if rows < _FEWEST_ROWS:
        # So large that a library spreads the product over threads, which is worth it.
        return weights.astype(np.float64, copy=False) @ table
    sums = np.empty((len(weights), table.shape[1]))
    for start in range(0, len(weights), rows):
        some = weights[start : start + rows].astype(np.float64, copy=False)
        np.matmul(some, table, out=sums[start : start + rows])
    return sums


def exact_in_sums(counts: Array) -> Array:
    """The counts rounded so that no sum over a resample is: it does not depend on the other columns of the product.

    Rounding is to a power of two, so small that whole numbers stay as they are.
    """
    import numpy as np

    bound = len(counts) * float(np.abs(counts).max(initial=0.0))
    if not bound:
        return counts
    grain = 2.0 ** (np.ceil(np.log2(bound)) - _EXACT_BITS)
    rounded: Array = np.rint(counts / grain) * grain
    return rounded
