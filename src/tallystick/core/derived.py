"""Similarities that are only derived from types: tuples by position, unions by type, classes that contain
themselves."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tallystick.core.fields import ABSENT
from tallystick.core.pairs import Pairs
from tallystick.core.record import Record
from tallystick.core.similarity import Similarity, exact
from tallystick.core.solution import Credit
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
    shape_of,
)  # fmt: skip
from tallystick.core.union import Alternatives
from tallystick.core.values import Var
from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["MayBeAbsent", "MemberOf", "Positions", "Recursion", "UnionOf", "written"]


def written(hint: Hint) -> str:
    """A type hint as written in source code."""
    if isinstance(hint, type) and not getattr(hint, "__args__", None):
        return hint.__name__
    return str(hint).replace("typing.", "")


@dataclass(frozen=True, repr=False)
class Positions(Record):
    """The product over the positions of a tuple."""

    hint: Hint = field(default=None, compare=False)

    @classmethod
    def of_parts(cls, parts: Sequence[Similarity], hint: Hint) -> Positions:
        """The similarity of tuples with these parts."""
        return cls(None, {str(index): part for index, part in enumerate(parts)}, hint=hint)

    __hash__ = Record.__hash__

    def get(self, value: object, name: str) -> object:
        if not isinstance(value, (tuple, list)) or len(value) != len(self.fields):
            raise UsageError(f"expected a tuple of {len(self.fields)} values, not {value!r:.60}")
        return value[int(name)]

    def column(self, values: Sequence[object], name: str) -> list[object]:
        return [self.get(value, name) for value in values]

    def __repr__(self) -> str:
        return f"derive({written(self.hint)})"


@dataclass(frozen=True, repr=False)
class Recursion(Similarity):
    """A class that contains itself: inside its own similarity, a reference to the whole."""

    hint: Hint
    peaked: bool
    maker: str = "derive"
    target: Similarity = field(init=False, compare=False, default=exact)

    def compare(self, gold: object, pred: object) -> float:
        return self.target.compare(gold, pred)

    def self_score(self, value: object) -> float:
        return self.target.self_score(value)

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return self.target.pairs(golds, preds)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        return self.target.values(golds, preds, gold, pred)

    def credit(self, gold: object, pred: object) -> Credit:
        return self.target.credit(gold, pred)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return self.target.expression(gold, pred, model)

    def __repr__(self) -> str:
        return f"{self.maker}({written(self.hint)})"


@dataclass(frozen=True, repr=False)
class UnionOf(Alternatives):
    """The union that a type hint describes."""

    hint: Hint = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"derive({written(self.hint)})"


@dataclass(frozen=True, repr=False)
class MayBeAbsent(Alternatives):
    """A key that a typed dictionary may leave out."""

    @classmethod
    def or_present(cls, present: Similarity) -> MayBeAbsent:
        """The similarity of values that are absent or compared by `present`."""
        return cls(((_is_absent, exact), (_is_present, present)))

    def __repr__(self) -> str:
        return repr(self.options[1][1])


def _is_absent(value: object) -> bool:
    return value is ABSENT


def _is_present(value: object) -> bool:
    return value is not ABSENT


@dataclass(frozen=True, slots=True)
class MemberOf:
    """Recognises the values of an alternative of a union."""

    hint: Hint = field(hash=False)  # notes of other libraries need not be hashable
    _recognises: Callable[[Any], bool] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_recognises", _recogniser(shape_of(self.hint)))

    def __call__(self, value: object) -> bool:
        return self._recognises(value)

    def __reduce__(self) -> tuple[type[MemberOf], tuple[Hint]]:
        return MemberOf, (self.hint,)


def _recogniser(shape: Shape) -> Callable[[Any], bool]:
    match shape:
        case Atom(kind):
            # True is an int to Python, but not to a union of bool and int.
            kinds = {float: (float, int), complex: (complex, float, int)}.get(kind, (kind,))
            return lambda value: (
                type(value) is kind or (isinstance(value, kinds) and not isinstance(value, bool))
            )
        case Choices(values):
            return lambda value: any(value == option and type(value) is type(option) for option in values)
        case RecordShape(kind, fields) if issubclass(kind, dict):
            known = {field.name for field in fields}
            needed = {field.name for field in fields if field.required}
            return lambda value: isinstance(value, dict) and needed <= value.keys() <= known
        case RecordShape(kind):
            return lambda value: isinstance(value, kind)
        case Items(ordered=False):
            return lambda value: isinstance(value, Set)
        case Items():
            return lambda value: isinstance(value, Sequence) and not isinstance(value, (str, bytes))
        case Fixed(parts):
            return lambda value: isinstance(value, (tuple, list)) and len(value) == len(parts)
        case Keyed():
            return lambda value: isinstance(value, Mapping)
        case Noted(base):
            return _recogniser(shape_of(base))
        case OneOf(options):
            inner = [_recogniser(shape_of(option)) for option in options]
            return lambda value: any(recognises(value) for recognises in inner)
        case Open():
            return lambda value: not isinstance(value, Var)
