"""How well confidences tell right leaves from wrong ones: the metric `confidence`.

Counts are kept in classes of confidence, so that they add over documents: 0.01 wide below 0.99 and 0.0001 from there,
where the confidences of most models are. AUROC and the risk–coverage curve treat confidences of one class as equal; the
Brier score is exact, and so is the calibration error of ten equal bins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from tallystick.tally import Alignment, Reading, Tally
from tallystick.tally.reading import ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.confidence import confidence_tree, judged_leaves
from tallystick.tasks.json.documents import DocumentPair, document_pair, value_of
from tallystick.tasks.json.explain import explain_leaves
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.match import FULL
from tallystick.tasks.scorer import Scorer

__all__ = ["CalibrationScorer"]

#: The number of wide classes; the last one ends at 0.99.
_WIDE = 99
_CLASSES = _WIDE + 101
#: The bins of the expected calibration error.
_BINS = 10
_NOTHING = Tally.of(0, pred=0, gold=0)


class CalibrationScorer(Scorer):
    """AUROC, expected calibration error, Brier score, and the area under the risk–coverage curve."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the leaves with a confidence, and those that are right, in classes of confidence."""
        documents: DocumentPair = pair.once(document_pair, self.scheme)
        confidences = confidence_tree(value_of(pair.pred), getattr(pair.pred, "confidence", None))
        classes: dict[int, list[Decimal]] = {}
        for confidence, right in judged_leaves(documents.gold, documents.pred, confidences):
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
        for start in range(0, 100, 100 // _BINS):
            end = start + 100 // _BINS if start < 100 - 100 // _BINS else _CLASSES
            yield tuple([sum(sums[start:end]) for sums in (self.leaves, self.right, self.confidence)])  # type: ignore[misc]

    def calibration_error(self) -> float | None:
        """The mean distance of confidence and accuracy over ten bins, weighted by their leaves."""
        return ratio(sum([abs(right - confidence) for _, right, confidence in self.bins()]), self.total)

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


def _least(index: int) -> float:
    return index / 100 if index < _WIDE else 0.99 + (index - _WIDE) / 10000


def _numbers(tally: Tally) -> tuple[float | None, ...]:
    classes = _Classes(tally)
    return (
        classes.auroc(),
        classes.calibration_error(),
        ratio(sum(classes.errors), classes.total),
        classes.risk_area(),
    )


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
    ("auroc", "ece", "brier", "aurc"), _numbers, normaliser="auroc", data=_data
)
