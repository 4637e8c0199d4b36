"""Clusters of spans, as Python lists have them, as documents like all others."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from tallystick.errors import UsageError
from tallystick.formats.coref.document import MOST_WORD, CorefDocument, Layer, position
from tallystick.tasks.coref.entity_document import EntityDocument

__all__ = ["accept", "as_document", "clusters"]


def clusters(entities: Iterable[Iterable[Sequence[int]]]) -> CorefDocument:
    """The document of entities, each the spans of its mentions: first and last word, counted from 0, both inside.

    >>> layer = clusters([[(0, 1), (3, 3)], [(2, 2)]]).identity
    >>> len(layer), list(layer.entity)
    (3, [0, 1, 0])
    """
    owned = [(entity, [tuple(span) for span in own]) for entity, own in enumerate(entities)]
    mentions = []
    for entity, own in owned:
        for span in own:
            if len(span) != 2 or not 0 <= span[0] <= span[1] <= MOST_WORD:
                raise ValueError(f"a mention is (first, last) with 0 ≤ first ≤ last, not {span}")
            mentions.append((position(span[0]), position(span[1]), entity))
    mentions.sort()
    return CorefDocument(
        identity=Layer(
            tuple(str(entity) for entity, _ in owned),
            array("q", (first for first, _, _ in mentions)),
            array("q", (last for _, last, _ in mentions)),
            array("i", (entity for _, _, entity in mentions)),
        )
    )


def accept(value: object) -> object:
    """Make a document of a list of clusters."""
    if isinstance(value, EntityDocument):
        return clusters(value.clusters)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError("expected a list of clusters, each a list of (first, last)")
    return clusters(value)


def as_document(value: object) -> CorefDocument:
    """Return a document as it is; make one of a list of clusters."""
    if isinstance(value, CorefDocument):
        return value
    if isinstance(value, EntityDocument):
        return clusters(value.clusters)
    raise UsageError(f"expected a document, not {type(value).__name__}")
