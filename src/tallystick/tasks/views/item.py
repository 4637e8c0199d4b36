"""One item as the report page shows it, computed from one pair of items alone."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import NotRequired, TypedDict, cast

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment
from tallystick.tasks.views.base import Original, View
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
    known = KnownParts(view)
    content: ItemContent = {
        "gold": gold_side,
        "pred": pred_side,
        "parts": PartTables(gold_parts, pred_parts),
        "alignments": encoded,
        "confusions": {metric: confusions_of(known, alignment) for metric, alignment in alignments.items()},
        "errors": {
            metric: error_counts(alignment, (sides[0].show, sides[1].show))
            for metric, alignment in alignments.items()
        },
    }
    if tree is not None:
        content["tree"] = tree
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    # The fastest level: this is memory to be saved, not the page, which is compressed again.
    return PageItem(view.kind, sides[0].text[:_SNIPPET], zlib.compress(text.encode("ascii"), 1))
