"""Schemas from files, Python types and plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from tallystick.errors import DataError, Problem
from tallystick.formats.json.locations import Lines
from tallystick.formats.json.text import Flaw, parse_exact
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.schema.read import read_schema
from tallystick.tasks.json.schema.source import SchemaSource

__all__ = ["as_schema", "flaw_problem", "load_schema", "schema_of_value"]


def load_schema(name: str) -> DocumentSchema:
    """Return the schema in a file, or that of a Python type, ``module:Type``."""
    path = Path(name)
    module, colon, attribute = name.partition(":")
    if colon and module.replace(".", "").isidentifier() and not path.exists():
        from tallystick.core.user_objects import load_object  # few schemas are Python types

        return as_schema(load_object(module, attribute, f"--schema {name}"))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(Problem("expected UTF-8 text", name, 1, 1, code="encoding")) from error
    except OSError as error:
        message = f"cannot read the schema: {error.strerror or error}"
        raise DataError(Problem(message, name, code="no-file")) from error
    parsed = parse_exact(text)
    if parsed.flaws:
        raise DataError([flaw_problem(text, name, flaw) for flaw in parsed.flaws])
    return _schema(SchemaSource(parsed.value, name, text))


def as_schema(given: object) -> DocumentSchema:
    """Return a schema from a path, a dictionary, or a Python type."""
    if isinstance(given, DocumentSchema):
        return given
    if isinstance(given, (str, Path)):
        return load_schema(str(given))
    if isinstance(given, (Mapping, bool)):
        try:
            return _schema(SchemaSource(given if isinstance(given, bool) else dict(given), "<schema>"))
        except (RecursionError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(Problem(f"cannot read the schema: {error}", "<schema>")) from error
    from tallystick.tasks.json.schema.python_types import schema_of_type  # few schemas are Python types

    return _schema(SchemaSource(schema_of_type(given), getattr(given, "__qualname__", str(given))))


def schema_of_value(value: object, origin: str, dialect: str = "x-tally") -> DocumentSchema:
    """Return the schema that plain values are; messages call it `origin`.

    The annotations of another evaluator are read beside ``x-tally`` if its `dialect` is named.
    """
    return _schema(SchemaSource(value, origin, dialect=dialect))


def _schema(source: SchemaSource) -> DocumentSchema:
    shape = read_schema(source)
    text = json.dumps(
        source.value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=_written
    )
    return DocumentSchema(
        shape,
        source.path,
        sha256(text.encode()).hexdigest()[:12],
        schema=source.value,
        dialect=source.dialect,
    )


def _written(value: Any) -> object:
    """Write a decimal for the digest: 1.0 and 1 are the same."""
    whole = int(value) if value == value.to_integral_value() else None
    return whole if whole is not None else str(value.normalize())


def flaw_problem(text: str, path: str, flaw: Flaw) -> Problem:
    """Return a flaw of a JSON text as a problem with its location."""
    lines = Lines(text)
    line, column = lines.location(min(flaw.offset, len(text)))
    return Problem(flaw.message, path, line, column, None, flaw.hint, flaw.code, text=lines.line(line))
