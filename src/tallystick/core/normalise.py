"""Normalisers: P, R, F and J of an unnormalised similarity (Equations 4–7).

With xy = Σ(pred, gold), xx = Σ(pred, pred), yy = Σ(gold, gold): P = xy/xx, R = xy/yy, F = 2xy/(xx+yy),
J = xy/(xx+yy−xy). The self-scores are taken under the same similarity and the same constraint. As a
similarity inside another one, 0/0 counts as `empty`: 0 by default, so that missing values earn nothing.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from tallystick.core.similarity import Candidates, Similarity, Weighted, refuse_no_similarity
from tallystick.errors import UsageError
from tallystick.tally import (
    READ_RATIOS,
    READ_SIDES,
    Alignment,
    Reading,
    Tally,
    f_measure,
    jaccard_measure,
    ratio,
)

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Normalised", "Sides", "f1", "f_beta", "jaccard", "precision", "recall", "sides"]


class Normalised(Similarity):
    """A similarity divided by what its two values could have earned."""

    def __init__(self, base: Similarity, name: str, beta: float = 1.0, empty: float = 0.0) -> None:
        refuse_no_similarity(base, name)
        if not 0 <= empty <= 1:
            raise UsageError(f"empty={empty!r} is not a number from 0 to 1: what two empty values are worth")
        self.base = base
        self.name = name
        self.beta = beta
        #: φ of two values that could not have earned anything: 0/0.
        self.empty = empty
        self.peaked = base.peaked
        self.reading = self._reading()
        #: Whether the base has numerators of its own for precision and recall (B³, covered recall).
        self.sided = base.reading.sides

    def _reading(self) -> Reading:
        """The numbers of the similarity below, with this normaliser as the headline."""
        below = READ_RATIOS if self.base.reading.normaliser else self.base.reading
        if self.name == "f_beta":
            return below.with_normaliser(self.name, partial(f_measure, beta=self.beta))
        return below.with_normaliser(self.name, jaccard_measure if self.name == "jaccard" else None)

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
        return 0.0 if xx or yy else self.empty

    def compare(self, pred: object, gold: object) -> float:
        if self.sided:
            return self._ratio_of_sides(self.base.counts(pred, gold))
        xy = self.base.compare(pred, gold)
        if not xy and not self.empty:
            return 0.0
        return self._ratio(xy, self.base.self_score(pred), self.base.self_score(gold))

    def self_score(self, value: object) -> float:
        if self.sided:
            return self.compare(value, value)
        return 1.0 if self.base.self_score(value) > 0 else self.empty

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        if self.sided:
            return super().pairs(preds, golds, candidates)
        found = self.base.pairs(preds, golds, candidates)
        own = self.base.self_scores([preds[i] for i, _, _ in found])
        other = self.base.self_scores([golds[j] for _, j, _ in found])
        result = [
            (i, j, self._ratio(value, xx, yy))
            for (i, j, value), xx, yy in zip(found, own, other, strict=True)
        ]
        return result + self._empty_pairs(preds, golds, candidates) if self.empty else result

    def _empty_pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates
    ) -> Weighted:
        """The pairs of values that are both worth nothing, which earn nothing in the similarity below."""
        ours, theirs = (
            [place for place, worth in enumerate(self.base.self_scores(side)) if not worth]
            for side in (preds, golds)
        )
        if candidates is None:
            return [(i, j, self.empty) for i in ours for j in theirs]
        both = set(ours), set(theirs)
        return [(i, j, self.empty) for i, j in candidates if i in both[0] and j in both[1]]

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.base.inner(pred, gold)

    def shown(self, pred: object, gold: object) -> tuple[Similarity, object, object]:
        # A normaliser over another one divides values in [0, 1]: it has nothing to do with the counts below.
        nested = self.base.reading.normaliser
        return AsOneValue(self.base) if nested else self.base, pred, gold

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        if self.sided:
            return super().expression(pred, gold, model)
        xy = self.base.expression(pred, gold, model)
        xx, yy = model.self_score(self.base, pred), model.self_score(self.base, gold)
        if self.name == "jaccard" or not (xx or yy):
            return model.mapped(xy, lambda value: self._ratio(value, xx, yy))
        return model.scaled(xy, self._ratio(1.0, xx, yy))

    def __repr__(self) -> str:
        beta = f", {self.beta:g}" if self.name == "f_beta" else ""
        empty = f", empty={self.empty:g}" if self.empty else ""
        return f"{self.name}({self.base!r}{beta}{empty})"


class AsOneValue(Similarity):
    """A similarity whose score counts its one value, not the parts that it was computed from."""

    def __init__(self, base: Similarity) -> None:
        self.base = base
        self.peaked = base.peaked

    def compare(self, pred: object, gold: object) -> float:
        return self.base.compare(pred, gold)

    def self_score(self, value: object) -> float:
        return self.base.self_score(value)

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.base.inner(pred, gold)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return self.base.expression(pred, gold, model)

    def __repr__(self) -> str:
        return repr(self.base)


def f1(base: Similarity, *, empty: float = 0.0) -> Similarity:
    """F = 2xy / (xx + yy) (Equation 6); `empty` is what 0/0 counts as inside another similarity.

    >>> from tallystick import bag, exact, f1
    >>> round(f1(bag(exact)).compare({1, 2, 3}, {2, 3, 4, 5}), 4)
    0.5714
    """
    return Normalised(base, "f1", empty=empty)


def precision(base: Similarity, *, empty: float = 0.0) -> Similarity:
    """P = xy / xx (Equation 4)."""
    return Normalised(base, "precision", empty=empty)


def recall(base: Similarity, *, empty: float = 0.0) -> Similarity:
    """R = xy / yy (Equation 5)."""
    return Normalised(base, "recall", empty=empty)


def jaccard(base: Similarity, *, empty: float = 0.0) -> Similarity:
    """J = xy / (xx + yy − xy) (Equation 7)."""
    return Normalised(base, "jaccard", empty=empty)


def f_beta(base: Similarity, beta: float, *, empty: float = 0.0) -> Similarity:
    """F with recall weighted β times as much as precision."""
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 < beta < inf:
        raise UsageError(f"beta is {beta!r:.60}; a number greater than 0 is expected")
    return Normalised(base, "f_beta", beta, empty)


class Sides(Similarity):
    """A metric with one similarity for precision and another for recall, as in B³ (Equations 23, 24)."""

    reading = READ_SIDES

    def __init__(self, for_precision: Similarity, for_recall: Similarity) -> None:
        refuse_no_similarity(for_precision, "sides")
        refuse_no_similarity(for_recall, "sides")
        self.for_precision = for_precision
        self.for_recall = for_recall

    def compare(self, pred: object, gold: object) -> float:
        raise UsageError(
            f"{self!r} has two values for each pair; say which one is meant: f1(…), precision(…), recall(…)"
        )

    def counts(self, pred: object, gold: object) -> Tally:
        return _of_both(self.for_precision.counts(pred, gold), self.for_recall.counts(pred, gold))

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        # Each similarity matches the variables to its own advantage: they are two maxima.
        one = self.for_precision.tally(gold, pred, time_limit=time_limit)
        return _of_both(one, self.for_recall.tally(gold, pred, time_limit=time_limit))

    def alignment(self, pred: object, gold: object) -> Alignment:
        return self.for_recall.alignment(pred, gold)

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        return self.for_recall.align(gold, pred, time_limit=time_limit)

    def __repr__(self) -> str:
        return f"sides({self.for_precision!r}, {self.for_recall!r})"


def _of_both(one: Tally, two: Tally) -> Tally:
    return Tally(
        one.matched_pred,
        two.matched_gold,
        one.pred_total,
        two.gold_total,
        proved=min(one.proved, two.proved),
        slack=max(one.slack, two.slack),
    )


def sides(for_precision: Similarity, for_recall: Similarity) -> Similarity:
    """Precision by one similarity, recall by another; F is their harmonic mean."""
    return Sides(for_precision, for_recall)
