"""Validation of documents: JSON Schema's own errors, by a library that is imported when it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tallystick.errors import UsageError
from tallystick.formats.json.mismatch import Path
from tallystick.tasks.json.document_schema import DocumentSchema

__all__ = ["Validator"]


class Validator:
    """Validates documents against a schema."""

    def __init__(self, schema: DocumentSchema) -> None:
        if schema.schema is None:
            raise UsageError(
                "types inferred from the gold cannot be used for validation; pass a schema with --schema"
            )
        self._validator = _made(_without_nullable(schema.schema), schema.origin)

    def is_valid(self, value: object) -> bool:
        """Return whether a document is valid."""
        return bool(self._validator.is_valid(value))

    def errors(self, value: object) -> Iterator[tuple[Path, str]]:
        """Return what is wrong with a document: the path to each value, and the message."""
        for error in self._validator.iter_errors(value):
            yield tuple(error.instance_path), str(error.message)


def _made(schema: Any, origin: str) -> Any:
    try:
        import jsonschema_rs
    except ImportError as error:
        raise UsageError(
            "validation needs the package jsonschema-rs: pip install 'tallystick[jsonschema]'"
        ) from error
    try:
        return jsonschema_rs.validator_for(schema, retriever=_refuse)
    except (ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise UsageError(f"{origin} is not a valid JSON Schema: {reason}") from error


def _refuse(address: str) -> Any:
    """Nothing is fetched: a score must not depend on the network."""
    raise ValueError(f"{address} refers to another file or URL, which is not read")


def _without_nullable(schema: Any) -> Any:
    """Write OpenAPI's ``nullable`` as a type."""
    if isinstance(schema, list):
        return [_without_nullable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    written = {key: _without_nullable(value) for key, value in schema.items()}
    names = written.get("type")
    if written.get("nullable") is True and isinstance(names, str):
        written["type"] = [names, "null"]
        if isinstance(written.get("enum"), list):
            written["enum"] = [*written["enum"], None]
    return written
