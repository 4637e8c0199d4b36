"""From JSON values to objects of a user's types, directed by type hints; every problem in one pass.

A type hint is compiled once into a function. Records (dataclasses, attrs, pydantic, named tuples, typed
dictionaries) come from JSON objects, collections from lists, a latent variable from ``{"var": "x"}``.

A JSON list read as a ``set`` becomes a frozenset; if elements repeat, or cannot be hashed, it becomes a tuple
instead. Everything here counts as in a multiset, so nothing in the data may silently be dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence
from enum import Enum
from math import isfinite
from typing import Any

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
from tallystick.formats.json import type_names as type_words
from tallystick.formats.json import value_names as words
from tallystick.formats.json.check import Check
from tallystick.formats.json.mismatch import Faults, Key, Location, Mismatch, Read
from tallystick.formats.json.typed_records import record_reader
from tallystick.formats.json.typed_unions import Option, kinds_of, union_reader

__all__ = ["Check", "Converter", "Mismatch", "converter"]


class Converter:
    """Reads JSON values as values of one type.

    >>> converter(tuple[str, int]).convert(["a", 1])
    (('a', 1), [])
    >>> converter(list[int]).convert([1, "2"])[1]
    [Mismatch(path=(1,), message='expected an integer, not the string "2"', hint=None)]
    """

    __slots__ = ("_read", "hint")

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self._read = _Compilation().of(hint, Where())

    def __reduce__(self) -> tuple[type[Converter], tuple[Hint]]:
        # Compiled functions do not travel between processes; the type does.
        return (Converter, (self.hint,))

    def convert(self, value: object) -> tuple[object, list[Mismatch]]:
        """The value as the type wants it, or None and everything that is wrong with it."""
        faults = Faults()
        try:
            built = self._read(value, None, faults)
        except RecursionError:
            return None, [Mismatch((), "the value is nested too deeply to be read")]
        return (None, faults.mismatches()) if faults else (built, [])


def converter(hint: Hint) -> Converter:
    """Compile a type hint."""
    return Converter(hint)


class Reference:
    """A type that is still being compiled."""

    __slots__ = ("read",)

    def __init__(self) -> None:
        self.read: Read

    def __call__(self, value: object, location: Location, faults: Faults) -> object:
        return self.read(value, location, faults)


class _Compilation:
    """One compilation; a type that contains itself is met again as a reference to the unfinished result."""

    def __init__(self) -> None:
        self.known: dict[Hint, Read] = {}

    def of(self, hint: Hint, where: Where) -> Read:
        try:
            if hint in self.known:
                return self.known[hint]
        except TypeError:  # an annotation with a note that cannot be hashed
            return self.compiled(hint, where)
        reference = Reference()
        self.known[hint] = reference
        reference.read = self.known[hint] = self.compiled(hint, where)
        return reference.read

    def compiled(self, hint: Hint, where: Where) -> Read:
        shape = shape_of(hint, where)
        match shape:
            case Atom(kind):
                return _atom_reader(kind, hint)
            case Choices():
                return _choice_reader(shape, hint)
            case RecordShape():
                return record_reader(shape, self.of)
            case Items(kind, element, ordered):
                make = _set_of if not ordered else list if kind in (list, MutableSequence) else tuple
                return _items_reader(make, self.of(element, where), hint)
            case Fixed(parts):
                return _fixed_reader([self.of(part, where) for part in parts], hint)
            case Keyed(key, value):
                return _mapping_reader(_key_reader(shape_of(key, where), key), self.of(value, where), hint)
            case Noted(base, notes):
                checks = [note for note in notes if isinstance(note, Check)]
                return _checked(self.of(base, where), checks) if checks else self.of(base, where)
            case OneOf():
                return union_reader([self.option(part, where) for part in _flat(shape, where)], hint)
            case Open():
                return lambda value, location, faults: value

    def option(self, hint: Hint, where: Where) -> Option:
        return Option(kinds_of(hint, where), self.of(hint, where), hint, where)


def _flat(shape: OneOf, where: Where) -> Iterator[Hint]:
    for option in shape.options:
        inner = shape_of(option, where)
        if isinstance(inner, OneOf):
            yield from _flat(inner, where)
        else:
            yield option


def _atom_reader(kind: type, hint: Hint) -> Read:
    base = next((base for base in (bool, int, float, str, type(None), Var) if issubclass(kind, base)), None)
    if base is float:
        return _float_reader(kind)
    if base is Var:
        return _read_variable
    if base is None:
        return _unreadable(hint)
    meaning = f"expected {type_words.expected(hint)}, not "

    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is base:
            return value
        return faults.add(location, meaning + words.describe_value(value))

    def read_subclass(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not base:
            return faults.add(location, meaning + words.describe_value(value))
        try:
            return kind(value)
        except (Exception, SystemExit) as error:
            return faults.refused(location, kind, error)

    return read if kind is base else read_subclass


def _float_reader(kind: type) -> Read:
    def read(value: Any, location: Location, faults: Faults) -> object:
        if type(value) is not float and type(value) is not int:
            return faults.add(location, f"expected a number, not {words.describe_value(value)}")
        try:
            number: float = kind(value)
        except (OverflowError, ValueError):
            return faults.add(location, "the number is too large")
        return number if isfinite(number) else faults.add(location, "the number is too large")

    return read


def _read_variable(value: object, location: Location, faults: Faults) -> object:
    if type(value) is dict and len(value) == 1 and type(value.get("var")) is str:
        return Var(value["var"])
    return faults.add(location, f"expected {type_words.expected(Var)}, not {words.describe_value(value)}")


def _unreadable(hint: Hint) -> Read:
    # Not refused when compiled: a field with a default may well be of such a type.
    what = type_words.expected(hint)

    def read(value: object, location: Location, faults: Faults) -> object:
        hint = "use a string, a number, a list, or a dataclass instead"
        return faults.add(location, f"{what} cannot be read from JSON", hint)

    return read


def _choice_reader(shape: Choices, hint: Hint) -> Read:
    table: dict[tuple[type, object], object] = {}
    for option in shape.values:
        if isinstance(option, Enum):
            table.setdefault((str, option.name), option)
        else:
            table[type(option), option] = option
    for (
        option
    ) in shape.values:  # The value has precedence over the name, also over the name of another member.
        if isinstance(option, Enum) and isinstance(option.value, (str, int, float, type(None))):
            table[_plain(option.value), option.value] = option
    for name, member in (shape.kind.__members__ if shape.kind else {}).items():
        table.setdefault((str, name), member)
    strings = [value for _, value in table if isinstance(value, str)]

    def read(value: object, location: Location, faults: Faults) -> object:
        # The type is part of the key because 1, 1.0 and True are the same dictionary key.
        if not isinstance(value, (list, dict)) and (type(value), value) in table:
            return table[type(value), value]
        close = words.did_you_mean(value, strings) if isinstance(value, str) else None
        return faults.add(
            location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}", close
        )

    return read


def _plain(value: object) -> type:
    return next(kind for kind in (bool, str, int, float, type(None)) if isinstance(value, kind))


def _items_reader(make: Callable[[list[object]], object], element: Read, hint: Hint) -> Read:
    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not list:
            return faults.add(
                location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}"
            )
        return make([element(part, (location, index), faults) for index, part in enumerate(value)])

    return read


def _set_of(parts: list[object]) -> object:
    try:
        distinct = frozenset(parts)
    except TypeError:
        return tuple(parts)
    return distinct if len(distinct) == len(parts) else tuple(parts)


def _fixed_reader(parts: list[Read], hint: Hint) -> Read:
    numbered = list(enumerate(parts))
    size = len(parts)

    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not list or len(value) != size:
            return faults.add(
                location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}"
            )
        return tuple([part(value[index], (location, index), faults) for index, part in numbered])

    return read


def _mapping_reader(read_key: Read, read_value: Read, hint: Hint) -> Read:
    def read(value: object, location: Location, faults: Faults) -> object:
        if type(value) is not dict:
            return faults.add(
                location, f"expected {type_words.expected(hint)}, not {words.describe_value(value)}"
            )
        result: dict[object, object] = {}
        before = len(faults)
        for name, part in value.items():
            converted = read_key(name, (location, Key(name)), faults)
            result[converted] = read_value(part, (location, name), faults)
        if len(result) < len(value) and len(faults) == before:
            return faults.add(location, "two keys have the same value")
        return result

    return read


def _key_reader(shape: Shape, hint: Hint) -> Read:
    """The keys of a JSON object are strings; numbers as keys are written as such."""
    if isinstance(shape, (Atom, Choices)):
        kinds = {shape.kind} if isinstance(shape, Atom) else {type(value) for value in shape.values}
        inner = _atom_reader(shape.kind, hint) if isinstance(shape, Atom) else _choice_reader(shape, hint)
        if any(kind in (int, float) for kind in kinds):
            return _number_key_reader(inner)
        return inner
    if isinstance(shape, Noted):
        return _key_reader(shape_of(shape.base), shape.base)
    if isinstance(shape, (Open, OneOf)):
        return lambda value, location, faults: value
    return _unreadable(hint)


def _number_key_reader(inner: Read) -> Read:
    def read(value: Any, location: Location, faults: Faults) -> object:
        for kind in (int, float):
            try:
                number = kind(value)
            except (ValueError, OverflowError):
                continue
            # "01" and " 1" are other keys than "1", and must not fall together with it.
            if str(number) == value:
                return inner(number, location, faults)
        return inner(value, location, faults)

    return read


def _checked(base: Read, checks: list[Check]) -> Read:
    def read(value: object, location: Location, faults: Faults) -> object:
        before = len(faults)
        result = base(value, location, faults)
        if len(faults) == before:
            for check in checks:
                try:
                    passed = check.predicate(result)
                except (Exception, SystemExit) as error:
                    return faults.refused(location, Check, error, check.message)
                if not passed:
                    return faults.add(location, check.message)
        return result

    return read
