"""The view of JSON: two documents side by side, their fields, and what is wrong with the prediction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import ClassVar

from tallystick.errors import UsageError
from tallystick.formats.json.document import Document
from tallystick.formats.json.mismatch import Path
from tallystick.formats.json.repair.edits import Edit
from tallystick.tally import Alignment
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.documents import DocumentPair, as_count, value_of
from tallystick.tasks.json.explain import LeafAlignment, Part, shown_value
from tallystick.tasks.json.flat_alignment import FlatAlignment, field_path
from tallystick.tasks.json.match import FULL, Matcher
from tallystick.tasks.json.notes import REASONS, observe
from tallystick.tasks.json.page_rows import ValueTable, document_rows
from tallystick.tasks.json.rows import FieldCounter
from tallystick.tasks.json.schema.validate import Validator
from tallystick.tasks.json.tree import Array, Node, Object, Options
from tallystick.tasks.views.base import Original, SideView, View
from tallystick.tasks.views.parts import PartTable, rounded
from tallystick.tasks.views.rows import AlignedRows
from tallystick.tasks.views.schema import FieldCounts, FindingKind, Kind, PageSide, Parts, TreeContent

__all__ = ["VIEW", "JsonView"]

#: How many values the text of an item consists of, and how many errors of a prediction are listed.
_MOST_VALUES, _MOST_ERRORS = 12, 100
#: Longer values in the table of confusions are cut.
_MOST_SIGNS = 200
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
            yield (part.field,), shown_value(part.value, _MOST_SIGNS)

    def labels(self, part: object) -> Iterator[tuple[str, str]]:
        """Values are not labels: most occur once."""
        return iter(())

    def tree(self, pred: Original, alignments: Mapping[str, Alignment | AlignedRows]) -> TreeContent:
        """Return both documents side by side under each metric, with the counts of each field."""
        content: TreeContent = {"values": [], "rows": [], "rows_of": {}, "fields": {}, "findings": []}
        table = ValueTable()
        known: dict[Matcher, int] = {}
        last: LeafAlignment | FlatAlignment | None = None
        for metric, alignment in alignments.items():
            if not isinstance(alignment, (LeafAlignment, FlatAlignment)) or alignment.documents is None:
                continue
            last = alignment
            matcher = alignment.documents.matcher(alignment.mode)
            if matcher not in known:
                # Metrics with the same matching have the same rows and fields: those of the first.
                known[matcher] = len(content["rows"])
                if isinstance(alignment, FlatAlignment):
                    content["rows"].append(alignment.document_rows(table))
                    content["fields"][metric] = alignment.field_counts()
                else:
                    content["rows"].append(document_rows(alignment.documents, alignment.mode, table))
                    content["fields"][metric] = _counts(alignment.documents, matcher)
            content["rows_of"][metric] = known[matcher]
        content["values"] = table.values
        content["findings"] = list(_findings(pred, last))
        return content


class _DocumentSide(SideView):
    """A document: what it is about, and what had to be repaired in it."""

    def __init__(self, item: Original, *, shown: bool = True) -> None:
        self.repairs = [str(edit) for edit in _edits(item)]
        if shown:  # The list of items shows the gold.
            self.text = " · ".join(islice(_values(value_of(item.value)), _MOST_VALUES))

    def show(self, part: object) -> str:
        """Return a part with its field: equal values of two fields are two parts."""
        return f"{part.field}: {part.text}" if isinstance(part, Part) else super().show(part)

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the repairs of a document: its leaves are in the rows."""
        return {"repairs": self.repairs} if self.repairs else {}, {"shown": [], "at": []}


def _edits(item: Original) -> tuple[Edit, ...]:
    return item.value.edits if isinstance(item.value, Document) else ()


def _values(value: object) -> Iterator[str]:
    """Return the scalars of a value as text."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            waiting += reversed(here.values())
        elif isinstance(here, list):
            waiting += reversed(here)
        elif here is not None and here != "":
            yield shown_value(here)


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


def _findings(
    pred: Original, alignment: LeafAlignment | FlatAlignment | None
) -> Iterator[tuple[FindingKind, str]]:
    """Return what is wrong with a prediction, each once: its kind, and what it is."""
    yield from dict.fromkeys(("repair", edit.kind) for edit in _edits(pred))
    documents = alignment.documents if alignment is not None else None
    if documents is None:
        return
    validator = _validator(documents.scheme.schema)
    missing = isinstance(pred.value, Document) and pred.value.missing
    if validator is not None and not missing:
        errors = islice(validator.errors(value_of(pred.value)), _MOST_ERRORS)
        yield from dict.fromkeys(("invalid", f"{_location(path)}: {message}") for path, message in errors)
    if isinstance(alignment, FlatAlignment):  # A scalar of another kind is a wrong value.
        # Of any-value metrics too, the values differ.
        differences = FlatAlignment(documents, FULL, alignment.rows).differences()
        yield from dict.fromkeys(("difference", REASONS[kind]) for kind in differences)
        return
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
