"""What is taken for what: roles, concepts, types and values of the gold, and what stands in their place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tallystick.core.values import field_names
from tallystick.tally import Alignment, Pair
from tallystick.tasks.coref.explain.entities import ShownMention, ShownSet
from tallystick.tasks.umr.explain.parts import Told

__all__ = ["Confusions"]

#: Most examples that are kept of one confusion, most confusions and labels of one metric.
_EXAMPLES, _MOST = 12, 200

#: What kind of label, in the gold, in the prediction.
Confusion = tuple[str, str, str]
#: A relation: source, role, target. The ends of a matched pair of them have met too.
Words = tuple[str, str, str]


@dataclass(slots=True)
class Label:
    """How often a label stands in the gold, in the prediction, and in both where they met."""

    gold: int = 0
    pred: int = 0
    matched: int = 0


@dataclass(slots=True)
class Confusions:
    """The confusions of one metric over all items.

    >>> found = Confusions()
    >>> found.add(0, Alignment((), (("b", "instance", "boy"),), (("b", "instance", "girl"),)))
    >>> found.add(1, Alignment((Pair(("a", "mod", "c"), ("a", "domain", "c"), 0.5),), (), ()))
    >>> list(found.confused)
    [('role', 'mod', 'domain')]
    """

    confused: Counter[Confusion] = field(default_factory=Counter)
    examples: dict[Confusion, list[int]] = field(default_factory=dict)
    labels: defaultdict[tuple[str, str], Label] = field(default_factory=lambda: defaultdict(Label))
    remarks: Counter[str] = field(default_factory=Counter)
    """What notes say is wrong with pairs of entities, and how often."""

    def add(self, item: int, alignment: Alignment) -> None:
        """Take in the alignment of one item; what is inside its pairs is counted too."""
        for pair in alignment.matched:
            self._count(pair.gold, gold=1, matched=1)
            self._count(pair.pred, pred=1)
            self._remark(pair)
            # The mentions inside pairs of entities are told again in every pair that they are part of.
            for inner in pair.inner.values() if not _is_entity(pair.gold) else ():
                self.add(item, inner)
        for part in alignment.missed:
            self._count(part, gold=1)
        for part in alignment.spurious:
            self._count(part, pred=1)
        for confusion in _confused(alignment):
            self.confused[confusion] += 1
            listed = self.examples.setdefault(confusion, [])
            if len(listed) < _EXAMPLES and item not in listed:
                listed.append(item)

    def _count(self, part: object, *, gold: int = 0, pred: int = 0, matched: int = 0) -> None:
        for key in _labels(part):
            label = self.labels[key]
            label.gold += gold
            label.pred += pred
            label.matched += matched

    def _remark(self, pair: Pair) -> None:
        if not pair.inner:
            return
        for remark in filter(None, pair.note.split(", ")):
            # "2 missing" is a remark like "1 missing"; "divided into 3" like "divided into 2".
            self.remarks[" ".join(word for word in remark.split() if not word.isdigit())] += 1

    def as_data(self) -> dict[str, object]:
        """For the page: the most frequent ones, and how many more there are."""
        confused = sorted(self.confused.items(), key=lambda one: (-one[1], one[0]))
        labels = sorted(self.labels.items(), key=lambda one: (-one[1].gold - one[1].pred, one[0]))
        return {
            "confused": [[*key, count, self.examples[key]] for key, count in confused[:_MOST]],
            "more": max(0, len(confused) - _MOST),
            "labels": [[*key, one.gold, one.pred, one.matched] for key, one in labels[:_MOST]],
            "more_labels": max(0, len(labels) - _MOST),
            "remarks": [[remark, count] for remark, count in sorted(self.remarks.items())],
        }


def _is_entity(part: object) -> bool:
    if isinstance(part, ShownSet):
        return True
    return type(part) is tuple and bool(part) and all(isinstance(one, (tuple, ShownMention)) for one in part)


def _words_of(part: object) -> Words | None:
    """A part that is a relation between two ends."""
    words = part.words if isinstance(part, Told) else part
    if type(words) is tuple and len(words) == 3 and all(isinstance(word, str) for word in words):
        return words
    return None


def _kind(part: object) -> str:
    return f"{part.component} relation" if isinstance(part, Told) else "role"


def _labels(part: object) -> Iterator[tuple[str, str]]:
    if isinstance(part, ShownMention):
        yield "mention", part.words
        return
    words = _words_of(part)
    if words is not None:
        yield ("concept", words[2]) if words[1] == "instance" else (_kind(part), words[1])
        return
    for path, value in _leaves(part):
        if isinstance(value, str) and path:
            yield ".".join(path), value


def _leaves(part: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """The plain values in a record, by the names that lead there; collections are left to their own alignments."""
    if isinstance(part, (ShownMention, ShownSet)):  # their words are no labels
        return
    names = field_names(type(part))
    if names is None:
        if isinstance(part, (str, int, float)):
            yield path, part
        return
    for name in names:
        yield from _leaves(getattr(part, name), (*path, name))


def _confused(alignment: Alignment) -> Iterator[Confusion]:
    met: dict[str, str] = {}
    golds, _ = _nodes(alignment)
    for pair in alignment.matched:
        gold, pred = _words_of(pair.gold), _words_of(pair.pred)
        if gold is None or pred is None:
            yield from _differences(pair.gold, pair.pred)
            continue
        met[gold[0]] = pred[0]
        if gold[1] != "instance":
            if gold[2] in golds:
                met.setdefault(gold[2], pred[2])
            if gold[1] != pred[1]:
                yield _kind(pair.gold), gold[1], pred[1]
        elif gold[2] != pred[2]:
            yield "concept", gold[2], pred[2]
    for one, two in met.items():
        # Ends that are named with their concepts have met, whatever these are.
        gold_concept, pred_concept = one.partition("/")[2], two.partition("/")[2]
        if gold_concept and pred_concept and gold_concept != pred_concept:
            yield "concept", gold_concept, pred_concept
    yield from _related(alignment, met)
    yield from _alike(alignment)


def _related(alignment: Alignment, met: Mapping[str, str]) -> Iterator[Confusion]:
    """Missed and spurious relations with the same ends; missed and spurious concepts and values of one node."""
    golds, preds = _nodes(alignment)
    by_ends: defaultdict[tuple[str, str], list[Words]] = defaultdict(list)
    by_role: defaultdict[tuple[str, str], list[Words]] = defaultdict(list)
    for part in alignment.spurious:
        words = _words_of(part)
        if words is None:
            continue
        if words[2] in preds and words[1] != "instance":
            by_ends[words[0], words[2]].append(words)
        else:
            by_role[words[0], words[1]].append(words)
    taken: set[Words] = set()
    for part in alignment.missed:
        words = _words_of(part)
        if words is None or words[0] not in met:
            continue
        source, role, target = met[words[0]], words[1], words[2]
        between = role != "instance" and target in golds
        if between and target not in met:
            continue
        listed = by_ends[source, met[target]] if between else by_role[source, role]
        free = next((one for one in listed if one not in taken), None)
        if free is None:
            continue
        taken.add(free)
        if between:
            yield _kind(part), role, free[1]
        else:
            # Of nodes that have met, the concept, or the constant under the same role.
            yield "concept" if role == "instance" else f"value of {role}", target, free[2]


def _nodes(alignment: Alignment) -> tuple[set[str], set[str]]:
    """The nodes of both sides: what some triple begins at. A name on one side says nothing about the other."""
    gold = [*(pair.gold for pair in alignment.matched), *alignment.missed]
    pred = [*(pair.pred for pair in alignment.matched), *alignment.spurious]
    found = [{words[0] for part in side if (words := _words_of(part)) is not None} for side in (gold, pred)]
    return found[0], found[1]


def _differences(gold: object, pred: object) -> Iterator[Confusion]:
    """Where two records that met have different words in the same place."""
    theirs = dict(_leaves(pred))
    for path, value in _leaves(gold):
        other = theirs.get(path)
        if path and isinstance(value, str) and isinstance(other, str) and value != other:
            yield ".".join(path), value, other


def _alike(alignment: Alignment) -> Iterator[Confusion]:
    """Missed and spurious records that are the same but for one word."""
    waiting: defaultdict[object, list[tuple[int, str]]] = defaultdict(list)
    for place, part in enumerate(alignment.spurious):
        for key, value in _but_one(part):
            waiting[key].append((place, value))
    taken: set[int] = set()
    for part in alignment.missed:
        for key, value in _but_one(part):
            free = [(place, other) for place, other in waiting.get(key, ()) if place not in taken]
            if free:
                taken.add(free[0][0])
                yield ".".join(key[0]), value, free[0][1]
                break


def _but_one(part: object) -> Iterator[tuple[tuple[tuple[str, ...], object], str]]:
    """A record without one of its words: the place of the word with the rest, and the word."""
    leaves = list(_leaves(part))
    for path, value in leaves:
        rest = tuple(one for one in leaves if one[0] != path)
        if path and rest and isinstance(value, str):
            yield (path, rest), value
