"""The errors of events: of their triggers, and of the arguments of events that match."""

from __future__ import annotations

from tallystick.tasks.events.task import Argument, Event, Trigger
from tallystick.tasks.records.error_kinds import RecordErrors, RecordKind, all_but_one, named, overlap

__all__ = ["ARGUMENT", "ERRORS", "EVENT"]

EVENT = RecordKind(
    "event", named(trigger__span="span", trigger__type="type"), overlap("span"),
    prefix="trigger", inside="args",
)  # fmt: skip
TRIGGER = RecordKind("trigger", named(span="span", type="type"), overlap("span"))
ARGUMENT = RecordKind("argument", named(role="role", span="span"), all_but_one)

ERRORS = RecordErrors({Event: EVENT, Trigger: TRIGGER, Argument: ARGUMENT})
