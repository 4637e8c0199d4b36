"""Normalisers: P, R, F and J of an unnormalised similarity (Equations 4–7).

With xy = Σ(gold, pred), xx = Σ(pred, pred), yy = Σ(gold, gold): P = xy/xx, R = xy/yy, F = 2xy/(xx+yy),
J = xy/(xx+yy−xy). The self-scores are taken under the same similarity and the same constraint. `empty` is the value
of two empty sides, 0/0. Without it the score of such an item is undefined, and inside another similarity it earns 0.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Literal

from tallystick.core.pairs import Pairs
from tallystick.core.promises import refuse_broken_promise
from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.solution import Credit, Solution
from tallystick.errors import UsageError
from tallystick.tally import (
    READ_RATIOS,
    READ_SIDES,
    Reading,
    Tally,
    f_measure,
    jaccard_measure,
    ratio,
)

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Normalised", "Normaliser", "Sides", "f1", "f_beta", "jaccard", "precision", "recall", "sides"]


#: The normalisers that need no number of their own.
Normaliser = Literal["f1", "precision", "recall", "jaccard"]


@dataclass(frozen=True, repr=False)
class Normalised(Similarity):
    """A similarity divided by what its two values could have earned."""

    base: Similarity
    name: Normaliser | Literal["f_beta"]
    beta: float = 1.0
    empty: float | None = None
    """φ of two values that could not have earned anything, 0/0; None leaves the score of an item undefined."""
    sided: bool = field(init=False, compare=False)
    """Whether the base has its own numerators for precision and recall (B³, covered recall)."""

    def __post_init__(self) -> None:
        refuse_no_similarity(self.base, self.name)
        if self.empty is not None:
            _check_empty(self.empty)
            object.__setattr__(self, "empty", float(self.empty))
        object.__setattr__(self, "peaked", self.base.peaked)
        object.__setattr__(self, "sided", self.base.reading.sides)
        object.__setattr__(self, "expense", self.base.expense)
        object.__setattr__(self, "reading", self._reading())

    def _reading(self) -> Reading:
        """The numbers of the similarity below, with this normaliser as the headline."""
        below = READ_RATIOS if self.base.reading.normaliser else self.base.reading
        measure: Callable[[Tally], float | None] | None = None
        if self.name == "f_beta":
            measure = partial(f_measure, beta=self.beta)
        elif self.name == "jaccard":
            measure = jaccard_measure
        beta = self.beta if self.name == "f_beta" else None
        reading = below.with_normaliser(self.name, measure, beta)
        return reading if self.empty is None else reading.with_empty(self.empty)

    def _ratio(self, xy: float, xx: float, yy: float) -> float:
        if self.name == "precision":
            top, bottom = xy, xx
        elif self.name == "recall":
            top, bottom = xy, yy
        elif self.name == "jaccard":
            top, bottom = xy, xx + yy - xy
        else:
            weight = self.beta * self.beta
            top, bottom = (1 + weight) * xy, weight * yy + xx
        if self.peaked and xy > min(xx, yy):  # by rounding, or because a promise is broken
            refuse_broken_promise(self.base, Pairs((0,), (0,), (xy,)), [yy], [xx])
        return top / bottom if bottom else self._of_nothing(xx, yy)

    def _ratio_of_sides(self, tally: Tally) -> float:
        if self.name == "precision":
            value = ratio(tally.matched_pred, tally.pred_total)
        elif self.name == "recall":
            value = ratio(tally.matched_gold, tally.gold_total)
        elif self.name == "jaccard":
            value = jaccard_measure(tally)
        else:
            value = f_measure(tally, self.beta)
        return self._of_nothing(tally.pred_total, tally.gold_total) if value is None else value

    def _of_nothing(self, xx: float, yy: float) -> float:
        return 0.0 if xx or yy else self.empty or 0.0

    def compare(self, gold: object, pred: object) -> float:
        if self.sided:
            return self._ratio_of_sides(self.base.counts(gold, pred))
        return self._divided(self.base.compare(gold, pred), gold, pred)

    def _divided(self, xy: float, gold: object, pred: object) -> float:
        if not xy and not self.empty:
            return 0.0
        return self._ratio(xy, self.base.self_score(pred), self.base.self_score(gold))

    def self_score(self, value: object) -> float:
        if self.sided:
            return self.compare(value, value)
        return 1.0 if self.base.self_score(value) > 0 else self.empty or 0.0

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        if self.sided:
            return super().pairs(golds, preds)
        pairs = self.base.pairs(golds, preds)
        gold_worth, pred_worth = self._worth(golds, pairs.gold), self._worth(preds, pairs.pred)
        values = [self._ratio(value, pred_worth[j], gold_worth[i]) for i, j, value in pairs]
        result = pairs.with_values(values)
        if not self.empty:
            return result
        # Two values that are worth nothing earn nothing in the similarity below.
        empty_golds, empty_preds = (
            [index for index, worth in enumerate(self.base.self_scores(side)) if not worth]
            for side in (golds, preds)
        )
        both = [(i, j, self.empty) for i in empty_golds for j in empty_preds]
        return Pairs.of([*result, *both])

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        if self.sided:
            return super().values(golds, preds, gold, pred)
        values = self.base.values(golds, preds, gold, pred)
        gold_worth, pred_worth = self._worth(golds, gold), self._worth(preds, pred)
        return [
            self._ratio(value, pred_worth[j], gold_worth[i]) if value or self.empty else 0.0
            for i, j, value in zip(gold, pred, values, strict=True)
        ]

    def _worth(self, values: Sequence[object], indices: Sequence[int]) -> dict[int, float]:
        """The self-scores of the values that are in some pair, by index."""
        used = list(dict.fromkeys(indices))
        return dict(zip(used, self.base.self_scores([values[index] for index in used]), strict=True))

    def credit(self, gold: object, pred: object) -> Credit:
        if self.sided:
            analysis = self.base.solved(gold, pred)
            return Credit(self._ratio_of_sides(analysis.tally), analysis.as_inner)
        below = self.base.credit(gold, pred)
        return below.with_value(self._divided(below.value, gold, pred))

    def shown(self, gold: object, pred: object) -> tuple[Similarity, object, object]:
        # A normaliser over another one divides values in [0, 1]: it has nothing to do with the counts below.
        nested = self.base.reading.normaliser
        return AsOneValue(self.base) if nested else self.base, gold, pred

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        if self.sided:
            return super().expression(gold, pred, model)
        xy = self.base.expression(gold, pred, model)
        xx, yy = model.self_score(self.base, pred), model.self_score(self.base, gold)
        if self.name == "jaccard" or not (xx or yy):
            return model.mapped(xy, lambda value: self._ratio(value, xx, yy))
        return model.scaled(xy, self._ratio(1.0, xx, yy))

    def __repr__(self) -> str:
        beta = f", {self.beta:g}" if self.name == "f_beta" else ""
        empty = "" if self.empty is None else f", empty={self.empty:g}"
        return f"{self.name}({self.base!r}{beta}{empty})"


def _check_empty(empty: object) -> None:
    if isinstance(empty, bool) or not isinstance(empty, int | float) or not 0 <= empty <= 1:
        raise UsageError(
            f"empty={empty!r}: expected the similarity of two empty values, a number from 0 to 1"
        )


@dataclass(frozen=True, repr=False)
class AsOneValue(Similarity):
    """A similarity whose score counts its one value, not the parts that it was computed from."""

    base: Similarity

    def __post_init__(self) -> None:
        object.__setattr__(self, "peaked", self.base.peaked)

    def compare(self, gold: object, pred: object) -> float:
        return self.base.compare(gold, pred)

    def self_score(self, value: object) -> float:
        return self.base.self_score(value)

    def credit(self, gold: object, pred: object) -> Credit:
        return self.base.credit(gold, pred)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return self.base.expression(gold, pred, model)

    def __repr__(self) -> str:
        return f"AsOneValue({self.base!r})"


def f1(base: Similarity, *, empty: float | None = None) -> Similarity:
    """F = 2xy / (xx + yy) (Equation 6); `empty` is the value of two empty sides, undefined by default.

    >>> from tallystick import bag, exact, f1
    >>> round(f1(bag(exact)).compare({2, 3, 4, 5}, {1, 2, 3}), 4)
    0.5714
    >>> f1(bag(exact)).score([], []).value, f1(bag(exact), empty=1).score([], []).value
    (None, 1.0)
    """
    return Normalised(base, "f1", empty=empty)


def precision(base: Similarity, *, empty: float | None = None) -> Similarity:
    """P = xy / xx (Equation 4)."""
    return Normalised(base, "precision", empty=empty)


def recall(base: Similarity, *, empty: float | None = None) -> Similarity:
    """R = xy / yy (Equation 5)."""
    return Normalised(base, "recall", empty=empty)


def jaccard(base: Similarity, *, empty: float | None = None) -> Similarity:
    """J = xy / (xx + yy − xy) (Equation 7)."""
    return Normalised(base, "jaccard", empty=empty)


def f_beta(base: Similarity, beta: float, *, empty: float | None = None) -> Similarity:
    """F with recall weighted β times as much as precision."""
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 < beta < inf:
        raise UsageError(f"beta is {beta!r:.60}; expected a number greater than 0")
    return Normalised(base, "f_beta", beta, empty)


@dataclass(frozen=True, repr=False)
class Sides(Similarity):
    """A metric with one similarity for precision and another for recall, as in B³ (Equations 23, 24)."""

    for_precision: Similarity
    for_recall: Similarity

    reading = READ_SIDES

    def __post_init__(self) -> None:
        refuse_no_similarity(self.for_precision, "sides")
        refuse_no_similarity(self.for_recall, "sides")

    def compare(self, gold: object, pred: object) -> float:
        raise UsageError(f"{self!r} has two values for each pair; choose one: f1(…), precision(…), recall(…)")

    def counts(self, gold: object, pred: object) -> Tally:
        return _of_both(self.for_precision.counts(gold, pred), self.for_recall.counts(gold, pred))

    def solved(self, gold: object, pred: object) -> Solution:
        return self._of(self.for_precision.solved(gold, pred), self.for_recall.solved(gold, pred))

    def analyse(self, gold: object, pred: object, *, time_limit: float | None = None) -> Solution:
        # Each similarity matches the variables to its own advantage: they are two maxima.
        for_precision = self.for_precision.analyse(gold, pred, time_limit=time_limit)
        return self._of(for_precision, self.for_recall.analyse(gold, pred, time_limit=time_limit))

    def _of(self, for_precision: Solution, for_recall: Solution) -> Solution:
        return for_recall.with_tally(_of_both(for_precision.tally, for_recall.tally))

    def __repr__(self) -> str:
        return f"sides({self.for_precision!r}, {self.for_recall!r})"


def _of_both(for_precision: Tally, for_recall: Tally) -> Tally:
    return Tally(
        for_precision.matched_pred,
        for_recall.matched_gold,
        for_precision.pred_total,
        for_recall.gold_total,
        proved=min(for_precision.proved, for_recall.proved),
        slack=max(for_precision.slack, for_recall.slack),
    )


def sides(for_precision: Similarity, for_recall: Similarity) -> Similarity:
    """Precision by one similarity, recall by another; F is their harmonic mean."""
    return Sides(for_precision, for_recall)
