"""Two documents side by side, line by line, in the order of the gold."""

from __future__ import annotations

from tallystick.tasks.json.documents import DocumentPair, as_count
from tallystick.tasks.json.explain import shown_value
from tallystick.tasks.json.match import Mode, Number
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options
from tallystick.tasks.views.document_schema import DocumentRow, Sign

__all__ = ["MOST_CONFUSED_SIGNS", "MOST_SIGNS", "ValueTable", "document_rows"]

#: Longer values are cut, and those in the table of confusions.
MOST_SIGNS, MOST_CONFUSED_SIGNS = 1000, 200

#: The labels of a part in the gold and in the prediction.
_Labels = tuple[str, str]


class ValueTable:
    """Values as text, each once: rows name them by index."""

    def __init__(self) -> None:
        self._indices: dict[str, int] = {}

    @property
    def values(self) -> list[str]:
        """The values by index."""
        return list(self._indices)

    def index(self, leaf: Leaf) -> int:
        """Return the index of the value of a leaf."""
        return self.index_of(leaf.value)

    def index_of(self, value: object) -> int:
        """Return the index of a scalar."""
        return self._indices.setdefault(shown_value(value, MOST_SIGNS), len(self._indices))


def document_rows(documents: DocumentPair, mode: Mode, table: ValueTable) -> list[DocumentRow]:
    """Return the lines of two documents: what met is on one line."""
    rows = _Rows(documents, mode, table)
    rows.pair(documents.gold, documents.pred, ("", ""), 0)
    return rows.rows


class _Rows:
    def __init__(self, documents: DocumentPair, mode: Mode, table: ValueTable) -> None:
        self.table = table
        self.matcher = documents.matcher(mode)
        self.scale = documents.scheme.scale
        self.rows: list[DocumentRow] = []

    def pair(
        self, gold: Node | None, pred: Node | None, labels: _Labels, depth: int, item: bool = False
    ) -> None:
        """Add two parts that meet."""
        if type(gold) is Options and pred is not None:
            gold = self.matcher.chosen(gold, pred)
        if gold is not None and pred is not None and gold.field.branch == pred.field.branch:
            if type(gold) is Leaf and type(pred) is Leaf:
                self.leaves(gold, pred, labels, depth)
                return
            if type(gold) is Object and type(pred) is Object:
                inside = self.container(gold, pred, labels, depth, item)
                self.objects(gold, pred, inside)
                return
            if type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
                inside = self.container(gold, pred, labels, depth, item)
                self.lists(gold, pred, inside)
                return
        self.alone(gold, labels[0], depth, "−")
        self.alone(pred, labels[1], depth, "+")

    def leaves(self, gold: Leaf, pred: Leaf, labels: _Labels, depth: int) -> None:
        """Add two leaves, with the credit that they earn."""
        credit = self.matcher.leaf(gold, pred)
        sign: Sign = "=" if credit == gold.size else "≈" if credit else "≠"
        note = self.note(credit, gold.size) if sign == "≈" else ""
        self.rows.append(
            DocumentRow(depth, sign, *labels, self.table.index(gold), self.table.index(pred), note)
        )

    def container(self, gold: Node, pred: Node, labels: _Labels, depth: int, item: bool) -> int:
        """Add the line of two containers, and return the depth of their parts; a document has no line."""
        if not any(labels):
            return depth
        sign: Sign = ""
        note = ""
        if item:
            value, size = self.matcher.value(gold, pred), self.matcher.gold_size(gold, pred)
            sign = "=" if value == size == pred.size else "≈" if value else "≠"
            note = self.note(value, max(size, pred.size))
        self.rows.append(DocumentRow(depth, sign, *labels, None, None, note))
        return depth + 1

    def note(self, credit: Number, size: Number) -> str:
        """Return how much of a size was earned."""
        earned, whole = (as_count(weight, self.scale) for weight in (credit, size))
        return f"{earned:.4g} of {whole:g}"

    def objects(self, gold: Object, pred: Object, depth: int) -> None:
        """Add the entries of two objects: those of the gold, then all others."""
        for key in dict.fromkeys((*gold.entries, *pred.entries)):
            self.pair(gold.entries.get(key), pred.entries.get(key), (key, key), depth)

    def lists(self, gold: Array, pred: Array, depth: int) -> None:
        """Add the items of two lists: those of the gold with their partners, then all others."""
        partners = dict(self.matcher.lists(gold, pred).pairs)
        for index, node in enumerate(gold.items):
            label = _label(gold, index)
            if index in partners:
                partner = partners[index]
                self.pair(node, pred.items[partner], (label, _label(pred, partner)), depth, item=True)
            else:
                self.alone(node, label, depth, "−")
        met = set(partners.values())
        for index, node in enumerate(pred.items):
            if index not in met:
                self.alone(node, _label(pred, index), depth, "+")

    def alone(self, node: Node | None, label: str, depth: int, sign: Sign) -> None:
        """Add a part that meets none, with everything in it."""
        if type(node) is Options:
            node = node.smallest
        if node is None or type(node) is Options:
            return
        value = self.table.index(node) if type(node) is Leaf else None
        if label or value is not None:
            if sign == "−":
                self.rows.append(DocumentRow(depth, sign, label, None, value, None, ""))
            else:
                self.rows.append(DocumentRow(depth, sign, None, label, None, value, ""))
            depth += 1
        if type(node) is Object:
            for key, part in node.entries.items():
                self.alone(part, key, depth, sign)
        elif type(node) is Array:
            for index, item in enumerate(node.items):
                self.alone(item, _label(node, index), depth, sign)


def _label(items: Array, index: int) -> str:
    """Return the index of an item, or its key in a map."""
    return str(items.indices[index]) if items.is_map else f"[{items.indices[index]}]"
