"""Documents that are given in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tallystick.errors import DataError, Problem
from tallystick.formats.json.document import Document
from tallystick.formats.json.locations import Lines
from tallystick.formats.json.text import parse_exact
from tallystick.tasks.json.documents import value_of
from tallystick.tasks.json.plain import plain_value

__all__ = ["accept_document", "join_document"]


def accept_document(value: object, name: str = "<data>") -> Document:
    """Return a document from a value: text is read as JSON, objects by their fields."""
    if isinstance(value, Document):
        return value
    if not isinstance(value, str):
        return Document(plain_value(value))
    parsed = parse_exact(value)
    if parsed.flaws:
        raise DataError([_problem(value, name, flaw) for flaw in parsed.flaws])
    return Document(parsed.value)


def join_document(item: object, joined: Mapping[str, Sequence[object]]) -> Document:
    """Add other gold documents to a gold document, or the confidences of another file to a prediction."""
    document = item if isinstance(item, Document) else Document(item)
    alternatives = tuple(map(value_of, joined.get("alternatives", ())))
    confidences = list(map(value_of, joined.get("confidences", ())))
    confidence = confidences[0] if confidences else None
    if isinstance(confidence, dict) and confidence.keys() == {"confidence"}:
        confidence = confidence["confidence"]  # as in a line of predictions: {"id": …, "confidence": …}
    return replace(document, alternatives=alternatives, confidence=confidence)


def _problem(text: str, name: str, flaw: object) -> Problem:
    line, column = Lines(text).location(flaw.offset)  # type: ignore[attr-defined]
    problem = Problem(flaw.message, name, line, column)  # type: ignore[attr-defined]
    return replace(problem, hint=flaw.hint, code=flaw.code)  # type: ignore[attr-defined]
