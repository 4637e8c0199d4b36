"""Records from JSON objects: dataclasses, attrs, pydantic models, named tuples, typed dictionaries."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from typing import Any

from tallystick.core.types import Field, Hint, RecordShape, Where
from tallystick.dataclass import dataclass
from tallystick.formats.json import type_names as type_words
from tallystick.formats.json import value_names as words
from tallystick.formats.json.mismatch import Faults, Key, Location, Read

__all__ = ["JsonField", "json_fields", "record_reader"]


@dataclass(frozen=True, slots=True)
class JsonField:
    """A field of a record as a JSON object has it."""

    key: str
    hint: Hint
    required: bool
    where: Where


def json_fields(shape: RecordShape) -> tuple[JsonField, ...]:
    """The fields that a JSON object may have, under the names that the constructor knows."""
    kind = shape.kind
    names: dict[str, str] = {field.name: field.name for field in shape.fields}
    if dataclasses.is_dataclass(kind):
        names = {field.name: field.name for field in dataclasses.fields(kind) if field.init}
    elif hasattr(kind, "__attrs_attrs__"):
        names = {field.name: field.alias or field.name for field in kind.__attrs_attrs__ if field.init}
    elif hasattr(kind, "model_fields"):
        names = {name: _pydantic_key(name, field) for name, field in kind.model_fields.items()}
    return tuple(
        JsonField(names[field.name], field.hint, _is_required(field), field.where)
        for field in shape.fields
        if field.name in names
    )


def _is_required(field: Field) -> bool:
    # Where annotations are strings, a typed dictionary does not know its own optional keys.
    origin: object = typing.get_origin(field.hint)
    if origin in (typing.Required, typing.NotRequired):
        return origin is typing.Required
    return field.required


def _pydantic_key(name: str, field: Any) -> str:
    alias = field.validation_alias or field.alias
    return alias if isinstance(alias, str) else name


def record_reader(shape: RecordShape, compile_part: Callable[[Hint, Where], Read]) -> Read:
    """The function that reads one kind of record."""
    kind = shape.kind
    fields = json_fields(shape)
    readers = [(field.key, compile_part(field.hint, field.where), field.required) for field in fields]
    known = frozenset(field.key for field in fields)
    needed = ", ".join(field.key for field in fields if field.required)
    listed = ", ".join(field.key for field in fields) or "no key"
    listed = f"{'one of ' if len(fields) > 1 else ''}{listed}"
    build = _builder(kind, tuple(field.key for field in fields))
    # Only a pydantic model can say that it wants more keys than it names.
    extra = (getattr(kind, "model_config", None) or {}).get("extra")
    from_list = _list_reader(kind, readers) if issubclass(kind, tuple) else None

    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not dict:
            if from_list is not None:
                return from_list(value, location, faults)
            return faults.add(
                location, f"expected {type_words.expected(kind)}, not {words.describe_value(value)}"
            )
        before = len(faults)
        values: dict[str, object] = {}
        for key, read_part, required in readers:
            if key in value:
                values[key] = read_part(value[key], (location, key), faults)
            elif required:
                faults.add(location, f"missing key {words.key(key)}; {kind.__name__} needs {needed}")
        if len(values) != len(value):
            absent = [key for key in known if key not in value]
            for key, value_of_key in value.items():
                if key in known or extra == "ignore":
                    continue
                if extra == "allow":
                    values[key] = value_of_key
                    continue
                hint = words.did_you_mean(key, absent)
                faults.add((location, Key(key)), f"unknown key {words.key(key)}; expected {listed}", hint)
        if len(faults) != before:
            return None
        try:
            return build(values)
        except (Exception, SystemExit) as error:
            return faults.refused(location, kind, error)

    return read


def _list_reader(kind: type, readers: list[tuple[str, Read, bool]]) -> Read:
    """Named tuples may be written as lists, complete or without trailing fields that have a default."""
    most = len(readers)
    least = sum(required for _, _, required in readers)
    expected = type_words.expected(kind)
    if expected.startswith("an object"):
        size = words.counted(most, "value", "values") if least == most else f"{least} to {most} values"
        expected = f"{expected} or a list of {size}"

    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not list or not least <= len(value) <= most:
            return faults.add(location, f"expected {expected}, not {words.describe_value(value)}")
        before = len(faults)
        parts = [
            readers[index][1](part, (location, index), faults) for index, part in enumerate(value)
        ]  # fmt: skip
        if len(faults) != before:
            return None
        try:
            return kind(*parts)
        except (Exception, SystemExit) as error:
            return faults.refused(location, kind, error)

    return read


def _builder(kind: Any, keys: tuple[str, ...]) -> Callable[[dict[str, object]], object]:
    if typing.is_typeddict(kind):
        return lambda values: values
    if hasattr(kind, "model_fields"):
        return lambda values: _kept(kind(**values), values, dict(zip(keys, kind.model_fields, strict=True)))
    return lambda values: kind(**values)


def _kept(model: object, values: Mapping[str, object], names: Mapping[str, str]) -> object:
    """A pydantic model with the repeated elements that pydantic drops from its sets."""
    for key, value in values.items():
        name = names.get(key)
        if name is not None:
            held = model.__dict__[name]
            kept = _restored(value, held)
            if kept is not held:
                model.__dict__[name] = kept
    return model


def _restored(given: object, held: object) -> object:
    if isinstance(held, (set, frozenset)):
        return given if isinstance(given, tuple) and len(given) > len(held) else held
    if isinstance(held, (list, tuple)) and isinstance(given, (list, tuple)) and len(held) == len(given):
        parts = [_restored(given_part, held_part) for given_part, held_part in zip(given, held, strict=True)]
        changed = any(part is not held_part for part, held_part in zip(parts, held, strict=True))
        return (parts if isinstance(held, list) else tuple(parts)) if changed else held
    if isinstance(held, dict) and isinstance(given, dict) and held.keys() == given.keys():
        return {name: _restored(given[name], part) for name, part in held.items()}
    return held
