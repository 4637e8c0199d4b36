"""The confusions of one item: roles, concepts, types and values of the gold, and those predicted instead."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict

from tallystick.tally import Alignment
from tallystick.tasks.views.base import Relation, View

__all__ = ["Confusion", "ItemConfusions", "KnownParts", "confusions_of"]

#: The kind of the label, the label in the gold, the label in the prediction.
Confusion = tuple[str, str, str]


class ItemConfusions(TypedDict):
    """The confusions of one item under one metric, in rows that can be added up over items."""

    confused: list[tuple[str, str, str, int]]
    """Kind, gold label, pred label, count."""
    labels: list[tuple[str, str, int, int, int]]
    """Kind, label, how often it is in the gold, in the prediction, and in matched pairs."""


#: Parts as relations between two ends, None for other parts.
Relations = Sequence[Relation | None]


class KnownPart(NamedTuple):
    """What a part is in a table of confusions."""

    relation: Relation | None
    """The part as a relation between two ends, None if it is something else."""
    labels: tuple[tuple[str, str], ...]
    """The kind of each label of the part, and the label."""
    is_group: bool
    """Whether what is inside a pair of this part is counted elsewhere."""


class KnownParts:
    """What each part is, found out once. The metrics of an item align the same parts again and again."""

    def __init__(self, view: View) -> None:
        self.view = view
        # The parts are kept, so that no other object gets their identity.
        self._objects: dict[int, tuple[KnownPart, object]] = {}
        self._triples: dict[object, KnownPart] = {}

    def of(self, part: object) -> KnownPart:
        """Return what a part is."""
        known = self._objects.get(id(part))
        if known is None:
            known = self._objects[id(part)] = self._of_equal(part), part
        return known[0]

    def _of_equal(self, part: object) -> KnownPart:
        if type(part) is not tuple or not part or type(part[0]) is not str:
            return self._new(part)
        # Each metric makes its own triples.
        try:
            return self._triples[part]
        except KeyError:
            known = self._triples[part] = self._new(part)
            return known
        except TypeError:  # not hashable
            return self._new(part)

    def _new(self, part: object) -> KnownPart:
        view = self.view
        return KnownPart(view.relation(part), tuple(view.labels(part)), view.is_group(part))


def confusions_of(known: KnownParts, alignment: Alignment) -> ItemConfusions:
    """Count the confusions of an alignment, those inside its pairs included.

    >>> from tallystick.tally import Pair
    >>> from tallystick.tasks.views.records import RecordView
    >>> pair = Pair(("a", "mod", "c"), ("a", "domain", "c"), 0.5)
    >>> confusions_of(KnownParts(RecordView()), Alignment((pair,), (), ()))["confused"]
    [('role', 'mod', 'domain', 1)]
    """
    counts = _Counts(known)
    counts.add(alignment)
    return {
        "confused": [(*key, count) for key, count in counts.confused.items()],
        "labels": [(*key, gold, pred, matched) for key, (gold, pred, matched) in counts.labels.items()],
    }


class _Counts:
    def __init__(self, known: KnownParts) -> None:
        self.known = known
        self.confused: Counter[Confusion] = Counter()
        self.labels: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, alignment: Alignment) -> None:
        known_of, labels = self.known.of, self.labels
        golds = [known_of(pair.gold) for pair in alignment.matched]
        preds = [known_of(pair.pred) for pair in alignment.matched]
        missed = [known_of(part) for part in alignment.missed]
        spurious = [known_of(part) for part in alignment.spurious]
        for pair, gold, pred in zip(alignment.matched, golds, preds, strict=True):
            for key in gold.labels:
                counts = labels[key]
                counts[0] += 1
                if pair.credit:  # Aligned words that do not match are pairs too.
                    counts[2] += 1
            for key in pred.labels:
                labels[key][1] += 1
            if pair.inner and not gold.is_group:
                for inner in pair.inner.values():
                    self.add(inner)
        for column, parts in enumerate((missed, spurious)):
            for part in parts:
                for key in part.labels:
                    labels[key][column] += 1
        relations = ([part.relation for part in parts] for parts in (golds, preds, missed, spurious))
        self.confused.update(_Confused(self.known.view, alignment, *relations).all())


def _sources(*sides: Relations) -> set[str]:
    return {relation.source for relations in sides for relation in relations if relation is not None}


class _Confused:
    """The confusions of one alignment, without what is inside its pairs."""

    def __init__(
        self,
        view: View,
        alignment: Alignment,
        golds: Relations,
        preds: Relations,
        missed: Relations,
        spurious: Relations,
    ) -> None:
        self.view = view
        self.alignment = alignment
        self.golds = golds
        self.preds = preds
        self.missed = missed
        self.spurious = spurious
        # The nodes of each side are what some triple begins at. A name on one side says nothing about the other.
        self.gold_nodes, self.pred_nodes = _sources(golds, missed), _sources(preds, spurious)

    def all(self) -> Iterator[Confusion]:
        """Yield every confusion: inside matched pairs, then between missed and spurious parts."""
        partners: dict[str, str] = {}
        for pair, gold, pred in zip(self.alignment.matched, self.golds, self.preds, strict=True):
            if gold is None or pred is None:
                if pair.kind != "matched":
                    yield from self._differences(pair.gold, pair.pred)
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
        for relation in self.spurious:
            if relation is None:
                continue
            if relation.target in self.pred_nodes and relation.role != "instance":
                by_ends[relation.source, relation.target].append(relation)
            else:
                by_role[relation.source, relation.role].append(relation)
        taken: set[tuple[str, str, str]] = set()
        for gold in self.missed:
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

    def _differences(self, gold: object, pred: object) -> Iterator[Confusion]:
        """Where two matched records have different words in the same field."""
        pred_fields = dict(self.view.fields(pred))
        for path, value in self.view.fields(gold):
            other = pred_fields.get(path)
            if path and isinstance(value, str) and isinstance(other, str) and value != other:
                yield ".".join(path), value, other

    def _alike(self) -> Iterator[Confusion]:
        """Missed and spurious records that differ in a single word."""
        waiting: defaultdict[object, list[tuple[int, str]]] = defaultdict(list)
        for index, part in enumerate(self.alignment.spurious):
            for key, value in self._without_a_word(part):
                waiting[key].append((index, value))
        taken: set[int] = set()
        for part in self.alignment.missed:
            for key, value in self._without_a_word(part):
                free = [(index, other) for index, other in waiting.get(key, ()) if index not in taken]
                if free:
                    taken.add(free[0][0])
                    yield ".".join(key[0]), value, free[0][1]
                    break

    def _without_a_word(self, part: object) -> Iterator[tuple[tuple[tuple[str, ...], object], str]]:
        """A record without one of its words: the path of the word with the rest, and the word."""
        fields = list(self.view.fields(part))
        for path, value in fields:
            rest = tuple(other for other in fields if other[0] != path)
            if path and rest and isinstance(value, str):
                yield (path, rest), value
