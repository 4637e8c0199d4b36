"""Metrics over something computed from the values: the same step on both sides, or on each side its own."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.core.similarity import Candidates, Similarity, Weighted
from tallystick.tally import Alignment, Reading

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Prepared", "Projected", "prepared"]

Step = Callable[[object], object]


class Projected(Similarity):
    """A similarity over something computed from the values."""

    def __init__(
        self, base: Similarity, project: Callable[[object], object], name: str | None = None
    ) -> None:
        self.base = base
        self.project = project
        self.name = name or getattr(project, "__name__", "function")
        self.discrete = base.discrete
        self.peaked = base.peaked
        self.reading = base.reading

    def key(self, value: object) -> Hashable:
        return self.base.key(self.project(value))

    def compare(self, pred: object, gold: object) -> float:
        return self.base.compare(self.project(pred), self.project(gold))

    def self_score(self, value: object) -> float:
        return self.base.self_score(self.project(value))

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return self.base.pairs(
            [self.project(value) for value in preds], [self.project(value) for value in golds], candidates
        )

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.base.inner(self.project(pred), self.project(gold))

    def shown(self, pred: object, gold: object) -> tuple[Similarity, object, object]:
        return self.base, self.project(pred), self.project(gold)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return self.base.expression(self.project(pred), self.project(gold), model)

    def __repr__(self) -> str:
        return f"{self.base!r}.of({self.name})"


class Prepared(Similarity):
    """A metric over prepared values. It stands at the top only: a part has no side of its own."""

    def __init__(self, base: Similarity, pred: Step, gold: Step) -> None:
        self.base = base
        self.pred = pred
        self.gold = gold

    @property
    def reading(self) -> Reading:  # type: ignore[override]
        """That of the metric below."""
        return self.base.reading

    def compare(self, pred: object, gold: object) -> float:
        return self.base.compare(self.pred(pred), self.gold(gold))

    def shown(self, pred: object, gold: object) -> tuple[Similarity, object, object]:
        return self.base, self.pred(pred), self.gold(gold)

    def __repr__(self) -> str:
        return repr(self.base)


def _as_it_is(value: object) -> object:
    return value


def prepared(base: Similarity, *, pred: Step = _as_it_is, gold: Step = _as_it_is) -> Similarity:
    """The metric with a step before it on one side or on both."""
    return Prepared(base, pred, gold)
