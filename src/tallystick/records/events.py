"""Events: triggers and their arguments (Equations 15 and 16)."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.declare import Metric, Task, always
from tallystick.formats.json_choice import Span, json_lines
from tallystick.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "Argument", "Event", "EventDocument", "Trigger"]


@dataclass(frozen=True, slots=True)
class Trigger:
    """The word that names an event."""

    span: Span
    type: str


@dataclass(frozen=True, slots=True)
class Argument:
    """Who or what takes part in an event."""

    span: Span
    role: str


@dataclass(frozen=True, slots=True)
class Event:
    """A trigger with its arguments."""

    trigger: Trigger
    args: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class EventDocument:
    """The events of one document."""

    events: tuple[Event, ...]


def _events(**fields: Similarity) -> Similarity:
    return record(EventDocument, events=bag(record(Event, **fields)))


same_span = record(Trigger, span=exact)
same_trigger = record(Trigger, span=exact, type=exact)

TASK = Task(
    name="events",
    summary="events: triggers and arguments",
    formats=(json_lines(EventDocument, "events", frozenset({"trigger", "args"})),),
    metrics=(
        Metric("trigger-id", "same trigger span", always(_events(trigger=same_span)),
               "F↔[δ trigger span]", REFERENCE),
        Metric("trigger", "same trigger span and event type", always(_events(trigger=same_trigger)),
               "F↔[δ trigger] (Equation 15)", REFERENCE),
        Metric("argument-id", "same argument span, of the same trigger and event type",
               always(_events(trigger=same_trigger, args=bag(record(Argument, span=exact)))),
               "F↔[δ trigger × Σ↔ args[δ span]]", REFERENCE),
        Metric("argument", "same argument span and role, of the same trigger and event type",
               always(_events(trigger=same_trigger, args=bag(record(Argument, span=exact, role=exact)))),
               "F↔[δ trigger × Σ↔ args[δ span × δ role]] (Equation 16)", REFERENCE),
    ),
    empty=lambda: EventDocument(()),
    divisions={"type": divided(EventDocument, "events", "trigger.type")},
    example=example_files("events"),
)  # fmt: skip
