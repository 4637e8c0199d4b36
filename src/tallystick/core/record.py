"""Records: the product of the similarities of their fields (Equation 2)."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Fields says

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any

from tallystick.core.fields import Fields
from tallystick.core.pairs import Pairs
from tallystick.core.product import Factor, product_pairs, product_values
from tallystick.core.similarity import Exact, Similarity
from tallystick.core.solution import Credit, one_pair
from tallystick.core.values import are_plain
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Record"]


@dataclass(frozen=True, repr=False)
class Record(Fields):
    """The product over named fields; fields that are not named are ignored."""

    optional: frozenset[str] = frozenset()
    """The keys that a typed dictionary may leave out."""
    _get_all: Callable[[Any], tuple[object, ...]] | None = field(init=False, compare=False)
    """All fields at once, where they are compared by equality."""

    maker = "record"

    def __post_init__(self) -> None:
        super().__post_init__()
        is_exact = len(self.fields) > 1 and all(isinstance(part, Exact) for part in self.fields.values())
        object.__setattr__(self, "_get_all", self._getter(*self.fields) if is_exact else None)
        object.__setattr__(self, "discrete", all(part.discrete for part in self.fields.values()))
        expense = min((part.expense for part in self.fields.values()), default=0)
        object.__setattr__(self, "expense", expense)
        if len(self.fields) == 1:  # such a record shows what its field shows
            (part,) = self.fields.values()
            object.__setattr__(self, "reading", part.reading)

    __hash__ = Fields.__hash__

    def may_lack(self, name: str) -> bool:
        return name in self.optional

    def key(self, value: object) -> Hashable:
        return tuple([part.key(self.get(value, name)) for name, part in self.fields.items()])

    def keys(self, values: Sequence[object]) -> Sequence[Hashable]:
        if self._get_all is not None:
            try:
                rows = list(map(self._get_all, values))
            except (AttributeError, KeyError, TypeError):
                rows = []
            if len(rows) == len(values) and are_plain(chain.from_iterable(rows)):
                return rows
        columns = [part.keys(self.column(values, name)) for name, part in self.fields.items()]
        return list(zip(*columns, strict=True)) if columns else [()] * len(values)

    def compare(self, gold: object, pred: object) -> float:
        result = 1.0
        for name, part in self.fields.items():
            result *= part.compare(self.get(gold, name), self.get(pred, name))
            if not result:
                break
        return result

    def self_score(self, value: object) -> float:
        result = 1.0
        for name, part in self.fields.items():
            result *= part.self_score(self.get(value, name))
        return result

    def self_scores(self, values: Sequence[object]) -> list[float]:
        columns = [part.self_scores(self.column(values, name)) for name, part in self.fields.items()]
        return [prod(row) for row in zip(*columns, strict=True)]

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return product_pairs(self._factors(golds, preds))

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        return product_values(self._factors(golds, preds), gold, pred)

    def _factors(self, golds: Sequence[object], preds: Sequence[object]) -> list[Factor]:
        return [
            (part, self.column(golds, name), self.column(preds, name)) for name, part in self.fields.items()
        ]

    def shown(self, gold: object, pred: object) -> tuple[Similarity, object, object]:
        if len(self.fields) != 1:
            return self, gold, pred
        ((name, part),) = self.fields.items()
        return part, self.get(gold, name), self.get(pred, name)

    def credit(self, gold: object, pred: object) -> Credit:
        credits: dict[str, Credit] = {}
        value = 1.0
        for name, part in self.fields.items():
            credits[name] = part.credit(self.get(gold, name), self.get(pred, name))
            value *= credits[name].value
            if not value:
                return Credit(0.0)
        return Credit(value, partial(self._inner, gold, pred, credits))

    def _inner(self, gold: object, pred: object, credits: Mapping[str, Credit]) -> Mapping[str, Alignment]:
        result = {}
        # A single factor that is not 0 or 1 is the credit itself; of several, each is listed.
        several = sum(not part.discrete for part in self.fields.values()) > 1
        for name, part in self.fields.items():
            inside = credits[name].inner()
            for path, alignment in inside.items():
                result[f"{name}.{path}" if path else name] = alignment
            if several and not inside and not part.discrete:
                result[name] = one_pair(self.get(gold, name), self.get(pred, name), credits[name])
        return result

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.product(
            part.expression(self.get(gold, name), self.get(pred, name), model)
            for name, part in self.fields.items()
        )
