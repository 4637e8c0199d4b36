"""One item as the report page shows it, computed from one pair of items alone."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import NotRequired, TypedDict, cast

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment
from tallystick.tasks.views.base import Describers, Original, View
from tallystick.tasks.views.confusions import ItemConfusions, KnownParts, confusions_of
from tallystick.tasks.views.error_counts import ErrorCount, error_counts
from tallystick.tasks.views.parts import Encoder, PartTable
from tallystick.tasks.views.schema import EncodedAlignment, Kind, PageSide, PartTables, TreeContent

__all__ = ["ItemContent", "PageItem", "page_item"]

#: Characters of an item's text in the list of items.
_SNIPPET = 240


class ItemContent(TypedDict):
    """Everything about one item under one system."""

    gold: PageSide
    pred: PageSide
    parts: PartTables
    alignments: dict[str, EncodedAlignment]
    """By metric."""
    confusions: dict[str, ItemConfusions]
    """By metric."""
    errors: dict[str, list[ErrorCount]]
    """By metric, the errors by kind."""
    tree: NotRequired[TreeContent]


@dataclass(frozen=True, slots=True)
class PageItem:
    """One item under one system. Its content is compressed: a page has one for each item and system."""

    kind: Kind
    text: str
    """The beginning of the gold item's text."""
    packed: bytes

    def content(self) -> ItemContent:
        """Return the content, as JSON has it: tuples are lists."""
        return cast(ItemContent, json.loads(zlib.decompress(self.packed)))


def page_item(view: View, gold: Original, pred: Original, alignments: Mapping[str, Alignment]) -> PageItem:
    """Return what the page shows of a pair of items: plain data that can be sent to another process.

    `alignments` are those of the metrics, by name.

    >>> from tallystick.tasks.views.records import RecordView
    >>> text = '{"tokens": ["Ann", "left"]}'
    >>> item = page_item(RecordView(), Original((), text=text), Original(()), {"span": Alignment((), ("Ann",), ())})
    >>> item.text, item.content()["alignments"], item.content()["parts"][0]["shown"]
    ('Ann left', {'span': [[], [0], []]}, ['Ann'])
    """
    sides = view.sides(gold, pred)
    tables = [PartTable(side.show) for side in sides]
    tree = view.tree(pred, alignments)
    encode = Encoder(*tables).encode
    encoded = {
        metric: encode(alignment if tree is None else Alignment()) for metric, alignment in alignments.items()
    }
    (gold_side, gold_parts), (pred_side, pred_parts) = (
        side.data(table) for side, table in zip(sides, tables, strict=True)
    )
    confusions, errors = _counted(view, alignments, encoded, (sides[0].show, sides[1].show))
    content: ItemContent = {
        "gold": gold_side,
        "pred": pred_side,
        "parts": PartTables(gold_parts, pred_parts),
        "alignments": encoded,
        "confusions": confusions,
        "errors": errors,
    }
    if tree is not None:
        content["tree"] = tree
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    # The fastest level: this is memory to be saved, not the page, which is compressed again.
    return PageItem(view.kind, sides[0].text[:_SNIPPET], zlib.compress(text.encode("ascii"), 1))


def _counted(
    view: View,
    alignments: Mapping[str, Alignment],
    encoded: Mapping[str, EncodedAlignment],
    describers: Describers,
) -> tuple[dict[str, ItemConfusions], dict[str, list[ErrorCount]]]:
    """The confusions and the errors of every metric; metrics that align the same parts share them."""
    known = KnownParts(view)
    counted: dict[object, tuple[ItemConfusions, list[ErrorCount]]] = {}
    by_metric = {}
    for metric, alignment in alignments.items():
        key = _key(metric, alignment, encoded[metric])
        if key not in counted:
            counted[key] = confusions_of(known, alignment), error_counts(alignment, describers)
        by_metric[metric] = counted[key]
    return {metric: own[0] for metric, own in by_metric.items()}, {
        metric: own[1] for metric, own in by_metric.items()
    }


def _key(metric: str, alignment: Alignment, encoded: EncodedAlignment) -> object:
    """What confusions and errors depend on: which parts were aligned, and not for how much credit."""
    if not alignment.nodes or any(pair.inner for pair in alignment.matched):
        return metric
    pairs = [
        (numbers[0], numbers[1], pair.credit > 0, pair.kind)
        for numbers, pair in zip(encoded.matched, alignment.matched, strict=True)
    ]
    aligned = tuple(pairs), tuple(encoded.missed), tuple(encoded.spurious)
    return aligned, id(alignment.nodes), id(alignment.typology), id(alignment.show)
