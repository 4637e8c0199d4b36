"""Events: triggers and their arguments (Equations 15 and 16)."""

from __future__ import annotations

from collections.abc import Hashable

from tallystick.core.derive import record
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.spans import Span
from tallystick.tasks.base import Build, Metric, Options, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files
from tallystick.tasks.records.hierarchy import TYPE_PARAMETERS, type_similarity

__all__ = ["TASK", "Argument", "Event", "EventDocument", "HeadedArgument", "Trigger"]

_WIKIEVENTS = "Li, Ji, Han (2021): Document-Level Event Argument Extraction by Conditional Generation"


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
class HeadedArgument(Argument):
    """An argument whose head word is known, and perhaps those of the mentions that it is coreferential with."""

    head: int
    coreferent: tuple[int, ...] = ()
    """The head words of other mentions of the same entity."""


@dataclass(frozen=True, slots=True)
class Event:
    """A trigger with its arguments."""

    trigger: Trigger
    args: tuple[Argument | HeadedArgument, ...]


@dataclass(frozen=True, slots=True)
class EventDocument:
    """The events of one document."""

    events: tuple[Event, ...]


def _events(**fields: Similarity) -> Similarity:
    return record(EventDocument, events=bag(record(Event, **fields)))


def _head(argument: Argument) -> Hashable:
    """The head word of an argument; of several words without a known head, all of them."""
    if isinstance(argument, HeadedArgument):
        return argument.head
    left, right = argument.span
    return left if left == right else (left, right)


def _names_the_same(gold: Argument, pred: Argument) -> float:
    """Whether the head of a prediction is that of a gold argument, or of a mention coreferential with it."""
    head = _head(pred)
    return float(head == _head(gold) or (isinstance(gold, HeadedArgument) and head in gold.coreferent))


#: δ of head words, and the same for any mention of the gold entity.
same_head = exact.of(_head, "head")
same_entity = similarity(_names_the_same, peaked=True)
same_span = record(Trigger, span=exact)
same_trigger = record(Trigger, span=exact, type=exact)


def _typed(**fields: Similarity) -> Build:
    """The builder of a metric of events whose triggers have the same span and type."""

    def build(options: Options) -> Similarity:
        return _events(trigger=record(Trigger, span=exact, type=type_similarity(options)), **fields)

    return build


TASK = Task(
    name="events",
    summary="events: triggers and arguments",
    formats=(json_lines(EventDocument, "events", frozenset({"trigger", "args"})),),
    metrics=(
        Metric("trigger-id", "same trigger span", always(_events(trigger=same_span)),
               "F↔[δ trigger span]", REFERENCE),
        Metric("trigger", "same trigger span and event type", _typed(),
               "F↔[δ trigger] (Equation 15)", REFERENCE, TYPE_PARAMETERS),
        Metric("argument-id", "same argument span, of the same trigger and event type",
               _typed(args=bag(record(Argument, span=exact))),
               "F↔[δ trigger × Σ↔ args[δ span]]", REFERENCE, TYPE_PARAMETERS),
        Metric("argument", "same argument span and role, of the same trigger and event type",
               _typed(args=bag(record(Argument, span=exact, role=exact))),
               "F↔[δ trigger × Σ↔ args[δ span × δ role]] (Equation 16)", REFERENCE, TYPE_PARAMETERS),
        Metric("argument-unlabeled", "same argument span and trigger span, whatever the event type and role",
               always(_events(trigger=same_span, args=bag(record(Argument, span=exact)))),
               "F↔[δ trigger span × Σ↔ args[δ span]] (footnote 13)", REFERENCE, standard=False),
        Metric("argument-head", "same head word and role, of the same trigger and event type",
               _typed(args=bag(record(Argument, role=exact) * same_head)),
               "F↔[δ trigger × Σ↔ args[δ head × δ role]]", _WIKIEVENTS, TYPE_PARAMETERS, standard=False),
        Metric("argument-coref", "argument-head, where the head of any mention of the gold entity counts",
               _typed(args=bag(record(Argument, role=exact) * same_entity)),
               "F↔[δ trigger × Σ↔ args[⟦head ∈ heads of the entity⟧ × δ role]]", _WIKIEVENTS, TYPE_PARAMETERS,
               standard=False, asymmetric="only the mentions of the gold are known to be coreferential"),
    ),
    empty=lambda: EventDocument(()),
    divisions={"type": divided(EventDocument, "events", "trigger.type")},
    typology="tallystick.tasks.events.error_kinds:ERRORS",
    example=example_files("events"),
    labels="tallystick.tasks.events.labels:labels_of",
)  # fmt: skip
