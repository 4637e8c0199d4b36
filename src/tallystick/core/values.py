"""Values as the algebra sees them: what is inside them, when they are equal, and latent variables.

Whatever a user's structure is built from (dataclasses, attrs, pydantic, named tuples, typed dictionaries,
collections), three questions are asked of it, and answered here once: which parts does it have, can it be
rebuilt with other parts, and what is its key: a hashable form that is equal exactly when the values are.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from enum import Enum

from tallystick.core.digraphs import DigraphLike, as_digraph
from tallystick.core.equality import Equality, equality_of
from tallystick.errors import UsageError

__all__ = [
    "LatentFound", "Var", "are_plain", "bind", "equality_for", "field_names", "fields_of", "key_of", "keys_of",
    "parts_of", "variables_of",
]  # fmt: skip

_ATOMS = frozenset({str, int, bool, bytes, type(None), complex})
#: Sequences to Python, plain values to us.
_TEXTS = (str, bytes, bytearray, memoryview, range)


class Var:
    """A latent variable: a name without a meaning, to be matched with a variable of the other side.

    >>> Var("x") == Var("x"), Var("x") == Var("y"), Var("x") == "x"
    (True, False, False)
    """

    __slots__ = ("identity", "name")

    def __init__(self, name: str, identity: Hashable = None) -> None:
        self.name = name
        self.identity = identity
        """The partner of a matched variable; None while it is free."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Var):
            return NotImplemented
        return (self.identity, self.identity or self.name) == (other.identity, other.identity or other.name)

    def __hash__(self) -> int:
        return hash((Var, self.identity or self.name))

    def __repr__(self) -> str:
        return f"Var({self.name!r})"


class LatentFound(UsageError):  # noqa: N818 - a signal of the core; a user meets it after calling `compare` only
    """Raised at a free variable: equality is then a question for the latent solver."""

    def __init__(self) -> None:
        super().__init__("the values contain variables, which are matched jointly: use score(gold, pred)")


def field_names(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a record type, None if it is no record."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    if hasattr(kind, "__attrs_attrs__"):
        return tuple(attribute.name for attribute in kind.__attrs_attrs__)
    if hasattr(kind, "model_fields"):
        return tuple(kind.model_fields)
    return None


_RECORD_FIELDS: dict[type, tuple[str, ...] | None] = {}


def fields_of(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a record type, remembered."""
    # A cache of facts about types, which never change: not state that a result could depend on.
    try:
        return _RECORD_FIELDS[kind]
    except KeyError:
        return _RECORD_FIELDS.setdefault(kind, field_names(kind))


_EQUALITIES: dict[type, Equality] = {}


def equality_for(kind: type) -> Equality:
    """How a type compares its values."""
    try:
        return _EQUALITIES[kind]
    except KeyError:
        return _EQUALITIES.setdefault(kind, equality_of(kind))


def are_plain(values: Iterable[object]) -> bool:
    """Whether values have no parts and are their own keys."""
    return _ATOMS.issuperset(map(type, values))


def keys_of(values: Sequence[object]) -> Sequence[Hashable]:
    """The keys of many values."""
    if are_plain(values):
        return values
    return [key_of(value) for value in values]


def key_of(value: object) -> Hashable:
    """A hashable form of a value, equal for two values exactly when their type says that they are equal.

    Lists and tuples are the same thing here, so are set and frozenset. A free variable raises `LatentFound`.

    >>> key_of([1, {"a": {2, 3}}]) == key_of((1, {"a": {3, 2}}))
    True
    """
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        for part in value:  # type: ignore[attr-defined]
            if type(part) not in _ATOMS:
                return tuple([key_of(part) for part in value])  # type: ignore[attr-defined]
        return value
    if kind is float:
        # Not a number is not equal to itself; as a value it is still the same value.
        return value if value == value else (float, "nan")
    if isinstance(value, Var):
        if value.identity is None:
            raise LatentFound
        return (Var, value.identity)
    equality = equality_for(kind)
    if equality.is_own:
        return _own_key(value)
    if equality.parts is not None:
        return (kind, *[key_of(get(value)) for get in equality.parts])
    if isinstance(value, (list, tuple)):
        return tuple([key_of(part) for part in value])
    if isinstance(value, Set):
        return frozenset([key_of(part) for part in value])
    if isinstance(value, Mapping):
        # A Counter equals one that also lists elements with a count of 0.
        items = (
            value.items() if not isinstance(value, Counter) else [item for item in value.items() if item[1]]
        )
        return (Mapping, frozenset([(key_of(name), key_of(part)) for name, part in items]))
    if equality.is_identity:
        raise UsageError(
            f"values of type {kind.__name__} are compared by identity, so no prediction would equal its gold "
            f"value: the class has no __eq__ (eq=False?). {_REMEDY}"
        )
    try:
        hash(value)
    except TypeError:
        raise UsageError(
            f"values of type {kind.__name__} cannot be compared for equality: they are not hashable. {_REMEDY}"
        ) from None
    return value


_REMEDY = (
    "Compare its fields with record(…), declare a similarity(function), or make the type a frozen dataclass."
)


def _own_key(value: object) -> Hashable:
    """A value whose class defines equality is its own key."""
    if variables_of(value):
        raise LatentFound
    try:
        hash(value)
    except TypeError:
        raise UsageError(
            f"{type(value).__name__} defines __eq__ without __hash__, so equal values cannot be found. "
            f"Add a __hash__ that fits. {_REMEDY}"
        ) from None
    return value


def parts_of(value: object) -> Iterator[object]:
    """The direct parts of a value, in order."""
    kind = type(value)
    if kind in _ATOMS or kind is float or isinstance(value, (Var, Enum)):
        return
    fields = fields_of(kind)
    if fields is not None:
        for name in fields:
            yield getattr(value, name)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield name
            yield part
    elif isinstance(value, (Sequence, Set)):
        if not isinstance(value, _TEXTS):
            yield from value
    elif isinstance(value, DigraphLike):
        yield from as_digraph(value).nodes


def variables_of(value: object) -> dict[str, Var]:
    """The free variables inside a value, by name, in the order of their first occurrence."""
    variables: dict[str, Var] = {}
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, Var):
            if part.identity is None:
                variables.setdefault(part.name, part)
        else:
            stack.extend(reversed([inside for inside in parts_of(part) if type(inside) not in _ATOMS]))
    return variables


def bind(value: object, identities: Mapping[str, Hashable]) -> object:
    """The value with its free variables standing for something, so that they compare like constants."""

    def rebuild(part: object) -> object:
        if isinstance(part, Var):
            return part if part.identity is not None else Var(part.name, identities[part.name])
        return _rebuilt(part, rebuild)

    return rebuild(value)


def _rebuilt(value: object, change: Callable[[object], object]) -> object:
    kind = type(value)
    if kind in _ATOMS or kind is float or isinstance(value, Enum):
        return value
    fields = fields_of(kind)
    if fields is not None:
        if isinstance(value, tuple):
            return kind(*[change(part) for part in value])
        changes = {name: change(getattr(value, name)) for name in fields}
        if all(changes[name] is getattr(value, name) for name in fields):
            return value
        # Around __init__: a changed variable must not run a user's validation or defaults again.
        if hasattr(value, "model_copy"):
            return value.model_copy(update=changes)
        twin = copy(value)
        for name in fields:
            object.__setattr__(twin, name, changes[name])
        return twin
    if isinstance(value, Mapping):
        return {change(name): change(part) for name, part in value.items()}
    if isinstance(value, Set):
        return frozenset([change(part) for part in value])
    if isinstance(value, Sequence) and not isinstance(value, _TEXTS):
        return tuple([change(part) for part in value])
    if isinstance(value, DigraphLike):
        return change(as_digraph(value))
    return value
