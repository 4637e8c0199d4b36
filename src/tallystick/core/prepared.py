"""Metrics over something computed from the values: the same step on both sides, or on each side its own."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.core.arguments import check_function, name_of
from tallystick.core.pairs import Pairs
from tallystick.core.product import operand
from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.solution import Credit

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Prepared", "Projected", "prepared"]

Step = Callable[[Any], object]


@dataclass(frozen=True, repr=False)
class Projected(Similarity):
    """A similarity over something computed from the values."""

    base: Similarity
    project: Step
    name: str | None = None

    def __post_init__(self) -> None:
        hint = f"; to select a field by name, use operator.attrgetter({self.project!r})" * isinstance(
            self.project, str
        )
        check_function("of", self.project, "a value", hint=hint)
        for name in ("discrete", "peaked", "reading", "expense"):
            object.__setattr__(self, name, getattr(self.base, name))

    def key(self, value: object) -> Hashable:
        return self.base.key(self.project(value))

    def keys(self, values: Sequence[object]) -> Sequence[Hashable]:
        return self.base.keys(list(map(self.project, values)))

    def compare(self, gold: object, pred: object) -> float:
        return self.base.compare(self.project(gold), self.project(pred))

    def self_score(self, value: object) -> float:
        return self.base.self_score(self.project(value))

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return self.base.pairs(list(map(self.project, golds)), list(map(self.project, preds)))

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        projected_golds, projected_preds = list(map(self.project, golds)), list(map(self.project, preds))
        return self.base.values(projected_golds, projected_preds, gold, pred)

    def credit(self, gold: object, pred: object) -> Credit:
        return self.base.credit(self.project(gold), self.project(pred))

    def shown(self, gold: object, pred: object) -> tuple[Similarity, object, object]:
        return self.base, self.project(gold), self.project(pred)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return self.base.expression(self.project(gold), self.project(pred), model)

    def __repr__(self) -> str:
        return f"{operand(self.base)}.of({self.name or name_of(self.project)})"


@dataclass(frozen=True, repr=False)
class Prepared(Similarity):
    """A metric over prepared values, for the top level only: parts have no sides."""

    base: Similarity
    gold: Step | None = None
    pred: Step | None = None

    def __post_init__(self) -> None:
        refuse_no_similarity(self.base, "prepared")
        for step in (self.gold, self.pred):
            if step is not None:
                check_function("prepared", step, "a value")
        object.__setattr__(self, "reading", self.base.reading)

    def _steps(self, gold: object, pred: object) -> tuple[object, object]:
        return (
            gold if self.gold is None else self.gold(gold),
            pred if self.pred is None else self.pred(pred),
        )

    def compare(self, gold: object, pred: object) -> float:
        return self.base.compare(*self._steps(gold, pred))

    def shown(self, gold: object, pred: object) -> tuple[Similarity, object, object]:
        return self.base, *self._steps(gold, pred)

    def __repr__(self) -> str:
        steps = {"gold": self.gold, "pred": self.pred}
        shown = "".join(f", {side}={name_of(step)}" for side, step in steps.items() if step is not None)
        return f"prepared({self.base!r}{shown})"


def prepared(base: Similarity, *, gold: Step | None = None, pred: Step | None = None) -> Similarity:
    """The metric with a step before it on one side or on both."""
    return Prepared(base, gold, pred)
