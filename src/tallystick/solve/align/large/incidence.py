# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Two graphs in the orders that a large alignment needs: edges by label and by node, weights by row."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from operator import eq
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.solve.align.graph_pair import Cells, Edges, GraphPair, NodeGroups
from tallystick.solve.align.large.credit import credit_of

__all__ = ["IndexedPair", "IndexedSide", "index_pair"]


class IndexedSide(NamedTuple):
    """The edges of one graph, sorted by label, how many times each occurs, and those of each node in the same order."""

    nodes: int
    source: array[int]
    target: array[int]
    label: array[int]
    times: array[int]
    out_start: array[int]
    out_edge: array[int]
    in_start: array[int]
    in_edge: array[int]
    label_start: array[int]


class IndexedPair(NamedTuple):
    """Both graphs, and what pairs of nodes earn by themselves: by row (pred node), then column (gold node)."""

    gold: IndexedSide
    pred: IndexedSide
    rule: int
    row_start: array[int]
    col: array[int]
    weight: array[float]
    groups: NodeGroups | None
    integral: bool
    largest: array[float]
    """The largest credit that a pair of edges of each label can have."""


def index_pair(graphs: GraphPair) -> IndexedPair:
    """Return the orders of a pair of graphs; indices are checked, because compiled code relies on them."""
    if graphs.rule not in (0, 1, 2, 3):
        raise ValueError(f"rule must be 0, 1, 2 or 3, not {graphs.rule}")
    for edges in (graphs.gold, graphs.pred):
        check(edges[1:], (edges.nodes, edges.nodes))
        if any(map(eq, edges.sources, edges.targets)):
            raise ValueError("a self loop belongs into the weight of its cell")
    check(graphs.cells, (graphs.gold.nodes, graphs.pred.nodes))
    labels = number_labels(graphs.pred.labels, graphs.gold.labels)
    gold, pred = index_side(graphs.gold, labels), index_side(graphs.pred, labels)
    start, col, weight = index_weights(graphs.cells, graphs.pred.nodes, graphs.gold.nodes)
    integral = all(value.is_integer() for value in set(weight))
    groups = graphs.allowed if isinstance(graphs.allowed, NodeGroups) else None
    largest = [
        credit_of(graphs.rule, most_pred, most_gold)
        for most_pred, most_gold in zip(largest_counts(pred), largest_counts(gold), strict=True)
    ]
    return IndexedPair(gold, pred, graphs.rule, start, col, weight, groups, integral, array("d", largest))


def check(columns: Sequence[Sequence[float]], sizes: tuple[int, int]) -> None:
    """Reject columns of unequal lengths, and indices outside two sizes in the first two of them."""
    if len({len(column) for column in columns}) > 1:
        raise ValueError("parallel lists must have the same length")
    for column, size in zip(columns, sizes, strict=False):
        if column and not 0 <= min(column) <= max(column) < size:
            raise ValueError(f"an index lies outside 0..{size - 1}")


def largest_counts(side: IndexedSide) -> list[int]:
    """Return the largest count among the edges of each label."""
    return [max(side.times[begin:end]) for begin, end in pairwise(side.label_start)]


def number_labels(pred: object, gold: object) -> dict[int, int]:
    """Number the labels that both sides have."""
    common = sorted(set(pred) & set(gold))  # type: ignore[call-overload]
    return {label: number for number, label in enumerate(common)}


def index_side(edges: Edges, labels: dict[int, int]) -> IndexedSide:
    """Return the edges of a graph whose labels are numbered; others can earn nothing."""
    chosen = [index for index, label in enumerate(edges.labels) if label in labels]
    label = array("i", [labels[edges.labels[index]] for index in chosen])
    label_start, order = bucket(label, len(labels))
    label = gather(label, order)
    source = array("i", [edges.sources[chosen[index]] for index in order])
    target = array("i", [edges.targets[chosen[index]] for index in order])
    count = array("i", [edges.counts[chosen[index]] for index in order])
    out_start, out_edge = bucket(source, edges.nodes)
    in_start, in_edge = bucket(target, edges.nodes)
    return IndexedSide(
        edges.nodes, source, target, label, count, out_start, out_edge, in_start, in_edge, label_start
    )


def bucket(key_array: array[int], size: cython.int) -> tuple[array[int], array[int]]:
    """Return where each key begins, and the indices in the order of their keys; equal keys keep their order."""
    k: cython.int
    key: cython.int[::1] = key_array
    count: cython.int = len(key_array)
    start_array: array[int] = array("i", bytes(4 * (size + 1)))
    order_array: array[int] = array("i", bytes(4 * count))
    start: cython.int[::1] = start_array
    order: cython.int[::1] = order_array
    for k in range(count):
        start[key[k]] += 1
    for k in range(1, size + 1):
        start[k] += start[k - 1]
    # Filled from behind, each start ends up where its key begins.
    for k in range(count - 1, -1, -1):
        start[key[k]] -= 1
        order[start[key[k]]] = k
    return start_array, order_array


def gather(value_array: array[int], member_array: array[int]) -> array[int]:
    """Return the values at the members' indices."""
    k: cython.int
    value: cython.int[::1] = value_array
    member: cython.int[::1] = member_array
    result: array[int] = array("i", bytes(4 * len(member_array)))
    taken: cython.int[::1] = result
    for k in range(len(member_array)):
        taken[k] = value[member[k]]
    return result


def index_weights(
    cells: Cells, rows: cython.int, cols: cython.int
) -> tuple[array[int], array[int], array[float]]:
    """Return the positive weights by row and column, those of one cell added up."""
    i: cython.int
    k: cython.int
    x: cython.int
    kept: cython.int = 0
    row: cython.int[::1] = array("i", cells.pred)
    col: cython.int[::1] = array("i", cells.gold)
    weight: cython.double[::1] = array("d", cells.weight)
    _, by_column_array = bucket(array("i", cells.gold), cols)
    by_column: cython.int[::1] = by_column_array
    start_array, by_row_array = bucket(gather(array("i", cells.pred), by_column_array), rows)
    start: cython.int[::1] = start_array
    by_row: cython.int[::1] = by_row_array
    total_cols: array[int] = array("i", bytes(4 * len(row)))
    total_weights: array[float] = array("d", bytes(8 * len(row)))
    total_col: cython.int[::1] = total_cols
    total_weight: cython.double[::1] = total_weights
    new_start_array: array[int] = array("i", bytes(4 * (rows + 1)))
    new_start: cython.int[::1] = new_start_array
    for i in range(rows):
        for k in range(start[i], start[i + 1]):
            x = by_column[by_row[k]]
            if weight[x] <= 0.0:
                continue
            if kept > new_start[i] and total_col[kept - 1] == col[x]:
                total_weight[kept - 1] += weight[x]
            else:
                total_col[kept] = col[x]
                total_weight[kept] = weight[x]
                kept += 1
        new_start[i + 1] = kept
    return new_start_array, total_cols[:kept], total_weights[:kept]
