"""The errors of records by kind.

A missed and a spurious record often are one error: a span with other boundaries, a relation of another type. A
:class:`RecordKind` declares for one type of records which two of them are such *partners*, and what their fields are
called. Partners are taken one to one, the nearest first. What has no partner is missing or spurious.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import Any

from tallystick.core.values import fields_of, key_of
from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.tally import Alignment, Pair, PartError
from tallystick.tasks.records.overlaps import ends_of, jaccard, overlapping

__all__ = [
    "RECORD_ERRORS",
    "RecordErrors",
    "RecordKind",
    "all_but_one",
    "alone",
    "named",
    "one_to_one",
    "overlap",
    "same",
    "sharing",
]

#: The fields of a record by the words that errors in them are called.
Fields = Mapping[str, object]
#: Two partners as indices, after what they are ranked by: the least comes first.
Candidate = tuple[Sequence[float], int, int]
Partners = Callable[["RecordKind", Sequence[Any], Sequence[Any]], Iterable[Candidate]]

#: Maximum number of pairs of records of one group that are all examined; in larger groups, records are paired in order.
_MOST_PAIRS = 10_000


@dataclass(frozen=True, slots=True)
class RecordKind:
    """How the errors of one type of records are called, and which records are partners."""

    noun: str
    """The noun for a record: ``relation``. Errors are called ``missing relation``, ``wrong relation type``."""
    fields: Callable[[Any], Fields]
    partners: Partners
    prefix: str | None = None
    """The word before the names of fields, instead of the noun: ``wrong trigger type``; empty for ``wrong type``.
    A colon at its end says that the fields have their own names: ``wrong role: Method``."""
    inside: str = ""
    """The field with the records inside a record, such as the arguments of an event."""
    differ: Callable[[object, object], bool] = lambda gold, pred: bool(gold != pred)
    """Whether two values of a field are different."""

    def wrong(self, gold: object, pred: object) -> str:
        """Return the kind of error that two partners are; empty if all their fields agree."""
        words = self.differences(gold, pred)
        if not words:
            return ""
        prefix = self.noun if self.prefix is None else self.prefix
        *others, last = words
        listed = f"{', '.join(others)} and {last}" if others else last
        return " ".join(filter(None, ["wrong", prefix, listed]))

    def differences(self, gold: object, pred: object) -> list[str]:
        """Return the fields in which two records differ, in words. Spans that overlap differ in their boundary."""
        preds = self.fields(pred)
        words = []
        for word, value in self.fields(gold).items():
            other = preds.get(word)
            if self.differ(value, other):
                own_ends, other_ends = ends_of(value), ends_of(other)
                near = own_ends is not None and other_ends is not None and jaccard(own_ends, other_ends) > 0
                words.append(
                    f"{word.removesuffix('span')} boundary".strip().replace("  ", " ") if near else word
                )
        return words


def named(**words: str) -> Callable[[Any], Fields]:
    """Return the fields of a record by name, each called by a word; ``__`` leads into a field.

    >>> from tallystick.tasks.events.task import Event, Trigger
    >>> named(trigger__type="trigger type")(Event(Trigger((0, 0), "Attack"), ()))
    {'trigger type': 'Attack'}
    """
    getters = {word: attrgetter(path.replace("__", ".")) for path, word in words.items()}
    return lambda record: {word: get(record) for word, get in getters.items()}


def overlap(anchor: str) -> Partners:
    """Return partners by a span, the field called `anchor`: records whose spans overlap.

    The nearest differ in the fewest fields, then have most in common.
    """

    def partners(kind: RecordKind, golds: Sequence[Any], preds: Sequence[Any]) -> Iterator[Candidate]:
        sides = [[_ends(kind.fields(record)[anchor]) for record in side] for side in (golds, preds)]
        for i, j in overlapping(*sides):
            differences = len(kind.differences(golds[i], preds[j]))
            yield (differences, -jaccard(sides[0][i], sides[1][j])), i, j

    return partners


def same(anchor: str) -> Partners:
    """Return partners by a field: records with an equal `anchor`. The nearest differ in the fewest fields."""

    def partners(kind: RecordKind, golds: Sequence[Any], preds: Sequence[Any]) -> Iterator[Candidate]:
        by_anchor: defaultdict[Hashable, list[int]] = defaultdict(list)
        for j, record in enumerate(preds):
            by_anchor[_key(kind.fields(record)[anchor])].append(j)
        for i, record in enumerate(golds):
            for j in by_anchor.get(_key(kind.fields(record)[anchor]), ()):
                yield (len(kind.differences(record, preds[j])),), i, j

    return partners


def alone(_kind: RecordKind, _golds: Sequence[Any], _preds: Sequence[Any]) -> Iterator[Candidate]:
    """Yield nothing: the partners of records that are missing or spurious, whatever they look like."""
    return iter(())


def _ends(span: object) -> tuple[int, int]:
    ends = ends_of(span)
    assert ends is not None, span
    return ends


def all_but_one(kind: RecordKind, golds: Sequence[Any], preds: Sequence[Any]) -> Iterator[Candidate]:
    """Yield the records that agree in all fields but one; the nearest have overlapping spans in it.

    A field whose difference is listed first is the least essential: a type comes before what it is the type of.
    """
    for rank, (word, golds_by_rest) in enumerate(_without_a_field(kind, golds).items()):
        preds_by_rest = _without_a_field(kind, preds).get(word, {})
        for rest, own in golds_by_rest.items():
            others = preds_by_rest.get(rest, [])
            few = len(own) * len(others) <= _MOST_PAIRS
            for i, j in product(own, others) if few else zip(own, others, strict=False):
                ends = [ends_of(kind.fields(record)[word]) for record in (golds[i], preds[j])]
                near = ends[0] is not None and ends[1] is not None and jaccard(ends[0], ends[1])
                yield (-near if near else 0, rank), i, j


def _without_a_field(
    kind: RecordKind, records: Sequence[Any]
) -> Mapping[str, Mapping[Hashable, Sequence[int]]]:
    """Group records by all their fields but one: for each field, the indices of records by the rest."""
    groups: defaultdict[str, defaultdict[Hashable, list[int]]] = defaultdict(lambda: defaultdict(list))
    for index, record in enumerate(records):
        keys = {word: _key(value) for word, value in kind.fields(record).items()}
        if len(keys) > 1:
            for word in keys:
                rest = tuple([(other, key) for other, key in keys.items() if other != word])
                groups[word][rest].append(index)
    return groups


def _key(value: object) -> Hashable:
    try:
        return key_of(value)
    except UsageError:  # values that do not define equality
        return repr(value)


def sharing(elements: Callable[[Any], Iterable[Hashable]]) -> Partners:
    """Return partners by what is inside records: those that share an element, most of all."""

    def partners(kind: RecordKind, golds: Sequence[Any], preds: Sequence[Any]) -> Iterator[Candidate]:
        holders: defaultdict[Hashable, list[int]] = defaultdict(list)
        for j, record in enumerate(preds):
            for element in set(elements(record)):
                holders[element].append(j)
        for i, record in enumerate(golds):
            shared: defaultdict[int, int] = defaultdict(int)
            for element in set(elements(record)):
                for j in holders.get(element, ()):
                    shared[j] += 1
            for j, count in shared.items():
                yield (len(kind.differences(record, preds[j])), -count), i, j

    return partners


@dataclass(frozen=True, slots=True)
class RecordErrors:
    """The kinds of errors of a task on records."""

    kinds: Mapping[type, RecordKind] = field(default_factory=dict)
    """By type of record; other records are called by their class and their fields."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of an alignment, then those inside its pairs."""
        for pair in alignment.matched:
            if kind := self._wrong(pair):
                yield PartError(kind, pair.gold, pair.pred)
        yield from self.between(alignment.missed, alignment.spurious)
        for pair in alignment.matched:
            for inner in self._inner(pair):
                yield from self.errors(inner)

    def _inner(self, pair: Pair) -> list[Alignment]:
        """The inner pairs of a pair, if it consists of records."""
        return [
            inner
            for inner in pair.inner.values()
            if all(self.kind_of(part) is not PART for part in (*inner.missed, *inner.spurious))
        ]

    def _wrong(self, pair: Pair) -> str:
        """The kind of error of a pair that did not earn the whole credit; empty for other pairs."""
        if pair.credit >= 1 or (pair.inner and len(self._inner(pair)) == len(pair.inner)):
            return ""
        return self.kind_of(pair.gold).wrong(pair.gold, pair.pred)

    def between(self, missed: Sequence[object], spurious: Sequence[object]) -> Iterator[PartError]:
        """Yield the errors of parts that did not match: partners first, then what is left.

        Two equal parts that earned nothing are not an error: an event without arguments, under a metric that counts
        arguments.
        """
        golds, preds = map(self._by_kind, _differences(missed, spurious))
        left: list[PartError] = []
        for kind in dict.fromkeys((*golds, *preds)):
            own, others = golds.get(kind, []), preds.get(kind, [])
            partners = one_to_one(sorted(kind.partners(kind, own, others))) if own and others else {}
            for i, j in partners.items():
                yield from self._of_partners(kind, own[i], others[j])
            left += [
                PartError(f"missing {kind.noun}", gold) for i, gold in enumerate(own) if i not in partners
            ]
            paired = set(partners.values())
            left += [
                PartError(f"spurious {kind.noun}", pred=pred)
                for j, pred in enumerate(others)
                if j not in paired
            ]
        yield from left

    def _of_partners(self, kind: RecordKind, gold: object, pred: object) -> Iterator[PartError]:
        """Yield what is wrong with two partners: their fields, else the records inside them."""
        wrong = kind.wrong(gold, pred)
        if not wrong and kind.inside:
            golds, preds = _differences(getattr(gold, kind.inside), getattr(pred, kind.inside))
            if golds or preds:
                yield from self.between(golds, preds)
                return
        yield PartError(wrong or f"wrong {kind.noun}", gold, pred)

    def _by_kind(self, parts: Sequence[object]) -> Mapping[RecordKind, list[object]]:
        groups: defaultdict[RecordKind, list[object]] = defaultdict(list)
        for part in parts:
            groups[self.kind_of(part)].append(part)
        return groups

    def kind_of(self, part: object) -> RecordKind:
        """Return how a part is called and compared."""
        for kind in type(part).__mro__:
            if kind in self.kinds:
                return self.kinds[kind]
        own: type = type(part)
        return PART if ends_of(part) is not None else _undeclared(own)


def _differences(golds: Iterable[object], preds: Iterable[object]) -> tuple[list[object], list[object]]:
    """The elements that only one side has, with their multiplicities."""
    waiting: defaultdict[Hashable, list[object]] = defaultdict(list)
    for pred in preds:
        waiting[_key(pred)].append(pred)
    left = []
    for gold in golds:
        equal = waiting.get(_key(gold))
        if equal:
            equal.pop()
        else:
            left.append(gold)
    return left, [pred for equal in waiting.values() for pred in equal]


def one_to_one(candidates: Iterable[Candidate]) -> dict[int, int]:
    """Take candidates in their order, as long as neither partner is taken."""
    partners: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in candidates:
        if i not in partners and j not in taken:
            partners[i] = j
            taken.add(j)
    return dict(sorted(partners.items()))


def _no_fields(_part: object) -> Fields:
    return {}


#: Parts that are not records: words, numbers, tuples, spans.
PART = RecordKind("part", _no_fields, all_but_one)


@lru_cache(maxsize=256)
def _undeclared(kind: type) -> RecordKind:
    """The records of a class that no task has declared: called by the class and its fields.

    >>> from tallystick.tasks.spans.document import TypedSpan
    >>> _undeclared(TypedSpan).noun, _undeclared(str) is PART
    ('typed span', True)
    """
    names = fields_of(kind)
    if not names:
        return PART
    noun = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__).lower().strip("_")
    return RecordKind(noun, named(**{name: name.replace("_", " ") for name in names}), all_but_one)


RECORD_ERRORS = RecordErrors()
