"""The confusions of one item: roles, concepts, types and values of the gold, and those predicted instead."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from tallystick.tally import Alignment, Pair
from tallystick.tasks.views.base import Relation, View
from tallystick.tasks.views.parts import PartTable, only_words
from tallystick.tasks.views.schema import EncodedAlignment

__all__ = ["Confusion", "ItemConfusions", "KnownParts", "Label", "Labels", "confusions_of"]

#: The kind of the label, the label in the gold, the label in the prediction.
Confusion = tuple[str, str, str]
#: The kind of a label, and the label.
Label = tuple[str, str]
#: Labels, each as often as it occurs, or how often each occurs.
Labels: TypeAlias = Sequence[Label] | Mapping[Label, int]


class ItemConfusions(NamedTuple):
    """The confusions of one item under one metric."""

    confused: Counter[Confusion]
    labels: tuple[Labels, Labels, Labels]
    """The labels of the gold, of the prediction, and of matched pairs."""


#: A plain value in a record: its path, and the value.
Field = tuple[tuple[str, ...], object]


class KnownPart(NamedTuple):
    """The role of a part in a table of confusions."""

    relation: Relation | None
    """The part as a relation between two ends, None if it is something else."""
    labels: tuple[Label, ...]
    """The kind of each label of the part, and the label."""
    fields: tuple[Field, ...]
    """The plain values in it by path."""
    is_group: bool
    """Whether what is inside a pair of this part is counted elsewhere."""


class KnownParts:
    """The parts of an item by number, each looked up once: metrics align the same parts."""

    def __init__(self, view: View, gold: PartTable, pred: PartTable) -> None:
        self.view = view
        self.gold, self.pred = self._known(gold), self._known(pred)

    def _known(self, table: PartTable) -> dict[int, KnownPart]:
        view = self.view
        return {
            number: (_known_words if only_words(part) else _known_part)(view, part)
            for number, part in table.objects()
        }


def _known_part(view: View, part: object) -> KnownPart:
    return KnownPart(
        view.relation(part), tuple(view.labels(part)), tuple(view.fields(part)), view.is_group(part)
    )


#: Labels and paths of labels recur in many items.
_known_words = lru_cache(maxsize=1 << 14)(_known_part)


def confusions_of(known: KnownParts, alignment: Alignment, encoded: EncodedAlignment) -> ItemConfusions:
    """Count the confusions of an alignment, those inside its pairs included.

    >>> from tallystick.tally import Pair
    >>> from tallystick.tasks.views.parts import Encoder
    >>> from tallystick.tasks.views.records import RecordView
    >>> alignment = Alignment((Pair(("a", "mod", "c"), ("a", "domain", "c"), 0.5),), (), ())
    >>> tables = PartTable(), PartTable()
    >>> encoded = Encoder(*tables).encode(alignment)
    >>> confusions_of(KnownParts(RecordView(), *tables), alignment, encoded).confused
    Counter({('role', 'mod', 'domain'): 1})
    """
    counts = _Counts(known)
    counts.add(alignment, encoded)
    return ItemConfusions(counts.confused, counts.labels)


class _Counts:
    def __init__(self, known: KnownParts) -> None:
        self.known = known
        self.confused: Counter[Confusion] = Counter()
        self.labels: tuple[list[Label], list[Label], list[Label]] = [], [], []

    def add(self, alignment: Alignment, encoded: EncodedAlignment) -> None:
        gold_parts, pred_parts, pairs = self.known.gold, self.known.pred, alignment.matched
        golds = [gold_parts[row[0]] for row in encoded.matched]
        preds = [pred_parts[row[1]] for row in encoded.matched]
        missed = [gold_parts[number] for number in encoded.missed]
        spurious = [pred_parts[number] for number in encoded.spurious]
        # Aligned words that do not match are pairs too.
        matched = [gold for gold, pair in zip(golds, pairs, strict=True) if pair.credit]
        for labels, parts in zip(self.labels, (golds + missed, preds + spurious, matched), strict=True):
            labels.extend(chain.from_iterable([part.labels for part in parts]))
        for gold, pair, row in zip(golds, pairs, encoded.matched, strict=True):
            if pair.inner and not gold.is_group:
                assert len(row) == 5
                for inner, (_, own) in zip(pair.inner.values(), row[4], strict=True):
                    self.add(inner, own)
        self.confused.update(_Confused(pairs, golds, preds, missed, spurious).all())


def _sources(*sides: Sequence[KnownPart]) -> set[str]:
    return {part.relation.source for parts in sides for part in parts if part.relation is not None}


class _Confused:
    """The confusions of one alignment, without what is inside its pairs."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        golds: Sequence[KnownPart],
        preds: Sequence[KnownPart],
        missed: Sequence[KnownPart],
        spurious: Sequence[KnownPart],
    ) -> None:
        self.pairs = pairs
        self.golds = golds
        self.preds = preds
        self.missed = missed
        self.spurious = spurious
        # The nodes of each side are what some triple begins at. A name on one side says nothing about the other.
        self.gold_nodes, self.pred_nodes = _sources(golds, missed), _sources(preds, spurious)

    def all(self) -> Iterator[Confusion]:
        """Yield every confusion: inside matched pairs, then between missed and spurious parts."""
        partners: dict[str, str] = {}
        for pair, gold_part, pred_part in zip(self.pairs, self.golds, self.preds, strict=True):
            gold, pred = gold_part.relation, pred_part.relation
            if gold is None or pred is None:
                if pair.kind != "matched":
                    yield from _differences(gold_part, pred_part)
                continue
            partners[gold.source] = pred.source
            if gold.role != "instance":
                if gold.target in self.gold_nodes:
                    partners.setdefault(gold.target, pred.target)
                if gold.role != pred.role:
                    yield gold.kind, gold.role, pred.role
            elif gold.target != pred.target:
                yield "concept", gold.target, pred.target
        for gold_node, pred_node in partners.items():
            # Nodes that are named with their concepts are partners, whatever the concepts are.
            gold_concept, pred_concept = gold_node.partition("/")[2], pred_node.partition("/")[2]
            if gold_concept and pred_concept and gold_concept != pred_concept:
                yield "concept", gold_concept, pred_concept
        yield from self._related(partners)
        yield from self._alike()

    def _related(self, partners: Mapping[str, str]) -> Iterator[Confusion]:
        """Missed and spurious relations with the same ends; missed and spurious concepts and values of a node."""
        by_ends: defaultdict[tuple[str, str], list[Relation]] = defaultdict(list)
        by_role: defaultdict[tuple[str, str], list[Relation]] = defaultdict(list)
        for part in self.spurious:
            relation = part.relation
            if relation is None:
                continue
            if relation.target in self.pred_nodes and relation.role != "instance":
                by_ends[relation.source, relation.target].append(relation)
            else:
                by_role[relation.source, relation.role].append(relation)
        taken: set[tuple[str, str, str]] = set()
        for gold in [part.relation for part in self.missed]:
            if gold is None or gold.source not in partners:
                continue
            source, role, target = partners[gold.source], gold.role, gold.target
            between = role != "instance" and target in self.gold_nodes
            if between and target not in partners:
                continue
            listed = by_ends[source, partners[target]] if between else by_role[source, role]
            free = next((pred for pred in listed if pred[:3] not in taken), None)
            if free is None:
                continue
            taken.add(free[:3])
            if between:
                yield gold.kind, role, free.role
            else:
                # The concept of matched nodes, or the constant under the same role.
                yield "concept" if role == "instance" else f"value of {role}", target, free.target

    def _alike(self) -> Iterator[Confusion]:
        """Missed and spurious records that differ in a single word."""
        if not self.missed or not self.spurious:
            return
        waiting: defaultdict[object, list[tuple[int, str]]] = defaultdict(list)
        for index, part in enumerate(self.spurious):
            for key, value in _without_a_word(part):
                waiting[key].append((index, value))
        taken: set[int] = set()
        for part in self.missed:
            for key, value in _without_a_word(part):
                free = [(index, other) for index, other in waiting.get(key, ()) if index not in taken]
                if free:
                    taken.add(free[0][0])
                    yield ".".join(key[0]), value, free[0][1]
                    break


def _differences(gold: KnownPart, pred: KnownPart) -> Iterator[Confusion]:
    """Yield the fields in which two matched records have different words."""
    pred_fields = dict(pred.fields)
    for path, value in gold.fields:
        other = pred_fields.get(path)
        if path and isinstance(value, str) and isinstance(other, str) and value != other:
            yield ".".join(path), value, other


def _without_a_word(part: KnownPart) -> Iterator[tuple[tuple[tuple[str, ...], object], str]]:
    """A record without one of its words: the path of the word with the rest, and the word."""
    for path, value in part.fields:
        if path and isinstance(value, str):
            rest = tuple([other for other in part.fields if other[0] != path])
            if rest:
                yield (path, rest), value
