"""Counts by field: the leaves of an aligned pair of documents, each in the row of its field.

A gold leaf is correct, partial, wrong or missed; a predicted leaf is correct, partial, wrong or spurious. All counts
are sums of weights, so that the rows add up to the totals of the documents.
"""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.dataclass import dataclass
from tallystick.tasks.json.fields import Field
from tallystick.tasks.json.match import Matcher, Number
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["Counts", "FieldCounter", "count_fields"]


@dataclass(slots=True)
class Counts:
    """Outcomes of the leaves of a field, in weights."""

    matched: Number = 0
    pred: Number = 0
    gold: Number = 0
    correct: Number = 0
    partial: Number = 0
    wrong: Number = 0
    missed: Number = 0
    spurious: Number = 0
    absent: Number = 0
    """Declared fields of matched objects that both sides leave out; in no total."""

    def plus(self, other: Counts) -> Counts:
        """Return the sum of two rows."""
        return Counts(*[getattr(self, name) + getattr(other, name) for name in Counts.__slots__])


def count_fields(matcher: Matcher, gold: Node | None, pred: Node | None) -> Mapping[str, Counts]:
    """Return the counts of each field that one of two documents has."""
    rows = FieldCounter(matcher)
    rows.pair(gold, pred)
    return {field.name: counts for field, counts in rows.merged()}


class FieldCounter:
    """Walks through two aligned documents, and counts their leaves by field."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self.rows: dict[Field, Counts] = {}

    def merged(self) -> list[tuple[Field, Counts]]:
        """Return one row per name: the branches of a union, and the entries of a map, share theirs."""
        by_name: dict[str, tuple[Field, Counts]] = {}
        for field, counts in self.rows.items():
            known = by_name.get(field.name)
            by_name[field.name] = (field, counts) if known is None else (known[0], known[1].plus(counts))
        return [by_name[name] for name in sorted(by_name)]

    def row(self, field: Field) -> Counts:
        """Return the counts of a field, to be changed."""
        counts = self.rows.get(field)
        if counts is None:
            counts = self.rows[field] = Counts()
        return counts

    def pair(self, gold: Node | None, pred: Node | None) -> None:
        """Count two parts that meet."""
        if type(gold) is Options and pred is not None:
            gold = self.matcher.chosen(gold, pred)
        if gold is None or pred is None:
            self.alone(gold, "missed")
            self.alone(pred, "spurious")
        elif gold.field.branch != pred.field.branch:
            self.apart(gold, pred)
        elif type(gold) is Leaf and type(pred) is Leaf:
            self.leaves(gold, pred)
        elif type(gold) is Object and type(pred) is Object:
            self.objects(gold, pred)
        elif type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
            self.lists(gold, pred)
        else:
            self.apart(gold, pred)

    def apart(self, gold: Node, pred: Node) -> None:
        """Count two parts that cannot be compared: a wrong container, another branch."""
        self.alone(gold, "missed")
        self.alone(pred, "spurious")

    def leaves(self, gold: Leaf, pred: Leaf) -> None:
        """Count two leaves at the same path."""
        self._meeting((gold.field, gold.size), (pred.field, pred.size), self.matcher.leaf(gold, pred))

    def _meeting(self, gold: tuple[Field, int], pred: tuple[Field, int], credit: Number) -> None:
        """Count two parts that meet, each with its field and its weight, and what they earn."""
        own, other = self.row(gold[0]), self.row(pred[0])
        weight = min(gold[1], pred[1])
        own.matched += credit
        own.gold += gold[1]
        other.pred += pred[1]
        # Entries of a map may have different weights: what one has more than the other has no partner.
        own.missed += gold[1] - weight
        other.spurious += pred[1] - weight
        if credit == weight:
            own.correct += weight
        elif credit:
            own.partial += weight
        else:
            own.wrong += weight

    def objects(self, gold: Object, pred: Object) -> None:
        """Count two objects: key by key."""
        own, others = gold.entries, pred.entries
        for key, node in own.items():
            self.pair(node, others.get(key))
        for key, node in others.items():
            if key not in own:
                self.alone(node, "spurious")
        for key, shape in gold.field.shape.properties.items():
            if key not in own and key not in others and not shape.ignore:
                field = gold.field.child(key)
                self.row(field).absent += field.weight

    def lists(self, gold: Array, pred: Array) -> None:
        """Count two lists: the items that meet, and all others."""
        matching = self.matcher.lists(gold, pred)
        by_item = gold.field.shape.count == "items"
        pairs = matching.pairs
        if by_item:
            sizes = self.matcher.item_sizes(gold, pred)
            # Of acceptable values, one that is absent may be the best: then there is no item to meet.
            pairs = [(i, j) for i, j in pairs if sizes[i]]
        for i, j in pairs:
            if by_item:
                self.item((gold, pred), gold.items[i], pred.items[j])
            else:
                self.pair(gold.items[i], pred.items[j])
        if by_item:
            self.items(gold, sum(size > 0 for size in sizes) - len(pairs), "missed")
            self.items(pred, len(pred.items) - len(pairs), "spurious")
            return
        met_golds = {i for i, _ in pairs}
        met_preds = {j for _, j in pairs}
        for index, node in enumerate(gold.items):
            if index not in met_golds:
                self.alone(node, "missed")
        for index, node in enumerate(pred.items):
            if index not in met_preds:
                self.alone(node, "spurious")

    def item(self, lists: tuple[Array, Array], gold: Node, pred: Node) -> None:
        """Count two items of lists that count their items."""
        credit = self.matcher.item_value(lists, gold, pred, self.matcher.value(gold, pred))
        own, other = [(items.field.item(0), items.field.weight) for items in lists]
        self._meeting(own, other, credit)

    def items(self, items: Array, count: int, status: str) -> None:
        """Count items of a list that counts its items and that meet none."""
        if count:
            self._add(items.field.item(0), items.field.weight * count, status)

    def alone(self, node: Node | None, status: str) -> None:
        """Count a part that meets none: every leaf of it is missed, or spurious."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            if type(here) is Options:
                waiting.append(here.smallest)
            elif type(here) is Leaf:
                self._add(here.field, here.size, status)
            elif type(here) is Object:
                waiting += here.entries.values()
            elif type(here) is Array:
                if here.field.shape.count == "items":
                    self.items(here, sum(node.size > 0 for node in here.items), status)
                else:
                    waiting += here.items

    def _add(self, field: Field, weight: int, status: str) -> None:
        counts = self.row(field)
        if status == "missed":
            counts.gold += weight
            counts.missed += weight
        else:
            counts.pred += weight
            counts.spurious += weight
