"""The data of a graph alignment: what the kernels hand to one another."""

from __future__ import annotations

from array import array
from typing import NamedTuple


class EdgePairs(NamedTuple):
    """Pairs of a pred edge and a gold edge of the same label, by label, pred edge, gold edge."""

    head: array[int]
    """The cell that pairs the sources."""
    tail: array[int]
    """The cell that pairs the targets."""
    label: array[int]
    pred: array[int]
    gold: array[int]
    credit: array[float]
    share: array[float]
    """The head's part of the credit, where the bound starts from."""


class AlignmentProblem(NamedTuple):
    """Cells that may be chosen, and edge pairs that pay when the cells at both their ends are chosen.

    A row is a pred node, a column a gold node, a cell a pair of both. A half is one end of an edge pair as
    its cell sees it, coded 2 * pair for the head and 2 * pair + 1 for the tail. The halves of a cell form
    slots, of which at most one member can pay.
    """

    rows: int
    cols: int
    integral: bool
    row_name: array[int]
    col_name: array[int]
    # Cells by row, then column; col_cell lists them by column.
    row_start: array[int]
    cell_row: array[int]
    cell_col: array[int]
    weight: array[float]
    col_start: array[int]
    col_cell: array[int]
    pairs: EdgePairs
    # The price of each column, where the bound starts from.
    price: array[float]
    half_start: array[int]
    half: array[int]
    half_opens: array[int]


class AlignmentResult(NamedTuple):
    """The best mapping found, and how much better another could be."""

    mapping: array[int]
    score: float
    upper_bound: float
    optimal: bool
    branches: int
    iterations: int
