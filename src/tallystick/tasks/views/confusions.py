"""The confusions of one item: roles, concepts, types and values of the gold, and those predicted instead."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TypedDict

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


class KnownParts:
    """The relations and labels of parts. The metrics of an item align the same parts again and again."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._relations: dict[object, Relation | None] = {}
        self._labels: dict[object, tuple[tuple[str, str], ...]] = {}

    def relation(self, part: object) -> Relation | None:
        """Return a part as a relation between two ends, None if it is something else."""
        try:
            return self._relations[part]
        except KeyError:
            relation = self._relations[part] = self.view.relation(part)
            return relation
        except TypeError:  # not hashable
            return self.view.relation(part)

    def labels(self, part: object) -> tuple[tuple[str, str], ...]:
        """Return the kind of each label of a part, and the label."""
        try:
            return self._labels[part]
        except KeyError:
            labels = self._labels[part] = tuple(self.view.labels(part))
            return labels
        except TypeError:
            return tuple(self.view.labels(part))


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
        for pair in alignment.matched:
            self._count(pair.gold, 0)
            if pair.credit:  # Aligned words that do not match are pairs too.
                self._count(pair.gold, 2)
            self._count(pair.pred, 1)
            if pair.inner and not self.known.view.is_group(pair.gold):
                for inner in pair.inner.values():
                    self.add(inner)
        for part in alignment.missed:
            self._count(part, 0)
        for part in alignment.spurious:
            self._count(part, 1)
        self.confused.update(_Confused(self.known, alignment).all())

    def _count(self, part: object, column: int) -> None:
        for key in self.known.labels(part):
            self.labels[key][column] += 1


class _Confused:
    """The confusions of one alignment, without what is inside its pairs."""

    def __init__(self, known: KnownParts, alignment: Alignment) -> None:
        self.known = known
        self.alignment = alignment
        # The nodes of each side are what some triple begins at. A name on one side says nothing about the other.
        golds = [*(pair.gold for pair in alignment.matched), *alignment.missed]
        preds = [*(pair.pred for pair in alignment.matched), *alignment.spurious]
        self.gold_nodes, self.pred_nodes = self._sources(golds), self._sources(preds)

    def _sources(self, parts: list[object]) -> set[str]:
        relations = map(self.known.relation, parts)
        return {relation.source for relation in relations if relation is not None}

    def all(self) -> Iterator[Confusion]:
        """Yield every confusion: inside matched pairs, then between missed and spurious parts."""
        partners: dict[str, str] = {}
        for pair in self.alignment.matched:
            gold, pred = self.known.relation(pair.gold), self.known.relation(pair.pred)
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
        for part in self.alignment.spurious:
            relation = self.known.relation(part)
            if relation is None:
                continue
            if relation.target in self.pred_nodes and relation.role != "instance":
                by_ends[relation.source, relation.target].append(relation)
            else:
                by_role[relation.source, relation.role].append(relation)
        taken: set[tuple[str, str, str]] = set()
        for part in self.alignment.missed:
            gold = self.known.relation(part)
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
        pred_fields = dict(self.known.view.fields(pred))
        for path, value in self.known.view.fields(gold):
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
        fields = list(self.known.view.fields(part))
        for path, value in fields:
            rest = tuple(other for other in fields if other[0] != path)
            if path and rest and isinstance(value, str):
                yield (path, rest), value
