# cython: language_level=3, boundscheck=False
"""Two plain records as JSON, from which the page makes the documents side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from tallystick.tasks.json.flat_alignment import Division
from tallystick.tasks.json.flat_pair import FlatPair
from tallystick.tasks.json.page_rows import MOST_SIGNS

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.json.shown import shown_value
    from cython.cimports.tallystick.tasks.views.json_writer import JsonWriter
else:
    from tallystick.tasks.json.shown import shown_value
    from tallystick.tasks.views.json_writer import JsonWriter

__all__ = ["written_system"]

#: Outcomes of keys as the page knows them: those of flat.py, and equal values that are written in different ways.
DIFFERENT = cython.declare(cython.int, 1)
MISSED = cython.declare(cython.int, 2)
SPURIOUS = cython.declare(cython.int, 3)
REWRITTEN = cython.declare(cython.int, 4)
#: The digits of outcomes.
DIGITS = bytes.maketrans(bytes(range(5)), b"01234")
#: There are no parts: the documents side by side take their place.
NO_PARTS = b',"parts":[{"shown":[],"at":[]},{"shown":[],"at":[]}],"alignments":[],"metrics":{}'


def written_system(
    pred: bytes, division: Division, pairs: Sequence[FlatPair], findings: Sequence[tuple[str, str]]
) -> bytes:
    """Return the `SystemDetail` of a prediction; `pred` is its `PageSide` as JSON."""
    writer: JsonWriter = JsonWriter()
    written: bytes
    writer.text(b'{"pred":')
    writer.text(pred)
    writer.text(NO_PARTS)
    writer.text(_rows_of(division))
    writer.text(b',"records":[')
    first: cython.bint = True
    for pair in pairs:
        if not first:
            writer.text(b",")
        first = False
        _write_records(writer, pair)
    writer.text(b"]")
    if findings:
        writer.text(b',"findings":')
        writer.text(json.dumps(findings, separators=(",", ":")).encode("ascii"))
    writer.text(b"}")
    written = writer.value()
    return written


@lru_cache(maxsize=64)
def _rows_of(division: Division) -> bytes:
    """Return which rows show each metric, and what these rows are made from."""
    indices: dict[tuple[int, bool], int] = {}
    rows_of = {
        metric: indices.setdefault((pair, any_value), len(indices)) for metric, pair, any_value in division
    }
    members = {"rows_of": rows_of, "rows_from": list(indices)}
    return b"," + json.dumps(members, separators=(",", ":"))[1:-1].encode("ascii")


@cython.cfunc
def _are_alike(gold: object, pred: object) -> cython.bint:
    """Whether two equal values are written alike, as far as that is cheap to see."""
    kind = type(gold)
    if kind is not type(pred) or kind is Decimal or kind is float:
        return False
    return gold == pred


@cython.cfunc
def _write_records(writer: JsonWriter, pair: FlatPair) -> cython.void:
    """Write the values of both records; those of the prediction only where they are not those of the gold."""
    k: cython.Py_ssize_t
    outcome: cython.int
    most: cython.int = MOST_SIGNS
    first: cython.bint = True
    text: str
    other: str
    golds: dict[str, object] = pair.golds
    preds: dict[str, object] = pair.preds
    outcomes: bytearray = bytearray(pair.outcomes)
    others: list[str] = []
    writer.text(b'{"keys":')
    writer.text(pair.layout.written)
    writer.text(b',"golds":[')
    for k, key in enumerate(pair.keys):
        outcome = outcomes[k]
        if outcome != SPURIOUS:
            gold = golds[key]
            text = shown_value(gold, most)
            if not first:
                writer.text(b",")
            first = False
            writer.string(text)
        if outcome != MISSED:
            pred = preds[key]
            if outcome in (DIFFERENT, SPURIOUS):
                others.append(shown_value(pred, most))
            elif not _are_alike(gold, pred):
                other = shown_value(pred, most)
                if other != text:
                    outcomes[k] = REWRITTEN
                    others.append(other)
    writer.text(b'],"preds":')
    writer.strings(others)
    writer.text(b',"outcomes":"')
    writer.text(bytes(outcomes).translate(DIGITS))
    writer.text(b'"}')
