"""Similarities whose values pass through a function: thresholds, links."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

from tallystick.core.arguments import check_function, name_of
from tallystick.core.pairs import Pairs
from tallystick.core.product import operand
from tallystick.core.similarity import Similarity
from tallystick.core.solution import Credit
from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Indicator", "Mapped"]


@dataclass(frozen=True, slots=True)
class Indicator:
    """1 for values above a threshold, 0 for others; `strict` leaves out the threshold itself."""

    threshold: float
    strict: bool

    def __post_init__(self) -> None:
        sign = ">" if self.strict else ">="
        if isinstance(self.threshold, bool) or not isinstance(self.threshold, Real):
            raise UsageError(f"φ {sign} {self.threshold!r:.60}: a threshold must be a number")
        if not (self.threshold >= 0 if self.strict else self.threshold > 0):
            raise UsageError(
                f"a threshold of {sign} {self.threshold} would match everything with everything; use > 0"
            )

    def __call__(self, value: float) -> float:
        """Return 1 or 0."""
        return float(value > self.threshold if self.strict else value >= self.threshold)


@dataclass(frozen=True, repr=False)
class Mapped(Similarity):
    """A similarity whose values pass through a non-decreasing function with f(0) = 0."""

    base: Similarity
    function: Callable[[float], float]
    name: str = ""

    def __post_init__(self) -> None:
        check_function("mapped", self.function, "a value")
        object.__setattr__(self, "peaked", self.base.peaked)
        object.__setattr__(self, "expense", self.base.expense)

    def compare(self, gold: object, pred: object) -> float:
        return self.function(self.base.compare(gold, pred))

    def self_score(self, value: object) -> float:
        return self.function(self.base.self_score(value))

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        pairs = self.base.pairs(golds, preds)
        return pairs.with_values([self.function(value) for value in pairs.value])

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        below = self.base.values(golds, preds, gold, pred)
        return [self.function(value) if value else 0.0 for value in below]

    def credit(self, gold: object, pred: object) -> Credit:
        below = self.base.credit(gold, pred)
        return below.with_value(self.function(below.value))

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.mapped(self.base.expression(gold, pred, model), self.function)

    def __repr__(self) -> str:
        match self.function:
            case Indicator(threshold, strict):
                return f"({self.base!r} {'>' if strict else '>='} {threshold:g})"
        return f"{operand(self.base)}.mapped({name_of(self.function)}, {self.name!r})"
