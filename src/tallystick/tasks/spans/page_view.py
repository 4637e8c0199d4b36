"""The view of typed spans: records whose texts and fields the page makes from their types and their ends."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from tallystick.core.describe import describe
from tallystick.tally import Alignment
from tallystick.tasks.spans.span_rows import AlignedSpans, SpanRows
from tallystick.tasks.spans.tag_rows import AlignedTags
from tallystick.tasks.views.base import Original, WrittenItem, share_words
from tallystick.tasks.views.parts import PartTable, rounded
from tallystick.tasks.views.records import RecordSide, RecordView
from tallystick.tasks.views.schema import (
    EncodedAlignment,
    EncodedPair,
    PageSide,
    Parts,
    PartTables,
    SystemDetail,
    TagColumns,
    TypedSpans,
    WordRange,
)

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import WrittenRows
    from tallystick.tasks.views.totals import PageTotals

__all__ = ["VIEW", "SpanView"]

_described = lru_cache(maxsize=4096)(describe)
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class SpanView(RecordView):
    """Shows spans in cards, with their words in the text."""

    def writes(self, rows: Mapping[str, WrittenRows]) -> bool:
        """Return whether all metrics compare the same spans: tags may be read in several ways."""
        own = _alignments(rows)
        sides = {id(aligned.golds) for aligned in own.values() if not isinstance(aligned, AlignedTags)}
        return bool(own) and len(own) == len(rows) and len(sides) <= 1

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Count types, their confusions, and errors; few of these are shown with their words."""
        from tallystick.tasks.spans.span_totals import SpanTotals  # few runs make a page

        own, metrics, numbered = _alignments(rows), tuple(rows), totals.numbered
        if not isinstance(numbered, SpanTotals) or numbered.metrics != metrics:
            totals.spell()
            numbered = totals.numbered = SpanTotals(metrics)
        show = partial(self._show, originals, 0), partial(self._show, originals, 1)
        numbered.add(number, list(own.values()), show)

    def _show(self, originals: tuple[Original, Original], side: int, part: object) -> str:
        return self.sides(*originals)[side].show(part)

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return a pair of documents as JSON, without an object for any part."""
        golds, preds = self.sides(gold, pred)
        assert isinstance(golds, RecordSide)
        assert isinstance(preds, RecordSide)
        alignments = _alignments(rows)
        spans = {metric: own for metric, own in alignments.items() if not isinstance(own, AlignedTags)}
        first = next(iter(spans.values()), _NO_SPANS)
        gold_spans = _NumberedSpans(golds, first.golds, [*[i for _, i, *_ in first.pairs], *first.missed])
        pred_spans = _NumberedSpans(preds, first.preds, [*[j for j, *_ in first.pairs], *first.spurious])
        gold_side, gold_parts = gold_spans.data()
        pred_side, pred_parts = pred_spans.data(first.leading_equals() if "spans" in gold_parts else 0)
        share_words(golds, gold_side, pred_side)
        detail: SystemDetail = {
            "pred": _with_joined_words(pred_side),
            "parts": PartTables(gold_parts, pred_parts),
            "alignments": [],
            "metrics": {},
        }
        known: dict[Hashable, int] = {}
        for metric, own in spans.items():
            if own.key() not in known:
                known[own.key()] = len(known)
                detail["alignments"].append(_encoded(own, gold_spans.number, pred_spans.number))
            detail["metrics"][metric] = known[own.key()]
        for metric, tags in alignments.items():
            if isinstance(tags, AlignedTags):
                detail["metrics"][metric] = len(detail["alignments"])
                detail["columns"] = [*[None] * len(detail["alignments"]), _tag_columns(tags)]
                detail["alignments"].append(EncodedAlignment([], [], []))
        written = _encode(_with_joined_words(gold_side)), _encode(detail)
        gold_json, system_json = (text.encode("ascii") for text in written)
        return WrittenItem(golds.text, gold_json, system_json)


class _NumberedSpans:
    """The spans of one side in the order of the page: those that the first metric matched, then the others."""

    def __init__(self, side: RecordSide, rows: SpanRows, order: Sequence[int]) -> None:
        self.side = side
        self.rows = rows
        self.order = order
        self.number = [0] * len(order)
        """The number of each span on the page."""
        for number, index in enumerate(order):
            self.number[index] = number

    def data(self, same: int = 0) -> tuple[PageSide, Parts]:
        """Return the side and its parts: in columns, if they are words of the text.

        The `same` first ones are those of the gold.
        """
        if self.rows.count_tokens():
            last = max([right for _, right in self.rows.ends], default=-1)
            side = self.side.text_data([[WordRange(0, last)]])
            if side:
                return side, {"shown": [], "at": [], "spans": self._columns(same)}
        table = PartTable(self.side.show)
        table.parts = [self.rows.spans[index] for index in self.order]
        table.shown = list(map(self.side.show, table.parts))
        return self.side.data(table)

    def _columns(self, same: int) -> TypedSpans:
        types, ends, order = self.rows.types, self.rows.ends, self.order[same:]
        return TypedSpans(
            same,
            [_described(types[index]) for index in order],
            [ends[index][0] for index in order],
            [ends[index][1] for index in order],
        )


def _encoded(own: AlignedSpans, gold_number: Sequence[int], pred_number: Sequence[int]) -> EncodedAlignment:
    matched: list[EncodedPair] = [
        _encoded_pair(gold_number[i], pred_number[j], rounded(credit), note)
        for j, i, credit, note in own.pairs
    ]
    return EncodedAlignment(
        matched, [gold_number[i] for i in own.missed], [pred_number[j] for j in own.spurious]
    )


def _encoded_pair(gold: int, pred: int, credit: float, note: str) -> EncodedPair:
    if note:
        return gold, pred, credit, note
    return (gold, pred) if credit == 1 else (gold, pred, credit)


def _tag_columns(own: AlignedTags) -> TagColumns:
    return {
        "tags": " ".join(own.golds),
        "differing": [index for index, _, _ in own.wrong],
        "predicted": [pred for _, _, pred in own.wrong],
    }


def _with_joined_words(side: PageSide) -> PageSide:
    """Return a side with its words as one text, if none of them has a blank."""
    tokens = side.get("tokens")
    if tokens is not None:
        text = " ".join(tokens)
        if text.count(" ") == len(tokens) - 1:
            del side["tokens"]
            side["words"] = text
    return side


def _alignments(rows: Mapping[str, WrittenRows]) -> dict[str, AlignedSpans | AlignedTags]:
    return {metric: own for metric, own in rows.items() if isinstance(own, (AlignedSpans, AlignedTags))}


#: For documents whose tags alone are compared.
_NO_SPANS = AlignedSpans((SpanRows(()), SpanRows(())), (), (), (), Alignment)
VIEW = SpanView()
