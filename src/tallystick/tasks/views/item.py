"""One item as the report page shows it, computed from one pair of items alone."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import field
from typing import cast

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment
from tallystick.tasks.views.base import Describers, Original, SideView, View, share_words
from tallystick.tasks.views.confusions import ItemConfusions, KnownParts, confusions_of
from tallystick.tasks.views.parts import Encoder, PartTable
from tallystick.tasks.views.relation_schema import AlignedRelations
from tallystick.tasks.views.rows import AlignedRows, AnyRows, UnshownRows, WrittenRows
from tallystick.tasks.views.schema import (
    EncodedAlignment,
    Kind,
    PageSide,
    PartTables,
    SystemDetail,
)
from tallystick.tasks.views.totals import ItemErrors, PageTotals

__all__ = ["PageItem", "json_bytes", "page_item"]

#: The confusions of a metric whose parts are not shown.
_NOT_CONFUSED = ItemConfusions(Counter(), ((), (), ()))
#: Characters of an item's text in the list of items.
_SNIPPET = 240


@dataclass(frozen=True, slots=True)
class PageItem:
    """One item under one system. What only the page reads is text already: a page has thousands of them."""

    kind: Kind
    text: str
    """The beginning of the gold item's text."""
    gold: bytes
    """The gold side as JSON, which may be compressed."""
    system: bytes
    """The details of the system, likewise."""
    totals: PageTotals = field(repr=False)
    """What is counted over this item, and over others that were computed with it."""
    number: int = 0
    """The number of the item in these totals."""

    def gold_side(self) -> PageSide:
        """Return the gold side, as JSON has it: tuples are lists."""
        return cast(PageSide, json.loads(json_bytes(self.gold)))

    def detail(self) -> SystemDetail:
        """Return the details of the system, as JSON has them."""
        return cast(SystemDetail, json.loads(json_bytes(self.system)))


def page_item(
    view: View,
    gold: Original,
    pred: Original,
    alignments: Mapping[str, Alignment | AnyRows],
    totals: PageTotals | None = None,
    *,
    compress: bool = False,
) -> PageItem:
    """Return what the page shows of a pair of items: plain data that can be sent to another process.

    `alignments` are those of the metrics, by name. The item is added to `totals`, new ones by default. `compress` its
    data where there are many items.

    >>> from tallystick.tasks.views.records import RecordView
    >>> text = '{"tokens": ["Ann", "left"]}'
    >>> item = page_item(RecordView(), Original((), text=text), Original(()), {"span": Alignment((), ("Ann",), ())})
    >>> item.text, item.detail()["alignments"], item.detail()["parts"][0]["shown"]
    ('Ann left', [[[], [0], []]], ['Ann'])
    """
    totals = PageTotals() if totals is None else totals
    number = totals.begin()
    shown = _without_unshown(alignments, totals, number)
    by_rows = {metric: own for metric, own in shown.items() if isinstance(own, WrittenRows)}
    if not view.writes(by_rows):
        by_rows = {}
    if by_rows:
        view.count(by_rows, totals, number, (gold, pred))
    if by_rows and len(by_rows) == len(shown):
        text, gold_json, system_json, findings = view.write(gold, pred, by_rows)
        totals.findings.add(number, findings)
        gold_text, system_text = (_stored(own, compress=compress) for own in (gold_json, system_json))
        return PageItem(view.kind, text[:_SNIPPET], gold_text, system_text, totals, number)
    others = {metric: _with_parts(own) for metric, own in shown.items() if metric not in by_rows}
    mixed = bool(by_rows) and view.mixes(others)
    listed = others
    if by_rows and not mixed:
        listed = {metric: _with_parts(own) for metric, own in shown.items()}
    sides = view.sides(gold, pred)
    tables = _tables(sides)
    encode = Encoder(*tables).encode
    encoded = {metric: encode(alignment) for metric, alignment in listed.items()}
    columns = {metric: _columns(alignment, tables) for metric, alignment in listed.items()}
    _count(totals, number, KnownParts(view, *tables), others, encoded, (sides[0].show, sides[1].show))
    tree = view.tree(pred, listed)
    if tree is not None:  # It takes the place of the lists of parts.
        tables, encoded = _tables(sides), {}
    (gold_side, gold_parts), (pred_side, pred_parts) = (
        side.data(table) for side, table in zip(sides, tables, strict=True)
    )
    share_words(sides[0], gold_side, pred_side)
    detail: SystemDetail = {
        "pred": pred_side,
        "parts": PartTables(gold_parts, pred_parts),
        "alignments": [],
        "metrics": {},
    }
    _add_alignments(detail, encoded, columns)
    if tree is not None:
        detail["values"], detail["rows"], detail["rows_of"] = tree["values"], tree["rows"], tree["rows_of"]
        detail["findings"] = tree["findings"]
        for metric, rows in tree["fields"].items():
            if metric not in by_rows:
                totals.fields[metric].add(number, rows)
    if mixed:
        _, gold_json, system_json, findings = view.write(gold, pred, by_rows, (gold_side, detail))
    else:
        gold_json, system_json = _json(gold_side), _json(detail)
        findings = () if tree is None else tree["findings"]
    totals.findings.add(number, findings)
    gold_text, system_text = (_stored(own, compress=compress) for own in (gold_json, system_json))
    return PageItem(view.kind, sides[0].text[:_SNIPPET], gold_text, system_text, totals, number)


def _without_unshown(
    alignments: Mapping[str, Alignment | AnyRows],
    totals: PageTotals,
    number: int,
) -> dict[str, Alignment | AlignedRows | WrittenRows]:
    """Count the errors of alignments that are not shown; return the others."""
    shown: dict[str, Alignment | AlignedRows | WrittenRows] = {}
    errors: dict[str, ItemErrors] = {}
    for metric, own in alignments.items():
        if isinstance(own, UnshownRows):
            errors[metric] = own.item_errors()
        else:
            shown[metric] = own
    if errors:
        totals.count(number, dict.fromkeys(errors, _NOT_CONFUSED), errors)
    return shown


def _with_parts(alignment: Alignment | AlignedRows | WrittenRows) -> Alignment | AlignedRows:
    """Return an alignment that a view does not write itself."""
    return alignment.alignment() if isinstance(alignment, WrittenRows) else alignment


def _columns(
    alignment: Alignment | AlignedRows, tables: tuple[PartTable, PartTable]
) -> AlignedRelations | None:
    """The pairs of an alignment in columns, if its rows have any."""
    if isinstance(alignment, Alignment):
        return None
    gold, pred = tables
    return alignment.columns(gold.offset(alignment.golds), pred.offset(alignment.preds))


def _add_alignments(
    detail: SystemDetail,
    encoded: Mapping[str, EncodedAlignment],
    columns: Mapping[str, AlignedRelations | None],
) -> None:
    """Add the alignment of every metric; metrics with the same one share it."""
    known: list[tuple[EncodedAlignment, AlignedRelations | None]] = []
    for metric, alignment in encoded.items():
        both = alignment, columns[metric]
        if both not in known:
            known.append(both)
        detail["metrics"][metric] = known.index(both)
    detail["alignments"] = [alignment for alignment, _ in known]
    if any(own is not None for _, own in known):
        detail["columns"] = [own for _, own in known]


def _tables(sides: tuple[SideView, SideView]) -> tuple[PartTable, PartTable]:
    gold, pred = sides
    return PartTable(gold.show), PartTable(pred.show)


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii")


def _stored(text: bytes, *, compress: bool) -> bytes:
    # The fastest level: this is memory to be saved, not the page, which is compressed again.
    return zlib.compress(text, 1) if compress else text


def json_bytes(written: bytes) -> bytes:
    """Return data of an item as JSON, in ASCII."""
    # Only JSON begins with a brace.
    return written if written.startswith(b"{") else zlib.decompress(written)


def _count(
    totals: PageTotals,
    number: int,
    known: KnownParts,
    alignments: Mapping[str, Alignment | AlignedRows],
    encoded: Mapping[str, EncodedAlignment],
    describers: Describers,
) -> None:
    """Add the confusions and the errors of every metric; metrics that align the same parts share them."""
    counted: dict[Hashable, tuple[ItemConfusions, ItemErrors]] = {}
    confusions: dict[str, ItemConfusions] = {}
    errors: dict[str, ItemErrors] = {}
    for metric, alignment in alignments.items():
        if isinstance(alignment, Alignment):
            key = _key(metric, alignment, encoded[metric])
            if key not in counted:
                counted[key] = (
                    confusions_of(known, alignment, encoded[metric]),
                    ItemErrors.of(_error_rows(alignment), alignment.show or describers),
                )
        else:
            key = alignment.key()
            if key not in counted:
                counted[key] = alignment.confusions(), alignment.item_errors()
        confusions[metric], errors[metric] = counted[key]
    totals.count(number, confusions, errors)


def _error_rows(alignment: Alignment) -> Iterator[tuple[str, object, object]]:
    return ((error.kind, error.gold, error.pred) for error in alignment.error_list)


def _key(metric: str, alignment: Alignment, encoded: EncodedAlignment) -> Hashable:
    """A key of the confusions and errors: metrics that pair the same parts with the same credit share them."""
    if any(pair.inner for pair in alignment.matched):
        return metric
    pairs = [(row, pair.kind) for row, pair in zip(encoded.matched, alignment.matched, strict=True)]
    aligned = tuple(pairs), tuple(encoded.missed), tuple(encoded.spurious)
    return aligned, id(alignment.nodes), id(alignment.typology), id(alignment.show)
