"""The spans of two documents on a page, by index: what a metric pairs, confuses and misses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tallystick.core.pairs import Pairs
from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.tally import Alignment
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.spans.document import SpanDocument, TypedSpan
from tallystick.tasks.spans.error_kinds import ERRORS
from tallystick.tasks.views.base import Describers
from tallystick.tasks.views.confusions import Confusion, ItemConfusions, Label
from tallystick.tasks.views.rows import WrittenRows
from tallystick.tasks.views.totals import ItemErrors

if TYPE_CHECKING:
    from tallystick.tasks.spans.scorer import SpanScorer

__all__ = ["AlignedSpans", "SpanPair", "SpanRows", "aligned_spans"]

#: A pred span, a gold span, and the credit of the pair.
SpanPair = tuple[int, int, float]

_SPAN = ERRORS.kinds[TypedSpan]


class SpanRows:
    """The spans of one side in columns."""

    def __init__(self, spans: Sequence[TypedSpan]) -> None:
        self.spans = spans
        self.types = [span.type for span in spans]
        self.ends = [(span.span.left, span.span.right) for span in spans]

    def count_tokens(self) -> bool:
        """Whether ends are tokens, not characters; no spans at all may be of either unit."""
        return all(type(span.span) is Offsets for span in self.spans)

    def is_plain(self) -> bool:
        """Whether types are words, ends are whole numbers, and no span is there twice."""
        kinds = {type(end) for ends in self.ends for end in ends}
        return (
            kinds <= {int}
            and {str}.issuperset(map(type, self.types))
            and len(set(zip(self.types, self.ends, strict=True))) == len(self.types)
        )


class AlignedSpans(WrittenRows):
    """The alignment of two documents under one metric."""

    def __init__(
        self, golds: SpanRows, preds: SpanRows, chosen: Pairs, explain: Callable[[], Alignment]
    ) -> None:
        self.golds, self.preds = golds, preds
        self.pairs: tuple[SpanPair, ...] = tuple(
            sorted(zip(chosen.pred, chosen.gold, chosen.value, strict=True))
        )
        """All pairs, in the order of an explanation."""
        self._explain = explain
        matched_golds, matched_preds = set(chosen.gold), set(chosen.pred)
        self.missed = [i for i in range(len(golds.spans)) if i not in matched_golds]
        self.spurious = [j for j in range(len(preds.spans)) if j not in matched_preds]

    def alignment(self) -> Alignment:
        """Return the alignment with its spans as objects."""
        return replace(self._explain(), typology=ERRORS)

    def confusions(self) -> ItemConfusions:
        """Return the types that are confused, and all types."""
        golds, preds = self.golds.types, self.preds.types
        matched = [golds[i] for _, i, _ in self.pairs]
        confused = Counter([("type", golds[i], preds[j]) for j, i, _ in self.pairs if golds[i] != preds[j]])
        if self.missed and self.spurious:
            confused.update(self._relabelled())
        return ItemConfusions(
            confused,
            (
                _labels([*matched, *[golds[i] for i in self.missed]]),
                _labels([preds[j] for j in (*[j for j, _, _ in self.pairs], *self.spurious)]),
                _labels(matched),
            ),
        )

    def _relabelled(self) -> Iterator[Confusion]:
        """Yield the types of missed and spurious spans with the same boundaries, one to one."""
        waiting: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for j in reversed(self.spurious):
            waiting[self.preds.ends[j]].append(j)
        for i in self.missed:
            if others := waiting.get(self.golds.ends[i]):
                yield "type", self.golds.types[i], self.preds.types[others.pop()]

    def item_errors(self, show: Describers) -> ItemErrors:
        """Return the errors by kind, with the first ones of each."""
        return ItemErrors.of(self._errors(), show)

    def _errors(self) -> Iterator[tuple[str, object, object]]:
        golds, preds = self.golds.spans, self.preds.spans
        for j, i, credit in self.pairs:
            if credit < 1 and (kind := _SPAN.wrong(golds[i], preds[j])):
                yield kind, golds[i], preds[j]
        missed, spurious = [golds[i] for i in self.missed], [preds[j] for j in self.spurious]
        if missed and spurious:
            for error in ERRORS.between(missed, spurious):
                yield error.kind, error.gold, error.pred
            return
        for span in missed:
            yield f"missing {_SPAN.noun}", span, None
        for span in spurious:
            yield f"spurious {_SPAN.noun}", None, span


def _labels(types: Sequence[str]) -> list[Label]:
    return [("type", kind) for kind in types]


def aligned_spans(scorer: SpanScorer, pair: PairAnalysis) -> AlignedSpans | None:
    """Return the alignment of two documents; None if their spans are not plain, or not of one unit."""
    sides = pair.once(_rows_of)
    chosen = pair.once(scorer.analyse).chosen
    if sides is None or chosen is None:
        return None
    return AlignedSpans(*sides, chosen(), partial(scorer.explain, pair))


def _rows_of(pair: PairAnalysis) -> tuple[SpanRows, SpanRows] | None:
    """Return the spans of both sides in columns, if all are plain and of one unit: a step."""
    for document in (pair.gold, pair.pred):
        if not isinstance(document, SpanDocument) or type(document.spans) is not tuple:
            return None
    golds, preds = pair.gold.spans, pair.pred.spans
    spans = (*golds, *preds)
    if not {TypedSpan}.issuperset(map(type, spans)):
        return None
    units = {type(span.span) for span in spans}
    if len(units) > 1 or not units <= {Offsets, CharacterSpan}:
        return None
    sides = SpanRows(golds), SpanRows(preds)
    return sides if all(side.is_plain() for side in sides) else None
