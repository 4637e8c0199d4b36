"""Metrics that look at one side differently from the other: a step before scoring, on each side its own."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.core.similarity import Similarity
from tallystick.tally import Reading

__all__ = ["prepared"]

Step = Callable[[object], object]


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
