"""Which leaf met which, and which items: the alignment of two documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment, Pair
from tallystick.tasks.json.compare.base import Graded
from tallystick.tasks.json.documents import DocumentPair, as_count
from tallystick.tasks.json.match import FULL, Matcher, Mode
from tallystick.tasks.json.scalars import kind_of
from tallystick.tasks.json.shown import shown_difference, shown_value, whole_value
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["LeafAlignment", "Part", "explain_document", "explain_leaves", "shown_value"]

#: The leaves of a missed or spurious item that are listed.
_MOST_LEAVES = 8


class Part:
    """A leaf or an item of a document, with its field and the path to it."""

    __slots__ = ("field", "is_item", "path", "shown", "text", "value")

    def __init__(self, node: Node, path: str, text: str, shown: str) -> None:
        self.field = node.field.name
        self.path = path
        self.is_item = type(node) is not Leaf
        """Whether it is an item of a list with its own parts."""
        self.value = getattr(node, "value", None)
        self.text = text
        self.shown = shown
        """The text for display: long values are shortened."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and (self.path, self.text) == (other.path, other.text)

    def __hash__(self) -> int:
        return hash((self.path, self.text))

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def _short(part: object) -> str:
    """Return a part for display."""
    return part.shown if isinstance(part, Part) else str(part)


@dataclass(frozen=True, slots=True)
class LeafAlignment(Alignment):
    """An alignment with the documents that it was made from."""

    documents: DocumentPair | None = field(default=None, compare=False, repr=False)
    mode: Mode = field(default=FULL, compare=False, repr=False)


def explain_leaves(documents: DocumentPair, mode: Mode) -> LeafAlignment:
    """List the leaves and items of two documents that met, those missed, and those that are spurious."""
    explanation = _Explanation(documents.matcher(mode), documents.scheme.scale)
    whole = explanation.aligned(documents.gold, documents.pred)
    return LeafAlignment(
        whole.matched, whole.missed, whole.spurious, show=(_short, _short), documents=documents, mode=mode
    )


def explain_document(documents: DocumentPair) -> Alignment:
    """List what keeps a document from being right: everything but the leaves and items that are."""
    whole = explain_leaves(documents, FULL)
    return replace(whole, matched=tuple(pair for pair in whole.matched if pair.kind != "matched"))


class _Lines:
    def __init__(self) -> None:
        self.matched: list[Pair] = []
        self.missed: list[Part] = []
        self.spurious: list[Part] = []

    def alignment(self) -> Alignment:
        return Alignment(tuple(self.matched), tuple(self.missed), tuple(self.spurious))


class _Explanation:
    def __init__(self, matcher: Matcher, scale: int) -> None:
        self.matcher = matcher
        self.scale = scale

    def aligned(self, gold: Node | None, pred: Node | None) -> Alignment:
        """Return the alignment of two documents, or of two items; paths begin there."""
        lines = _Lines()
        self.pair(lines, gold, pred, "", "")
        return lines.alignment()

    def pair(
        self, lines: _Lines, gold: Node | None, pred: Node | None, gold_path: str, pred_path: str
    ) -> None:
        """List two parts that meet."""
        if type(gold) is Options and pred is not None:
            gold = self.matcher.chosen(gold, pred)
        if gold is not None and pred is not None and gold.field.branch == pred.field.branch:
            if type(gold) is Leaf and type(pred) is Leaf:
                lines.matched.append(self.leaves(gold, pred, gold_path, pred_path))
                return
            if type(gold) is Object and type(pred) is Object:
                for key in dict.fromkeys((*gold.entries, *pred.entries)):
                    self.pair(
                        lines,
                        gold.entries.get(key),
                        pred.entries.get(key),
                        _below(gold_path, key),
                        _below(pred_path, key),
                    )
                return
            if type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
                self.lists(lines, gold, pred, gold_path, pred_path)
                return
        lines.missed += _alone(gold, gold_path)
        lines.spurious += _alone(pred, pred_path)

    def leaves(self, gold: Leaf, pred: Leaf, gold_path: str, pred_path: str) -> Pair:
        """Return two leaves at the same path, or in two items that meet."""
        credit = self.matcher.leaf(gold, pred)
        kind = "matched" if credit == gold.size else "partly" if credit else "wrong"
        whole = whole_value(gold.value), whole_value(pred.value)
        shown = shown_value(gold.value), shown_value(pred.value)
        if kind != "matched":
            shown = shown_difference(gold.value, pred.value)
        others = [_other(kind, texts, gold_path, pred_path) for texts in (whole, shown)]
        note = f"{as_count(credit, self.scale):.4g} of {as_count(gold.size, self.scale):g}"
        return Pair(
            Part(gold, gold_path, _labelled(gold_path, whole[0]), _labelled(gold_path, shown[0])),
            Part(pred, pred_path, *others),
            float(as_count(credit, self.scale)),
            note=note if kind == "partly" else _near_miss(gold, pred) if kind == "wrong" else "",
            kind=kind,
        )

    def lists(self, lines: _Lines, gold: Array, pred: Array, gold_path: str, pred_path: str) -> None:
        """List the items of two lists: those that meet, and all others."""
        matching = self.matcher.lists(gold, pred)
        for i, j in matching.pairs:
            paths = _item_path(gold_path, gold, i), _item_path(pred_path, pred, j)
            own, other = gold.items[i], pred.items[j]
            if type(own) is Options:
                chosen = self.matcher.chosen(own, other)
                assert chosen is not None
                own = chosen
            if type(own) is Leaf and type(other) is Leaf:
                lines.matched.append(self.leaves(own, other, *paths))
            else:
                lines.matched.append(self.items(own, other, *paths))
        met_golds = {i for i, _ in matching.pairs}
        met_preds = {j for _, j in matching.pairs}
        for i, node in enumerate(gold.items):
            if i not in met_golds:
                lines.missed.append(_item(node, _item_path(gold_path, gold, i)))
        for j, node in enumerate(pred.items):
            if j not in met_preds:
                lines.spurious.append(_item(node, _item_path(pred_path, pred, j)))

    def items(self, gold: Node, pred: Node, gold_path: str, pred_path: str) -> Pair:
        """Return two items that meet, with what is inside them."""
        value = self.matcher.value(gold, pred)
        size = self.matcher.gold_size(gold, pred)
        kind = "matched" if value == size == pred.size else "partly" if value else "wrong"
        most = max(size, pred.size)
        return Pair(
            Part(gold, gold_path, gold_path, gold_path),
            Part(pred, pred_path, pred_path, pred_path),
            float(as_count(value, self.scale)),
            {} if kind == "matched" else {"": self.aligned(gold, pred)},
            f"{as_count(value, self.scale):.4g} of {as_count(most, self.scale):g}",
            kind,
        )


def _near_miss(gold: Leaf, pred: Leaf) -> str:
    """How similar two leaves are that a limit keeps apart; empty if nothing does."""
    comparator = gold.field.comparator
    if not isinstance(comparator, Graded) or comparator.limit is None:
        return ""
    if not comparator.kind == kind_of(gold.normal) == kind_of(pred.normal):
        return ""
    similarity = comparator.near_miss(gold.normal, pred.normal)
    return f"similarity {float(similarity):.4g}, below {float(comparator.limit):g}" if similarity else ""


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _item_path(path: str, items: Array, index: int) -> str:
    return f"{path}[{items.indices[index]}]"


def _labelled(path: str, text: str) -> str:
    return f"{path} {text}".strip()


def _other(kind: str, texts: tuple[str, str], gold_path: str, pred_path: str) -> str:
    """Return a predicted leaf as it is shown after its gold leaf: only in what differs."""
    gold, pred = texts
    if gold_path != pred_path:
        return _labelled(pred_path, pred if pred != gold else "")
    return _labelled(gold_path, gold) if kind == "matched" or pred == gold else pred


def _alone(node: Node | None, path: str) -> Iterator[Part]:
    """Return the parts of a value that meets none: its leaves, and the items of its lists."""
    if type(node) is Options:
        node = node.smallest
    if type(node) is Object:
        for key, part in node.entries.items():
            yield from _alone(part, _below(path, key))
    elif type(node) is Array:
        for index, item in enumerate(node.items):
            yield _item(item, _item_path(path, node, index))
    elif type(node) is Leaf:
        whole, shown = whole_value(node.value), shown_value(node.value)
        yield Part(node, path, _labelled(path, whole), _labelled(path, shown))


def _item(node: Node, path: str) -> Part:
    """Return an item as one line with its first leaves."""
    if type(node) is Leaf:
        return Part(node, path, f"{path}  {whole_value(node.value)}", f"{path}  {shown_value(node.value)}")
    leaves = list(_leaves(node, ""))
    whole = ", ".join([_labelled(name, whole_value(value)) for name, value in leaves])
    shown = ", ".join([_labelled(name, shown_value(value)) for name, value in leaves[:_MOST_LEAVES]])
    more = ", …" * (len(leaves) > _MOST_LEAVES)
    return Part(node, path, f"{path}  {whole}", f"{path}  {shown}{more}")


def _leaves(node: Node | None, path: str) -> Iterator[tuple[str, object]]:
    """Return the paths and values of the leaves of a node."""
    if type(node) is Options:
        node = node.smallest
    if type(node) is Leaf:
        yield path, node.value
    elif type(node) is Object:
        for key, part in node.entries.items():
            yield from _leaves(part, _below(path, key))
    elif type(node) is Array:
        for index, item in enumerate(node.items):
            yield from _leaves(item, _item_path(path, node, index))
