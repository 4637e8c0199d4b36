"""Sums and weights of similarities over the same values: φ + ψ, w · φ."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from numbers import Real
from operator import add
from typing import TYPE_CHECKING

from tallystick.core.pairs import Pairs, combined
from tallystick.core.product import operand
from tallystick.core.similarity import Similarity
from tallystick.core.solution import Credit
from tallystick.errors import UsageError
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Sum", "Weighted", "added", "refuse_sides", "weighted"]


def refuse_sides(part: Similarity, whole: str) -> None:
    """Reject a part that has a number of matches for each side, where one number is needed."""
    if part.reading.sides and not part.reading.normaliser:
        raise UsageError(
            f"{whole} needs one value for each pair, and {part!r} counts each side separately (covered recall, sides); "
            'normalise it, as f1(…) does, or count the formula as printed: recall="literal"'
        )


def added(values: Iterable[float]) -> float:
    """The sum of values from left to right, as columns of pairs are added: both ways give the same digits."""
    total = 0.0
    for value in values:
        total += value
    return total


@dataclass(frozen=True, repr=False)
class Sum(Similarity):
    """φ + ψ over the same values."""

    terms: tuple[Similarity, ...]

    infix = True

    def __post_init__(self) -> None:
        terms = tuple(
            part for term in self.terms for part in (term.terms if isinstance(term, Sum) else (term,))
        )
        for term in terms:
            refuse_sides(term, "a sum")
        object.__setattr__(self, "terms", terms)
        object.__setattr__(self, "peaked", all(term.peaked for term in terms))
        object.__setattr__(self, "expense", max(1, *[term.expense for term in terms]))

    def compare(self, gold: object, pred: object) -> float:
        return added([term.compare(gold, pred) for term in self.terms])

    def self_score(self, value: object) -> float:
        return added([term.self_score(value) for term in self.terms])

    def self_scores(self, values: Sequence[object]) -> list[float]:
        columns = [term.self_scores(values) for term in self.terms]
        return [added(row) for row in zip(*columns, strict=True)]

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return combined([term.pairs(golds, preds) for term in self.terms], add=True)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        first, *others = [term.values(golds, preds, gold, pred) for term in self.terms]
        for other in others:
            first = list(map(add, first, other))
        return first

    def credit(self, gold: object, pred: object) -> Credit:
        credits = [term.credit(gold, pred) for term in self.terms]
        return Credit(added([credit.value for credit in credits]), partial(_inner, credits))

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.added([term.expression(gold, pred, model) for term in self.terms])

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.terms))


def _inner(credits: Sequence[Credit]) -> Mapping[str, Alignment]:
    """The alignments of all terms; those of the same name are listed together."""
    result: dict[str, Alignment] = {}
    for credit in credits:
        for name, alignment in credit.inner().items():
            known = result.get(name, Alignment())
            result[name] = Alignment(
                known.matched + alignment.matched,
                known.missed + alignment.missed,
                known.spurious + alignment.spurious,
            )
    return result


@dataclass(frozen=True, repr=False)
class Weighted(Similarity):
    """w · φ."""

    base: Similarity
    weight: float

    infix = True

    def __post_init__(self) -> None:
        weight = self.weight
        if isinstance(weight, bool) or not isinstance(weight, Real) or not 0 <= weight < inf:
            raise UsageError(
                f"{weight!r:.60} * φ: a weight must be a number of at least 0, because no similarity is negative"
            )
        refuse_sides(self.base, "a weight")
        object.__setattr__(self, "weight", float(weight))
        object.__setattr__(self, "peaked", self.base.peaked)
        object.__setattr__(self, "expense", self.base.expense)

    def compare(self, gold: object, pred: object) -> float:
        return self.weight * self.base.compare(gold, pred)

    def self_score(self, value: object) -> float:
        return self.weight * self.base.self_score(value)

    def self_scores(self, values: Sequence[object]) -> list[float]:
        return [self.weight * value for value in self.base.self_scores(values)]

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        pairs = self.base.pairs(golds, preds)
        return pairs.with_values([self.weight * value for value in pairs.value])

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        return [self.weight * value for value in self.base.values(golds, preds, gold, pred)]

    def credit(self, gold: object, pred: object) -> Credit:
        below = self.base.credit(gold, pred)
        return below.with_value(self.weight * below.value)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.scaled(self.base.expression(gold, pred, model), self.weight)

    def __repr__(self) -> str:
        return f"{str(self.weight).removesuffix('.0')} * {operand(self.base)}"


def weighted(base: Similarity, weight: float) -> Similarity:
    """The similarity times a weight; 1 changes nothing."""
    return base if weight == 1 and not isinstance(weight, bool) else Weighted(base, weight)
