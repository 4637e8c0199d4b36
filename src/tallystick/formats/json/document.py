"""A JSON document as it was read: any value, and what had to be repaired to read it.

Values are `dict`, `list`, `str`, `bool`, None, `int`, and `Decimal` for numbers with a fraction or an exponent, so that
1, 1.0 and 1e0 are equal exactly and 12.35 is not a binary approximation.
"""

from __future__ import annotations

from tallystick.dataclass import dataclass
from tallystick.formats.json.repair.edits import Edit

__all__ = ["NO_DOCUMENT", "Document"]


@dataclass(frozen=True, slots=True)
class Document:
    """One document."""

    value: object
    edits: tuple[Edit, ...] = ()
    """The repairs that made it readable."""
    alternatives: tuple[object, ...] = ()
    """Other gold documents: the best one counts."""
    confidence: object = None
    """The confidences of a prediction from another file: a number, or numbers in the shape of the value."""
    missing: bool = False
    """Whether there is no readable document: a missing prediction, or one that counts as empty."""


#: The value of a missing or unreadable prediction: no leaves.
NO_DOCUMENT = Document(None, missing=True)
