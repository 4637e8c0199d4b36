"""The similarity of two accommodated sets: the metric itself, over their elements as a small document.

Everything is exact: counts are whole numbers or fractions, so that no alignment of sets depends on rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from tallystick.dataclass import dataclass
from tallystick.solve.assign.sparse import assign
from tallystick.solve.overlap import OverlapTable

__all__ = ["SET_METRICS", "SetScore"]

Exact = Fraction | int


@dataclass(frozen=True, slots=True)
class SetScore:
    """The counts of a metric over the elements of two sets."""

    matched_gold: Exact
    gold_total: Exact
    matched_pred: Exact
    pred_total: Exact
    stand_in: SetScore | None = None
    """Counts that decide where these are all nothing."""

    @property
    def recall(self) -> Exact:
        """The share of the gold set that was found; of nothing, 0."""
        if self.stand_in is not None:
            return self.stand_in.recall
        return Fraction(self.matched_gold) / self.gold_total if self.gold_total else 0

    @property
    def precision(self) -> Exact:
        """The share of the predicted set that is right; of nothing, 0."""
        if self.stand_in is not None:
            return self.stand_in.precision
        return Fraction(self.matched_pred) / self.pred_total if self.pred_total else 0

    @property
    def f1(self) -> Exact:
        """The harmonic mean of both: the weight under which sets are aligned.

        2PR / (P + R), written so that it needs one division.
        """
        counts = self if self.stand_in is None else self.stand_in
        matched_gold, matched_pred = counts.matched_gold, counts.matched_pred
        if not matched_gold or not matched_pred:
            return 0
        if matched_gold == matched_pred:
            return Fraction(2 * matched_gold, counts.gold_total + counts.pred_total)
        return Fraction(
            2 * matched_gold * matched_pred,
            matched_pred * counts.gold_total + matched_gold * counts.pred_total,
        )


def _sum(terms: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of numerators over denominators; there are few different ones, and whole numbers add fast.

    >>> _sum([(1, 2), (1, 3), (3, 2)])
    Fraction(7, 3)
    """
    by_denominator: dict[int, int] = {}
    for numerator, denominator in terms:
        by_denominator[denominator] = by_denominator.get(denominator, 0) + numerator
    return sum((Fraction(number, denominator) for denominator, number in by_denominator.items()), Fraction())


def _muc(table: OverlapTable) -> SetScore:
    """Links, as the metric has them; an element of one mention counts as one link, found if it is found alone.

    Without that, sets of entities mentioned once could not be compared at all.
    """
    common, of_gold, of_pred, singles = table.links()
    gold_sizes, pred_sizes = table.sizes()
    matched = common + singles
    return SetScore(matched, of_gold + gold_sizes.count(1), matched, of_pred + pred_sizes.count(1))


def _b3(table: OverlapTable) -> SetScore:
    gold_sizes, pred_sizes = table.sizes()
    cells = list(zip(*table.triplets(), strict=True))
    matched_gold = _sum((n * n, gold_sizes[i]) for i, _, n in cells)
    matched_pred = _sum((n * n, pred_sizes[j]) for _, j, n in cells)
    return SetScore(matched_gold, sum(gold_sizes), matched_pred, sum(pred_sizes))


def _ceaf_m(table: OverlapTable) -> SetScore:
    gold_sizes, pred_sizes = table.sizes()
    row, col, count = table.triplets()
    _, matched = assign(len(gold_sizes), len(pred_sizes), row, col, [float(n) for n in count])
    return SetScore(round(matched), sum(gold_sizes), round(matched), sum(pred_sizes))


def _ceaf_e(table: OverlapTable) -> SetScore:
    gold_sizes, pred_sizes = table.sizes()
    row, col, count = table.triplets()
    column, _ = assign(len(gold_sizes), len(pred_sizes), row, col, table.dice())
    matched = _sum(
        (2 * n, gold_sizes[i] + pred_sizes[j])
        for i, j, n in zip(row, col, count, strict=True)
        if column[i] == j
    )
    return SetScore(matched, len(gold_sizes), matched, len(pred_sizes))


def _lea(table: OverlapTable) -> SetScore:
    gold_sizes, pred_sizes = table.sizes()

    def resolved(size: int, other: int, n: int) -> tuple[int, int]:
        # size · C(n, 2) / C(size, 2); the one link of a single mention is with itself.
        return (n * (n - 1), size - 1) if size > 1 else (int(other == 1), 1)

    cells = list(zip(*table.triplets(), strict=True))
    matched_gold = _sum(resolved(gold_sizes[i], pred_sizes[j], n) for i, j, n in cells)
    matched_pred = _sum(resolved(pred_sizes[j], gold_sizes[i], n) for i, j, n in cells)
    return SetScore(matched_gold, sum(gold_sizes), matched_pred, sum(pred_sizes))


def _blanc(table: OverlapTable, *, coreference: bool) -> SetScore:
    """The links of one type.

    Where neither set has any, the other type decides: elements of one mention each have no coreference links,
    a single element has no others. Without any links, the similarity is 1 if the sets are equal.
    """
    within, gold_within, pred_within, across, gold_across, pred_across = table.pairs()
    types = [(within, gold_within, pred_within), (across, gold_across, pred_across)]
    own, other = types if coreference else types[::-1]
    stand_in = None
    if not any(own):
        gold_size, pred_size, _, _ = table.totals()
        equal = int(gold_size == pred_size == table.common())
        matched, of_gold, of_pred = other if any(other) else (equal, 1, 1)
        stand_in = SetScore(matched, of_gold, matched, of_pred)
    return SetScore(own[0], own[1], own[0], own[2], stand_in)


def _coreference_links(table: OverlapTable) -> SetScore:
    return _blanc(table, coreference=True)


def _other_links(table: OverlapTable) -> SetScore:
    return _blanc(table, coreference=False)


#: The metrics under which sets are compared; BLANC has one for each type of link.
SET_METRICS: Mapping[str, Callable[[OverlapTable], SetScore]] = {
    "muc": _muc,
    "b3": _b3,
    "ceaf-m": _ceaf_m,
    "ceaf-e": _ceaf_e,
    "lea": _lea,
    "blanc-coreference": _coreference_links,
    "blanc-other": _other_links,
}
