"""Records: the product of the similarities of their fields (Equation 2)."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import prod
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, is_typeddict

from tallystick.core.product import multiply
from tallystick.core.similarity import Candidates, Similarity, Weighted, refuse_no_similarity
from tallystick.core.values import field_names
from tallystick.errors import UsageError
from tallystick.tally import READ_RATIOS, Alignment, Pair, Reading

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["ABSENT", "Record"]

#: The value of a key that a typed dictionary may leave out, and does.
ABSENT: Final = object()


class Record(Similarity):
    """The product over named fields; fields that are left out are ignored."""

    def __init__(
        self, kind: type | None, fields: Mapping[str, Similarity], optional: frozenset[str] = frozenset()
    ) -> None:
        if isinstance(kind, type):
            _check_names(kind, fields)
        for field in fields.values():
            refuse_no_similarity(field, "record")
        self.kind = kind
        self.fields = dict(fields)
        self.optional = optional
        self.discrete = all(field.discrete for field in self.fields.values())
        self.peaked = all(field.peaked for field in self.fields.values())
        # Typed dictionaries are records too.
        getter: Callable[[str], Any] = attrgetter
        if isinstance(kind, type) and issubclass(kind, dict):
            getter = itemgetter
        self._get: dict[str, Callable[[object], object]] = {name: getter(name) for name in self.fields}

    @property
    def reading(self) -> Reading:  # type: ignore[override]
        """A record of one field shows what that field shows."""
        return next(iter(self.fields.values())).reading if len(self.fields) == 1 else READ_RATIOS

    def get(self, value: object, name: str) -> object:
        """The value of a field, with an error that says what was expected."""
        try:
            return self._get[name](value)
        except (AttributeError, KeyError, TypeError) as error:
            if name in self.optional and isinstance(value, dict):
                return ABSENT
            kind = getattr(self.kind, "__name__", "a record")
            raise UsageError(f"{kind} was expected, with a field {name!r}; got {value!r:.80}") from error

    def key(self, value: object) -> Hashable:
        return tuple([field.key(self.get(value, name)) for name, field in self.fields.items()])

    def compare(self, pred: object, gold: object) -> float:
        result = 1.0
        for name, field in self.fields.items():
            result *= field.compare(self.get(pred, name), self.get(gold, name))
            if not result:
                break
        return result

    def self_score(self, value: object) -> float:
        result = 1.0
        for name, field in self.fields.items():
            result *= field.self_score(self.get(value, name))
        return result

    def self_scores(self, values: Sequence[object]) -> list[float]:
        views = ([self.get(value, name) for value in values] for name in self.fields)
        columns = [field.self_scores(view) for field, view in zip(self.fields.values(), views, strict=True)]
        return [prod(row) for row in zip(*columns, strict=True)]

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        views = [
            (field, [self.get(value, name) for value in preds], [self.get(value, name) for value in golds])
            for name, field in self.fields.items()
        ]
        return multiply(views, candidates)

    def shown(self, pred: object, gold: object) -> tuple[Similarity, object, object]:
        if len(self.fields) != 1:
            return self, pred, gold
        ((name, field),) = self.fields.items()
        return field, self.get(pred, name), self.get(gold, name)

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        result = {}
        # A credit of one factor speaks for itself; of several, each has to be told.
        several = sum(not field.discrete for field in self.fields.values()) > 1
        for name, field in self.fields.items():
            ours, theirs = self.get(pred, name), self.get(gold, name)
            inside = field.inner(ours, theirs)
            for path, part in inside.items():
                result[f"{name}.{path}" if path else name] = part
            if several and not inside and not field.discrete:
                result[name] = Alignment(matched=(Pair(theirs, ours, field.compare(ours, theirs)),))
        return result

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return model.product(
            field.expression(self.get(pred, name), self.get(gold, name), model)
            for name, field in self.fields.items()
        )

    def __repr__(self) -> str:
        fields = "".join(f", {name}={field!r}" for name, field in self.fields.items())
        return f"record({getattr(self.kind, '__name__', None)}{fields})"


def _check_names(kind: type, names: Iterable[str]) -> None:
    known = tuple(kind.__annotations__) if is_typeddict(kind) else field_names(kind)
    for name in names:
        if known is not None and name not in known:
            raise UsageError(f"{kind.__name__} has no field {name!r}; it has {', '.join(known)}")
