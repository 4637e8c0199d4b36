"""Matching that keeps the order of sequences (Equation 37).

Read literally, the equation forces 1:1 on sequences: ≤ is reflexive, so two preds of one gold would have to
be equal. ``order="strict"`` is that reading; ``order="noncrossing"`` forbids crossings only, so that repeats
are possible where `match` allows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tallystick.core.arguments import check_choice
from tallystick.core.coverage import covered_in_order, covered_in_strict_order
from tallystick.core.matching import MATCHES, Collection, Match, Matching, Recall
from tallystick.core.pairs import Pairs
from tallystick.core.similarity import Similarity
from tallystick.errors import UsageError
from tallystick.limits import current

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Order", "all_counts", "sequence"]

Order = Literal["strict", "noncrossing"]


@dataclass(frozen=True, repr=False)
class Ordered(Collection):
    """Σ over two sequences, keeping their order."""

    order: Order = "strict"

    def __post_init__(self) -> None:
        check_choice("order", self.order, Order)
        super().__post_init__()
        if self.order == "strict":
            object.__setattr__(self, "peaked", self.element.peaked)
            object.__setattr__(self, "self_is_best", self.element.peaked)

    def elements(self, value: object) -> Sequence[object]:
        if isinstance(value, (set, frozenset)):
            raise UsageError(f"a set has no order; {self!r} compares sequences")
        return super().elements(value)

    def matching(self, gold: object, pred: object) -> Matching:
        from tallystick.solve.ordered import match_ordered

        golds, preds = self.elements(gold), self.elements(pred)
        pairs = self.element.pairs(golds, preds)
        mode = 0 if self.order == "strict" else MATCHES.index(self.match)
        # The rows of the solver are preds, as its modes say.
        matched = match_ordered(len(preds), len(golds), pairs.pred, pairs.gold, pairs.value, mode)
        return Matching(golds, preds, pairs, Pairs(matched.cols, matched.rows, matched.weights))

    def covered(self, matching: Matching, worth: Sequence[float]) -> float:
        giving, shared = (1, 0) if self.match == "N:1" else (0, 1)
        if all_counts(self, matching.chosen, shared):
            return matching.earned
        golds, preds = matching.golds, matching.preds
        # A table of golds and preds, and a table of runs.
        size = 8 * len(golds) * len(preds) + 40 * max(len(golds), len(preds)) ** 2
        current().reserve(size, f"{len(golds):,} against {len(preds):,} elements in order")
        table = [[0.0] * len(worth) for _ in (preds if self.match == "N:1" else golds)]
        for *pair, value in matching.pairs:
            table[pair[giving]][pair[shared]] = value
        return (covered_in_strict_order if self.order == "strict" else covered_in_order)(table, worth)

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        compatible = _same_order if self.order == "strict" else _not_crossing
        return model.matching(self.element, self.elements(gold), self.elements(pred), self.match, compatible)

    def __repr__(self) -> str:
        order = "" if self.order == "strict" else f", order={self.order!r}"
        return f"sequence({self.element!r}{self._shown_options()}{order})"


def all_counts(metric: Collection, chosen: Pairs, side: int) -> bool:
    """Whether all credit covers something: no element of the side is used twice, or earns more than it is worth."""
    used = (chosen.gold, chosen.pred)[side]
    return not chosen or (metric.element.peaked and len(set(used)) == len(used))


def _same_order(gold: int, other_gold: int, pred: int, other_pred: int) -> bool:
    return (gold <= other_gold) == (pred <= other_pred) and (other_gold <= gold) == (other_pred <= pred)


def _not_crossing(gold: int, other_gold: int, pred: int, other_pred: int) -> bool:
    return (gold - other_gold) * (pred - other_pred) >= 0


def sequence(
    element: Similarity, match: Match = "1:1", order: Order = "strict", recall: Recall = "covered"
) -> Similarity:
    """Σ over sequences, keeping their order.

    >>> from tallystick import exact, sequence
    >>> sequence(exact).compare([1, 2, 3, 4, 5], [1, 3, 5, 7, 9])
    3.0
    """
    return Ordered(element, match, recall, order)
