"""The labels of relations: types of relations with the same subject and object."""

from __future__ import annotations

from tallystick.formats.base import Item
from tallystick.tasks.records.labels import Labels, by_unit
from tallystick.tasks.relations.document import RelationDocument

__all__ = ["labels_of"]


def labels_of(item: Item) -> dict[str, Labels]:
    """Return the types of relations."""
    assert isinstance(item.value, RelationDocument)
    return {"type": by_unit(((each.subj, each.obj), each.type) for each in item.value.relations)}
