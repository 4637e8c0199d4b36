"""The errors of relations: wrong type, subject or object; missing and spurious relations."""

from __future__ import annotations

from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, named
from tallystick.tasks.relations.document import Relation

__all__ = ["ERRORS"]

ERRORS = RecordErrors(
    {Relation: RecordKind("relation", named(type="type", subj="subject", obj="object"), all_but_one)}
)
