"""The labels of events: types of triggers, and roles of arguments of the same trigger."""

from __future__ import annotations

from tallystick.formats.base import Item
from tallystick.tasks.events.task import EventDocument
from tallystick.tasks.records.labels import Labels, by_unit

__all__ = ["labels_of"]


def labels_of(item: Item) -> dict[str, Labels]:
    """Return the types of triggers, and the roles of arguments."""
    assert isinstance(item.value, EventDocument)
    events = item.value.events
    return {
        "trigger": by_unit((event.trigger.span, event.trigger.type) for event in events),
        "role": by_unit(
            ((event.trigger.span, argument.span), argument.role)
            for event in events
            for argument in event.args
        ),
    }
