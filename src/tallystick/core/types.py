"""Analysis of type hints: what a Python type says about its values.

`derive` turns these shapes into similarities; the JSON reader turns them into checks. Dataclasses, attrs,
pydantic, named tuples, typed dictionaries, unions, literals, enumerations, collections, generics and string
annotations are understood.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from tallystick.core.values import Var, field_names
from tallystick.dataclass import dataclass
from tallystick.errors import UndecidableError

__all__ = [
    "Atom",
    "Choices",
    "Field",
    "Fixed",
    "Items",
    "Keyed",
    "Noted",
    "OneOf",
    "Open",
    "RecordShape",
    "Shape",
    "Where",
    "shape_of",
]  # fmt: skip

#: A type hint as Python gives it: a class, a generic alias, a union, a string that was resolved, …
Hint = Any

_ATOMS = (str, int, float, bool, bytes, complex, type(None), Var)
#: Collections of like elements whose order may mean something, or not.
_ORDERED = (list, tuple, Sequence, Collection, Iterable)
#: Forms that say something about a field, and nothing about its values.
_WRAPPERS = tuple(
    getattr(typing, name)
    for name in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar")
    if hasattr(typing, name)
)


@dataclass(frozen=True, slots=True)
class Where:
    """The class and field whose type is looked at, for messages."""

    owner: str = ""
    field: str = ""

    def __str__(self) -> str:
        return f"{self.owner}.{self.field}" if self.field else self.owner or "the type"


@dataclass(frozen=True, slots=True)
class Atom:
    """A plain value: text, a number, a truth value, None, a variable, any class without known fields."""

    kind: type


@dataclass(frozen=True, slots=True)
class Choices:
    """One of a few values: a Literal or an Enum."""

    values: tuple[object, ...]
    kind: type[Enum] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    hint: Hint
    required: bool
    where: Where


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A class with named fields."""

    kind: type
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A collection of like elements; `ordered` where their order may mean something."""

    kind: type
    element: Hint
    ordered: bool


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of a fixed number of parts."""

    parts: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class Keyed:
    """A mapping."""

    key: Hint
    value: Hint


@dataclass(frozen=True, slots=True)
class OneOf:
    """A union."""

    options: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """A type with notes: ``Annotated[X, note, …]``."""

    base: Hint
    notes: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Anything at all: `Any`, `object`, an unbound type variable, a bare collection."""


Shape = Atom | Choices | RecordShape | Items | Fixed | Keyed | OneOf | Noted | Open


def shape_of(hint: Hint, where: Where = Where()) -> Shape:  # noqa: B008 - an immutable default
    """Take one layer off a type hint."""
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if origin in _WRAPPERS:
        return shape_of(arguments[0], where)
    if origin is Annotated:
        return Noted(arguments[0], arguments[1:])
    if origin in (Union, types.UnionType):
        return OneOf(arguments)
    if origin is Literal:
        return Choices(arguments)
    if hint is None:
        return Atom(type(None))
    if origin is tuple and not arguments and hint is not typing.Tuple:  # noqa: UP006 - the bare form, as written
        return Fixed(())
    if hasattr(hint, "__supertype__"):  # NewType
        return shape_of(hint.__supertype__, where)
    if hasattr(hint, "__value__") and not isinstance(hint, type):  # type X = …
        return shape_of(hint.__value__, where)
    if hint is Any or hint is object or isinstance(hint, typing.TypeVar):
        bound = getattr(hint, "__bound__", None)
        return shape_of(bound, where) if bound else Open()
    if isinstance(hint, (str, typing.ForwardRef)):
        raise UndecidableError(
            f"{where}: the type {hint!r} is written as a string that cannot be resolved here; define the "
            "class at the top of a module, import the name it uses at run time, or name the field's "
            "similarity yourself"
        )
    kind = origin or hint
    if not isinstance(kind, type):
        return Open()
    return _class_shape(kind, arguments, where)


def _class_shape(kind: type, arguments: tuple[Hint, ...], where: Where) -> Shape:
    if issubclass(kind, Enum):
        return Choices(tuple(kind), kind)
    if issubclass(kind, _ATOMS):
        return Atom(kind)
    if typing.is_typeddict(kind) or field_names(kind) is not None:
        return RecordShape(kind, _record_fields(kind, arguments, where))
    if kind in (Collection, Iterable) or issubclass(kind, (Mapping, Set, Sequence)):
        return _collection_shape(kind, arguments or _inherited_arguments(kind))
    return Atom(kind)


def _collection_shape(kind: type, arguments: tuple[Hint, ...]) -> Shape:
    if issubclass(kind, tuple) and arguments and arguments[-1] is not Ellipsis:
        return Fixed(arguments)
    if issubclass(kind, Mapping):
        return Keyed(*arguments) if len(arguments) == 2 else Open()
    return Items(kind, arguments[0], ordered=not issubclass(kind, Set)) if arguments else Open()


def _inherited_arguments(kind: type) -> tuple[Hint, ...]:
    """The element type of a class, from its base classes: ``class Words(list[str])``."""
    for base in getattr(kind, "__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type) and issubclass(origin, Iterable):
            return get_args(base)
    return ()


def _record_fields(kind: type, arguments: tuple[Hint, ...], where: Where) -> tuple[Field, ...]:
    try:
        hints = typing.get_type_hints(kind, localns=_names_inside(kind), include_extras=True)
    except NameError as error:
        raise UndecidableError(
            f"{kind.__name__}: the type {error.name!r} in its annotations is not found at run time; define "
            "or import it at the top of the module (not under TYPE_CHECKING, not inside a function), or "
            f"name the fields' similarities yourself: record({kind.__name__}, field=exact)"
        ) from error
    known = _type_arguments(kind, arguments)
    if typing.is_typeddict(kind):
        names: Iterable[str] = hints
        needed = _required_keys(kind, hints)
    else:
        hints |= _pydantic_hints(kind)
        names = field_names(kind) or ()
        needed = _required(kind)
    return tuple(
        Field(name, _filled(hints.get(name, Any), known), name in needed, Where(kind.__name__, name))
        for name in names
    )


def _names_inside(kind: type) -> dict[str, object]:
    """Names for string annotations beside those of the module: types inside the class, and the class itself.

    Not its fields: in a class with a field named `str`, the text "str" still means the type.
    """
    names: dict[str, object] = {
        parameter.__name__: parameter for parameter in getattr(kind, "__type_params__", ())
    }
    if not hasattr(sys.modules.get(kind.__module__), kind.__name__):
        names[kind.__name__] = kind  # a class of a function's own can still name itself
    for base in reversed(kind.__mro__):
        fields = vars(base).get("__annotations__", {})
        for name, value in vars(base).items():
            if name not in fields and (isinstance(value, type) or get_origin(value) is not None):
                names[name] = value
    return names


def _type_arguments(kind: type, arguments: tuple[Hint, ...]) -> dict[Any, Hint]:
    """The values of the type variables of a class, including those of its generic base classes."""
    known: dict[Any, Hint] = dict(zip(getattr(kind, "__parameters__", ()), arguments, strict=False))
    for base in getattr(kind, "__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type) and origin is not typing.Generic:
            base_arguments = tuple(_filled(argument, known) for argument in get_args(base))
            known = _type_arguments(origin, base_arguments) | known
    for base in kind.__bases__:
        if "__orig_bases__" in vars(base) and base is not kind:
            known = _type_arguments(base, ()) | known
    return known


def _pydantic_hints(kind: type) -> dict[str, Hint]:
    """Pydantic makes a separate class for each ``Generic[int]``, and keeps the types in its fields."""
    fields = getattr(kind, "__pydantic_fields__", {})
    return {name: field.rebuild_annotation() for name, field in fields.items()}


def _required_keys(kind: type, hints: Mapping[str, Hint]) -> frozenset[str]:
    """The keys that a typed dictionary cannot leave out.

    Python itself misses Required[…] and NotRequired[…] where annotations are strings.
    """
    needed = set(getattr(kind, "__required_keys__", ()))
    for name, hint in hints.items():
        form: Any = get_origin(hint)
        while form in _WRAPPERS or form is Annotated:
            if form is typing.Required:
                needed.add(name)
            elif form is typing.NotRequired:
                needed.discard(name)
            hint = get_args(hint)[0]
            form = get_origin(hint)
    return frozenset(needed)


def _required(kind: type) -> frozenset[str]:
    """The fields without a default."""
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        fields = dataclasses.fields(kind)
        return frozenset(f.name for f in fields if f.default is missing and f.default_factory is missing)
    if hasattr(kind, "_fields"):
        return frozenset(kind._fields) - frozenset(getattr(kind, "_field_defaults", {}))
    if hasattr(kind, "__attrs_attrs__"):
        return frozenset(a.name for a in kind.__attrs_attrs__ if repr(a.default) == "NOTHING")
    if hasattr(kind, "model_fields"):
        return frozenset(name for name, field in kind.model_fields.items() if field.is_required())
    return frozenset()


def _filled(hint: Hint, known: Mapping[Any, Hint]) -> Hint:
    """A hint with type variables replaced by the arguments of the generic class."""
    if not known:
        return hint
    if isinstance(hint, typing.TypeVar):
        return known.get(hint, hint)
    parameters = getattr(hint, "__parameters__", ())
    if parameters:
        return hint[tuple(known.get(parameter, parameter) for parameter in parameters)]
    return hint
