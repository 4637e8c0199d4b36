"""Metrics of typed spans that name the spans of both sides by their index, for pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.scorer import AlgebraScorer

if TYPE_CHECKING:
    from tallystick.core.similarity import Similarity
    from tallystick.tasks.spans.span_rows import AlignedSpans

__all__ = ["SpanScorer"]


class SpanScorer(AlgebraScorer):
    """A similarity of documents of spans whose pairs of spans have no parts of their own."""

    def __init__(self, similarity: Similarity, equal: str | None = None) -> None:
        super().__init__(similarity)
        self.equal = equal
        """The column of :class:`~tallystick.tasks.spans.span_rows.SpanRows` in which matching spans are equal."""

    def rows(self, pair: PairAnalysis) -> AlignedSpans | None:
        """Return the alignment by the indices of the spans; None for documents that need objects."""
        from tallystick.tasks.spans.span_rows import aligned_spans  # few runs make a page

        return aligned_spans(self, pair)
