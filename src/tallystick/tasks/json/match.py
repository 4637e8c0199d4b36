"""The value V of two documents: the most that their leaves can earn together.

V is computed bottom-up. Two leaves earn what their comparator gives; two objects the sum over their common keys; two
lists the best total over all matchings of their items. Nothing is normalised below the top, so that a best matching of
each list, given the values of all pairs of its items, is a best matching of the whole.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from tallystick.tasks.json.compare.base import Equivalence, Graded
from tallystick.tasks.json.keys import item_keys, key_of
from tallystick.tasks.json.lists import Matching, item_text, match_lists
from tallystick.tasks.json.scalars import canonical_text, kind_of
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["ANY_VALUE", "EQUALITY", "FULL", "Matcher", "Mode", "Number"]

#: The credit of two leaves: that of their comparators; full credit if they are equal; full credit in any case.
Mode = Literal["full", "equality", "any-value"]
FULL: Mode = "full"
EQUALITY: Mode = "equality"
ANY_VALUE: Mode = "any-value"

#: Sums of weights: whole numbers and fractions are exact; floats come from matrices.
Number = Fraction | int | float


class Matcher:
    """Compares the parts of two trees; each pair of lists is matched once."""

    def __init__(self, mode: Mode = FULL) -> None:
        self.mode = mode
        self._matchings: dict[tuple[int, int], Matching] = {}
        self._texts: dict[int, str] = {}
        self._leaf_texts: dict[int, frozenset[str]] = {}

    def value(self, gold: Node | None, pred: Node | None) -> Number:
        """Return what the leaves of two parts can earn together."""
        if gold is None or pred is None:
            return 0
        if type(gold) is Options:
            return self.value(self.chosen(gold, pred), pred)
        if gold.field is not pred.field and gold.field.branch != pred.field.branch:
            return 0
        if type(gold) is Leaf:
            return self.leaf(gold, pred) if type(pred) is Leaf else 0
        if type(gold) is Object:
            if type(pred) is not Object:
                return 0
            total: Number = 0
            others = pred.entries
            for key, node in gold.entries.items():
                other = others.get(key)
                if other is not None:
                    total += self.value(node, other)
            return total
        assert type(gold) is Array
        if type(pred) is not Array or gold.is_map != pred.is_map:
            return 0
        return self.lists(gold, pred).total

    def leaf(self, gold: Leaf, pred: Leaf) -> Number:
        """Return what two leaves at the same path earn."""
        weight = min(gold.size, pred.size)
        if self.mode == ANY_VALUE or gold.normal == pred.normal:
            return weight
        if self.mode == EQUALITY:
            return 0
        comparator = gold.field.comparator
        kind = kind_of(gold.normal)
        if comparator.kind != kind or kind_of(pred.normal) != kind:
            return 0
        if isinstance(comparator, Graded):
            return weight * comparator.credit(gold.normal, pred.normal)
        assert isinstance(comparator, Equivalence)
        same = comparator.key(gold.value, gold.normal) == comparator.key(pred.value, pred.normal)
        return weight if same else 0

    def chosen(self, gold: Options, pred: Node) -> Node | None:
        """Return the acceptable value that a predicted one earns most with; of several, the smallest.

        None, where all have other keys than the predicted item.
        """
        best: Node | None = None
        rank: tuple[Number, Number] | None = None
        key = key_of(pred, gold.key, pred.field.scheme.null_is_value) if gold.key else None
        for choice in gold.choices:
            if key is not None and (choice is None or key not in item_keys(choice, gold.key)):
                continue
            own = (self.value(choice, pred), -self.gold_size(choice, pred))
            if rank is None or own > rank:
                best, rank = choice, own
        # Nested choices are resolved too, so that callers meet none.
        return self.chosen(best, pred) if type(best) is Options else best

    def gold_size(self, gold: Node | None, pred: Node | None) -> Number:
        """Return the size of a gold part when it is compared with a predicted one: choices depend on it."""
        if gold is None:
            return 0
        if gold.fixed or pred is None:
            return gold.size
        if type(gold) is Options:
            return self.gold_size(self.chosen(gold, pred), pred)
        if gold.field.branch != pred.field.branch:
            return gold.size
        if type(gold) is Object and type(pred) is Object:
            return sum([self.gold_size(node, pred.entries.get(key)) for key, node in gold.entries.items()])
        if type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
            sizes = self.item_sizes(gold, pred)
            if gold.field.shape.count == "items":
                return gold.field.weight * sum(size > 0 for size in sizes)
            return sum(sizes)
        return gold.size

    def item_sizes(self, gold: Array, pred: Array) -> list[Number]:
        """Return the sizes of the items of a gold list, each compared with the one that it meets."""
        partners = dict(self.lists(gold, pred).pairs)
        return [
            self.gold_size(node, pred.items[partners[index]] if index in partners else None)
            for index, node in enumerate(gold.items)
        ]

    def lists(self, gold: Array, pred: Array) -> Matching:
        """Return the best matching of two lists."""
        key = id(gold), id(pred)
        matching = self._matchings.get(key)
        if matching is None:
            matching = self._matchings[key] = match_lists(self, gold, pred)
        return matching

    def item_value(self, lists: tuple[Array, Array], gold: Node, pred: Node, value: Number) -> Number:
        """Return what a pair of items with that value earns in its lists: gates and units are applied."""
        field = lists[0].field
        shape = field.shape
        if not value or (shape.item_from is None and shape.count == "leaves"):
            return value
        sizes: Number = self.gold_size(gold, pred) + pred.size
        gated = shape.item_from is not None and field.order != "position"
        if gated and self.falls_short(2 * value, shape.item_from * sizes, gold, pred):  # type: ignore[operator]
            return 0
        if shape.count == "items":
            return min(field.weight, lists[1].field.weight) * _ratio(2 * value, sizes)
        return value

    def falls_short(self, doubled: Number, limit: Number, gold: Node, pred: Node) -> bool:
        """Whether twice the value of a pair is less than a limit; a value that was rounded is computed again."""
        if isinstance(doubled, float) and abs(doubled - float(limit)) < 1e-9 * (1 + doubled):
            doubled = 2 * self.value(gold, pred)
        return doubled < limit

    def leaf_texts(self, node: Node) -> frozenset[str]:
        """Return the texts of all leaves of a part, whatever their paths."""
        texts = self._leaf_texts.get(id(node))
        if texts is None:
            found: set[str] = set()
            waiting = [node]
            while waiting:
                here = waiting.pop()
                if type(here) is Leaf:
                    found.add(self._leaf_text(here))
                elif type(here) is Object:
                    waiting += here.entries.values()
                elif type(here) is Array:
                    waiting += here.items
            texts = self._leaf_texts[id(node)] = frozenset(found)
        return texts

    def text(self, node: Node) -> str:
        """Return a key that is equal for parts that every comparison treats as equal, to sort and to join them."""
        if type(node) is Leaf:
            return self._leaf_text(node)
        text = self._texts.get(id(node))
        if text is None:
            text = self._texts[id(node)] = self._text(node)
        return text

    def _leaf_text(self, leaf: Leaf) -> str:
        if self.mode == ANY_VALUE:
            return f"*{leaf.field.branch}"
        comparator = leaf.field.comparator
        if self.mode == FULL and not comparator.graded and comparator.kind == kind_of(leaf.normal):
            assert isinstance(comparator, Equivalence)
            key = comparator.key(leaf.value, leaf.normal)
            text = canonical_text(key)
        else:
            text = canonical_text(leaf.normal)
        return f"{text}{leaf.field.branch}" if leaf.field.branch else text

    def _text(self, node: Node) -> str:
        if type(node) is Options:
            return f"?[{','.join([self.text(choice) if choice else '' for choice in node.choices])}]"
        branch = node.field.branch or ""
        if type(node) is Object:
            entries = sorted(node.entries.items())
            return f"{{{branch}{''.join([f'{len(key)}:{key}{self.text(part)}' for key, part in entries])}}}"
        assert type(node) is Array
        parts = [item_text(self, node, item) for item in node.items]
        if node.field.order == "free" or node.is_map:
            parts.sort()
        elif node.field.order == "position":
            parts = [f"{index}={part}" for index, part in zip(node.indices, parts, strict=True)]
        return f"[{branch}{'m' if node.is_map else ''}{','.join(parts)}]"


def _ratio(part: Number, whole: Number) -> Number:
    if isinstance(part, float) or isinstance(whole, float):
        return part / whole
    return Fraction(part) / whole
