"""Documents that are given in Python."""

from __future__ import annotations

from dataclasses import replace

from tallystick.errors import DataError, Problem
from tallystick.formats.json.document import Document
from tallystick.formats.json.locations import Lines
from tallystick.formats.json.text import parse_exact
from tallystick.tasks.json.plain import plain_value

__all__ = ["accept_document"]


def accept_document(value: object, name: str = "<data>") -> Document:
    """Return a document from a value: text is read as JSON, objects of classes as what they hold."""
    if isinstance(value, Document):
        return value
    if not isinstance(value, str):
        return Document(plain_value(value))
    parsed = parse_exact(value)
    if parsed.flaws:
        raise DataError([_problem(value, name, flaw) for flaw in parsed.flaws])
    return Document(parsed.value)


def _problem(text: str, name: str, flaw: object) -> Problem:
    line, column = Lines(text).location(flaw.offset)  # type: ignore[attr-defined]
    problem = Problem(flaw.message, name, line, column)  # type: ignore[attr-defined]
    return replace(problem, hint=flaw.hint, code=flaw.code)  # type: ignore[attr-defined]
