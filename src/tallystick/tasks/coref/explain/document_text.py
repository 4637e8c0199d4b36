"""The words of a document as one text, kept with the document: several systems are compared with one gold."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence

from tallystick.formats.coref.document import CorefDocument
from tallystick.tasks.coref.explain.labels import word_starts

__all__ = ["DocumentText"]


class DocumentText:
    """The words of a document as one text, separated by blanks.

    >>> text = DocumentText(("Ann", "left"))
    >>> text.text, list(text.starts), text.json()
    ('Ann left', [0, 4, 9], b'"words":"Ann left"')
    >>> DocumentText(("New York",)).json()
    b'"tokens":["New York"]'
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.text = " ".join(words)
        self.starts: array[int] = word_starts(words)
        self._json: bytes | None = None

    @classmethod
    def of(cls, document: CorefDocument) -> DocumentText:
        """Return the text of a document; its words are read once."""
        text = document.derived.get("text")
        if not isinstance(text, DocumentText):
            text = document.derived["text"] = cls(document.words())
        return text

    def json(self) -> bytes:
        """Return the words as a member of a side: as one text if no word has a blank."""
        if self._json is None:
            together = self.text.count(" ") == len(self.words) - 1
            name, value = ("words", self.text) if together else ("tokens", list(self.words))
            self._json = f'"{name}":{json.dumps(value, separators=(",", ":"))}'.encode("ascii")
        return self._json
