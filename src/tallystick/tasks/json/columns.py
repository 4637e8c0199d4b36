"""Values of all pairs of items of two long lists: matrices, a column of distinct values at a time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.limits import current
from tallystick.solve.assign.dense import assign_dense
from tallystick.solve.assign.sparse import assign
from tallystick.solve.spread import add_values
from tallystick.tasks.json.compare.base import Graded
from tallystick.tasks.json.equal_columns import Cells, equal_cells, leaf_key
from tallystick.tasks.json.lists import Cell, Matching
from tallystick.tasks.json.scalars import kind_of
from tallystick.tasks.json.tree import Array, Leaf, Node, Object

if TYPE_CHECKING:
    from tallystick.tasks.json.match import Matcher

__all__ = ["match_by_column", "value_matrix", "values_by_column"]

#: With more of its cells than this filled, a problem is solved as a matrix.
_DENSE = 0.1

#: A row or column of the matrix, and the node that it has in a column of values.
Entry = tuple[int, Node]


def match_by_column(
    matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> Matching:
    """Return a best matching of some items in any order."""
    gold_items, pred_items = [gold.items[i] for i in golds], [pred.items[j] for j in preds]
    equal = equal_cells(matcher, gold_items, pred_items, int(_DENSE * len(golds) * len(preds)))
    if equal is not None:
        return _match_cells(equal, golds, preds)
    matrix = value_matrix(matcher, gold_items, pred_items)
    rows_count, columns_count = matrix.shape
    if np.count_nonzero(matrix) > _DENSE * matrix.size:
        matched, _ = assign_dense(rows_count, columns_count, array("d", matrix.tobytes()))
    else:
        rows, columns = np.nonzero(matrix)
        cells = array("i", rows.astype(np.intc).tobytes()), array("i", columns.astype(np.intc).tobytes())
        matched, _ = assign(rows_count, columns_count, *cells, array("d", matrix[rows, columns].tobytes()))
    pairs = [(row, column) for row, column in enumerate(matched) if column >= 0]
    total = sum([float(matrix[row, column]) for row, column in pairs])
    return Matching(total, [(golds[row], preds[column]) for row, column in pairs])


def _match_cells(cells: Cells, golds: Sequence[int], preds: Sequence[int]) -> Matching:
    """Return a best matching of the items that have something in common."""
    rows, columns = (array("i", side.astype(np.intc).tobytes()) for side in (cells.rows, cells.columns))
    matched, total = assign(len(golds), len(preds), rows, columns, array("d", cells.values.tobytes()))
    pairs = [(golds[row], preds[column]) for row, column in enumerate(matched) if column >= 0]
    return Matching(float(total), pairs)


def values_by_column(
    matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> Iterator[Cell]:
    """Return the value of each pair of items that has one."""
    matrix = value_matrix(matcher, [gold.items[i] for i in golds], [pred.items[j] for j in preds])
    rows, columns = np.nonzero(matrix)
    values = matrix[rows, columns]
    for row, column, value in zip(rows.tolist(), columns.tolist(), values.tolist(), strict=True):
        yield golds[row], preds[column], value


def value_matrix(matcher: Matcher, golds: Sequence[Node], preds: Sequence[Node]) -> np.ndarray:
    """Return the values of all pairs of gold and predicted items, as doubles."""
    cells = len(golds) * len(preds)
    # The matrix, and the credits of the distinct values of a column.
    current().reserve(16 * cells, f"{len(golds):,} against {len(preds):,} items")
    matrix = np.zeros((len(golds), len(preds)))
    _add(
        matcher,
        matrix,
        [(row, node) for row, node in enumerate(golds) if node.fixed],
        list(enumerate(preds)),
    )
    for row, node in enumerate(golds):
        if not node.fixed:  # a choice between values is not a sum over columns
            matrix[row] = [float(matcher.value(node, other)) for other in preds]
    return matrix


def _add(matcher: Matcher, matrix: np.ndarray, golds: list[Entry], preds: list[Entry]) -> None:
    """Add what the values of one path earn."""
    current().spend(matrix.size)
    by_kind = {kind: [entry for entry in preds if type(entry[1]) is kind] for kind in (Leaf, Object, Array)}
    for kind, others in by_kind.items():
        own = [entry for entry in golds if type(entry[1]) is kind]
        if not own or not others:
            continue
        for some_golds, some_preds in _alike(own, others):
            if kind is Object:
                _add_objects(matcher, matrix, some_golds, some_preds)
            else:
                credits = _leaf_credits if kind is Leaf else _list_credits
                _add_distinct(matcher, matrix, some_golds, some_preds, credits)


def _alike(golds: list[Entry], preds: list[Entry]) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """Return entries of the same field, for all pairs of fields that may match."""
    for some_golds in _by_field(golds):
        for some_preds in _by_field(preds):
            if some_golds[0][1].field.branch == some_preds[0][1].field.branch:
                yield some_golds, some_preds


def _by_field(entries: list[Entry]) -> Iterable[list[Entry]]:
    first = entries[0][1].field
    if all(node.field is first for _, node in entries):
        return [entries]

    def identity(entry: Entry) -> int:
        return id(entry[1].field)

    return [list(some) for _, some in groupby(sorted(entries, key=identity), identity)]


def _add_objects(matcher: Matcher, matrix: np.ndarray, golds: list[Entry], preds: list[Entry]) -> None:
    columns: dict[str, tuple[list[Entry], list[Entry]]] = {}
    for side, entries in enumerate((golds, preds)):
        for index, node in entries:
            assert type(node) is Object
            for key, part in node.entries.items():
                columns.setdefault(key, ([], []))[side].append((index, part))
    # In a fixed order, so that sums of floats are the same for any order of keys.
    for _, (own, others) in sorted(columns.items()):
        if own and others:
            _add(matcher, matrix, own, others)


def _add_distinct(
    matcher: Matcher,
    matrix: np.ndarray,
    golds: list[Entry],
    preds: list[Entry],
    credits: Callable[[Matcher, list[Any], list[Any]], np.ndarray],
) -> None:
    """Compare each pair of distinct values once, and add the result wherever they occur."""
    gold_cells, distinct_golds = _coded(matcher, golds)
    pred_cells, distinct_preds = _coded(matcher, preds)
    earned = credits(matcher, distinct_golds, distinct_preds)
    add_values(
        matrix.reshape(-1), matrix.shape[1], gold_cells, pred_cells, earned.reshape(-1), len(distinct_preds)
    )


def _coded(matcher: Matcher, entries: list[Entry]) -> tuple[tuple[array[int], array[int]], list[Node]]:
    """Return the indices of entries with the numbers of their distinct values, and these values."""
    distinct: dict[object, Node] = {}
    numbers: dict[object, int] = {}
    codes = array("i")
    for _, node in entries:
        key = node.normal if type(node) is Leaf else matcher.text(node)
        code = numbers.setdefault(key, len(numbers))
        if code == len(distinct):
            distinct[key] = node
        codes.append(code)
    return (array("i", [index for index, _ in entries]), codes), list(distinct.values())


def _leaf_credits(matcher: Matcher, golds: list[Leaf], preds: list[Leaf]) -> np.ndarray:
    weight = min(golds[0].size, preds[0].size)
    if matcher.mode == "any-value":
        return np.full((len(golds), len(preds)), float(weight))
    comparator = golds[0].field.comparator
    graded = comparator if matcher.mode == "full" and isinstance(comparator, Graded) else None
    credits = _equal(matcher, golds, preds) if graded is None else _graded(matcher, graded, golds, preds)
    if weight != 1:
        credits *= float(weight)
    return credits


def _graded(matcher: Matcher, comparator: Graded, golds: list[Leaf], preds: list[Leaf]) -> np.ndarray:
    """Return the credits of leaves; those of another kind than the comparator's are compared by equality."""
    rows = [row for row, leaf in enumerate(golds) if kind_of(leaf.normal) == comparator.kind]
    columns = [column for column, leaf in enumerate(preds) if kind_of(leaf.normal) == comparator.kind]
    normals = [golds[row].normal for row in rows], [preds[column].normal for column in columns]
    if len(rows) == len(golds) and len(columns) == len(preds):
        return comparator.matrix(*normals)
    credits = _equal(matcher, golds, preds)
    if rows and columns:
        credits[np.ix_(rows, columns)] = comparator.matrix(*normals)
    return credits


def _equal(matcher: Matcher, gold_leaves: list[Leaf], pred_leaves: list[Leaf]) -> np.ndarray:
    golds, preds = ([leaf_key(matcher, leaf) for leaf in leaves] for leaves in (gold_leaves, pred_leaves))
    codes: dict[object, int] = {}
    own = np.array([codes.setdefault(key, len(codes)) for key in golds])
    others = np.array([codes.setdefault(key, len(codes)) for key in preds])
    equal: np.ndarray = own[:, None] == others[None, :]
    return equal.astype(np.float64)


def _list_credits(matcher: Matcher, golds: list[Array], preds: list[Array]) -> np.ndarray:
    return np.array([[float(matcher.value(gold, pred)) for pred in preds] for gold in golds])
