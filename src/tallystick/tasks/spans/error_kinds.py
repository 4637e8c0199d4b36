"""The errors of spans: wrong boundary, wrong type, both; missing and spurious spans."""

from __future__ import annotations

from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, named, overlap
from tallystick.tasks.spans.document import TypedSpan

__all__ = ["ERRORS"]

ERRORS = RecordErrors(
    {TypedSpan: RecordKind("span", named(span="span", type="type"), overlap("span"), prefix="")}
)
