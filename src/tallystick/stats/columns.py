"""Columns of counts and their sums over many rows of weights: resamples, or trials of a randomisation.

Metrics and systems have many columns in common, such as the totals of the gold. Each is added up once.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.stats.sample import Sample

    Array = NDArray[np.float64]

__all__ = ["ColumnTable", "DistinctColumns", "column_keys", "exact_in_sums"]

#: Up to this many multiplications, linear algebra libraries compute a product in one thread. To spread a small one over
#: threads costs more than to compute it.
_SERIAL_PRODUCT = 400_000
#: Products of fewer rows would cost more than they save.
_FEWEST_ROWS = 16
#: Rows in a product that is spread over threads: enough for that to pay, few enough for converted weights to be small.
_MOST_ROWS = 256

#: The bits of a double's fraction, one less than it has: room for a sum that reaches its bound.
_EXACT_BITS = 52
#: Whole numbers up to this one are exact in single precision, which is twice as fast.
_SINGLE = 2**24


class DistinctColumns:
    """The columns of several samples with the same units, each once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        numbers: dict[bytes, int] = {}
        distinct: list[Array] = []
        self.columns: list[list[int]] = []
        """The numbers of the columns of each sample."""
        for sample in samples:
            keys = _keys_of(sample)
            if any(key not in numbers for key in keys):
                for key, column in zip(keys, exact_in_sums(sample.counts).T.copy(), strict=True):
                    if numbers.setdefault(key, len(distinct)) == len(distinct):
                        distinct.append(column)
            self.columns.append([numbers[key] for key in keys])
        self.distinct = dict(zip(numbers, distinct, strict=True))
        """The columns by their keys."""


def _keys_of(sample: Sample) -> Sequence[bytes]:
    """The keys of the columns of a sample. Made once: intervals and tests need them."""
    if not sample.column_keys:
        # All at once: several threads may do so.
        sample.column_keys[:] = column_keys(exact_in_sums(sample.counts).T.copy())
    return sample.column_keys


def column_keys(rows: Array) -> list[bytes]:
    """Return a key of each column of a sample, which is a row here; equal columns have equal keys.

    Keys are short, since many samples are in memory together.
    """
    return [blake2b(column, digest_size=16).digest() for column in rows]


class ColumnTable:
    """Columns that are added up together."""

    def __init__(self, columns: Sequence[Array]) -> None:
        import numpy as np

        self._table: Array = np.ascontiguousarray(np.stack(columns, axis=1))
        units = len(self._table)
        self.width = len(columns)
        # No row of weights has a larger sum than the number of units, so no sum is larger than this.
        bounds = units * np.abs(self._table).max(axis=0, initial=0.0)
        single = (bounds <= _SINGLE) & (self._table == np.rint(self._table)).all(axis=0)
        kinds = [(np.flatnonzero(single), np.float32), (np.flatnonzero(~single), np.float64)]
        self._parts: list[tuple[Any, NDArray[Any]]] = [
            (
                own if len(own) < self.width else slice(None),
                np.ascontiguousarray(self._table[:, own], dtype=kind),
            )
            for own, kind in kinds
            if len(own)
        ]

    def sums(self, weights: NDArray[Any], units: Any = slice(None)) -> Array:
        """Return the sums of each column over some units, a row for each row of weights of these.

        Weights are whole, and no row of them has a larger sum than the number of units.
        """
        import numpy as np

        sums = np.empty((len(weights), self.width))
        for own, part in self._parts:
            table = part[units]
            rows = _SERIAL_PRODUCT // max(1, table.size)
            rows = rows if rows >= _FEWEST_ROWS else _MOST_ROWS
            for start in range(0, len(weights), rows):
                some = weights[start : start + rows].astype(table.dtype)
                sums[start : start + rows, own] = some @ table
        return sums

    def total(self, units: Any = slice(None)) -> Array:
        """Return the sums of each column over some units, in a single row."""
        total: Array = self._table[units].sum(axis=0, keepdims=True)
        return total


def exact_in_sums(counts: Array, units: int | None = None) -> Array:
    """The counts rounded so that no sum over a resample is: it does not depend on the other columns of the product.

    Rounding is to a power of two, so small that whole numbers stay as they are. There may be fewer rows than `units`,
    where many of these have the same counts.
    """
    import numpy as np

    bound = (len(counts) if units is None else units) * float(np.abs(counts).max(initial=0.0))
    if not bound:
        return counts
    grain = 2.0 ** (np.ceil(np.log2(bound)) - _EXACT_BITS)
    rounded: Array = np.rint(counts / grain) * grain
    return rounded
