"""What a page counts over many items of one system: confusions, labels, errors by kind, fields, findings.

A process adds up its own items, numbered from 0, and sends the sums. The page merges them, with the numbers that these
items have there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import field
from typing import NamedTuple, Protocol, TypeVar

from tallystick.dataclass import dataclass
from tallystick.tasks.views.base import Describers
from tallystick.tasks.views.confusions import Confusion, ItemConfusions
from tallystick.tasks.views.document_schema import FieldCounts, FieldSummary, FindingKind
from tallystick.tasks.views.label_counts import LabelSums

__all__ = [
    "MOST_CONFUSED",
    "MOST_EXAMPLES",
    "MOST_LISTED",
    "Confusions",
    "ErrorKinds",
    "Example",
    "Fields",
    "Findings",
    "ItemErrors",
    "NumberedTotals",
    "PageTotals",
    "Spelled",
    "example_text",
]

#: Items of a confusion that are kept.
MOST_CONFUSED = 12
#: Examples of a kind of error.
MOST_EXAMPLES = 3
#: Items of a kind of error that are listed.
MOST_LISTED = 200
#: Longer examples are cut.
_MOST = 120

Totals = TypeVar("Totals", "Confusions", "ErrorKinds")
Added = TypeVar("Added")

#: An item, the gold part and the pred part; empty if the error has none.
Example = tuple[int, str, str]


@dataclass(slots=True)
class Confusions:
    """The confusions of one metric for one system."""

    confused: Counter[Confusion] = field(default_factory=Counter)
    examples: dict[Confusion, list[int]] = field(default_factory=dict)
    """The first items."""
    labels: LabelSums = field(default_factory=LabelSums)

    def add(self, item: int, confusions: ItemConfusions) -> None:
        """Add the confusions of one item."""
        for key, count in confusions.confused.items():
            self.count(item, key, count)
        self.labels.add(*confusions.labels)

    def count(self, item: int, confusion: Confusion, count: int = 1) -> None:
        """Count one confusion of an item."""
        self.confused[confusion] += count
        examples = self.examples.setdefault(confusion, [])
        if len(examples) < MOST_CONFUSED:
            examples.append(item)

    def copy(self) -> Confusions:
        """Return a copy, to which other items are added."""
        return Confusions(Counter(self.confused), deepcopy(self.examples), self.labels.copy())

    def merge(self, other: Confusions, numbers: Sequence[int]) -> None:
        """Add the confusions of other items, which have these numbers here."""
        self.confused.update(other.confused)
        for key, items in other.examples.items():
            examples = self.examples.setdefault(key, [])
            examples += [numbers[item] for item in items[: MOST_CONFUSED - len(examples)]]
        self.labels.merge(other.labels)


class ItemErrors(NamedTuple):
    """The errors of one item under one metric."""

    counts: dict[str, int]
    """How many there are of each kind."""
    first: dict[str, list[tuple[object, object]]]
    """The gold and the pred part of the first ones of each kind; None for no part."""
    show: Describers
    """How parts are shown; few of them are."""

    @classmethod
    def of(cls, errors: Iterable[tuple[str, object, object]], show: Describers) -> ItemErrors:
        """Sort errors by kind: a kind, the gold and the pred part."""
        counts: dict[str, int] = {}
        first: dict[str, list[tuple[object, object]]] = {}
        for kind, gold, pred in errors:
            count = counts[kind] = counts.get(kind, 0) + 1
            if count == 1:
                first[kind] = [(gold, pred)]
            elif count <= MOST_EXAMPLES:
                first[kind].append((gold, pred))
        return cls(counts, first, show)

    def examples(self, item: int, kind: str, most: int = MOST_EXAMPLES) -> list[Example]:
        """Return the first errors of a kind as text."""
        gold, pred = self.show
        return [(item, _shown(gold, own), _shown(pred, other)) for own, other in self.first[kind][:most]]


def _shown(show: Callable[[object], str], part: object) -> str:
    return "" if part is None else example_text(show(part))


def example_text(text: str) -> str:
    """Return a part as an example shows it."""
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


@dataclass(slots=True)
class ErrorKinds:
    """The errors of one metric for one system by kind."""

    counts: Counter[str] = field(default_factory=Counter)
    items: Counter[str] = field(default_factory=Counter)
    """How many items have any."""
    listed: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The first of these items."""
    examples: defaultdict[str, list[Example]] = field(default_factory=lambda: defaultdict(list))
    """The first of each item."""
    further: defaultdict[str, list[Example]] = field(default_factory=lambda: defaultdict(list))
    """More from the same items, shown where there are too few items."""

    def add(self, item: int, errors: ItemErrors) -> None:
        """Add the errors of one item."""
        for kind, count in errors.counts.items():
            self.counts[kind] += count
            self.items[kind] += 1
            listed = self.listed[kind]
            if len(listed) < MOST_LISTED:
                listed.append(item)
            self.add_examples(item, kind, errors)

    def add_examples(self, item: int, kind: str, errors: ItemErrors) -> None:
        """Take examples from an item, if it is one of the first with errors of a kind."""
        examples, further = self.examples[kind], self.further[kind]
        if len(examples) < MOST_EXAMPLES:
            # Text takes time: no more of it than is shown if this is the last item.
            most = max(1, MOST_EXAMPLES - len(examples) - len(further))
            first, *more = errors.examples(item, kind, most)
            examples.append(first)
            further += more

    def copy(self) -> ErrorKinds:
        """Return a copy, to which other items are added."""
        return deepcopy(self)

    def merge(self, other: ErrorKinds, numbers: Sequence[int]) -> None:
        """Add the errors of other items, which have these numbers here."""
        self.counts.update(other.counts)
        self.items.update(other.items)
        for kind, items in other.listed.items():
            listed = self.listed[kind]
            listed += [numbers[item] for item in items[: MOST_LISTED - len(listed)]]
        for own, more in ((self.examples, other.examples), (self.further, other.further)):
            for kind, examples in more.items():
                own[kind] += [(numbers[item], gold, pred) for item, gold, pred in examples]

    def first_examples(self, kind: str) -> list[Example]:
        """Return the examples of a kind, of different items if there are enough."""
        return (self.examples[kind][:MOST_EXAMPLES] + self.further[kind])[:MOST_EXAMPLES]


@dataclass(slots=True)
class Fields:
    """The fields of one metric for one system, in the order in which items have them."""

    by_name: dict[str, FieldSummary] = field(default_factory=dict)

    def add(self, item: int, rows: Iterable[FieldCounts]) -> None:
        """Add the fields of one item, as JSON has them: tuples are lists."""
        for name, path, matched, *counts in rows:
            summary = self._summary(name, path)
            summary["matched"] += matched
            for index, count in enumerate(counts):
                summary["counts"][index] += count
                if count and index:
                    summary["items"][index - 1].append(item)

    def merge(self, other: Fields, numbers: Sequence[int]) -> None:
        """Add the fields of other items, which have these numbers here."""
        for more in other.by_name.values():
            summary = self._summary(more["name"], more["path"])
            summary["matched"] += more["matched"]
            summary["counts"] = [a + b for a, b in zip(summary["counts"], more["counts"], strict=True)]
            for items, added in zip(summary["items"], more["items"], strict=True):
                items += [numbers[item] for item in added]

    def _summary(self, name: str, path: list[str]) -> FieldSummary:
        summary = self.by_name.get(name)
        if summary is None:
            summary = self.by_name[name] = {
                "name": name,
                "path": path,
                "matched": 0,
                "counts": [0] * 5,
                "items": [[], [], [], []],
            }
        return summary


@dataclass(slots=True)
class Findings:
    """The findings about the predictions of one system."""

    items: defaultdict[tuple[FindingKind, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, item: int, findings: Iterable[tuple[FindingKind, str]]) -> None:
        """Add the findings of one item."""
        for kind, text in findings:
            self.items[kind, text].append(item)

    def merge(self, other: Findings, numbers: Sequence[int]) -> None:
        """Add the findings about other items, which have these numbers here."""
        for key, items in other.items.items():
            self.items[key] += [numbers[item] for item in items]


class Spelled(NamedTuple):
    """What was counted for one metric, in words."""

    confusions: Confusions
    errors: ErrorKinds
    fields: Fields | None = None


class NumberedTotals(Protocol):
    """What a view counts in numbers; it makes words when the totals are sent or shown."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that are counted."""

    def spelled(self) -> Mapping[str, Spelled]:
        """Return what was counted for each metric."""


@dataclass(slots=True)
class PageTotals:
    """Everything that is counted over items of one system, by metric."""

    size: int = 0
    """How many items were added."""
    confusions: defaultdict[str, Confusions] = field(default_factory=lambda: defaultdict(Confusions))
    errors: defaultdict[str, ErrorKinds] = field(default_factory=lambda: defaultdict(ErrorKinds))
    fields: defaultdict[str, Fields] = field(default_factory=lambda: defaultdict(Fields))
    findings: Findings = field(default_factory=Findings)
    """Whatever the metric."""
    numbered: NumberedTotals | None = None
    """What a view counts itself (:meth:`~tallystick.tasks.views.base.View.count`), until it is spelled."""

    def count(
        self, item: int, confusions: Mapping[str, ItemConfusions], errors: Mapping[str, ItemErrors]
    ) -> None:
        """Add the confusions and the errors of one item, by metric."""
        if self.numbered is not None and not confusions.keys().isdisjoint(self.numbered.metrics):
            self.spell()
        for counted, confused in _shared(self.confusions, confusions):
            counted.add(item, confused)
        for kinds, own in _shared(self.errors, errors):
            kinds.add(item, own)

    def begin(self) -> int:
        """Begin another item; return its number."""
        self.size += 1
        return self.size - 1

    def spell(self) -> None:
        """Spell what is counted in numbers, which neither other processes nor the page understand."""
        if self.numbered is None:
            return
        spelled, same = self.numbered.spelled(), range(self.size)
        self.numbered = None
        confusions = {metric: own.confusions for metric, own in spelled.items()}
        errors = {metric: own.errors for metric, own in spelled.items()}
        for metric, own in spelled.items():
            if own.fields is not None:
                self.fields[metric].merge(own.fields, same)
        if spelled.keys().isdisjoint(self.confusions):
            self.confusions.update(confusions)
            self.errors.update(errors)
            return
        for counted, more in _shared(self.confusions, confusions):
            counted.merge(more, same)
        for kinds, own_errors in _shared(self.errors, errors):
            kinds.merge(own_errors, same)

    def merge(self, other: PageTotals, numbers: Sequence[int]) -> None:
        """Add the totals of other items, which have these numbers here."""
        other.spell()
        for counted, confusions in _shared(self.confusions, other.confusions):
            counted.merge(confusions, numbers)
        for kinds, errors in _shared(self.errors, other.errors):
            kinds.merge(errors, numbers)
        for metric, fields in other.fields.items():
            self.fields[metric].merge(fields, numbers)
        self.findings.merge(other.findings, numbers)
        self.size += other.size


def _shared(totals: defaultdict[str, Totals], added: Mapping[str, Added]) -> Iterator[tuple[Totals, Added]]:
    """Yield the totals of metrics with what is added to them; metrics share totals as long as the same is added."""
    groups: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for metric, more in added.items():
        groups[id(totals.get(metric)), id(more)].append(metric)
    users = Counter(map(id, totals.values()))
    for metrics in groups.values():
        own = totals[metrics[0]]
        if users[id(own)] > len(metrics):  # Other metrics do not add the same.
            users[id(own)] -= len(metrics)
            own = own.copy()
        for metric in metrics:
            totals[metric] = own
        yield own, added[metrics[0]]
