"""Data classes that cost little to declare and to construct.

`dataclasses.dataclass` compiles six functions for each class when the class is declared: a third of the time in which a
command starts. This decorator makes the same classes. The standard library collects the fields, so that `fields`,
`replace` and `is_dataclass` work; methods that need no code of their own are shared by all classes; and ``__init__`` is
compiled when the first object is constructed. An object of a frozen class with slots is filled as an object of a twin
of its class, which has the same slots and is not frozen: a third of the time that ``object.__setattr__`` takes.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn, cast

__all__ = ["dataclass", "is_shared_equality"]

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: bool) -> Callable[[type], type]:
        """Declare a data class, with the options of `dataclasses.dataclass`."""
        return lambda cls: _declare(cls, **options)


def _declare(
    cls: Any,
    frozen: bool = False,
    slots: bool = False,
    repr: bool = True,
    eq: bool = True,
    kw_only: bool = False,
) -> type:
    own = set(vars(cls))
    annotations = inspect.get_annotations(cls)
    # The standard library examines every annotation that is text. Only those of class variables need that.
    cls.__annotations__ = {
        name: text if not isinstance(text, str) or "ClassVar" in text else object
        for name, text in annotations.items()
    }
    # The standard library requires a frozen class if a base is frozen.
    inherits = any(dataclasses.is_dataclass(base) for base in cls.__bases__)
    cls = dataclasses.dataclass(
        init=False, repr=False, eq=False, frozen=frozen and inherits, slots=slots, kw_only=kw_only
    )(cls)
    cls.__dataclass_params__.frozen = frozen
    cls.__annotations__ = annotations
    fields = dataclasses.fields(cls)
    for field in fields:
        if field.name in annotations:
            field.type = annotations[field.name]
    methods: dict[str, Any] = {"__init__": _Init(cls, fields, frozen, slots)}
    if repr:
        methods["__repr__"] = _repr
    if eq:
        methods["__eq__"] = _equality(_key(field for field in fields if field.compare))
        hashed = (f for f in fields if (f.compare if f.hash is None else f.hash))
        methods["__hash__"] = _hash(_key(hashed)) if frozen else None
    if frozen:
        methods |= {"__setattr__": _refuse_setting, "__delattr__": _refuse_deleting}
        if slots:
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        # A class that defines ``__eq__`` has ``__hash__ = None`` unless it says otherwise.
        if name not in own or (name == "__hash__" and cls.__hash__ is None):
            setattr(cls, name, method)
    return cast("type", cls)


class _Init:
    """Compiles the ``__init__`` of a class when it is first needed, and replaces itself with it."""

    __slots__ = ("cls", "fields", "frozen", "slots")

    def __init__(
        self, cls: type, fields: tuple[dataclasses.Field[Any], ...], frozen: bool, slots: bool
    ) -> None:
        self.cls = cls
        self.fields = fields
        self.frozen = frozen
        self.slots = slots

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        function = self.compiled()
        self.cls.__init__ = function  # type: ignore[misc]
        return function if instance is None else function.__get__(instance)

    def compiled(self) -> Any:
        """Return the function."""
        names: dict[str, Any] = {"_MISSING": dataclasses.MISSING, "_set": object.__setattr__}
        positional: list[str] = ["self"]
        keywords: list[str] = []
        body: list[str] = []
        filling: list[str] = []
        for field in self.fields:
            name, value = field.name, field.name
            has_default = field.default is not dataclasses.MISSING
            has_factory = field.default_factory is not dataclasses.MISSING
            if has_default:
                names[f"_default_{name}"] = field.default
            if has_factory:
                names[f"_factory_{name}"] = field.default_factory
            if field.init:
                default = f"=_default_{name}" if has_default else "=_MISSING" if has_factory else ""
                (keywords if field.kw_only else positional).append(name + default)
                if has_factory:
                    value = f"_factory_{name}() if {name} is _MISSING else {name}"
            elif has_factory:
                value = f"_factory_{name}()"
            elif has_default and self.slots:
                value = f"_default_{name}"
            else:
                continue  # set by ``__post_init__``, or an attribute of the class
            if not self.frozen:
                body.append(f"self.{name} = {value}")
            else:
                body.append(f"_set(self, {name!r}, {value})")
                filling.append(f"self.{name} = {value}")
        twin = _twin(self.cls) if self.frozen and self.slots else None
        if twin is not None and filling:
            names |= {"_own": self.cls, "_twin": twin, "_become": _CLASS.__set__}
            filled = ["_become(self, _twin)", *filling, "self.__class__ = _own"]
            # An object of a derived class has other slots.
            body = ["if self.__class__ is _own:", *_indented(filled), "else:", *_indented(body)]
        if hasattr(self.cls, "__post_init__"):
            body.append("self.__post_init__()")
        parameters = ", ".join([*positional, *(["*", *keywords] if keywords else [])])
        exec(f"def __init__({parameters}):\n " + "\n ".join(body or ["pass"]), names)
        function = names["__init__"]
        function.__qualname__ = f"{self.cls.__qualname__}.__init__"
        function.__module__ = self.cls.__module__
        function.__annotations__ = {field.name: field.type for field in self.fields if field.init}
        return function


_CLASS = vars(object)["__class__"]


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _twin(cls: type) -> type | None:
    """Return a class with the same slots whose fields can be set; None if a base class prevents it."""
    if type(cls) is not type or any("__init_subclass__" in vars(base) for base in cls.__mro__[:-1]):
        return None
    # Both methods: with one of a frozen base, the interpreter looks them up for each attribute that is set.
    methods = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(cls.__name__, cls.__bases__, {"__slots__": cls.__slots__, **methods})  # type: ignore[attr-defined]


@recursive_repr()
def _repr(self: Any) -> str:
    shown = [
        f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr
    ]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _key(fields: Iterable[dataclasses.Field[Any]]) -> Callable[[Any], Any]:
    """The part of an object that is compared or hashed: always a tuple, because tuples compare by identity first."""
    names = [field.name for field in fields]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _equality(key: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        equal: bool = key(self) == key(other)
        return equal

    return __eq__


_SHARED = _equality(id).__code__


def is_shared_equality(method: object) -> bool:
    """Return whether this is the ``__eq__`` that this module generates."""
    return getattr(method, "__code__", None) is _SHARED


def _hash(key: Callable[[Any], Any]) -> Callable[[Any], int]:
    return lambda self: hash(key(self))


def _refuse_setting(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
