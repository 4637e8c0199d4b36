"""CaRB's matching of Open IE tuples (Bhardwaj, Aggarwal, Mausam 2019).

Two tuples are compared slot by slot: words of the relation with words of the relation, words of each argument with
those of the argument in the same position. Precision pairs tuples one to one, the best pair first. Recall lets several
gold tuples meet the same prediction, since one long tuple may say all that they say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked
from tallystick.tally import READ_SIDES, Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.openie.document import Extraction, ExtractionDocument, RatedExtraction, words_of

__all__ = ["CarbScorer", "TuplePair", "compare_tuples"]


@dataclass(frozen=True, slots=True)
class TuplePair:
    """A gold and a predicted tuple, as indices, with their words in common as shares of each."""

    gold: int
    pred: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class _Matching:
    """The result of CaRB's matching of two lists of tuples."""

    golds: Sequence[Extraction]
    preds: Sequence[Extraction]
    one_to_one: Sequence[TuplePair]
    """The pairs that precision counts: each tuple is in one pair at most."""
    covering: Sequence[TuplePair]
    """The pairs that recall counts: the best prediction for each gold tuple that meets any."""


def compare_tuples(gold: Extraction, pred: Extraction) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the words of two tuples; all 0 if their relations share no word.

    >>> compare_tuples(Extraction("sat on", ("the cat", "the mat")), Extraction("sat", ("the cat", "the red mat")))
    (0.8333333333333334, 0.8333333333333334, 0.8333333333333334)
    """
    gold_words, pred_words = words_of(gold), words_of(pred)
    common = [(mine & other).total() for mine, other in zip(gold_words, pred_words, strict=False)]
    if not common[0]:
        return 0.0, 0.0, 0.0
    matched = sum(common)
    gold_total, pred_total = (sum(slot.total() for slot in words) for words in (gold_words, pred_words))
    return matched / pred_total, matched / gold_total, 2 * matched / (gold_total + pred_total)


class CarbScorer(Scorer):
    """CaRB with fixed options."""

    reading = READ_SIDES

    def __init__(self, min_confidence: float | None = None) -> None:
        self.min_confidence = min_confidence

    def count(self, pair: PairAnalysis) -> Tally:
        """Add up the precision of predicted tuples and the recall of gold tuples."""
        matching = pair.once(_matched, self.min_confidence)
        return Tally(
            sum(match.precision for match in matching.one_to_one),
            sum(match.recall for match in matching.covering),
            len(matching.preds),
            len(matching.golds),
        )

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the pairs with what they add to precision and recall, and the tuples that meet nothing."""
        matching = pair.once(_matched, self.min_confidence)
        paired = {(match.gold, match.pred): match for match in matching.one_to_one}
        covering = {(match.gold, match.pred): match for match in matching.covering}
        matched = []
        for (gold, pred), match in sorted((covering | paired).items()):
            counts = []
            if (gold, pred) in paired:
                counts.append(f"precision {100 * match.precision:.2f}")
            if (gold, pred) in covering:
                counts.append(f"recall {100 * match.recall:.2f}")
            kind = "matched" if len(counts) == 2 and match.f1 == 1 else "partly"
            note = "" if kind == "matched" else ", ".join(counts)
            matched.append(Pair(matching.golds[gold], matching.preds[pred], match.f1, note=note, kind=kind))
        met = {match.gold for match in matching.covering}
        used = {match.pred for match in matching.one_to_one}
        return Alignment(
            tuple(matched),
            tuple(gold for index, gold in enumerate(matching.golds) if index not in met),
            tuple(pred for index, pred in enumerate(matching.preds) if index not in used),
        )


def _matched(pair: PairAnalysis, min_confidence: float | None) -> _Matching:
    """Match the tuples of two sentences: a step."""
    gold, pred = pair.gold, pair.pred
    assert isinstance(gold, ExtractionDocument)
    assert isinstance(pred, ExtractionDocument)
    golds = gold.extractions
    preds = [extraction for extraction in pred.extractions if _counts(extraction, min_confidence)]
    pairs = sorted(_pairs(golds, preds), key=lambda match: _rank(match, golds, preds))
    one_to_one, golds_used, preds_used = [], set(), set()
    covering: dict[int, TuplePair] = {}
    for match in pairs:
        if match.gold not in golds_used and match.pred not in preds_used:
            golds_used.add(match.gold)
            preds_used.add(match.pred)
            one_to_one.append(match)
        best = covering.get(match.gold)
        if best is None or match.recall > best.recall:
            covering[match.gold] = match
    return _Matching(golds, preds, one_to_one, list(covering.values()))


def _counts(extraction: Extraction, min_confidence: float | None) -> bool:
    """Whether a prediction is sure enough; one without a confidence always is."""
    if min_confidence is None or not isinstance(extraction, RatedExtraction):
        return True
    return extraction.confidence >= min_confidence


def _rank(match: TuplePair, golds: Sequence[Extraction], preds: Sequence[Extraction]) -> tuple[object, ...]:
    """The order in which pairs are taken. Ties are broken by the texts, so that the order of lists does not matter."""
    gold, pred = golds[match.gold], preds[match.pred]
    return -match.f1, -match.precision, gold.rel, gold.args, pred.rel, pred.args, match.gold, match.pred


def _pairs(golds: Sequence[Extraction], preds: Sequence[Extraction]) -> Iterator[TuplePair]:
    """Yield the pairs of tuples whose relations share a word."""
    preds_with: defaultdict[str, list[int]] = defaultdict(list)
    for index, pred in enumerate(preds):
        for word in words_of(pred)[0]:
            preds_with[word].append(index)
    for gold_index, gold in enumerate(golds):
        candidates = {index for word in words_of(gold)[0] for index in preds_with.get(word, ())}
        for pred_index in checked(sorted(candidates), 100 * PYTHON_STEP):
            yield TuplePair(gold_index, pred_index, *compare_tuples(gold, preds[pred_index]))
