"""The categories of MUC and of SemEval-2013 task 9.1: correct, incorrect, partial, missed, spurious.

=========== ==================== ===================== ================== ===================
metric      same span and type   same span, other type overlap, same type overlap, other type
=========== ==================== ===================== ================== ===================
ner-strict  correct              incorrect             incorrect          incorrect
ner-exact   correct              correct               incorrect          incorrect
ner-partial correct              correct               partial            partial
ner-type    correct              incorrect             correct            incorrect
=========== ==================== ===================== ================== ===================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.lazy import imported
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.assign.exact import assign_exactly
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tally.reading import Reading
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.records.overlaps import overlapping
from tallystick.tasks.spans.document import SpanDocument, TypedSpan, common_length
from tallystick.tasks.spans.tag_reading import TagReading, both_sides, part_type

if TYPE_CHECKING:
    from tallystick.tasks.spans.span_rows import AlignedSpans

__all__ = ["CATEGORIES", "CORRECT", "READ_CATEGORIES", "CategoryScorer", "Pairing", "SpanPairs"]

CATEGORIES: Final = ("correct", "incorrect", "partial", "missed", "spurious")
CORRECT, INCORRECT, PARTIAL = CATEGORIES[:3]
_CREDIT: Final = {CORRECT: 1.0, INCORRECT: 0.0, PARTIAL: 0.5}

#: How much memory a pair of overlapping spans takes while the best pairs are found, and how often that is checked.
_PAIR_BYTES: Final = 400
_MANY_PAIRS: Final = 1 << 16

#: The category of a pair of overlapping spans: by metric, by whether the spans are the same, and by whether the types
#: are.
_JUDGED: Final[Mapping[str, Mapping[tuple[bool, bool], str]]] = {
    metric: dict(zip(((True, True), (True, False), (False, True), (False, False)), row, strict=True))
    for metric, row in {
        "strict": (CORRECT, INCORRECT, INCORRECT, INCORRECT),
        "exact": (CORRECT, CORRECT, INCORRECT, INCORRECT),
        "partial": (CORRECT, CORRECT, PARTIAL, PARTIAL),
        "type": (CORRECT, INCORRECT, CORRECT, INCORRECT),
    }.items()
}


def _count(tally: Tally) -> tuple[float, ...]:
    """Return the five counts of a tally of categories."""
    if not tally.parts:  # the sum over no items
        return (0,) * len(CATEGORIES)
    (pairs,) = tally.parts
    correct, paired = pairs.matched_gold, pairs.gold_total
    partial = 2 * (tally.matched_gold - correct)
    return correct, paired - correct - partial, partial, tally.gold_total - paired, tally.pred_total - paired


#: Precision, recall and F1 of correct + ½ partial, over everything predicted and everything in the gold.
READ_CATEGORIES: Final = Reading(READ_RATIOS.fields, READ_RATIOS.read, counts=CATEGORIES, count=_count)


@dataclass(frozen=True, slots=True)
class SpanPairs:
    """Which gold span met which predicted span, and what that makes of each."""

    pairs: Sequence[tuple[TypedSpan, TypedSpan, str]]
    """A gold span, a predicted span, and their category."""
    missed: Sequence[TypedSpan]
    spurious: Sequence[TypedSpan]

    def of_type(self, label: str) -> SpanPairs:
        """Return the pairs under the types of their gold spans, and the remaining spans under their types."""
        return SpanPairs(
            [pair for pair in self.pairs if pair[0].type == label],
            [span for span in self.missed if span.type == label],
            [span for span in self.spurious if span.type == label],
        )

    def tally(self) -> Tally:
        """Count."""
        categories = [category for _, _, category in self.pairs]
        correct, paired = categories.count(CORRECT), len(categories)
        credit = correct + categories.count(PARTIAL) / 2
        parts = (Tally.of(correct, pred=paired, gold=paired),)
        return Tally(credit, credit, paired + len(self.spurious), paired + len(self.missed), parts=parts)


@dataclass(frozen=True, slots=True)
class Pairing:
    """How spans are paired for one of the metrics."""

    metric: str
    method: str = "optimal"
    min_overlap: float = 0.0
    """The least part of a gold span that an overlap is, in percent."""

    def judge(self, gold: TypedSpan, pred: TypedSpan) -> str | None:
        """Return the category of a pair; None if the spans do not overlap enough."""
        same = gold.span == pred.span
        if not same:
            common = common_length(gold.span, pred.span)
            if common <= 0 or 100 * common < self.min_overlap * (gold.span.right - gold.span.left + 1):
                return None
        return _JUDGED[self.metric][same, gold.type == pred.type]

    def pair_up(self, golds: Sequence[TypedSpan], preds: Sequence[TypedSpan]) -> SpanPairs:
        """Pair the spans of two documents one to one."""
        if self.method == "optimal":
            golds, preds = sorted(golds, key=_position), sorted(preds, key=_position)
            matched = self._best(golds, preds)
        else:
            greedy: Callable[..., dict[int, int]] = imported(
                "tallystick.compat.nervaluate.pairs:greedy_pairs"
            )
            matched = greedy(self, golds, preds)
        paired = set(matched.values())
        return SpanPairs(
            [(golds[i], preds[j], self.judge(golds[i], preds[j]) or INCORRECT) for i, j in matched.items()],
            [gold for i, gold in enumerate(golds) if i not in matched],
            [pred for j, pred in enumerate(preds) if j not in paired],
        )

    def near_misses(self, compared: SpanPairs) -> tuple[Pair, ...]:
        """Return the missed and spurious spans that overlap, but not enough; their credit is the overlap."""
        if not self.min_overlap:
            return ()
        pairs = (
            replace(self, min_overlap=0.0, method="optimal").pair_up(compared.missed, compared.spurious).pairs
        )
        note = f"below {self.min_overlap:g} % of the gold span"
        return tuple([Pair(gold, pred, _share(gold, pred), note=note) for gold, pred, _ in pairs])

    def _best(self, golds: Sequence[TypedSpan], preds: Sequence[TypedSpan]) -> dict[int, int]:
        """Most credit, then most correct pairs, then most pairs, then the first such matching."""
        more = min(len(golds), len(preds)) + 1
        cells = []
        for i, j, category in self.judged(golds, preds):
            credit = int(2 * _CREDIT[category])
            cells.append((i, j, (credit * more + (category == CORRECT)) * more + 1))
            if len(cells) % _MANY_PAIRS == 0:
                current().reserve(_PAIR_BYTES * len(cells), f"{len(cells):,} pairs of overlapping spans")
        return assign_exactly(cells)

    def judged(
        self, golds: Sequence[TypedSpan], preds: Sequence[TypedSpan]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield the pairs of spans that overlap enough, as indices, with their categories."""
        ends = [[(span.span.left, span.span.right) for span in side] for side in (golds, preds)]
        for i, j in checked(overlapping(*ends), 10 * PYTHON_STEP):
            category = self.judge(golds[i], preds[j])
            if category is not None:
                yield i, j, category


def _share(gold: TypedSpan, pred: TypedSpan) -> float:
    """The share of a gold span that a predicted one covers."""
    return common_length(gold.span, pred.span) / (gold.span.right - gold.span.left + 1)


def _position(span: TypedSpan) -> tuple[int, int, str]:
    return span.span.left, span.span.right, span.type


class CategoryScorer(Scorer):
    """One of the four metrics, with fixed options."""

    reading = READ_CATEGORIES

    def __init__(self, pairing: Pairing, tag_reading: TagReading) -> None:
        self.pairing = pairing
        self.tag_reading = tag_reading

    def _compared(self, pair: PairAnalysis) -> SpanPairs:
        if pair.whole is None or self.pairing.method != "optimal":
            return pair.once(_paired, self.pairing, self.tag_reading)
        # A wrong type is an error of its gold type, so that the types add up to the whole.
        return pair.whole.once(_paired, self.pairing, self.tag_reading).of_type(part_type(pair))

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the categories of two documents, or of the spans of one type."""
        tally = self._compared(pair).tally()
        if pair.whole is not None and not tally.gold_total and not tally.pred_total:
            # A type all of whose spans the reading of tags drops is not a type of this item.
            return replace(tally, items=0, proved=0)
        return tally

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the pairs with their categories, what was missed and what is spurious."""
        compared = self._compared(pair)
        return Alignment(
            tuple(
                Pair(gold, pred, _CREDIT[category], note="" if category == CORRECT else category)
                for gold, pred, category in compared.pairs
            ),
            tuple(compared.missed),
            tuple(compared.spurious),
            near_misses=self.pairing.near_misses(compared),
        )

    def rows(self, pair: PairAnalysis) -> AlignedSpans | None:
        """Return the pairs by the indices of the spans; None for documents that need objects."""
        from tallystick.tasks.spans.span_rows import paired_spans  # few runs make a page

        compared = self._compared(pair)
        pairs = [
            (gold, pred, _CREDIT[category], "" if category == CORRECT else category)
            for gold, pred, category in compared.pairs
        ]
        return paired_spans(
            both_sides(pair, self.tag_reading),
            pairs,
            compared.missed,
            compared.spurious,
            partial(self.explain, pair),
        )

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return warnings about tags."""
        return self.tag_reading.warnings(pair)


def _paired(pair: PairAnalysis, pairing: Pairing, reading: TagReading) -> SpanPairs:
    """Pair the spans of two documents: a step."""
    read = both_sides(pair, reading)
    gold, pred = read.gold, read.pred
    assert isinstance(gold, SpanDocument)
    assert isinstance(pred, SpanDocument)
    return pairing.pair_up(gold.spans, pred.spans)
