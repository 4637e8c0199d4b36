"""Products of similarities (Equation 2)."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tallystick.core.join import LARGE, join_by_key, reserve_pairs
from tallystick.core.similarity import Candidates, Similarity, Weighted
from tallystick.core.solution import Credit
from tallystick.limits import checked
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Product", "multiply", "operand"]

#: What one pair takes while another factor is looked up, compared and matched, found by measuring.
FACTOR_BYTES = 350


@dataclass(frozen=True, repr=False)
class Product(Similarity):
    """φ · ψ over the same values (Equation 2)."""

    factors: tuple[Similarity, ...]

    def __post_init__(self) -> None:
        factors = tuple(
            part
            for factor in self.factors
            for part in (factor.factors if isinstance(factor, Product) else (factor,))
        )
        object.__setattr__(self, "factors", factors)
        object.__setattr__(self, "discrete", all(factor.discrete for factor in factors))
        object.__setattr__(self, "peaked", all(factor.peaked for factor in factors))

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

    def pairs(
        self, golds: Sequence[object], preds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return multiply(((factor, golds, preds) for factor in self.factors), candidates)

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
        return " * ".join(map(repr, self.factors))


def _inner(credits: Sequence[Credit]) -> Mapping[str, Alignment]:
    alignments = {name: alignment for credit in credits for name, alignment in credit.inner().items()}
    # An alignment without a name is of the value as a whole; where fields have theirs, they say it all.
    return {name: alignment for name, alignment in alignments.items() if name} or alignments


def operand(base: Similarity) -> str:
    """Represent a similarity so that a method call can follow it."""
    return f"({base!r})" if isinstance(base, Product) else repr(base)


def multiply(
    factors: Iterable[tuple[Similarity, Sequence[object], Sequence[object]]], candidates: Candidates
) -> Weighted:
    """The non-zero products of several similarities, each over its own view of the same two lists.

    Discrete factors come first, and together: one join by all their keys leaves few candidates for the
    expensive ones.
    """
    factors = list(factors)
    result: Weighted | None = None
    discrete = [entry for entry in factors if entry[0].discrete]
    if discrete:
        gold_keys = zip(
            *[[factor.key(value) for value in golds] for factor, golds, _ in discrete], strict=True
        )
        pred_keys = zip(
            *[[factor.key(value) for value in preds] for factor, _, preds in discrete], strict=True
        )
        result = join_by_key(list(gold_keys), list(pred_keys), candidates)
    for factor, golds, preds in factors:
        if factor.discrete:
            continue
        if result is None:
            result = factor.pairs(golds, preds, candidates)
        elif result:
            if len(result) > LARGE:
                reserve_pairs(len(result), FACTOR_BYTES)
            known = {(i, j): value for i, j, value in checked(result)}
            result = [(i, j, value * known[i, j]) for i, j, value in factor.pairs(golds, preds, list(known))]
    return result or []
