"""What a page counts over plain records: fields, errors by kind and wrong values, from the outcomes of keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tallystick.tasks.json.fields import Field, field_path
from tallystick.tasks.json.flat import DIFFERENT, EQUAL, MISSED, SPURIOUS
from tallystick.tasks.json.flat_alignment import Division
from tallystick.tasks.json.flat_pair import FlatLayout, FlatPair
from tallystick.tasks.json.page_rows import MOST_CONFUSED_SIGNS
from tallystick.tasks.json.shown import shown_difference, shown_value
from tallystick.tasks.views.totals import (
    MOST_EXAMPLES,
    MOST_LISTED,
    Confusions,
    ErrorKinds,
    Example,
    Fields,
    Spelled,
    example_text,
)

__all__ = ["FlatTotals"]

#: The errors of a key, by outcome.
_ERRORS = {DIFFERENT: "wrong", MISSED: "missing", SPURIOUS: "spurious"}


class FlatTotals:
    """The counts of some metrics over plain records."""

    def __init__(self, division: Division) -> None:
        self.division = division
        self.metrics = tuple([metric for metric, _, _ in division])
        self._fields = [_FieldOutcomes() for _ in {pair for _, pair, _ in division}]

    def add(self, item: int, pairs: Sequence[FlatPair]) -> None:
        """Add an item: the records that its metrics compare."""
        for fields, pair in zip(self._fields, pairs, strict=True):
            fields.add(item, pair)

    def spelled(self) -> Mapping[str, Spelled]:
        """Return the counts of each metric; of those that compare the same, the first has the fields."""
        known: dict[tuple[int, bool], Spelled] = {}
        spelled = {}
        for metric, pair, any_value in self.division:
            own = known.get((pair, any_value))
            if own is None:
                counts = self._fields[pair]
                spelled[metric] = own = Spelled(
                    Confusions() if any_value else counts.confusions,
                    counts.errors(any_value=any_value),
                    counts.fields(any_value=any_value),
                )
                known[pair, any_value] = own._replace(fields=None)
            else:
                spelled[metric] = own
        return spelled


class _FieldOutcomes:
    """The outcomes of fields, which are numbered as they occur."""

    def __init__(self) -> None:
        self.confusions = Confusions()
        self._numbers: dict[str, int] = {}
        self._fields: list[Field] = []
        self._items: dict[int, list[list[int]]] = {outcome: [] for outcome in _ERRORS}
        """By outcome and field, the items."""
        self._examples: dict[int, list[list[Example]]] = {outcome: [] for outcome in _ERRORS}
        self._layouts: dict[FlatLayout, list[int]] = {}
        """By layout, the numbers of its fields."""
        self._sizes: Counter[FlatLayout] = Counter()
        """By layout, how many items have it."""

    def add(self, item: int, pair: FlatPair) -> None:
        """Add an item. Only errors are counted: all other keys that it has are equal."""
        if pair.layout not in self._layouts:
            self._layouts[pair.layout] = [self._number(field) for field in pair.layout.fields]
        numbers = self._layouts[pair.layout]
        self._sizes[pair.layout] += 1
        for index, outcome in enumerate(pair.outcomes):
            if outcome != EQUAL:
                self._add_error(item, pair, index, numbers[index])

    def _number(self, field: Field) -> int:
        """Return the number of a field."""
        number = self._numbers.setdefault(field.name, len(self._fields))
        if number == len(self._fields):
            self._fields.append(field)
            for outcome in _ERRORS:
                self._items[outcome].append([])
                self._examples[outcome].append([])
        return number

    def _add_error(self, item: int, pair: FlatPair, index: int, number: int) -> None:
        key, outcome = pair.keys[index], pair.outcomes[index]
        gold, pred = pair.golds.get(key), pair.preds.get(key)
        items = self._items[outcome][number]
        items.append(item)
        if len(items) <= MOST_EXAMPLES:
            self._examples[outcome][number].append((item, *_example(key, outcome, gold, pred)))
        if outcome == DIFFERENT:
            confused = shown_value(gold, MOST_CONFUSED_SIGNS), shown_value(pred, MOST_CONFUSED_SIGNS)
            if confused[0] != confused[1]:
                self.confusions.count(item, (self._fields[number].name, *confused))

    def fields(self, *, any_value: bool) -> Fields:
        """Return the counts of each field; perhaps as if wrong values were equal."""
        occurrences = [0] * len(self._fields)
        for layout, numbers in self._layouts.items():
            for number in numbers:
                occurrences[number] += self._sizes[layout]
        fields = Fields()
        for number, field in enumerate(self._fields):
            wrong, missed, spurious = [lists[number] for lists in self._items.values()]
            if any_value:
                wrong = []
            equal = occurrences[number] - len(wrong) - len(missed) - len(spurious)
            fields.by_name[field.name] = {
                "name": field.name,
                "path": field_path(field),
                "matched": equal,
                "counts": [equal, 0, len(wrong), len(missed), len(spurious)],
                "items": [[], wrong, missed, spurious],
            }
        return fields

    def errors(self, *, any_value: bool) -> ErrorKinds:
        """Return the errors by kind; perhaps as if wrong values were equal."""
        kinds = ErrorKinds()
        for outcome, word in _ERRORS.items():
            if any_value and outcome == DIFFERENT:
                continue
            for field, items, examples in zip(
                self._fields, self._items[outcome], self._examples[outcome], strict=True
            ):
                if items:
                    kind = f"{word} value: {field.name}"
                    kinds.counts[kind] = kinds.items[kind] = len(items)
                    kinds.listed[kind] = items[:MOST_LISTED]
                    # A copy: other items may be added to each metric.
                    kinds.examples[kind] = [*examples]
        return kinds


def _example(key: str, outcome: int, gold: object, pred: object) -> tuple[str, str]:
    """Return the values at a key as errors show them: a wrong value only in what differs."""
    if outcome == DIFFERENT:
        own, other = shown_difference(gold, pred)
        labelled = f"{key} {own}".strip()
        return example_text(labelled), example_text(labelled if own == other else other)
    text = example_text(f"{key} {shown_value(gold if outcome == MISSED else pred)}".strip())
    return (text, "") if outcome == MISSED else ("", text)
