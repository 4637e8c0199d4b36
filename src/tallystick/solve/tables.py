# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Pairs of values as columns: built row by row from the numbers of a similarity, then selected from and checked."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import inf

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.solve.arrays import integers, reals

__all__ = [
    "PairColumns",
    "combine_equal",
    "first_excess",
    "first_invalid",
    "positive_pairs",
    "select_partners",
]


@cython.cclass
class PairColumns:
    """Columns of pairs that grow by rows; of a row, only what is greater than 0 is kept."""

    gold: array[int]
    pred: array[int]
    value: array[float]
    columns: cython.int
    room_pred: array[int]
    room_value: array[float]

    def __init__(self, columns: cython.int) -> None:
        self.gold = array("i")
        self.pred = array("i")
        self.value = array("d")
        self.columns = columns
        self.room_pred = array("i", [0]) * columns
        self.room_value = array("d", [0.0]) * columns

    def add_row(self, i: cython.int, row: list[object], column_of: array[int] | None) -> int:
        """Add the numbers of row `i`, one for each column or, by `column_of`, one for several.

        Return -1, or the index of the first entry of `row` that is not a float from 0 up to but not including infinity;
        nothing is added then.
        """
        j: cython.int
        k: cython.int
        kept: cython.int = 0
        number: cython.double
        size: cython.int = len(row)
        pred: cython.int[::1] = self.room_pred
        value: cython.double[::1] = self.room_value
        entries: cython.double[::1] = array("d", [0.0]) * size
        column: cython.int[::1]
        k = first_invalid(row)
        if k >= 0:
            return k
        for k in range(size):
            entries[k] = cython.cast(cython.double, row[k])
        if column_of is None:
            for k in range(size):
                if entries[k] > 0.0:
                    pred[kept] = k
                    value[kept] = entries[k]
                    kept += 1
        else:
            column = column_of
            for j in range(self.columns):
                number = entries[column[j]]
                if number > 0.0:
                    pred[kept] = j
                    value[kept] = number
                    kept += 1
        self.gold.extend(array("i", [i]) * kept)
        self.pred.extend(self.room_pred[:kept])
        self.value.extend(self.room_value[:kept])
        return -1

    def finish(self) -> tuple[array[int], array[int], array[float]]:
        """Return the columns: gold, pred, value."""
        return self.gold, self.pred, self.value


@cython.ccall
def first_invalid(values: list[object]) -> cython.Py_ssize_t:
    """Return the index of the first entry that is not a float from 0 up to but not including infinity, else -1."""
    k: cython.Py_ssize_t
    number: cython.double
    infinity: cython.double = inf
    for k in range(len(values)):
        if type(values[k]) is not float:
            return k
        number = cython.cast(cython.double, values[k])
        if not 0.0 <= number < infinity:
            return k
    return -1


def positive_pairs(table: cython.double[:, ::1]) -> tuple[array[int], array[int], array[float]] | None:
    """Return the entries of a table that are greater than 0 as columns; None if one of them is not a similarity."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    rows: cython.Py_ssize_t = table.shape[0]
    columns: cython.Py_ssize_t = table.shape[1]
    infinity: cython.double = inf
    for i in range(rows):
        for j in range(columns):
            if not 0.0 <= table[i, j] < infinity:
                return None
            if table[i, j] > 0.0:
                kept += 1
    golds: array[int] = array("i", [0]) * kept
    preds: array[int] = array("i", [0]) * kept
    values: array[float] = array("d", [0.0]) * kept
    gold: cython.int[::1] = golds
    pred: cython.int[::1] = preds
    value: cython.double[::1] = values
    kept = 0
    for i in range(rows):
        for j in range(columns):
            if table[i, j] > 0.0:
                gold[kept] = i
                pred[kept] = j
                value[kept] = table[i, j]
                kept += 1
    return golds, preds, values


def select_partners(
    gold: Sequence[int], pred: Sequence[int], value: Sequence[float], gold_of_pred: Sequence[int]
) -> tuple[array[int], array[int], array[float]]:
    """Return the pairs whose pred has this gold for its partner, in their order."""
    k: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    golds: cython.int[::1] = integers(gold)
    preds: cython.int[::1] = integers(pred)
    values: cython.double[::1] = reals(value)
    partner: cython.int[::1] = integers(gold_of_pred)
    most: cython.Py_ssize_t = min(len(golds), len(partner))
    chosen_golds: array[int] = array("i", [0]) * most
    chosen_preds: array[int] = array("i", [0]) * most
    chosen_values: array[float] = array("d", [0.0]) * most
    chosen_gold: cython.int[::1] = chosen_golds
    chosen_pred: cython.int[::1] = chosen_preds
    chosen_value: cython.double[::1] = chosen_values
    for k in range(len(golds)):
        if kept < most and partner[preds[k]] == golds[k]:
            chosen_gold[kept] = golds[k]
            chosen_pred[kept] = preds[k]
            chosen_value[kept] = values[k]
            kept += 1
    return chosen_golds[:kept], chosen_preds[:kept], chosen_values[:kept]


def first_excess(
    gold: Sequence[int],
    pred: Sequence[int],
    value: Sequence[float],
    gold_most: Sequence[float],
    pred_most: Sequence[float],
) -> int:
    """Return the index of the first pair worth more than its gold or its pred allows, -1 if there is none."""
    k: cython.Py_ssize_t
    golds: cython.int[::1] = integers(gold)
    preds: cython.int[::1] = integers(pred)
    values: cython.double[::1] = reals(value)
    gold_limit: cython.double[::1] = reals(gold_most)
    pred_limit: cython.double[::1] = reals(pred_most)
    for k in range(len(values)):
        if values[k] > gold_limit[golds[k]] or values[k] > pred_limit[preds[k]]:
            return k
    return -1


def combine_equal(
    gold: Sequence[int], pred: Sequence[int], value: Sequence[float], *, add: bool
) -> tuple[array[int], array[int], array[float]]:
    """Combine the entries of each pair into one, their sum or the greatest of them, in the order of gold and pred.

    Entries of a pair are added in the order in which they are given.
    """
    k: cython.Py_ssize_t
    entry: cython.int
    kept: cython.Py_ssize_t = -1
    adds: cython.bint = add
    golds: cython.int[::1] = integers(gold)
    preds: cython.int[::1] = integers(pred)
    values: cython.double[::1] = reals(value)
    size: cython.Py_ssize_t = len(values)
    order: cython.int[::1] = _stably_sorted(golds, _stably_sorted(preds, array("i", range(size))))
    combined_golds: array[int] = array("i", [0]) * size
    combined_preds: array[int] = array("i", [0]) * size
    combined_values: array[float] = array("d", [0.0]) * size
    combined_gold: cython.int[::1] = combined_golds
    combined_pred: cython.int[::1] = combined_preds
    combined_value: cython.double[::1] = combined_values
    for k in range(size):
        entry = order[k]
        if kept < 0 or combined_gold[kept] != golds[entry] or combined_pred[kept] != preds[entry]:
            kept += 1
            combined_gold[kept] = golds[entry]
            combined_pred[kept] = preds[entry]
            combined_value[kept] = values[entry]
        elif adds:
            combined_value[kept] += values[entry]
        elif values[entry] > combined_value[kept]:
            combined_value[kept] = values[entry]
    kept += 1
    return combined_golds[:kept], combined_preds[:kept], combined_values[:kept]


def _stably_sorted(keys: cython.int[::1], order: cython.int[::1]) -> array[int]:
    """Return the indices of `order` sorted by their keys, small whole numbers; equal ones keep their order."""
    k: cython.Py_ssize_t
    key: cython.int
    size: cython.Py_ssize_t = len(keys)
    largest: cython.int = -1
    for k in range(size):
        if keys[k] > largest:
            largest = keys[k]
    starts: cython.int[::1] = array("i", [0]) * (largest + 2)
    for k in range(size):
        starts[keys[k] + 1] += 1
    for k in range(1, largest + 2):
        starts[k] += starts[k - 1]
    result: array[int] = array("i", [0]) * size
    sorted_indices: cython.int[::1] = result
    for k in range(size):
        key = keys[order[k]]
        sorted_indices[starts[key]] = order[k]
        starts[key] += 1
    return result
