"""How a tally is read: precision, recall, F, or a number of the metric's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.tally.counts import Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = [
    "READ_RATIOS",
    "READ_SIDES",
    "TITLES",
    "Reading",
    "f_measure",
    "jaccard_measure",
    "jaccard_of",
    "ratio",
]


def ratio(part: float, whole: float) -> float | None:
    """A share of something; of nothing, undefined."""
    return part / whole if whole else None


def f_measure(tally: Tally, beta: float = 1.0) -> float | None:
    """F = (1+β²)·PR / (β²·P + R), written so that it needs no separate division.

    With equal matches on both sides this is (1+β²)·xy / (xx + β²·yy): 0, not undefined, where one side only
    is empty; undefined where both are.
    """
    weight = beta * beta
    if not tally.pred_total and not tally.gold_total:
        return None
    if tally.matched_pred == tally.matched_gold:
        return ratio((1 + weight) * tally.matched_pred, tally.pred_total + weight * tally.gold_total)
    whole = weight * tally.matched_pred * tally.gold_total + tally.matched_gold * tally.pred_total
    return (1 + weight) * tally.matched_pred * tally.matched_gold / whole if whole else 0.0


def jaccard_measure(tally: Tally) -> float | None:
    """J = xy / (xx + yy − xy); if the two sides have different counts, F / (2 − F)."""
    if tally.matched_pred == tally.matched_gold:
        return ratio(tally.matched_pred, tally.pred_total + tally.gold_total - tally.matched_pred)
    return jaccard_of(f_measure(tally))


def jaccard_of(f1: float | None) -> float | None:
    """Return J of an F1."""
    return None if f1 is None or f1 == 2 else f1 / (2 - f1)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a tally is read: which numbers it gives, and how they are computed."""

    fields: tuple[str, ...]
    read: Callable[[Tally], tuple[float | None, ...]]
    sides: bool = False
    """Whether the two sides have different numbers of matches."""
    parts: tuple[str, ...] = ()
    """The names of the parts of a composite tally."""
    mean_of: tuple[Reading, ...] = ()
    """The readings of the parts, where the number is the mean of their F1: an undefined one counts as 0."""
    normaliser: str = ""
    """The field of the metric's outermost normaliser; empty if the metric does not name one."""
    beta: float | None = None
    """How many times recall weighs as much as precision, where the normaliser is F-beta."""
    counts: tuple[str, ...] = ()
    """The names of counts that the metric has beside matched, pred and gold."""
    count: Callable[[Tally], tuple[float, ...]] | None = None
    """Computes these counts; none for a tally that lacks them. They are sums over items in every average."""

    data: Callable[[Tally], Mapping[str, object]] | None = None
    """Computes curves and tables of a metric, as plain values: JSON output has them beside the numbers."""
    read_many: Callable[[Array], Array] | None = None
    """Reads many tallies at once, for resampling: from rows of flat counts to rows of numbers, NaN where undefined.
    Ratios and means of parts need none; other readings without it are read row by row."""
    hidden_parts: bool = False
    """Whether its numbers are computed from parts without names, which are not shown."""

    def __call__(self, tally: Tally) -> dict[str, float | None]:
        """The numbers by name; of no items, all undefined."""
        if not tally.items:
            return dict.fromkeys(self.fields)
        return dict(zip(self.fields, self.read(tally), strict=True))

    def counted(self, tally: Tally) -> dict[str, float]:
        """The counts that the metric has beside the usual ones, by name."""
        counts = self.count(tally) if self.count is not None else ()
        return dict(zip(self.counts, counts, strict=True)) if counts else {}

    @property
    def reads_parts(self) -> bool:
        """Whether its numbers are computed from parts."""
        return self.hidden_parts or bool(self.parts)

    @property
    def headline(self) -> str:
        """The number that stands for the metric where there is room for one only."""
        return self.normaliser or ("f1" if "f1" in self.fields else self.fields[-1])

    def with_empty(self, value: float) -> Reading:
        """The same reading with a value for every number of two empty sides, which are undefined otherwise."""
        return replace(self, read=_ReadEmpty(self.read, value), mean_of=(), read_many=None)

    def with_normaliser(
        self, name: str, measure: Callable[[Tally], float | None] | None = None, beta: float | None = None
    ) -> Reading:
        """The same reading with another headline, which `measure` computes if it is no field yet."""
        named = replace(self, normaliser=name, beta=beta)
        if measure is None or name in self.fields:
            return named
        more = _ReadMore(self.read, measure)
        return replace(named, fields=(*self.fields, name), read=more, mean_of=(), read_many=None)


@dataclass(frozen=True, slots=True)
class _ReadMore:
    """The numbers of a reading and one more. A class, not a closure: readings are pickled with their metrics."""

    read: Callable[[Tally], tuple[float | None, ...]]
    measure: Callable[[Tally], float | None]

    def __call__(self, tally: Tally) -> tuple[float | None, ...]:
        return *self.read(tally), self.measure(tally)


@dataclass(frozen=True, slots=True)
class _ReadEmpty:
    """The numbers of a reading, and those of two empty sides."""

    read: Callable[[Tally], tuple[float | None, ...]]
    value: float

    def __call__(self, tally: Tally) -> tuple[float | None, ...]:
        numbers = self.read(tally)
        return numbers if tally.pred_total or tally.gold_total else (self.value,) * len(numbers)


def _ratios(tally: Tally) -> tuple[float | None, ...]:
    precision = ratio(tally.matched_pred, tally.pred_total)
    recall = ratio(tally.matched_gold, tally.gold_total)
    return precision, recall, f_measure(tally)


#: The short names of numbers, as tables for people show them.
TITLES = {
    "precision": "P", "recall": "R", "f1": "F1", "jaccard": "Jaccard", "f_beta": "F-beta",
    "aligned_accuracy": "AlignAcc", "aligned_total": "aligned",
}  # fmt: skip
#: Precision, recall and F1 with one number of matches for both sides.
READ_RATIOS = Reading(("precision", "recall", "f1"), _ratios)
#: The same where each side has its own number of matches.
READ_SIDES = Reading(("precision", "recall", "f1"), _ratios, sides=True)
