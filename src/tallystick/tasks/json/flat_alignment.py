"""Two plain records on a page: everything that is shown of them follows from the outcome of each key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from tallystick.tasks.json.documents import DocumentPair
from tallystick.tasks.json.fields import Field
from tallystick.tasks.json.flat import DIFFERENT, EQUAL, MISSED, SPURIOUS, FlatRows
from tallystick.tasks.json.match import ANY_VALUE, Matcher, Mode
from tallystick.tasks.json.notes import difference_of
from tallystick.tasks.json.page_rows import ValueTable
from tallystick.tasks.json.shown import shown_difference, shown_value
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import Confusion, ItemConfusions
from tallystick.tasks.views.rows import AlignedRows, ErrorRow, PartRows
from tallystick.tasks.views.schema import DocumentRow, EncodedAlignment, FieldCounts, Parts, Sign
from tallystick.tasks.views.totals import ItemErrors

__all__ = ["FlatAlignment", "field_path", "flat_alignment"]

#: Longer values in the table of confusions are cut.
_MOST_SIGNS = 200
#: By the outcome of a key, its sign, and its counts in a table of fields: matched, correct, partial, wrong, missed,
#: spurious.
_SIGNS: tuple[Sign, ...] = ("=", "≠", "−", "+")
_COUNTS = ((1, 1, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1))
#: With any value, two different values are equal.
_ANY_VALUE = bytes.maketrans(bytes([DIFFERENT]), bytes([EQUAL]))


class _NoParts(PartRows):
    """No parts: the documents side by side take their place."""

    def __len__(self) -> int:
        return 0

    def show(self, row: object) -> str:
        raise AssertionError("there are no parts")

    def page_parts(self, side: SideView, offset: int) -> Parts:
        return {"shown": [], "at": []}


_NO_PARTS = _NoParts()


class FlatAlignment(AlignedRows):
    """The alignment of two plain records."""

    golds = preds = _NO_PARTS

    def __init__(self, documents: DocumentPair, mode: Mode, rows: FlatRows) -> None:
        self.documents = documents
        self.mode = mode
        self.rows = rows
        self.keys = rows.keys
        self.outcomes = rows.outcomes.translate(_ANY_VALUE) if mode == ANY_VALUE else rows.outcomes
        values: tuple[Any, Any] = documents.values
        self.golds_by_key, self.preds_by_key = values

    @property
    def matcher(self) -> Matcher:
        """What compares the documents; metrics with the same one show the same."""
        return self.documents.matcher(self.mode)

    def key(self) -> tuple[int, bool]:
        """Return what errors and confusions depend on."""
        return id(self.documents), self.mode == ANY_VALUE

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return nothing: the rows of the documents show the alignment."""
        return EncodedAlignment([], [], [])

    def errors(self) -> list[ErrorRow]:
        """Return the errors by the index of their keys: wrong values, missed values, spurious values."""
        if max(self.outcomes, default=EQUAL) == EQUAL:
            return []
        names = [field.name for field in self.documents.flat_fields]
        rows: list[ErrorRow] = []
        for outcome, word in ((DIFFERENT, "wrong"), (MISSED, "missing"), (SPURIOUS, "spurious")):
            rows += [
                (
                    f"{word} value: {names[index]}",
                    None if outcome == SPURIOUS else index,
                    None if outcome == MISSED else index,
                )
                for index in _indices(self.outcomes, outcome)
            ]
        return rows

    def item_errors(self) -> ItemErrors:
        """Return the errors with the first ones of each kind."""
        return ItemErrors.of(self.errors(), (self._show_gold, self._show_pred))

    def _show_gold(self, index: object) -> str:
        return self._shown(index)[0]

    def _show_pred(self, index: object) -> str:
        return self._shown(index)[1]

    def _shown(self, index: object) -> tuple[str, str]:
        """Return the values at a key as errors show them: a wrong value only in what differs."""
        assert isinstance(index, int)
        key = self.keys[index]
        gold, pred = self.golds_by_key.get(key), self.preds_by_key.get(key)
        if self.outcomes[index] != DIFFERENT:
            return f"{key} {shown_value(gold)}".strip(), f"{key} {shown_value(pred)}".strip()
        own, other = shown_difference(gold, pred)
        labelled = f"{key} {own}".strip()
        return labelled, labelled if own == other else other

    def confusions(self) -> ItemConfusions:
        """Return the wrong values by field. Values are not labels: most occur once."""
        confused: Counter[Confusion] = Counter()
        for index in _indices(self.outcomes, DIFFERENT):
            key = self.keys[index]
            gold = shown_value(self.golds_by_key[key], _MOST_SIGNS)
            pred = shown_value(self.preds_by_key[key], _MOST_SIGNS)
            if gold != pred:
                confused[self.documents.scheme.root.child(key).name, gold, pred] += 1
        return ItemConfusions(confused, ([], [], []))

    def document_rows(self, table: ValueTable) -> list[DocumentRow]:
        """Return the lines of the two records."""
        golds, preds, index_of = self.golds_by_key, self.preds_by_key, table.index_of
        rows = []
        for key, outcome in zip(self.keys, self.outcomes, strict=True):
            in_gold, in_pred = outcome != SPURIOUS, outcome != MISSED
            rows.append(
                DocumentRow(
                    0,
                    _SIGNS[outcome],
                    key if in_gold else None,
                    key if in_pred else None,
                    index_of(golds[key]) if in_gold else None,
                    index_of(preds[key]) if in_pred else None,
                    "",
                )
            )
        return rows

    def field_counts(self) -> list[FieldCounts]:
        """Return the counts of each field."""
        return [
            FieldCounts(field.name, field_path(field), *_COUNTS[outcome])
            for field, outcome in zip(self.documents.flat_fields, self.outcomes, strict=True)
        ]

    def differences(self) -> Iterator[str]:
        """Yield the kinds of differences of wrong values, as observations name them."""
        for index in _indices(self.outcomes, DIFFERENT):
            key = self.keys[index]
            kind = difference_of(self.golds_by_key[key], self.preds_by_key[key])
            if kind is not None:
                yield kind


def flat_alignment(documents: DocumentPair, mode: Mode) -> FlatAlignment | None:
    """Return the alignment of two plain records; None if they are not plain, or keys share a field."""
    rows = documents.flat_rows
    if rows is None or len(documents.flat_fields) < len(rows.keys):
        return None
    return FlatAlignment(documents, mode, rows)


def _indices(outcomes: bytes, outcome: int) -> Iterable[int]:
    """Yield where an outcome is."""
    index = outcomes.find(outcome)
    while index >= 0:
        yield index
        index = outcomes.find(outcome, index + 1)


@lru_cache(maxsize=4096)
def field_path(field: Field) -> list[str]:
    """Return the steps to a field: a step into a list or a map belongs to the key before it."""
    steps: list[str] = []
    here: Field | None = field
    while here is not None:
        steps.append(here.step)
        here = here.parent
    path: list[str] = []
    for step in reversed(steps):
        if step in ("[]", "{}") and path:
            path[-1] += step
        elif step:
            path.append(step.removeprefix("."))
    return path or ["."]
