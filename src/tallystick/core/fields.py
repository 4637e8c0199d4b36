"""The common part of records and slots: named fields of a value, each with its own similarity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Final, is_typeddict

from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.values import field_names
from tallystick.errors import UsageError

__all__ = ["ABSENT", "Fields"]


class _Absent(Enum):
    # A member of an enumeration stays the same object when it is pickled.
    ABSENT = "absent"


#: The value of a key that a dictionary may leave out, and does.
ABSENT: Final = _Absent.ABSENT


@dataclass(frozen=True, repr=False)
class Fields(Similarity):
    """A similarity over named fields; fields that are not named are ignored."""

    kind: type | None
    fields: Mapping[str, Similarity]
    _get: Mapping[str, Callable[[Any], object]] = field(init=False, compare=False)

    #: The function that makes such a similarity.
    maker: ClassVar[str]

    def __post_init__(self) -> None:
        if isinstance(self.kind, type):
            _check_names(self.kind, self.fields)
        for part in self.fields.values():
            refuse_no_similarity(part, self.maker)
        object.__setattr__(self, "fields", dict(self.fields))
        object.__setattr__(self, "_get", {name: self._getter(name) for name in self.fields})
        object.__setattr__(self, "peaked", all(part.peaked for part in self.fields.values()))

    def __hash__(self) -> int:
        return hash((type(self), self.kind, frozenset(self.fields.items())))

    def _getter(self, *names: str) -> Callable[[Any], Any]:
        """A function that gets fields of a value; dictionaries are records too."""
        is_dict = isinstance(self.kind, type) and issubclass(self.kind, dict)
        return itemgetter(*names) if is_dict else attrgetter(*names)

    def may_lack(self, name: str) -> bool:
        """Whether a dictionary may leave out a field."""
        raise NotImplementedError

    def get(self, value: object, name: str) -> object:
        """The value of a field, with an error that says what was expected."""
        try:
            return self._get[name](value)
        except (AttributeError, KeyError, TypeError) as error:
            if isinstance(error, KeyError) and self.may_lack(name) and isinstance(value, dict):
                return ABSENT
            kind = getattr(self.kind, "__name__", "a record")
            raise UsageError(f"expected {kind} with a field {name!r}, not {value!r:.80}") from error

    def column(self, values: Sequence[object], name: str) -> list[object]:
        """A field of many values."""
        try:
            return list(map(self._get[name], values))
        except (AttributeError, KeyError, TypeError):
            return [self.get(value, name) for value in values]

    def __repr__(self) -> str:
        fields = "".join(f", {name}={part!r}" for name, part in self.fields.items())
        return f"{self.maker}({getattr(self.kind, '__name__', None)}{fields})"


def _check_names(kind: type, names: Iterable[str]) -> None:
    known = tuple(kind.__annotations__) if is_typeddict(kind) else field_names(kind)
    for name in names:
        if known is not None and name not in known:
            raise UsageError(f"{kind.__name__} has no field {name!r}; it has {', '.join(known)}")
