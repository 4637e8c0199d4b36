"""Best matchings of two lists of items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from tallystick.limits import PYTHON_STEP, current
from tallystick.solve.assign.sparse import assign
from tallystick.solve.ordered import STRICT, match_ordered
from tallystick.tasks.json.keys import has_several_keys, item_keys, key_of
from tallystick.tasks.json.tree import Array, Node, Object

if TYPE_CHECKING:
    from tallystick.tasks.json.match import Matcher, Number

__all__ = ["LARGE", "Cell", "Matching", "item_key", "item_text", "match_lists", "pair_values"]

#: From this number of pairs of items, values are computed as matrices, one column of distinct values at a time.
LARGE = 1024
#: Whole numbers below this, and their sums and differences, are exact as doubles.
_MOST_EXACT = 1 << 50

#: A gold index, a pred index, and the credit of the pair.
Cell = tuple[int, int, "Number"]


class Matching(NamedTuple):
    """The matched items of two lists."""

    total: Number
    pairs: Sequence[tuple[int, int]]
    """Gold and pred indices among the items, ascending by gold index."""


def match_lists(matcher: Matcher, gold: Array, pred: Array) -> Matching:
    """Return a best matching of two lists; of several, one that does not depend on the order of a free list."""
    order = gold.field.order
    if order == "position" and not gold.is_map:
        return _by_position(matcher, gold, pred)
    discrete = is_discrete(matcher, gold, pred)
    if discrete and matcher.leaf_texts(gold).isdisjoint(matcher.leaf_texts(pred)):
        return Matching(0, [])  # most pairs of lists inside of items have nothing in common
    if order == "strict" and not gold.is_map:
        cells = _keyed_cells(matcher, gold, pred)
        return _chosen(cells, _in_order(len(gold.items), len(pred.items), cells))
    if len(gold.items) == 1 and len(pred.items) == 1:
        cells = _keyed_cells(matcher, gold, pred)
        return _chosen(cells, [cell[:2] for cell in cells])
    golds: Sequence[int] = range(len(gold.items))
    preds: Sequence[int] = range(len(pred.items))
    gold_texts = [item_text(matcher, gold, node) for node in gold.items]
    pred_texts = [item_text(matcher, pred, node) for node in pred.items]
    equal: list[tuple[int, int]] = []
    total: Number = 0
    if discrete:
        equal, golds, preds = _equal_first(gold_texts, pred_texts)
        total = sum([matcher.value(gold.items[i], pred.items[j]) for i, j in equal])
    # Sorted, so that the result does not depend on the order of the lists.
    rows = sorted(golds, key=gold_texts.__getitem__)
    columns = sorted(preds, key=pred_texts.__getitem__)
    pairs = equal
    for some_rows, some_columns in groups_by_key(gold, pred, rows, columns):
        best = _free(matcher, gold, pred, some_rows, some_columns)
        total += best.total
        pairs = [*pairs, *best.pairs]
    return Matching(total, sorted(pairs))


def is_discrete(matcher: Matcher, gold: Array, pred: Array) -> bool:
    """Whether some best matching pairs equal items: all leaves count by equality, and no pair is gated.

    Proof: let p and g be equal items, and let g be matched with x and p with y. Leaves that are right in both pairs are
    right in (y, x), so that pairing g with p and y with x loses nothing.
    """
    if matcher.mode == "full":
        return not gold.graded and not pred.graded
    return gold.fixed and not _gated(gold) and not _gated(pred)


def _gated(node: Node) -> bool:
    """Whether pairs of items below earn something else than the sum of their leaves."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if type(here) is Array:
            if here.field.shape.item_from is not None or here.field.shape.count == "items":
                return True
            waiting += here.items
        elif type(here) is Object:
            waiting += here.entries.values()
    return False


def item_key(items: Array, node: Node) -> tuple[str, ...]:
    """Return the values of the key fields of an item, in a form in which they are equal; absent equals absent."""
    return key_of(node, items.field.shape.key, items.field.scheme.null_is_value)


def item_text(matcher: Matcher, items: Array, node: Node) -> str:
    """Return the text of an item with its key, which may consist of fields that are not scored."""
    if not items.field.shape.key:
        return matcher.text(node)
    return f"{item_key(items, node)}{matcher.text(node)}"


def _equal_first(
    golds: Sequence[str], preds: Sequence[str]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return pairs of items with equal texts, and the indices of all others."""
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    for index in reversed(range(len(preds))):
        waiting[preds[index]].append(index)
    pairs: list[tuple[int, int]] = []
    rest: list[int] = []
    for index, text in enumerate(golds):
        if waiting.get(text):
            pairs.append((index, waiting[text].pop()))
        else:
            rest.append(index)
    return pairs, rest, sorted([index for indices in waiting.values() for index in indices])


def _by_position(matcher: Matcher, gold: Array, pred: Array) -> Matching:
    """Match items of equal indices, whatever they earn."""
    there = {index: at for at, index in enumerate(pred.indices)}
    pairs = [(at, there[index]) for at, index in enumerate(gold.indices) if index in there]
    total: Number = 0
    for i, j in pairs:
        value = matcher.value(gold.items[i], pred.items[j])
        total += matcher.item_value((gold, pred), gold.items[i], pred.items[j], value)
    return Matching(total, pairs)


def _keyed_cells(matcher: Matcher, gold: Array, pred: Array) -> list[Cell]:
    """Return the pairs of items that may meet and earn something."""
    groups = groups_by_key(gold, pred, range(len(gold.items)), range(len(pred.items)))
    return [cell for golds, preds in groups for cell in _gated_cells(matcher, gold, pred, golds, preds)]


def _gated_cells(
    matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> list[Cell]:
    """Return the pairs of some items that earn something in their list."""
    cells: list[Cell] = []
    for i, j, value in pair_values(matcher, gold, pred, golds, preds):
        worth = matcher.item_value((gold, pred), gold.items[i], pred.items[j], value)
        if worth:
            cells.append((i, j, worth))
    return cells


def groups_by_key(
    gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> Iterable[tuple[Sequence[int], Sequence[int]]]:
    """Return the items of both lists that may meet: those with equal keys, or all."""
    if not gold.field.shape.key:
        return [(golds, preds)]
    if has_several_keys(gold.items[i] for i in golds):
        return [(golds, preds)]  # which pairs may meet is decided pair by pair
    by_key: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
    for i in golds:
        by_key.setdefault(item_key(gold, gold.items[i]), ([], []))[0].append(i)
    for j in preds:
        # The fields of the gold: a prediction of another branch may have other keys.
        members = by_key.get(item_key(gold, pred.items[j]))
        if members is not None:
            members[1].append(j)
    return [members for members in by_key.values() if members[1]]


def pair_values(
    matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> Iterable[Cell]:
    """Return the value of each pair of items that has one."""
    if gold.field.shape.key and has_several_keys(gold.items[i] for i in golds):
        return [
            (i, j, value)
            for i, j, value in _pair_values(matcher, gold, pred, golds, preds)
            if item_key(gold, pred.items[j]) in item_keys(gold.items[i], gold.field.shape.key)
        ]
    return _pair_values(matcher, gold, pred, golds, preds)


def _pair_values(
    matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]
) -> Iterable[Cell]:
    pairs = len(golds) * len(preds)
    if pairs >= LARGE:
        from tallystick.tasks.json.columns import values_by_column

        return values_by_column(matcher, gold, pred, golds, preds)
    limits = current()
    limits.spend(PYTHON_STEP * pairs)
    cells: list[Cell] = []
    others = [(j, pred.items[j]) for j in preds]
    for i in golds:
        node = gold.items[i]
        for j, other in others:
            value = matcher.value(node, other)
            if value:
                cells.append((i, j, value))
    return cells


def _free(matcher: Matcher, gold: Array, pred: Array, golds: Sequence[int], preds: Sequence[int]) -> Matching:
    """Return a best matching of some items in any order."""
    shape = gold.field.shape
    gated = shape.item_from is not None or shape.count == "items"
    gated = gated or (bool(shape.key) and has_several_keys(gold.items[i] for i in golds))
    if len(golds) * len(preds) >= LARGE and not gated:
        from tallystick.tasks.json.columns import match_by_column

        return match_by_column(matcher, gold, pred, golds, preds)
    cells = _gated_cells(matcher, gold, pred, golds, preds)
    if len(cells) < 2:
        return _chosen(cells, [cell[:2] for cell in cells])
    row_of = {index: row for row, index in enumerate(golds)}
    column_of = {index: column for column, index in enumerate(preds)}
    matched, _ = assign(
        len(golds),
        len(preds),
        [row_of[i] for i, _, _ in cells],
        [column_of[j] for _, j, _ in cells],
        _doubles(cells),
    )
    return _chosen(cells, [(golds[row], preds[column]) for row, column in enumerate(matched) if column >= 0])


def _in_order(golds: int, preds: int, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """Return the pairs of a best matching that keeps the order of both lists."""
    if len(cells) < 2:
        return [cell[:2] for cell in cells]
    matched = match_ordered(
        preds, golds, [j for _, j, _ in cells], [i for i, _, _ in cells], _doubles(cells), STRICT
    )
    return list(zip(matched.cols, matched.rows, strict=True))


def _doubles(cells: Sequence[Cell]) -> list[float]:
    """Return the weights of cells as doubles: whole numbers where a common denominator allows that."""
    denominators = {worth.denominator for _, _, worth in cells if type(worth) is Fraction}
    if denominators:
        scale = lcm(*denominators)
        if scale < _MOST_EXACT and max([float(worth) for _, _, worth in cells]) * scale < _MOST_EXACT:
            return [float(worth * scale) for _, _, worth in cells]
    return [float(worth) for _, _, worth in cells]


def _chosen(cells: Sequence[Cell], pairs: Iterable[tuple[int, int]]) -> Matching:
    """Return a matching with its total, summed up from the cells themselves."""
    pairs = sorted(pairs)
    wanted = set(pairs)
    total: Number = 0
    for i, j, worth in cells:
        if (i, j) in wanted:
            total += worth
    return Matching(total, pairs)
