"""The errors of role fillers: wrong role, wrong entity; missing and spurious fillers."""

from __future__ import annotations

from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one
from tallystick.tasks.roles.task import RoleFiller

__all__ = ["ERRORS"]

ERRORS = RecordErrors(
    {
        RoleFiller: RecordKind(
            "filler", lambda filler: {"role": filler.role, "entity": frozenset(filler.entity)}, all_but_one
        )
    }
)
