"""The weights of the components of AnCast++ in their aggregate (Section 2.6: weights are configurable)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import ClassVar

from tallystick.tally import Tally
from tallystick.tasks.base import Parameter
from tallystick.tasks.umr.comparison import PARTS, aggregate

__all__ = ["COMPONENT_WEIGHTS", "ComponentWeights", "weighted"]


class ComponentWeights(tuple[float, ...]):
    """A weight for each component, in the order of Equation 11; 1 where none is given.

    >>> ComponentWeights("coref=2, temporal=0.5"), str(ComponentWeights({"coref": 2})), str(ComponentWeights())
    ((1.0, 1.0, 0.5, 2.0), 'coref=2', 'sizes')
    """

    __slots__ = ()

    expected: ClassVar[str] = (
        f"a list of weights from 0 on, such as temporal=0.5,coref=2, for {', '.join(PARTS)}"
    )

    def __new__(cls, weights: str | Mapping[str, float] | ComponentWeights = "") -> ComponentWeights:
        """Weights by component, as a text with commas or as a mapping."""
        if isinstance(weights, ComponentWeights):
            return weights
        if not isinstance(weights, Mapping):
            parts = [part.split("=") for part in str(weights).split(",") if part.strip() not in ("", "sizes")]
            weights = {name.strip(): float(number) for name, number in parts}
        numbers = {name: float(number) for name, number in weights.items()}
        if not numbers.keys() <= set(PARTS) or not all(0 <= number < inf for number in numbers.values()):
            raise ValueError(f"expected {cls.expected}")
        return super().__new__(cls, [numbers.get(part, 1.0) for part in PARTS])

    def __reduce__(self) -> tuple[type[ComponentWeights], tuple[dict[str, float]]]:
        """Copies are made from weights by component, in other processes too."""
        return ComponentWeights, (dict(zip(PARTS, self, strict=True)),)

    def __str__(self) -> str:
        given = [f"{part}={weight:g}" for part, weight in zip(PARTS, self, strict=True) if weight != 1]
        return ",".join(given) or "sizes"


COMPONENT_WEIGHTS = Parameter(
    "component-weights", ComponentWeights(), "weights of the components of ancast++, multiplied by their sizes, "
    "such as temporal=0.5,coref=2; 0 leaves a component out", kind=ComponentWeights, tacit=True,
)  # fmt: skip


def weighted(tallies: Mapping[str, Tally], weights: ComponentWeights) -> Tally:
    """The aggregate of components whose counts are multiplied by their weights."""
    return aggregate([_times(tallies[part], weight) for part, weight in zip(PARTS, weights, strict=True)])


def _times(tally: Tally, weight: float) -> Tally:
    return replace(
        tally,
        matched_pred=weight * tally.matched_pred,
        matched_gold=weight * tally.matched_gold,
        pred_total=weight * tally.pred_total,
        gold_total=weight * tally.gold_total,
        slack=weight * tally.slack,
    )
