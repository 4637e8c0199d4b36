# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Reads the lists of callers, and checks indices and sizes before compiled code relies on them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.pair_columns import CellColumns, EdgeColumns, PairColumns
else:
    from tallystick.solve.align.pair_columns import CellColumns, EdgeColumns, PairColumns

from tallystick.errors import MemoryLimitError
from tallystick.limits import Limits, readable
from tallystick.solve.align.graph_pair import Edges, GraphPair

__all__ = ["check", "fill", "reserve"]

# What an edge pair and a cell take in the problem and in its bound, found by measuring.
PAIR_BYTES = 60
CELL_BYTES = 64
# The halves of edge pairs are counted in 31 bits.
MOST_PAIRS = 1 << 30


def fill(columns: PairColumns, graphs: GraphPair) -> None:
    """Copy a pair of graphs into columns."""
    columns.clear(0, 0, 0, 0)
    columns.rule = graphs.rule
    fill_edges(columns.gold, graphs.gold)
    fill_edges(columns.pred, graphs.pred)
    fill_cells(columns.cells, graphs.cells.gold, graphs.cells.pred, graphs.cells.weight)
    if graphs.allowed is not None:
        columns.restricted = True
        gold, pred = graphs.allowed[:2]
        fill_cells(columns.allowed, gold, pred, None)


@cython.cfunc
def integers(values: Sequence[int]) -> array[int]:
    """Return the numbers as an array of C ints, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "i":
        return values
    return array("i", values)


@cython.cfunc
def reals(values: Sequence[float]) -> array[float]:
    """Return the numbers as an array of doubles, the same one if they are that already."""
    if isinstance(values, array) and values.typecode == "d":
        return values
    return array("d", values)


@cython.cfunc
@cython.exceptval(check=True)
def fill_edges(columns: EdgeColumns, graph: Edges) -> cython.void:
    """Copy the edges of a graph."""
    k: cython.int
    source: cython.int[::1] = integers(graph.sources)
    target: cython.int[::1] = integers(graph.targets)
    label: cython.int[::1] = integers(graph.labels)
    count: cython.int[::1] = integers(graph.counts)
    if not len(source) == len(target) == len(label) == len(count):
        raise ValueError("parallel lists must have the same length")
    columns.clear(graph.nodes, len(source))
    columns.size = len(source)
    for k in range(columns.size):
        columns.source[k] = source[k]
        columns.target[k] = target[k]
        columns.label[k] = label[k]
        columns.count[k] = count[k]


@cython.cfunc
@cython.exceptval(check=True)
def fill_cells(
    columns: CellColumns, golds: Sequence[int], preds: Sequence[int], weights: Sequence[float] | None
) -> cython.void:
    """Copy pairs of nodes, with their weights if they have any."""
    k: cython.int
    gold: cython.int[::1] = integers(golds)
    pred: cython.int[::1] = integers(preds)
    weight: cython.double[::1]
    if len(gold) != len(pred) or (weights is not None and len(weights) != len(gold)):
        raise ValueError("parallel lists must have the same length")
    if weights is None:
        for k in range(len(gold)):
            columns.add(gold[k], pred[k], 0.0)
    else:
        weight = reals(weights)
        for k in range(len(gold)):
            columns.add(gold[k], pred[k], weight[k])


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def check(columns: PairColumns) -> cython.int:
    """Reject an unknown rule and indices outside the problem: compiled code would read past its arrays."""
    if columns.rule < 0 or columns.rule > 3:
        with cython.gil:
            raise ValueError(f"rule must be 0, 1, 2 or 3, not {columns.rule}")
    check_edges(columns.gold)
    check_edges(columns.pred)
    check_cells(columns.cells, columns.gold.nodes, columns.pred.nodes)
    check_cells(columns.allowed, columns.gold.nodes, columns.pred.nodes)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def check_edges(graph: EdgeColumns) -> cython.int:
    k: cython.int
    for k in range(graph.size):
        if not (0 <= graph.source[k] < graph.nodes and 0 <= graph.target[k] < graph.nodes):
            refuse(graph.nodes)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def check_cells(cells: CellColumns, golds: cython.int, preds: cython.int) -> cython.int:
    k: cython.int
    for k in range(cells.size):
        if not 0 <= cells.pred[k] < preds:
            refuse(preds)
        if not 0 <= cells.gold[k] < golds:
            refuse(golds)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def refuse(size: cython.int) -> cython.int:
    with cython.gil:
        raise ValueError(f"an index lies outside 0..{size - 1}")


def reserve(limits: Limits, rows: int, cols: int, pairs: int) -> None:
    """Reject a problem for which there is no room."""
    cells = min(rows * cols, 2 * pairs)
    size = PAIR_BYTES * pairs + CELL_BYTES * cells
    purpose = f"{pairs:,} pairs of equally labelled edges"
    if pairs > MOST_PAIRS:
        raise MemoryLimitError(
            f"The item needs about {readable(size)} for {purpose}, which is not supported."
        )
    limits.reserve(size, purpose)
