"""Sentences in the forms in which users have them in Python."""

from __future__ import annotations

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item
from tallystick.formats.conllu.passage import Passage
from tallystick.formats.conllu.reader import ConlluSentences

__all__ = ["accept"]


def accept(value: object) -> Item:
    """Make an item of the text of a sentence in CoNLL-U, or of a ``TokenList`` of the package conllu."""
    if isinstance(value, Passage):
        return Item(value)
    serialize = getattr(value, "serialize", None)
    text = serialize() if callable(serialize) else value
    if not isinstance(text, str):
        message = f"expected the text of a sentence in CoNLL-U, not {type(value).__name__} ({value!r:.60})"
        hint = 'pass strings, or dictionaries with {"edges": [{"gov", "dep", "rel"}]}'
        raise DataError(Problem(message, code="value", hint=hint))
    if not text.strip():
        raise DataError(Problem("the sentence has no words", code="value"))
    # Sentence ids play no part in pairing, here as in files.
    return ConlluSentences().item(Block(text.strip("\n")))
