"""Unions from JSON values: which alternative a value belongs to.

The JSON type decides; among several records the keys do; what is still open is decided by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

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
    Shape,
    Where,
    shape_of,
)  # fmt: skip
from tallystick.core.values import Var
from tallystick.dataclass import dataclass
from tallystick.formats.json import type_names as type_words
from tallystick.formats.json import value_names as words
from tallystick.formats.json.mismatch import Faults, Location, Read
from tallystick.formats.json.typed_records import json_fields

__all__ = ["Option", "kinds_of", "union_reader"]

#: The Python types of JSON values.
JSON_KINDS: tuple[type, ...] = (str, int, float, bool, type(None), list, dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One alternative of a union."""

    kinds: frozenset[type]
    """The JSON types that it can be read from."""
    read: Read
    hint: Hint
    where: Where


def kinds_of(hint: Hint, where: Where) -> frozenset[type]:
    """The JSON types that values of a type can be read from."""
    match shape_of(hint, where):
        case Atom(kind):
            if issubclass(kind, Var):
                return frozenset({dict})
            if issubclass(kind, float):
                return frozenset({int, float})
            return frozenset(
                base for base in JSON_KINDS if kind is base or (issubclass(kind, base) and kind is not bool)
            )
        case Choices(values):
            return frozenset(_plain_kinds(values))
        case RecordShape(kind):
            return frozenset({dict, list}) if issubclass(kind, tuple) else frozenset({dict})
        case Items() | Fixed():
            return frozenset({list})
        case Keyed():
            return frozenset({dict})
        case Noted(base):
            return kinds_of(base, where)
        case OneOf(options):
            return frozenset().union(*[kinds_of(option, where) for option in options])
        case Open():
            return frozenset(JSON_KINDS)


def _plain_kinds(values: Sequence[object]) -> set[type]:
    kinds: set[type] = set()
    for value in values:
        if isinstance(value, Enum):
            kinds.add(str)
            value = value.value
        kinds.update(
            kind
            for kind in JSON_KINDS
            if type(value) is kind or (type(value) is not bool and isinstance(value, kind))
        )
    return kinds


def union_reader(options: Sequence[Option], hint: Hint) -> Read:
    """The function that reads a union."""
    table: dict[type, Read] = {}
    for kind in JSON_KINDS:
        candidates = [option for option in options if kind in option.kinds]
        # The closest first: an integer is a number too, and everything is `Any`.
        candidates.sort(
            key=lambda option: len(option.kinds) if len(option.kinds) in (2, len(JSON_KINDS)) else 1
        )
        if len(candidates) == 1:
            table[kind] = _single_reader(candidates[0].read, hint)
        elif candidates:
            table[kind] = _several_reader(candidates, hint)

    def read(value: object, location: Location, faults: Faults) -> object:
        chosen = table.get(type(value))
        if chosen is None:
            return faults.add(
                location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}"
            )
        return chosen(value, location, faults)

    return read


def _single_reader(inner: Read, hint: Hint) -> Read:
    def read(value: object, location: Location, faults: Faults) -> object:
        before = len(faults)
        result = inner(value, location, faults)
        if len(faults) == before + 1 and faults[before][0] is location:
            _, message, close = faults[before]
            instead = f", not {words.describe_value(value)}"
            if message.startswith("expected ") and message.endswith(instead):
                # The value itself is wrong, not a part of it: then all alternatives are worth naming.
                faults[before] = (location, f"expected {type_words.expected(hint)}{instead}", close)
        return result

    return read


def _several_reader(options: Sequence[Option], hint: Hint) -> Read:
    numbered = list(enumerate(options))
    misfits = [_misfit(shape_of(option.hint, option.where), option.where) for option in options]

    def read(value: object, location: Location, faults: Faults) -> object:
        order = numbered
        if type(value) is dict:
            ranks = [misfit(value) for misfit in misfits]
            order = sorted(numbered, key=lambda entry: ranks[entry[0]])
        failures: list[tuple[int, Faults]] = []
        for index, option in order:
            result, inner = _tried(option, value, location, faults)
            if not inner:
                return result
            failures.append((ranks[index] if type(value) is dict else 0, inner))
        best, runner_up = failures[0], failures[1]
        if best[0] < runner_up[0]:
            # The keys say which record is meant, so its own problems are reported.
            faults.extend(best[1])
            return None
        return faults.add(
            location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}"
        )

    return read


def _tried(option: Option, value: object, location: Location, faults: Faults) -> tuple[object, Faults]:
    # Without memory, types that contain each other would be tried again at every level: exponential time.
    # Only containers are remembered, because each has a single location; several locations may share a string.
    memory = (id(option), id(value))
    if memory in faults.tried:
        return faults.tried[memory]
    inner = Faults(faults.tried)
    outcome = (option.read(value, location, inner), inner)
    if isinstance(value, (list, dict)):
        faults.tried[memory] = outcome
    return outcome


def _misfit(shape: Shape, where: Where) -> Callable[[dict[str, object]], int]:
    """How badly the keys of an object fit: missing ones, unknown ones, and constants with another value."""
    match shape:
        case RecordShape():
            parts = json_fields(shape)
            known = frozenset(part.key for part in parts)
            needed = frozenset(part.key for part in parts if part.required)
            constants = {
                part.key: inner.values
                for part in parts
                if isinstance(inner := shape_of(part.hint, part.where), Choices) and inner.kind is None
            }

            def misfit(value: dict[str, object]) -> int:
                wrong = sum(
                    1 for name, options in constants.items() if name in value and value[name] not in options
                )
                return len(value.keys() - known) + len(needed - value.keys()) + wrong

            return misfit
        case Atom(kind) if issubclass(kind, Var):
            return lambda value: len(value.keys() ^ {"var"})
        case Noted(base):
            return _misfit(shape_of(base, where), where)
        case _:
            # A mapping takes any keys: it comes after a record that fits, and before one that does not.
            return lambda value: 1
