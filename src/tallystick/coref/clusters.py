"""Clusters of spans, as JSON lines and Python lists have them, as documents like all others."""

from __future__ import annotations

from array import array

from tallystick.coref.algebra import EntityDocument
from tallystick.errors import UsageError
from tallystick.formats.coref_document import CorefDocument, Layer, position

__all__ = ["as_document"]


def as_document(value: object) -> CorefDocument:
    """The document that a value is or stands for.

    >>> from tallystick.formats.choice import Offsets
    >>> layer = as_document(EntityDocument(((Offsets(0, 1), Offsets(3, 3)),))).identity
    >>> len(layer), list(layer.entity)
    (2, [0, 0])
    """
    if isinstance(value, CorefDocument):
        return value
    if not isinstance(value, EntityDocument):
        raise UsageError(f"documents are compared here, not {type(value).__name__}")
    mentions = sorted(
        (position(span.left), position(span.right), entity)
        for entity, own in enumerate(value.clusters)
        for span in own
    )
    first, last, entity = zip(*mentions, strict=True) if mentions else ((), (), ())
    names = tuple(map(str, range(len(value.clusters))))
    return CorefDocument(identity=Layer(names, array("q", first), array("q", last), array("i", entity)))
