"""The sentences of mentions."""

from __future__ import annotations

from bisect import bisect_right

from tallystick.errors import DataError
from tallystick.formats.coref.document import CorefDocument, Layer, position
from tallystick.formats.coref.writing import sentence_starts

__all__ = ["sentences_of_mentions"]


def sentences_of_mentions(document: CorefDocument, layer: Layer) -> list[int]:
    """The number of the sentence in which each mention begins; an error where the format has no sentences."""
    starts = list(document.sentences) or sorted(map(position, sentence_starts(document)))
    if not starts and len(layer):
        message = "the format has no sentence boundaries"
        raise DataError(document.origin.problem(message, 0, "coref-sentences"))
    return [bisect_right(starts, first) for first in layer.first]
