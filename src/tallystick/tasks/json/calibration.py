"""How well confidences tell right leaves from wrong ones: the metric `confidence`.

Counts are kept in classes of confidence, so that they add over documents: 0.01 wide below 0.99 and 0.0001 from there,
where the confidences of most models are. AUROC and the risk–coverage curve treat confidences of one class as equal; the
Brier score is exact, and so is the calibration error of ten equal bins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from tallystick.tally import Alignment, Reading, Tally
from tallystick.tally.reading import ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.confidence import confidence_tree, judged_leaves
from tallystick.tasks.json.documents import DocumentPair, document_pair, value_of
from tallystick.tasks.json.explain import explain_leaves
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.match import FULL
from tallystick.tasks.scorer import Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.tasks.json.flat_alignment import FlatAlignment

    Array = NDArray[np.float64]

__all__ = ["CalibrationScorer"]

#: The number of wide classes; the last one ends at 0.99.
_WIDE = 99
_CLASSES = _WIDE + 101
#: The classes of each bin of the expected calibration error: ten equal bins, the last one with all narrow classes.
_BINS = (*[(start, start + 10) for start in range(0, 90, 10)], (90, _CLASSES))
#: How many counts a tally has without its parts, and how many rows of them are read at once: few enough for the cache.
_COUNTS, _AT_ONCE = 5, 256
_NOTHING = Tally.of(0, pred=0, gold=0)
_NO_LEAVES = Tally(parts=(_NOTHING,) * _CLASSES)


class CalibrationScorer(Scorer):
    """AUROC, expected calibration error, Brier score, and the area under the risk–coverage curve."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the leaves with a confidence, and those that are right, in classes of confidence."""
        documents: DocumentPair = pair.once(document_pair, self.scheme)
        value, around = value_of(pair.pred), getattr(pair.pred, "confidence", None)
        if around is None and documents.values[1] is value:  # There were no confidences to remove.
            return _NO_LEAVES
        confidences = confidence_tree(value, around)
        classes: dict[int, list[Decimal]] = {}
        for confidence, right in judged_leaves(documents, confidences):
            sums = classes.setdefault(_class(confidence), [Decimal(0)] * 4)
            error = confidence - int(right)
            for index, amount in enumerate((Decimal(int(right)), confidence, Decimal(1), error * error)):
                sums[index] += amount
        parts = [_NOTHING] * _CLASSES
        for index, (right_ones, confidence, leaves, errors) in classes.items():
            # Four sums in the four counts of a tally: they add, and only `_Classes` reads them.
            parts[index] = Tally(int(right_ones), float(confidence), int(leaves), float(errors))
        right_count = sum([part.matched_pred for part in parts])
        total = sum([part.pred_total for part in parts])
        return Tally(right_count, right_count, total, total, parts=tuple(parts))

    def rows(self, pair: PairAnalysis) -> FlatAlignment | None:
        """Return the keys of two plain records; other documents need an explanation."""
        from tallystick.tasks.json.flat_alignment import flat_alignment  # few runs make a page

        return flat_alignment(pair.once(document_pair, self.scheme), FULL)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the leaves."""
        return explain_leaves(pair.once(document_pair, self.scheme), FULL)


def _class(confidence: Decimal) -> int:
    index = int(confidence * 100)
    return index if index < _WIDE else _WIDE + int((confidence - Decimal("0.99")) * 10000)


class _Classes:
    """The sums of a tally by class, as the numbers they are."""

    def __init__(self, tally: Tally) -> None:
        self.right = [part.matched_pred for part in tally.parts]
        self.confidence = [part.matched_gold for part in tally.parts]
        self.leaves = [part.pred_total for part in tally.parts]
        self.errors = [part.gold_total for part in tally.parts]
        self.total = sum(self.leaves)

    def auroc(self) -> float | None:
        """The share of pairs of a right and a wrong leaf in which the right one is more confident; ties count half."""
        right = sum(self.right)
        below = won = 0.0
        for own, leaves in zip(self.right, self.leaves, strict=True):
            wrong = leaves - own
            won += own * (below + wrong / 2)
            below += wrong
        return ratio(won, right * (self.total - right))

    def bins(self) -> Iterator[tuple[float, float, float]]:
        """Return the leaves, the right ones and the sum of confidences of ten equal bins."""
        for start, end in _BINS:
            leaves, right = sum(self.leaves[start:end]), sum(self.right[start:end])
            yield leaves, right, _in_order(self.confidence[start:end])

    def calibration_error(self) -> float | None:
        """The mean distance of confidence and accuracy over ten bins, weighted by their leaves."""
        return ratio(_in_order([abs(right - confidence) for _, right, confidence in self.bins()]), self.total)

    def curve(self) -> list[tuple[float, float, float]]:
        """Return coverage, risk and least confidence, from the most confident leaves to all of them."""
        points: list[tuple[float, float, float]] = []
        leaves = right = 0.0
        for index in reversed(range(len(self.leaves))):
            if self.leaves[index]:
                leaves += self.leaves[index]
                right += self.right[index]
                points.append((leaves / self.total, 1 - right / leaves, _least(index)))
        return points

    def risk_area(self) -> float | None:
        """The mean risk over all coverages: the area under the steps of the curve."""
        if not self.total:
            return None
        area = before = 0.0
        for coverage, risk, _ in self.curve():
            area += (coverage - before) * risk
            before = coverage
        return area


def _in_order(terms: Sequence[float]) -> float:
    """Add numbers from the first to the last, as :func:`_read_many` does; `sum` rounds otherwise in newer Pythons."""
    return reduce(add, terms, 0.0)


def _least(index: int) -> float:
    return index / 100 if index < _WIDE else 0.99 + (index - _WIDE) / 10000


def _numbers(tally: Tally) -> tuple[float | None, ...]:
    classes = _Classes(tally)
    return (
        classes.auroc(),
        classes.calibration_error(),
        ratio(_in_order(classes.errors), classes.total),
        classes.risk_area(),
    )


def _read_many(sums: Array) -> Array:
    """The numbers of many sums, each with the very operations of :class:`_Classes`."""
    import numpy as np

    blocks = [_read_block(sums[start : start + _AT_ONCE]) for start in range(0, len(sums), _AT_ONCE)]
    return np.concatenate(blocks) if blocks else np.empty((0, 4))


def _read_block(sums: Array) -> Array:
    import numpy as np

    from tallystick.stats.readers import share

    numbers = np.full((len(sums), 4), np.nan)
    # A row for each class: the sum of rows then is the sum over classes, in their order.
    right, confidence, leaves, errors = (
        np.ascontiguousarray(sums[:, first::_COUNTS].T) for first in range(_COUNTS + 1, 2 * _COUNTS)
    )
    if not leaves.any():  # Groups have no classes, and most predictions no confidences.
        return numbers

    def in_order(terms: Array) -> Array:
        last: Array = np.add.accumulate(terms, axis=0)[-1]
        return last

    total, right_total, wrong = in_order(leaves), in_order(right), leaves - right
    below = np.add.accumulate(wrong, axis=0) - wrong
    numbers[:, 0] = share(in_order(right * (below + wrong / 2)), right_total * (total - right_total))
    gaps = [np.abs(in_order(right[start:end]) - in_order(confidence[start:end])) for start, end in _BINS]
    numbers[:, 1] = share(in_order(np.stack(gaps)), total)
    numbers[:, 2] = share(in_order(errors), total)
    # From the most confident leaves on. Classes without leaves add nothing to the area.
    covered, right_of_covered = (np.add.accumulate(counts[::-1], axis=0) for counts in (leaves, right))
    coverage, risk = share(covered, total), 1 - share(right_of_covered, covered)
    steps = np.diff(coverage, axis=0, prepend=0.0)
    numbers[:, 3] = np.where(total > 0, in_order(np.where(leaves[::-1] > 0, steps * risk, 0.0)), np.nan)
    return numbers


def _data(tally: Tally) -> Mapping[str, object]:
    classes = _Classes(tally)
    return {
        "risk_coverage": [
            {"coverage": coverage, "risk": risk, "confidence": round(least, 4)}
            for coverage, risk, least in classes.curve()
        ],
        "reliability": [
            {"leaves": leaves, "accuracy": right / leaves, "confidence": confidence / leaves}
            for leaves, right, confidence in classes.bins()
            if leaves
        ],
    }


CalibrationScorer.reading = Reading(
    ("auroc", "ece", "brier", "aurc"),
    _numbers,
    hidden_parts=True,
    normaliser="auroc",
    data=_data,
    read_many=_read_many,
)
