"""Python types as JSON Schema: dataclasses, typed dictionaries, named tuples, attrs, pydantic.

``x-tally`` may be given in ``Annotated[…, {"x-tally": {…}}]``, in the metadata of a field of a dataclass or of attrs,
or in pydantic's ``json_schema_extra``. `Bag` and `Seq` say whether the order of a list counts; `similarity(function)`
compares text.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import typing
import uuid
from collections.abc import Mapping
from enum import Enum
from typing import Any

from tallystick.core.derive import Bag, Seq
from tallystick.core.functions import Function
from tallystick.core.similarity import Exact, Similarity
from tallystick.core.types import (
    Atom,
    Choices,
    Fixed,
    Hint,
    Items,
    Keyed,
    Noted,
    OneOf,
    Open,
    RecordShape,
    Where,
    shape_of,
)
from tallystick.errors import UndecidableError
from tallystick.formats.json.typed_records import JsonField, json_fields
from tallystick.tasks.json.compare.functions import pairwise_name
from tallystick.tasks.json.schema.annotations import KEYWORD

__all__ = ["schema_of_type"]

#: Types of plain values, in the order in which they are tried: a boolean is an integer too.
_ATOMS: tuple[tuple[type, dict[str, object]], ...] = (
    (bool, {"type": "boolean"}),
    (int, {"type": "integer"}),
    (float, {"type": "number"}),
    (decimal.Decimal, {"type": "number"}),
    (str, {"type": "string"}),
    (type(None), {"type": "null"}),
    (datetime.datetime, {"type": "string", "format": "date-time"}),
    (datetime.date, {"type": "string", "format": "date"}),
    (datetime.time, {"type": "string", "format": "time"}),
    (datetime.timedelta, {"type": "string", "format": "duration"}),
    (uuid.UUID, {"type": "string", "format": "uuid"}),
)


def schema_of_type(hint: Hint) -> dict[str, object]:
    """Return the JSON Schema of a type.

    >>> from typing import NamedTuple
    >>> class Line(NamedTuple):
    ...     sku: str
    ...     price: float = 0.0
    >>> schema_of_type(list[Line])["items"]
    {'$ref': '#/$defs/Line'}
    """
    types = _Types()
    schema = types.schema(hint, Where())
    return {**schema, "$defs": types.definitions} if types.definitions else schema


class _Types:
    """The definitions that some types need."""

    def __init__(self) -> None:
        self.definitions: dict[str, dict[str, object]] = {}
        self._names: dict[Hint, str] = {}

    def schema(self, hint: Hint, where: Where) -> dict[str, object]:
        """Return the schema of a type."""
        if hasattr(hint, "__value__") and not isinstance(hint, type):  # type X = …, which may be recursive
            return self._defined(hint, lambda: self.schema(hint.__value__, where))
        match shape_of(hint, where):
            case Atom(kind):
                return next((dict(schema) for atom, schema in _ATOMS if issubclass(kind, atom)), {})
            case Choices(values, _):
                plain = [value.value if isinstance(value, Enum) else value for value in values]
                return {"const": plain[0]} if len(plain) == 1 else {"enum": plain}
            case RecordShape() as shape:
                return self._defined(hint, lambda: self._record(shape))
            case Items(_, element, ordered):
                items = self.schema(element, where)
                return {"type": "array", "items": items, **({} if ordered else {"uniqueItems": True})}
            case Fixed(parts):
                return {"type": "array", "prefixItems": [self.schema(part, where) for part in parts]}
            case Keyed(_, value):
                return {"type": "object", "additionalProperties": self.schema(value, where)}
            case OneOf(options):
                return {"anyOf": [self.schema(option, where) for option in options]}
            case Noted(base, notes):
                return _noted(self.schema(base, where), notes, where)
            case Open():
                return {}

    def _defined(self, hint: Hint, make: typing.Callable[[], dict[str, object]]) -> dict[str, object]:
        """Return a reference to the definition of a type, which is made the first time."""
        name = self._names.get(hint)
        if name is None:
            name = base = getattr(hint, "__name__", None) or str(hint)
            number = 1
            while name in self.definitions:
                number += 1
                name = f"{base}-{number}"
            self._names[hint] = name
            self.definitions[name] = {}
            self.definitions[name].update(make())
        return {"$ref": "#/$defs/" + name.replace("~", "~0").replace("/", "~1").replace("%", "%25")}

    def _record(self, shape: RecordShape) -> dict[str, object]:
        properties: dict[str, object] = {}
        for field in json_fields(shape):
            schema = self.schema(field.hint, field.where)
            properties[field.key] = _noted(schema, _notes_of_field(shape.kind, field), field.where)
        required = [field.key for field in json_fields(shape) if field.required]
        schema = {"type": "object", "properties": properties, **({"required": required} if required else {})}
        extra = (getattr(shape.kind, "model_config", None) or {}).get("json_schema_extra")
        return _noted(schema, (extra,), Where(shape.kind.__name__)) if isinstance(extra, Mapping) else schema


def _notes_of_field(kind: Any, field: JsonField) -> tuple[object, ...]:
    """The annotations of a field beside its type."""
    name = field.where.field
    if dataclasses.is_dataclass(kind):
        return tuple(own.metadata for own in dataclasses.fields(kind) if own.name == name)
    if hasattr(kind, "__attrs_attrs__"):
        return tuple(own.metadata for own in kind.__attrs_attrs__ if own.name == name)
    info = getattr(kind, "model_fields", {}).get(name)
    if info is None:
        return ()
    notes = [info.json_schema_extra] if isinstance(info.json_schema_extra, Mapping) else []
    if isinstance(info.discriminator, str):
        notes.append({"discriminator": {"propertyName": info.discriminator}})
    return tuple(notes)


def _noted(schema: dict[str, object], notes: tuple[object, ...], where: Where) -> dict[str, object]:
    """Return a schema with what notes say about it."""
    schema = dict(schema)
    for note in notes:
        extra = getattr(note, "json_schema_extra", None)
        if isinstance(note, (Bag, Seq)):
            _tally(schema, {"order": "free" if isinstance(note, Bag) else "strict"})
        elif isinstance(note, Exact):
            _tally(schema, {"compare": "exact"})
        elif isinstance(note, Function) and schema.get("type") == "string":
            _tally(schema, {"compare": pairwise_name(note.function)})
        elif isinstance(note, Similarity):
            raise UndecidableError(
                f"{where}: of the similarities of the algebra, only similarity(function) compares a field of JSON, "
                f'and only text; name a comparator: Annotated[…, {{"{KEYWORD}": {{"compare": "levenshtein"}}}}]'
            )
        elif isinstance(given := note if isinstance(note, Mapping) else extra, Mapping):
            if KEYWORD in given:
                _tally(schema, given[KEYWORD])
            if "discriminator" in given:
                schema["discriminator"] = given["discriminator"]
        for attribute, keyword in (("min_length", "minItems"), ("max_length", "maxItems")):
            limit = getattr(note, attribute, None)
            if isinstance(limit, int) and schema.get("type") == "array":
                schema[keyword] = limit
    return schema


def _tally(schema: dict[str, object], members: object) -> None:
    """Add members of ``x-tally``; what is not an object is refused where the schema is read."""
    before = schema.get(KEYWORD)
    if isinstance(before, Mapping) and isinstance(members, Mapping):
        members = {**before, **members}
    schema[KEYWORD] = members
