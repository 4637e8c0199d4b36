"""One item as the report page shows it, computed from one pair of items alone."""

from __future__ import annotations

import json
import zlib
from collections.abc import Hashable, Mapping
from dataclasses import field
from typing import cast

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment
from tallystick.tasks.views.base import Describers, Original, SideView, View
from tallystick.tasks.views.confusions import ItemConfusions, KnownParts, confusions_of
from tallystick.tasks.views.parts import Encoder, PartTable
from tallystick.tasks.views.rows import AlignedRows
from tallystick.tasks.views.schema import (
    ColumnAlignment,
    EncodedAlignment,
    Kind,
    PageSide,
    PartTables,
    SystemDetail,
)
from tallystick.tasks.views.totals import ItemErrors, PageTotals

__all__ = ["PageItem", "page_item"]

#: Characters of an item's text in the list of items.
_SNIPPET = 240


@dataclass(frozen=True, slots=True)
class PageItem:
    """One item under one system. What only the page reads is text already: a page has thousands of them."""

    kind: Kind
    text: str
    """The beginning of the gold item's text."""
    gold: bytes
    """The gold side as compressed JSON."""
    system: bytes
    """The details of the system as compressed JSON."""
    totals: PageTotals = field(repr=False)
    """What is counted over this item, and over others that were computed with it."""
    number: int = 0
    """The number of the item in these totals."""

    def gold_side(self) -> PageSide:
        """Return the gold side, as JSON has it: tuples are lists."""
        return cast(PageSide, json.loads(zlib.decompress(self.gold)))

    def detail(self) -> SystemDetail:
        """Return the details of the system, as JSON has them."""
        return cast(SystemDetail, json.loads(zlib.decompress(self.system)))


def page_item(
    view: View,
    gold: Original,
    pred: Original,
    alignments: Mapping[str, Alignment | AlignedRows],
    totals: PageTotals | None = None,
) -> PageItem:
    """Return what the page shows of a pair of items: plain data that can be sent to another process.

    `alignments` are those of the metrics, by name. The item is added to `totals`, new ones by default.

    >>> from tallystick.tasks.views.records import RecordView
    >>> text = '{"tokens": ["Ann", "left"]}'
    >>> item = page_item(RecordView(), Original((), text=text), Original(()), {"span": Alignment((), ("Ann",), ())})
    >>> item.text, item.detail()["alignments"], item.detail()["parts"][0]["shown"]
    ('Ann left', [[[], [0], []]], ['Ann'])
    """
    totals = PageTotals() if totals is None else totals
    number = totals.begin()
    sides = view.sides(gold, pred)
    tables = _tables(sides)
    encoder = Encoder(*tables)
    encoded = {
        metric: encoder.encode(own) if isinstance(own, Alignment) else encoder.encode_rows(own)
        for metric, own in alignments.items()
    }
    _count(totals, number, KnownParts(view, *tables), alignments, encoded, (sides[0].show, sides[1].show))
    tree = view.tree(pred, {name: own for name, own in alignments.items() if isinstance(own, Alignment)})
    if tree is not None:  # It takes the place of the lists of parts.
        tables, encoded = _tables(sides), {}
    (gold_side, gold_parts), (pred_side, pred_parts) = (
        side.data(table) for side, table in zip(sides, tables, strict=True)
    )
    if sides[0].has_words and "tokens" in pred_side and pred_side["tokens"] == gold_side.get("tokens"):
        del pred_side["tokens"]
        pred_side["same_words"] = True
    detail: SystemDetail = {
        "pred": pred_side,
        "parts": PartTables(gold_parts, pred_parts),
        "alignments": [],
        "metrics": {},
    }
    different: list[EncodedAlignment | ColumnAlignment] = []
    for metric, encoded_alignment in encoded.items():
        if encoded_alignment not in different:
            different.append(encoded_alignment)
        detail["metrics"][metric] = different.index(encoded_alignment)
    detail["alignments"] = [
        own if isinstance(own, EncodedAlignment) else EncodedAlignment([], [], []) for own in different
    ]
    columns = [(index, own) for index, own in enumerate(different) if not isinstance(own, EncodedAlignment)]
    if columns:
        detail["columns"] = columns
    if tree is not None:
        detail["values"], detail["rows"], detail["rows_of"] = tree["values"], tree["rows"], tree["rows_of"]
        detail["findings"] = tree["findings"]
        for metric, rows in tree["fields"].items():
            totals.fields[metric].add(number, rows)
        totals.findings.add(number, tree["findings"])
    return PageItem(view.kind, sides[0].text[:_SNIPPET], _packed(gold_side), _packed(detail), totals, number)


def _tables(sides: tuple[SideView, SideView]) -> tuple[PartTable, PartTable]:
    gold, pred = sides
    return PartTable(gold.show), PartTable(pred.show)


def _packed(data: object) -> bytes:
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    # The fastest level: this is memory to be saved, not the page, which is compressed again.
    return zlib.compress(text.encode("ascii"), 1)


def _count(
    totals: PageTotals,
    number: int,
    known: KnownParts,
    alignments: Mapping[str, Alignment | AlignedRows],
    encoded: Mapping[str, EncodedAlignment | ColumnAlignment],
    describers: Describers,
) -> None:
    """Add the confusions and the errors of every metric; metrics that align the same parts share them."""
    counted: dict[Hashable, tuple[ItemConfusions, ItemErrors]] = {}
    confusions: dict[str, ItemConfusions] = {}
    errors: dict[str, ItemErrors] = {}
    for metric, alignment in alignments.items():
        if isinstance(alignment, AlignedRows):
            key = alignment.key()
            if key not in counted:
                counted[key] = alignment.confusions(), alignment.item_errors()
        else:
            own = encoded[metric]
            assert isinstance(own, EncodedAlignment)
            key = _key(metric, alignment, own)
            if key not in counted:
                counted[key] = (
                    confusions_of(known, alignment, own),
                    ItemErrors.of(alignment.error_list, alignment.show or describers),
                )
        confusions[metric], errors[metric] = counted[key]
    totals.count(number, confusions, errors)


def _key(metric: str, alignment: Alignment, encoded: EncodedAlignment) -> Hashable:
    """A key of the confusions and errors: they depend on which parts are aligned, not on their credit."""
    if not alignment.nodes or any(pair.inner for pair in alignment.matched):
        return metric
    pairs = [
        (numbers[0], numbers[1], pair.credit > 0, pair.kind)
        for numbers, pair in zip(encoded.matched, alignment.matched, strict=True)
    ]
    aligned = tuple(pairs), tuple(encoded.missed), tuple(encoded.spurious)
    return aligned, id(alignment.nodes), id(alignment.typology), id(alignment.show)
