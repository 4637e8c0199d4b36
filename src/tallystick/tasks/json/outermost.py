"""Items of outermost lists, counted as right or not: the metric `item`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tallystick.solve.assign.sparse import assign
from tallystick.solve.ordered import STRICT, match_ordered
from tallystick.tasks.json.lists import groups_by_key, is_discrete, item_text, pair_values
from tallystick.tasks.json.match import Matcher
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["count_items"]


def count_items(
    matcher: Matcher, gold: Node | None, pred: Node | None, least: Fraction
) -> tuple[int, int, int]:
    """Return the numbers of right, predicted and gold items of outermost lists.

    A pair of items is right if its F1 is at least `least`. The pairs are matched so that most are right, which need not
    be the matching of the leaves.
    """
    right = preds = golds = 0
    for gold_list, pred_list in _lists(matcher, gold, pred):
        preds += len(pred_list.items) if pred_list else 0
        own = _right(matcher, gold_list, pred_list, least) if gold_list and pred_list else 0
        right += own
        golds += max(own, _gold_items(matcher, gold_list, pred_list)) if gold_list else 0
    return right, preds, golds


def _gold_items(matcher: Matcher, gold: Array, pred: Array | None) -> int:
    """Return the number of gold items, without those that may be left out and meet none."""
    if gold.fixed:
        return len(gold.items)
    sizes = matcher.item_sizes(gold, pred) if pred else [node.size for node in gold.items]
    return sum(size > 0 for size in sizes)


def _lists(
    matcher: Matcher, gold: Node | None, pred: Node | None
) -> Iterator[tuple[Array | None, Array | None]]:
    """Return the outermost lists of two documents: those that meet as pairs, others alone."""
    waiting: list[tuple[Node | None, Node | None]] = [(gold, pred)]
    while waiting:
        own, other = waiting.pop()
        if type(own) is Options:
            own = own.smallest if other is None else matcher.chosen(own, other)
            waiting.append((own, other))
        elif own is None or other is None:
            node = own or other
            if type(node) is Array:
                yield (node, None) if own else (None, node)
            elif type(node) is Object:
                waiting += [(part, None) if own else (None, part) for part in node.entries.values()]
        elif (
            own.field.branch != other.field.branch
            or type(own) is not type(other)
            or _is_map(own) != _is_map(other)
        ):
            waiting += [(own, None), (None, other)]
        elif type(own) is Object:
            assert type(other) is Object
            waiting += [(part, other.entries.get(key)) for key, part in own.entries.items()]
            waiting += [(None, part) for key, part in other.entries.items() if key not in own.entries]
        elif type(own) is Array:
            assert type(other) is Array
            yield own, other
        else:
            assert type(own) is Leaf


def _is_map(node: Node) -> bool:
    return type(node) is Array and node.is_map


def _right(matcher: Matcher, gold: Array, pred: Array, least: Fraction) -> int:
    """Return the greatest number of right pairs of items."""
    order = "free" if gold.is_map else gold.field.order
    if order == "position":
        there = dict(zip(pred.indices, pred.items, strict=True))
        return sum(
            index in there
            and _is_right(matcher, node, there[index], matcher.value(node, there[index]), least)
            for index, node in zip(gold.indices, gold.items, strict=True)
        )
    if order == "free" and least == 1 and is_discrete(matcher, gold, pred):
        # Items are right if they are equal.
        own = Counter([item_text(matcher, gold, node) for node in gold.items])
        return (own & Counter([item_text(matcher, pred, node) for node in pred.items])).total()
    cells = [
        (i, j)
        for golds, preds in groups_by_key(gold, pred, range(len(gold.items)), range(len(pred.items)))
        for i, j, value in pair_values(matcher, gold, pred, golds, preds)
        if matcher.item_value((gold, pred), gold.items[i], pred.items[j], value)
        and _is_right(matcher, gold.items[i], pred.items[j], value, least)
    ]
    if len(cells) < 2:
        return len(cells)
    rows, columns, ones = [i for i, _ in cells], [j for _, j in cells], [1.0] * len(cells)
    if order == "strict":
        return len(match_ordered(len(pred.items), len(gold.items), columns, rows, ones, STRICT).rows)
    matched, _ = assign(len(gold.items), len(pred.items), rows, columns, ones)
    return sum(column >= 0 for column in matched)


def _is_right(matcher: Matcher, gold: Node, pred: Node, value: object, least: Fraction) -> bool:
    if not value:
        return False
    sizes = matcher.gold_size(gold, pred) + pred.size
    return not matcher.falls_short(2 * value, least * sizes, gold, pred)  # type: ignore[operator]
