"""Products of similarities (Equation 2)."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.core.similarity import LARGE, Candidates, Similarity, Weighted, join_by_key, reserve_pairs
from tallystick.limits import checked
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Product", "multiply"]

#: What one pair takes while another factor is looked up, compared and matched, found by measuring.
FACTOR_BYTES = 350


class Product(Similarity):
    """φ · ψ over the same values (Equation 2)."""

    def __init__(self, factors: Sequence[Similarity]) -> None:
        self.factors: tuple[Similarity, ...] = tuple(
            part
            for factor in factors
            for part in (factor.factors if isinstance(factor, Product) else (factor,))
        )
        self.discrete = all(factor.discrete for factor in self.factors)
        self.peaked = all(factor.peaked for factor in self.factors)

    def key(self, value: object) -> Hashable:
        return tuple([factor.key(value) for factor in self.factors])

    def compare(self, pred: object, gold: object) -> float:
        result = 1.0
        for factor in self.factors:
            result *= factor.compare(pred, gold)
            if not result:
                break
        return result

    def self_score(self, value: object) -> float:
        result = 1.0
        for factor in self.factors:
            result *= factor.self_score(value)
        return result

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return multiply(((factor, preds, golds) for factor in self.factors), candidates)

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        found = {name: part for factor in self.factors for name, part in factor.inner(pred, gold).items()}
        # An alignment without a name is of the value as a whole; where fields have theirs, they say it all.
        return {name: part for name, part in found.items() if name} or found

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return model.product(factor.expression(pred, gold, model) for factor in self.factors)

    def __repr__(self) -> str:
        return " * ".join(map(repr, self.factors))


def multiply(
    factors: Iterable[tuple[Similarity, Sequence[object], Sequence[object]]], candidates: Candidates
) -> Weighted:
    """The non-zero products of several similarities, each over its own view of the same two lists.

    Discrete factors come first, and together: one join by all their keys leaves few candidates for the
    dear ones.
    """
    factors = list(factors)
    result: Weighted | None = None
    discrete = [entry for entry in factors if entry[0].discrete]
    if discrete:
        ours = zip(*[[factor.key(value) for value in preds] for factor, preds, _ in discrete], strict=True)
        theirs = zip(*[[factor.key(value) for value in golds] for factor, _, golds in discrete], strict=True)
        result = join_by_key(list(ours), list(theirs), candidates)
    for factor, preds, golds in factors:
        if factor.discrete:
            continue
        if result is None:
            result = factor.pairs(preds, golds, candidates)
        elif result:
            if len(result) > LARGE:
                reserve_pairs(len(result), FACTOR_BYTES)
            known = {(i, j): value for i, j, value in checked(result)}
            found = factor.pairs(preds, golds, list(known))
            result = [(i, j, value * known[i, j]) for i, j, value in found]
    return result or []
