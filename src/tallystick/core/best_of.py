"""The greatest of several similarities over the same values."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.core.pairs import Pairs, combined
from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.solution import Credit
from tallystick.core.sums import refuse_sides
from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["BestOf", "best_of"]


@dataclass(frozen=True, repr=False)
class BestOf(Similarity):
    """max(φ, ψ, …) over the same values."""

    options: tuple[Similarity, ...]

    def __post_init__(self) -> None:
        for option in self.options:
            refuse_no_similarity(option, "best_of")
            refuse_sides(option, "best_of")
        object.__setattr__(self, "peaked", all(option.peaked for option in self.options))
        object.__setattr__(self, "expense", max(1, *[option.expense for option in self.options]))

    def compare(self, gold: object, pred: object) -> float:
        return max([option.compare(gold, pred) for option in self.options])

    def self_score(self, value: object) -> float:
        return max([option.self_score(value) for option in self.options])

    def self_scores(self, values: Sequence[object]) -> list[float]:
        return list(map(max, *[option.self_scores(values) for option in self.options]))

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return combined([option.pairs(golds, preds) for option in self.options], add=False)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        return list(map(max, *[option.values(golds, preds, gold, pred) for option in self.options]))

    def credit(self, gold: object, pred: object) -> Credit:
        # Of options that earn the same, the first explains the pair.
        return max([option.credit(gold, pred) for option in self.options], key=lambda credit: credit.value)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.largest([option.expression(gold, pred, model) for option in self.options])

    def __repr__(self) -> str:
        return f"best_of({', '.join(map(repr, self.options))})"


def best_of(*options: Similarity) -> Similarity:
    """The maximum of several similarities.

    >>> from tallystick import best_of, exact
    >>> alias = exact.of(lambda name: {"NYC": "New York"}.get(name, name))
    >>> best_of(exact, 0.5 * alias).compare("New York", "NYC")
    0.5
    """
    if len(options) < 2:
        raise UsageError("best_of compares at least two similarities: best_of(φ, ψ)")
    return BestOf(options)
