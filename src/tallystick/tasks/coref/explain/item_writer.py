"""An item with chains as JSON, as tasks/views/schema.py declares it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.formats.coref.document import word_number
from tallystick.tasks.coref.explain.chain_rows import ChainAlignment
from tallystick.tasks.coref.explain.document_text import DocumentText
from tallystick.tasks.coref.explain.part_rows import ChainParts
from tallystick.tasks.views.json_writer import JsonWriter
from tallystick.tasks.views.schema import PageSide, Parts, PartTables, SystemDetail

if TYPE_CHECKING:
    from tallystick.tasks.coref.page_view import ChainSide

__all__ = ["written_item"]

_NO_PARTS: Parts = {"shown": [], "at": []}


def written_item(
    sides: tuple[ChainSide, ChainSide],
    alignments: Mapping[str, ChainAlignment],
    metrics: Sequence[str],
    others: tuple[PageSide, SystemDetail] | None,
) -> tuple[bytes, bytes]:
    """Return a `PageSide` of the gold and a `SystemDetail`.

    `metrics` are those with rows: some may have no alignment, because there is nothing to align. `others` are the
    alignments of the other metrics, whose parts have the first numbers.
    """
    detail = None if others is None else others[1]
    tables = PartTables(_NO_PARTS, _NO_PARTS) if detail is None else detail["parts"]
    writer = JsonWriter()
    known, index_of = _alignments(writer, alignments, tables)
    lists = {own.golds: own.preds for own in alignments.values() if len(own.golds) or len(own.preds)}
    nothing = None
    for metric in metrics:
        if metric not in index_of:
            if nothing is None:
                nothing = known.setdefault((b"[[],[],[]]", b"null"), len(known))
            index_of[metric] = nothing
    pairs = [alignment for alignment, _ in known]
    if detail is not None:
        index_of.update({metric: len(known) + index for metric, index in detail["metrics"].items()})
        pairs += map(_json, detail["alignments"])
    gold, pred = sides
    words = _words_json(gold) if others is None or "tokens" in others[0] else b""
    pred_words = _words_of_pred(pred, gold) if detail is None or _has_words(detail["pred"]) else b""
    writer.text(b'{"pred":{%s},"parts":[{%s' % (_members(pred, pred_words), _json(tables.gold)[1:-1]))
    _write_chains(writer, ((own, own) for own in lists))
    writer.text(b"},{%s" % _json(tables.pred)[1:-1])
    _write_chains(writer, ((own, gold_parts) for gold_parts, own in lists.items()))
    writer.text(b'}],"alignments":[%s]' % b",".join(pairs))
    writer.text(b',"columns":[%s]' % b",".join([column for _, column in known]))
    writer.text(b',"metrics":%s}' % _json(index_of))
    return b"{%s}" % _members(gold, words), writer.value()


def _alignments(
    writer: JsonWriter, alignments: Mapping[str, ChainAlignment], tables: PartTables
) -> tuple[dict[tuple[bytes, bytes], int], dict[str, int]]:
    """Return each alignment once, as pairs and as columns, and the index of that of each metric."""
    known: dict[tuple[bytes, bytes], int] = {}
    index_of: dict[str, int] = {}
    # The index of each list of chains, and the numbers of its first parts.
    lists: dict[ChainParts, tuple[int, int, int]] = {}
    golds, preds = len(tables.gold["shown"]), len(tables.pred["shown"])
    for metric, own in alignments.items():
        both = b"[[],[],[]]", b"null"
        # Where there are no chains at all, there is nothing to align.
        if len(own.golds) or len(own.preds):
            if own.golds not in lists:
                lists[own.golds] = len(lists), golds, preds
                golds += len(own.golds)
                preds += len(own.preds)
            chains, *offsets = lists[own.golds]
            pairs = own.encoded(*offsets)
            both = _json(pairs) if pairs is not None else b"[[],[],[]]", own.column(writer, chains)
        index_of[metric] = known.setdefault(both, len(known))
    return known, index_of


def _has_words(side: PageSide) -> bool:
    return "tokens" in side or "same_words" in side


def _words_json(side: ChainSide) -> bytes:
    """Return the words as a member of a side."""
    text = DocumentText.of(side.document)
    return text.json() if text.words is side.tokens else DocumentText(side.tokens).json()


def _words_of_pred(pred: ChainSide, gold: ChainSide) -> bytes:
    """Return the words of a prediction, or that they are those of the gold."""
    same = pred.tokens is gold.tokens or list(pred.tokens) == list(gold.tokens)
    return b'"same_words":true' if same and gold.has_words else _words_json(pred)


def _members(side: ChainSide, words: bytes) -> bytes:
    """Return the words of a side, or its text if it has none, and where its sentences begin."""
    members = []
    if not side.tokens:
        members.append(b'"text":%s' % _json(side.text))
    elif words:
        members.append(words)
    if len(side.document.sentences):
        members.append(b'"breaks":%s' % _json([word_number(start) for start in side.document.sentences]))
    return b",".join(members)


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
