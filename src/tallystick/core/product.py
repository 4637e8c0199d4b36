"""Products of similarities (Equation 2)."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from math import prod
from typing import TYPE_CHECKING

from tallystick.core.pairs import LARGE, Pairs, join_by_key, reserve_pairs
from tallystick.core.similarity import Similarity
from tallystick.core.solution import Credit
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Factor", "Product", "operand", "product_pairs", "product_values"]

#: Bytes for one pair while another factor is looked up, compared and matched (measured).
FACTOR_BYTES = 350

#: A similarity with its own view of the gold and the pred values.
Factor = tuple[Similarity, Sequence[object], Sequence[object]]


@dataclass(frozen=True, repr=False)
class Product(Similarity):
    """φ · ψ over the same values (Equation 2)."""

    factors: tuple[Similarity, ...]

    infix = True

    def __post_init__(self) -> None:
        factors = tuple(
            part
            for factor in self.factors
            for part in (factor.factors if isinstance(factor, Product) else (factor,))
        )
        object.__setattr__(self, "factors", factors)
        object.__setattr__(self, "discrete", all(factor.discrete for factor in factors))
        object.__setattr__(self, "peaked", all(factor.peaked for factor in factors))
        object.__setattr__(self, "expense", min(factor.expense for factor in factors))

    def key(self, value: object) -> Hashable:
        return tuple([factor.key(value) for factor in self.factors])

    def compare(self, gold: object, pred: object) -> float:
        result = 1.0
        for factor in self.factors:
            result *= factor.compare(gold, pred)
            if not result:
                break
        return result

    def self_score(self, value: object) -> float:
        result = 1.0
        for factor in self.factors:
            result *= factor.self_score(value)
        return result

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return product_pairs([(factor, golds, preds) for factor in self.factors])

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        return product_values([(factor, golds, preds) for factor in self.factors], gold, pred)

    def credit(self, gold: object, pred: object) -> Credit:
        credits: list[Credit] = []
        value = 1.0
        for factor in self.factors:
            credits.append(factor.credit(gold, pred))
            value *= credits[-1].value
            if not value:
                return Credit(0.0)
        return Credit(value, partial(_inner, credits))

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.product(factor.expression(gold, pred, model) for factor in self.factors)

    def __repr__(self) -> str:
        return " * ".join(map(operand, self.factors))


def _inner(credits: Sequence[Credit]) -> Mapping[str, Alignment]:
    alignments = {name: alignment for credit in credits for name, alignment in credit.inner().items()}
    # An alignment without a name is of the value as a whole; if fields have alignments, these are complete.
    return {name: alignment for name, alignment in alignments.items() if name} or alignments


def operand(base: Similarity) -> str:
    """Represent a similarity so that an operator or a method call can follow it."""
    return f"({base!r})" if base.infix else repr(base)


def product_pairs(factors: Sequence[Factor]) -> Pairs:
    """The non-zero products of several similarities over the same two lists.

    Discrete factors come first, and together: one join by all their keys leaves few pairs for the expensive ones.
    """
    discrete = [factor for factor in factors if factor[0].discrete]
    if len(discrete) == len(factors):
        return join_by_key(*_keys(discrete))
    ranked = _by_expense(factors)
    if discrete:
        pairs = join_by_key(*_keys(discrete))
        return pairs.with_values(_multiplied(factors, ranked, pairs.gold, pairs.pred, {}))
    first = ranked.pop(0)
    similarity, golds, preds = factors[first]
    pairs = similarity.pairs(golds, preds)
    return pairs.with_values(_multiplied(factors, ranked, pairs.gold, pairs.pred, {first: pairs.value}))


def product_values(factors: Sequence[Factor], gold: Sequence[int], pred: Sequence[int]) -> list[float]:
    """The products of several similarities for some pairs of the same two lists."""
    discrete = [factor for factor in factors if factor[0].discrete]
    if not discrete:
        return _multiplied(factors, _by_expense(factors), gold, pred, {})
    gold_keys, pred_keys = _keys(discrete)
    equal = [float(gold_keys[i] == pred_keys[j]) for i, j in zip(gold, pred, strict=True)]
    if len(discrete) == len(factors) or not any(equal):
        return equal
    remaining = list(compress(gold, equal)), list(compress(pred, equal))
    values = iter(_multiplied(factors, _by_expense(factors), *remaining, {}))
    return [next(values) if value else 0.0 for value in equal]


def _keys(discrete: Sequence[Factor]) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    """The keys of both lists under all discrete factors together."""
    if len(discrete) == 1:
        ((similarity, golds, preds),) = discrete
        return similarity.keys(golds), similarity.keys(preds)
    gold_keys = zip(*[factor.keys(golds) for factor, golds, _ in discrete], strict=True)
    pred_keys = zip(*[factor.keys(preds) for factor, _, preds in discrete], strict=True)
    return list(gold_keys), list(pred_keys)


def _by_expense(factors: Sequence[Factor]) -> list[int]:
    """The factors that are not discrete by their numbers, the cheapest first."""
    graded = [number for number, factor in enumerate(factors) if not factor[0].discrete]
    return sorted(graded, key=lambda number: factors[number][0].expense)


def _multiplied(
    factors: Sequence[Factor],
    ranked: Sequence[int],
    gold: Sequence[int],
    pred: Sequence[int],
    known: dict[int, Sequence[float]],
) -> list[float]:
    """The products for some pairs, 0 included; a factor is asked only for pairs that are not 0 yet.

    `known` has the values of factors that were asked already. Values are multiplied in the order in which the factors
    are declared, so that the order of evaluation does not affect the last digit.
    """
    columns = dict(known)
    result = [0.0] * len(gold)
    remaining: Sequence[int] = range(len(gold))
    if len(gold) > LARGE:
        reserve_pairs(len(gold), FACTOR_BYTES)
    for number in ranked:
        similarity, golds, preds = factors[number]
        values = similarity.values(golds, preds, gold, pred)
        if not all(values):
            remaining, gold, pred = ([*compress(column, values)] for column in (remaining, gold, pred))
            columns = {other: [*compress(column, values)] for other, column in columns.items()}
            values = [value for value in values if value]
        columns[number] = values
    products = [*map(prod, zip(*[columns[number] for number in sorted(columns)], strict=True))]
    for index, value in zip(remaining, products, strict=True):
        result[index] = value
    return result
