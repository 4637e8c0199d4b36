"""The errors of Open IE tuples: wrong relation, wrong arguments; missing and spurious tuples."""

from __future__ import annotations

from tallystick.tasks.openie.document import Extraction
from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, named

__all__ = ["ERRORS"]

ERRORS = RecordErrors({Extraction: RecordKind("tuple", named(rel="relation", args="argument"), all_but_one)})
