"""Values of the pairs of items of two long lists that have equal leaves: a join of each column, and no matrix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.tasks.json.compare.base import Equivalence, Graded
from tallystick.tasks.json.scalars import kind_of
from tallystick.tasks.json.tree import Array, Leaf, Node, Object

if TYPE_CHECKING:
    from tallystick.tasks.json.columns import Entry
    from tallystick.tasks.json.match import Matcher

__all__ = ["Cells", "equal_cells", "leaf_key"]

#: The rows or columns of some leaves, and their keys.
_Keyed = tuple[np.ndarray, list[object]]


class Cells(NamedTuple):
    """The pairs that earn something, in the order of rows and columns, and what they earn."""

    rows: np.ndarray
    columns: np.ndarray
    values: np.ndarray


def equal_cells(matcher: Matcher, golds: list[Node], preds: list[Node], most: int) -> Cells | None:
    """Return the pairs of items that have equal leaves.

    None if leaves are compared otherwise, where items contain lists, and where there are more than `most` pairs.
    """
    if matcher.mode == "full" and any(node.graded for node in golds):
        return None
    columns: list[np.ndarray] = []
    weights: list[float] = []
    left = most
    for own, others in _columns(list(enumerate(golds)), list(enumerate(preds))):
        weight = _weight(matcher, own, others)
        if weight is None:
            return None
        keys = [[leaf_key(matcher, node) for _, node in side] for side in (own, others)]
        pairs = _joined(
            (np.array([index for index, _ in own]), keys[0]),
            (np.array([index for index, _ in others]), keys[1]),
            len(preds),
            left,
        )
        if pairs is None:
            return None
        left -= len(pairs)
        columns.append(pairs)
        weights.append(weight)
    if not columns:
        return None
    cells, inverse = np.unique(np.concatenate(columns), return_inverse=True)
    # Weights are whole numbers: their sums are exact in any order.
    values = np.bincount(inverse, np.repeat(weights, [len(pairs) for pairs in columns]), len(cells))
    rows, places = np.divmod(cells, len(preds))
    return Cells(rows, places, values)


def _columns(golds: list[Entry], preds: list[Entry]) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """Yield the values of both sides at each path; objects are taken apart."""
    objects: dict[str, tuple[list[Entry], list[Entry]]] = {}
    others: tuple[list[Entry], list[Entry]] = ([], [])
    for side, entries in enumerate((golds, preds)):
        for index, node in entries:
            if type(node) is not Object:
                others[side].append((index, node))
                continue
            for key, part in node.entries.items():
                objects.setdefault(key, ([], []))[side].append((index, part))
    if others[0] and others[1]:
        yield others
    for own, theirs in objects.values():
        if own and theirs:
            yield from _columns(own, theirs)


def _weight(matcher: Matcher, golds: list[Entry], preds: list[Entry]) -> float | None:
    """Return what equal leaves of a column earn; None if its values are anything else than leaves of one field."""
    field = golds[0][1].field
    for _, node in (*golds, *preds):
        if type(node) is Array or type(node) is not Leaf or node.field is not field or not node.fixed:
            return None
    if matcher.mode == "any-value":
        return None
    if matcher.mode == "full" and isinstance(field.comparator, Graded):
        return None
    weight = min(golds[0][1].size, preds[0][1].size)
    return float(weight) if float(weight).is_integer() else None


def _joined(golds: _Keyed, preds: _Keyed, width: int, most: int) -> np.ndarray | None:
    """Return the cells of a matrix of some width in which two values are equal; None if there are more than `most`."""
    codes: dict[object, int] = {}
    own = np.array([codes.setdefault(key, len(codes)) for key in golds[1]])
    theirs = np.array([codes.get(key, -1) for key in preds[1]])
    columns = preds[0]
    order = np.argsort(theirs, kind="stable")
    theirs, columns = theirs[order], columns[order]
    first, last = np.searchsorted(theirs, own), np.searchsorted(theirs, own, "right")
    counts = last - first
    total = int(counts.sum())
    if total > most:
        return None
    rows = np.repeat(golds[0], counts)
    # The positions first, first + 1, … of each gold value, one after the other.
    offsets = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    cells: np.ndarray = rows * width + columns[np.repeat(first, counts) + offsets]
    return cells


def leaf_key(matcher: Matcher, leaf: Node) -> object:
    """Return what equal leaves have in common."""
    assert isinstance(leaf, Leaf)
    comparator = leaf.field.comparator
    if matcher.mode != "full" or not isinstance(comparator, Equivalence):
        return leaf.normal
    if kind_of(leaf.normal) != comparator.kind:
        return leaf.normal
    return "key", comparator.key(leaf.value, leaf.normal)
