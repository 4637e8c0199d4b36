"""The view of JSON: two documents side by side, their fields, and what is wrong with the prediction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from tallystick.errors import UsageError
from tallystick.formats.json.document import Document
from tallystick.formats.json.mismatch import Path
from tallystick.formats.json.repair.edits import Edit
from tallystick.tally import Alignment
from tallystick.tasks.json.differences import REASONS
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.documents import DocumentPair, as_count, value_of
from tallystick.tasks.json.explain import LeafAlignment, Part
from tallystick.tasks.json.fields import field_path
from tallystick.tasks.json.flat_alignment import FlatAlignment, divided
from tallystick.tasks.json.flat_writer import written_system
from tallystick.tasks.json.match import Matcher
from tallystick.tasks.json.notes import observe
from tallystick.tasks.json.page_rows import MOST_CONFUSED_SIGNS, ValueTable, document_rows
from tallystick.tasks.json.rows import FieldCounter
from tallystick.tasks.json.schema.validate import Validator
from tallystick.tasks.json.shown import first_values, shown_value
from tallystick.tasks.json.tree import Array, Node, Object, Options
from tallystick.tasks.views.base import Original, SideView, View, WrittenItem
from tallystick.tasks.views.document_schema import FieldCounts, FindingKind, TreeContent
from tallystick.tasks.views.parts import PartTable, rounded
from tallystick.tasks.views.rows import AlignedRows, WrittenRows
from tallystick.tasks.views.schema import Kind, PageSide, Parts, SystemDetail

if TYPE_CHECKING:
    from tallystick.tasks.views.totals import PageTotals

__all__ = ["VIEW", "JsonView"]

#: How many values the text of an item consists of, and how many errors of a prediction are listed.
_MOST_VALUES, _MOST_ERRORS = 12, 100
#: The counts of each field.
_COUNTS = ("matched", "correct", "partial", "wrong", "missed", "spurious")


class JsonView(View):
    """Shows documents side by side."""

    kind: ClassVar[Kind] = "json"

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""
        return _DocumentSide(gold), _DocumentSide(pred, shown=False)

    def fields(self, part: object) -> Iterator[tuple[tuple[str, ...], object]]:
        """Yield the value of a leaf by its field."""
        if isinstance(part, Part) and not isinstance(part.value, (dict, list)):
            yield (part.field,), shown_value(part.value, MOST_CONFUSED_SIGNS)

    def labels(self, part: object) -> Iterator[tuple[str, str]]:
        """Values are not labels: most occur once."""
        return iter(())

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Count the outcomes of the keys of plain records."""
        from tallystick.tasks.json.flat_totals import FlatTotals  # few runs make a page

        division, pairs = divided(_flat(rows))
        numbered = totals.numbered
        if not isinstance(numbered, FlatTotals) or numbered.division != division:
            totals.spell()
            numbered = totals.numbered = FlatTotals(division)
        numbered.add(number, pairs)

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return plain records as JSON: their keys, values and outcomes."""
        alignments = _flat(rows)
        division, pairs = divided(alignments)
        *_, last = alignments.values()
        schema, differences = last.documents.scheme.schema, last.pair.differences()
        findings = list(_findings(pred, schema, _differences(differences)))
        golds, preds = _DocumentSide(gold), _DocumentSide(pred, shown=False)
        detail = written_system(_json(preds.page_side()), division, pairs, findings)
        return WrittenItem(golds.text, _json(golds.page_side()), detail, findings)

    def mixes(self, others: Mapping[str, Alignment | AlignedRows]) -> bool:
        """Return whether all of these are about something else than leaves, which is not shown."""
        return not any(isinstance(own, LeafAlignment) for own in others.values())

    def tree(self, pred: Original, alignments: Mapping[str, Alignment | AlignedRows]) -> TreeContent:
        """Return both documents side by side under each metric, with the counts of each field."""
        content: TreeContent = {"values": [], "rows": [], "rows_of": {}, "fields": {}, "findings": []}
        table = ValueTable()
        known: dict[Matcher, int] = {}
        last: DocumentPair | None = None
        for metric, alignment in alignments.items():
            if not isinstance(alignment, LeafAlignment) or alignment.documents is None:
                continue
            last = alignment.documents
            matcher = last.matcher(alignment.mode)
            if matcher not in known:
                # Metrics with the same matching have the same rows and fields: those of the first.
                known[matcher] = len(content["rows"])
                content["rows"].append(document_rows(last, alignment.mode, table))
                content["fields"][metric] = _counts(last, matcher)
            content["rows_of"][metric] = known[matcher]
        content["values"] = table.values
        content["findings"] = list(
            _findings(pred, None, ())
            if last is None
            else _findings(pred, last.scheme.schema, _observed(last))
        )
        return content


class _DocumentSide(SideView):
    """A document: what it is about, and what had to be repaired in it."""

    def __init__(self, item: Original, *, shown: bool = True) -> None:
        self.repairs = [str(edit) for edit in _edits(item)]
        if shown:  # The list of items shows the gold.
            self.text = " · ".join(first_values(value_of(item.value), _MOST_VALUES))

    def show(self, part: object) -> str:
        """Return a part with its field: equal values of two fields are two parts."""
        return f"{part.field}: {part.text}" if isinstance(part, Part) else super().show(part)

    def page_side(self) -> PageSide:
        """Return the repairs of a document: its leaves are in the rows."""
        return {"repairs": self.repairs} if self.repairs else {}

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the repairs of a document, and no parts."""
        return self.page_side(), {"shown": [], "at": []}


def _edits(item: Original) -> tuple[Edit, ...]:
    return item.value.edits if isinstance(item.value, Document) else ()


def _counts(documents: DocumentPair, matcher: Matcher) -> list[FieldCounts]:
    """Return the counts of each field that one of two documents has, in the order of the documents."""
    counter = FieldCounter(matcher)
    counter.pair(documents.gold, documents.pred)
    order = {name: index for index, name in enumerate(dict.fromkeys(_names(documents.gold, documents.pred)))}
    scale = documents.scheme.scale
    return [
        FieldCounts(
            field.name,
            field_path(field),
            *[rounded(as_count(getattr(counts, name), scale)) for name in _COUNTS],
        )
        for field, counts in sorted(counter.merged(), key=lambda row: order.get(row[0].name, len(order)))
        if counts.gold or counts.pred
    ]


def _names(*documents: Node | None) -> Iterator[str]:
    """Return the names of fields as documents have them, one after another, each as often as it occurs."""
    waiting = [*reversed(documents)]
    while waiting:
        here = waiting.pop()
        if here is None:
            continue
        yield here.field.name
        if type(here) is Object:
            waiting += reversed(here.entries.values())
        elif type(here) is Array:
            waiting += reversed(here.items)
        elif type(here) is Options:
            waiting += here.choices


def _flat(rows: Mapping[str, WrittenRows]) -> dict[str, FlatAlignment]:
    return {metric: own for metric, own in rows.items() if isinstance(own, FlatAlignment)}


def _json(side: PageSide) -> bytes:
    return json.dumps(side, separators=(",", ":")).encode("ascii") if side else b"{}"


def _findings(
    pred: Original, schema: object, differences: Iterable[tuple[FindingKind, str]]
) -> Iterator[tuple[FindingKind, str]]:
    """Return what is wrong with a prediction, each once: its kind, and what it is."""
    yield from dict.fromkeys(("repair", edit.kind) for edit in _edits(pred))
    validator = _validator(schema)
    missing = isinstance(pred.value, Document) and pred.value.missing
    if validator is not None and not missing:
        errors = islice(validator.errors(value_of(pred.value)), _MOST_ERRORS)
        yield from dict.fromkeys(("invalid", f"{_location(path)}: {message}") for path, message in errors)
    yield from differences


def _differences(kinds: Iterable[str]) -> Iterable[tuple[FindingKind, str]]:
    """Return what wrong values differ in. In plain records, a scalar of another kind is a wrong value."""
    return dict.fromkeys(("difference", REASONS[kind]) for kind in kinds)


def _observed(documents: DocumentPair) -> Iterator[tuple[FindingKind, str]]:
    """Return what wrong values differ in, and where documents have values of different kinds."""
    conflicts: dict[str, dict[str, list[str]]] = {}
    for observed in observe(documents):
        if observed.startswith("conflict "):
            field, side, kind = observed.removeprefix("conflict ").split("\t")
            conflicts.setdefault(field, {"gold": [], "pred": []})[side].append(kind)
        elif observed.removeprefix("wrong ") in REASONS:
            yield "difference", REASONS[observed.removeprefix("wrong ")]
    for field, kinds in conflicts.items():
        gold, predicted = (" and ".join(sorted(kinds[side])) for side in ("gold", "pred"))
        yield "conflict", f"{field}: {gold} in the gold, {predicted} in the prediction"


@lru_cache(maxsize=8)
def _validator(schema: object) -> Validator | None:
    """Return what validates predictions; None if nothing does."""
    if not isinstance(schema, DocumentSchema) or schema.schema is None:
        return None
    try:
        return Validator(schema)
    except UsageError:  # The library is not installed; the metric `valid` says so.
        return None


def _location(path: Path) -> str:
    """Return the field of a value: the same for all items of a list."""
    steps = "".join("[]" if isinstance(step, int) else f".{step}" for step in path)
    return steps.removeprefix(".") or "."


VIEW = JsonView()
