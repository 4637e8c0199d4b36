"""One item as the report page shows it, computed from one pair of items alone."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import NamedTuple, cast

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment
from tallystick.tasks.views.base import Describers, Original, SideView, View
from tallystick.tasks.views.confusions import ItemConfusions, KnownParts, confusions_of
from tallystick.tasks.views.error_counts import ErrorCount, error_counts
from tallystick.tasks.views.parts import Encoder, PartTable
from tallystick.tasks.views.schema import (
    EncodedAlignment,
    FieldCounts,
    FindingKind,
    Kind,
    PageSide,
    PartTables,
    SystemDetail,
)

__all__ = ["ItemCounts", "PageItem", "page_item"]

#: Characters of an item's text in the list of items.
_SNIPPET = 240


class ItemCounts(NamedTuple):
    """Counts that are added up over all items, by metric."""

    confusions: dict[str, ItemConfusions]
    errors: dict[str, list[ErrorCount]]
    fields: dict[str, list[FieldCounts]]
    findings: list[tuple[FindingKind, str]]
    """Whatever the metric."""


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
    counts: ItemCounts

    def gold_side(self) -> PageSide:
        """Return the gold side, as JSON has it: tuples are lists."""
        return cast(PageSide, json.loads(zlib.decompress(self.gold)))

    def detail(self) -> SystemDetail:
        """Return the details of the system, as JSON has them."""
        return cast(SystemDetail, json.loads(zlib.decompress(self.system)))


def page_item(view: View, gold: Original, pred: Original, alignments: Mapping[str, Alignment]) -> PageItem:
    """Return what the page shows of a pair of items: plain data that can be sent to another process.

    `alignments` are those of the metrics, by name.

    >>> from tallystick.tasks.views.records import RecordView
    >>> text = '{"tokens": ["Ann", "left"]}'
    >>> item = page_item(RecordView(), Original((), text=text), Original(()), {"span": Alignment((), ("Ann",), ())})
    >>> item.text, item.detail()["alignments"], item.detail()["parts"][0]["shown"]
    ('Ann left', [[[], [0], []]], ['Ann'])
    """
    sides = view.sides(gold, pred)
    tables = _tables(sides)
    encode = Encoder(*tables).encode
    encoded = {metric: encode(alignment) for metric, alignment in alignments.items()}
    known = KnownParts(view, *tables)
    counts = _counted(known, alignments, encoded, (sides[0].show, sides[1].show))
    tree = view.tree(pred, alignments)
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
    for metric, alignment in encoded.items():
        if alignment not in detail["alignments"]:
            detail["alignments"].append(alignment)
        detail["metrics"][metric] = detail["alignments"].index(alignment)
    if tree is not None:
        detail["values"], detail["rows"], detail["rows_of"] = tree["values"], tree["rows"], tree["rows_of"]
        detail["findings"] = tree["findings"]
        counts = counts._replace(fields=tree["fields"], findings=tree["findings"])
    return PageItem(view.kind, sides[0].text[:_SNIPPET], _packed(gold_side), _packed(detail), counts)


def _tables(sides: tuple[SideView, SideView]) -> tuple[PartTable, PartTable]:
    gold, pred = sides
    return PartTable(gold.show), PartTable(pred.show)


def _packed(data: object) -> bytes:
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    # The fastest level: this is memory to be saved, not the page, which is compressed again.
    return zlib.compress(text.encode("ascii"), 1)


def _counted(
    known: KnownParts,
    alignments: Mapping[str, Alignment],
    encoded: Mapping[str, EncodedAlignment],
    describers: Describers,
) -> ItemCounts:
    """The confusions and the errors of every metric; metrics that align the same parts share them."""
    counted: dict[object, tuple[ItemConfusions, list[ErrorCount]]] = {}
    counts = ItemCounts({}, {}, {}, [])
    for metric, alignment in alignments.items():
        key = _key(metric, alignment, encoded[metric])
        if key not in counted:
            confusions = confusions_of(known, alignment, encoded[metric])
            counted[key] = confusions, error_counts(alignment, describers)
        counts.confusions[metric], counts.errors[metric] = counted[key]
    return counts


def _key(metric: str, alignment: Alignment, encoded: EncodedAlignment) -> object:
    """A key of the confusions and errors: they depend on which parts are aligned, not on their credit."""
    if not alignment.nodes or any(pair.inner for pair in alignment.matched):
        return metric
    pairs = [
        (numbers[0], numbers[1], pair.credit > 0, pair.kind)
        for numbers, pair in zip(encoded.matched, alignment.matched, strict=True)
    ]
    aligned = tuple(pairs), tuple(encoded.missed), tuple(encoded.spurious)
    return aligned, id(alignment.nodes), id(alignment.typology), id(alignment.show)
