"""The labels of spans: types of spans with the same boundaries, and of tokens."""

from __future__ import annotations

from tallystick.formats.base import Item
from tallystick.tasks.records.labels import Labels, by_unit
from tallystick.tasks.spans.document import SpanDocument, TaggedDocument

__all__ = ["labels_of"]

#: The label of a token outside all spans.
OUTSIDE = "O"


def labels_of(item: Item) -> dict[str, Labels]:
    """Return the types of spans and, where the number of tokens is known, those of tokens."""
    document = item.value
    assert isinstance(document, SpanDocument)
    layers = {"type": by_unit((tuple(span.span), span.type) for span in document.spans)}
    length = len(document.sequence) if isinstance(document, TaggedDocument) else len(item.words or ())
    if length:
        inside = by_unit(
            (token, span.type)
            for span in document.spans
            for token in range(span.span.left, min(span.span.right + 1, length))
        )
        layers["token"] = {token: inside.get(token, OUTSIDE) for token in range(length)}
    return layers
