"""The spans of two documents on a page, by index: what a metric pairs, confuses and misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from tallystick.core.overlap import pair_off
from tallystick.core.pairs import Pairs
from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.tally import Alignment
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.records.error_kinds import one_to_one
from tallystick.tasks.records.overlaps import jaccard, overlapping
from tallystick.tasks.spans.document import SpanDocument, TypedSpan
from tallystick.tasks.spans.error_kinds import ERRORS
from tallystick.tasks.views.confusions import Confusion
from tallystick.tasks.views.rows import WrittenRows

if TYPE_CHECKING:
    from tallystick.tasks.spans.scorer import SpanScorer

__all__ = ["AlignedSpans", "SpanPair", "SpanRows", "aligned_spans", "paired_spans"]

#: A pred span, a gold span, the credit of the pair, and a note.
SpanPair = tuple[int, int, float, str]


class SpanRows:
    """The spans of one side in columns."""

    def __init__(self, spans: Sequence[TypedSpan]) -> None:
        self.spans = spans
        self.types = [span.type for span in spans]
        self.ends = [(span.span.left, span.span.right) for span in spans]
        self.keys = list(zip(self.types, self.ends, strict=True))

    def count_tokens(self) -> bool:
        """Whether ends are tokens, not characters; no spans at all may be of either unit."""
        return all(type(span.span) is Offsets for span in self.spans)

    def is_plain(self) -> bool:
        """Whether types are words, ends are whole numbers, and no span is there twice."""
        return (
            {str}.issuperset(map(type, self.types))
            and {int}.issuperset(map(type, chain.from_iterable(self.ends)))
            and len(set(self.keys)) == len(self.keys)
        )


class AlignedSpans(WrittenRows):
    """The alignment of two documents under one metric."""

    def __init__(
        self,
        sides: tuple[SpanRows, SpanRows],
        pairs: Sequence[SpanPair],
        missed: Sequence[int],
        spurious: Sequence[int],
        explain: Callable[[], Alignment],
    ) -> None:
        self.golds, self.preds = golds, preds = sides
        self._explain = explain
        self.pairs, self.missed, self.spurious = tuple(pairs), tuple(missed), tuple(spurious)
        """All pairs and what is in none, in the order of an explanation."""
        self.different = [pair for pair in self.pairs if golds.keys[pair[1]] != preds.keys[pair[0]]]
        """The pairs of spans that are not equal."""

    def key(self) -> tuple[tuple[SpanPair, ...], tuple[int, ...], tuple[int, ...]]:
        """Return what its data on the page, its errors and its confusions depend on."""
        return self.pairs, self.missed, self.spurious

    def is_perfect(self) -> bool:
        """Whether all spans are in pairs of equal ones."""
        return not (self.missed or self.spurious or self.different)

    def leading_equals(self) -> int:
        """Return the number of pairs before the first one whose spans are not equal."""
        return self.pairs.index(self.different[0]) if self.different else len(self.pairs)

    def alignment(self) -> Alignment:
        """Return the alignment with its spans as objects."""
        return replace(self._explain(), typology=ERRORS)

    def confused(self) -> Counter[Confusion]:
        """Return the types that are confused: in pairs, then in missed and spurious spans with the same ends."""
        golds, preds = self.golds.types, self.preds.types
        confused = Counter(
            [("type", golds[i], preds[j]) for j, i, _, _ in self.different if golds[i] != preds[j]]
        )
        if self.missed and self.spurious:
            own, others = (
                [self.golds.ends[i] for i in self.missed],
                [self.preds.ends[j] for j in self.spurious],
            )
            alike = pair_off(own, others)
            confused.update(
                ("type", golds[self.missed[row]], preds[self.spurious[other]]) for row, other, _ in alike
            )
        return confused

    def errors(self) -> Iterator[tuple[str, TypedSpan | None, TypedSpan | None]]:
        """Yield the errors, as :data:`~tallystick.tasks.spans.error_kinds.ERRORS` names them."""
        golds, preds = self.golds.spans, self.preds.spans
        for j, i, credit, _ in self.different:
            if credit < 1:
                yield self._wrong(i, j), golds[i], preds[j]
        partners = self._partners() if self.missed and self.spurious else {}
        for i, j in partners.items():
            yield self._wrong(i, j), golds[i], preds[j]
        for i in self.missed:
            if i not in partners:
                yield "missing span", golds[i], None
        paired = set(partners.values())
        for j in self.spurious:
            if j not in paired:
                yield "spurious span", None, preds[j]

    def _partners(self) -> dict[int, int]:
        """Return the missed and spurious spans that are one error, the nearest first."""
        missed, spurious = self.missed, self.spurious
        golds, preds = [self.golds.ends[i] for i in missed], [self.preds.ends[j] for j in spurious]
        candidates = []
        for row, other in overlapping(golds, preds):
            another_type = self.golds.types[missed[row]] != self.preds.types[spurious[other]]
            differences = (golds[row] != preds[other]) + another_type
            candidates.append(((differences, -jaccard(golds[row], preds[other])), row, other))
        partners = one_to_one(sorted(candidates))
        return {missed[row]: spurious[other] for row, other in partners.items()}

    def _wrong(self, i: int, j: int) -> str:
        """Return the kind of error that two different spans are."""
        words = []
        if self.golds.ends[i] != self.preds.ends[j]:
            words.append("boundary" if jaccard(self.golds.ends[i], self.preds.ends[j]) > 0 else "span")
        if self.golds.types[i] != self.preds.types[j]:
            words.append("type")
        return f"wrong {' and '.join(words)}"


def _others(indices: Sequence[int], rows: SpanRows) -> list[int]:
    """Return the spans without those of some indices."""
    if len(indices) == len(rows.keys):
        return []
    paired = set(indices)
    return [index for index in range(len(rows.keys)) if index not in paired]


def aligned_spans(scorer: SpanScorer, pair: PairAnalysis) -> AlignedSpans | None:
    """Return the alignment of two documents; None if their spans are not plain, or not of one unit."""
    sides = pair.once(_rows_of)
    if sides is None:
        return None
    chosen: Pairs | None
    if scorer.equal is not None:
        golds, preds = [getattr(side, scorer.equal) for side in sides]
        chosen = pair_off(golds, preds)
    else:
        chosen = pair.once(scorer.analyse).chosen
    if chosen is None:
        return None
    pairs = sorted([(*own, "") for own in zip(chosen.pred, chosen.gold, chosen.value, strict=True)])
    missed, spurious = _others(chosen.gold, sides[0]), _others(chosen.pred, sides[1])
    return AlignedSpans(sides, pairs, missed, spurious, partial(scorer.explain, pair))


def paired_spans(
    pair: PairAnalysis,
    pairs: Iterable[tuple[TypedSpan, TypedSpan, float, str]],
    missed: Iterable[TypedSpan],
    spurious: Iterable[TypedSpan],
    explain: Callable[[], Alignment],
) -> AlignedSpans | None:
    """Return an alignment of the spans of two documents; None if they are not plain, or not of one unit.

    A pair is a gold span, a pred span, its credit and its note.
    """
    sides = pair.once(_rows_of)
    if sides is None:
        return None
    golds, preds = ({id(span): index for index, span in enumerate(side.spans)} for side in sides)
    return AlignedSpans(
        sides,
        [(preds[id(pred)], golds[id(gold)], credit, note) for gold, pred, credit, note in pairs],
        [golds[id(span)] for span in missed],
        [preds[id(span)] for span in spurious],
        explain,
    )


def _rows_of(pair: PairAnalysis) -> tuple[SpanRows, SpanRows] | None:
    """Return the spans of both sides in columns, if all are plain and of one unit: a step."""
    for document in (pair.gold, pair.pred):
        if not isinstance(document, SpanDocument) or type(document.spans) is not tuple:
            return None
    golds, preds = pair.gold.spans, pair.pred.spans
    spans = golds + preds
    if not {TypedSpan}.issuperset(map(type, spans)):
        return None
    units = {type(span.span) for span in spans}
    if len(units) > 1 or not units <= {Offsets, CharacterSpan}:
        return None
    sides = SpanRows(golds), SpanRows(preds)
    return sides if sides[0].is_plain() and sides[1].is_plain() else None
