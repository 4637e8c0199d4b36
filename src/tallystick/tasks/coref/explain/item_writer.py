"""An item with chains as JSON, as tasks/views/schema.py declares it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tallystick.formats.coref.document import word_number
from tallystick.tally import Alignment
from tallystick.tasks.coref.explain.chain_rows import ChainAlignment
from tallystick.tasks.coref.explain.document_text import DocumentText
from tallystick.tasks.coref.explain.part_rows import ChainParts
from tallystick.tasks.views.json_writer import JsonWriter
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.rows import AlignedRows
from tallystick.tasks.views.schema import EncodedAlignment

if TYPE_CHECKING:
    from tallystick.tasks.coref.page_view import ChainSide

__all__ = ["written_item"]

_NO_ALIGNMENT = EncodedAlignment([], [], [])


def written_item(
    sides: tuple[ChainSide, ChainSide],
    tables: tuple[PartTable, PartTable],
    alignments: Mapping[str, Alignment | AlignedRows],
    encoded: Mapping[str, EncodedAlignment],
) -> tuple[bytes, bytes]:
    """Return a `PageSide` of the gold and a `SystemDetail`."""
    gold, pred = (_Side(side, table) for side, table in zip(sides, tables, strict=True))
    writer = JsonWriter()
    lists, pred_lists = ([rows for rows in table.lists if isinstance(rows, ChainParts)] for table in tables)
    index = {rows: number for number, rows in enumerate(lists)}
    # Metrics that have the same alignment share it.
    known: dict[tuple[bytes, bytes], int] = {}
    metrics = {}
    for metric, own in alignments.items():
        alignment, column = encoded[metric], b"null"
        if isinstance(own, ChainAlignment) and (len(own.golds) or len(own.preds)):
            column = own.column(writer, index[own.golds])
        both = b"[[],[],[]]" if alignment == _NO_ALIGNMENT else _json(alignment), column
        metrics[metric] = known.setdefault(both, len(known))
    writer.text(b'{"pred":{%s},"parts":[{%s' % (pred.members(gold), gold.parts))
    _write_chains(writer, ((own, own) for own in lists))
    writer.text(b"},{%s" % pred.parts)
    _write_chains(writer, zip(pred_lists, lists, strict=True))
    writer.text(b'}],"alignments":[%s]' % b",".join([alignment for alignment, _ in known]))
    writer.text(b',"columns":[%s]' % b",".join([column for _, column in known]))
    writer.text(b',"metrics":%s}' % _json(metrics))
    return b"{%s}" % gold.members(None), writer.value()


class _Side:
    """One side: its words and the parts that are in no list, as members of JSON objects."""

    def __init__(self, side: ChainSide, table: PartTable) -> None:
        self.side = side
        self.parts = b'"shown":[],"at":[]'
        self.has_words = bool(side.tokens)
        if len(table.parts) > sum(map(len, table.lists)):
            data, parts = side.data(table)
            self.parts = _json(parts)[1:-1]
            self.has_words = "tokens" in data

    def members(self, gold: _Side | None) -> bytes:
        """Return the words, or that they are those of the gold, and where sentences begin."""
        side = self.side
        members = []
        if not side.tokens:
            members.append(b'"text":%s' % _json(side.text))
        elif gold is not None and self.has_words and gold.has_words and gold.side.has_words:
            same = side.tokens is gold.side.tokens or list(side.tokens) == list(gold.side.tokens)
            members.append(b'"same_words":true' if same else self._words())
        elif self.has_words:
            members.append(self._words())
        if len(side.document.sentences):
            members.append(b'"breaks":%s' % _json([word_number(start) for start in side.document.sentences]))
        return b",".join(members)

    def _words(self) -> bytes:
        text = DocumentText.of(self.side.document)
        return text.json() if text.words is self.side.tokens else DocumentText(self.side.tokens).json()


def _write_chains(writer: JsonWriter, lists: Iterable[tuple[ChainParts, ChainParts]]) -> None:
    """Write lists of chains, each with that of the gold."""
    writer.text(b',"chains":[')
    for number, (own, golds) in enumerate(lists):
        if number:
            writer.text(b",")
        own.write(writer, golds)
    writer.text(b"]")


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode("ascii")
