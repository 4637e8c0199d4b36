"""The metrics of JSON as scorers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallystick.formats.json.document import Document
from tallystick.tally import READ_RATIOS, Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.documents import DocumentPair, as_count, best_pair, document_pairs
from tallystick.tasks.json.explain import explain_document, explain_leaves
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.match import FULL, Mode
from tallystick.tasks.json.outermost import count_items
from tallystick.tasks.json.rows import Counts, count_fields
from tallystick.tasks.scorer import Scorer

if TYPE_CHECKING:
    from tallystick.tasks.json.flat_alignment import FlatAlignment

__all__ = ["CATEGORIES", "DocumentScorer", "ItemScorer", "LeafScorer"]

#: Outcomes of leaves, in the order of the columns.
CATEGORIES = ("correct", "partial", "wrong", "missed", "spurious", "absent")


def _categories(tally: Tally) -> tuple[float, ...]:
    return tuple([part.matched_pred for part in tally.parts])


#: Precision, recall and F1, and in a breakdown the outcomes of the leaves.
_READING = replace(READ_RATIOS, counts=CATEGORIES, count=_categories)


class _JsonScorer(Scorer):
    """The common part of the metrics: each compares two documents under a scheme."""

    reading = READ_RATIOS

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.prepares = scheme.asks
        self.page_mode: Mode = FULL
        """How the page compares the leaves."""

    def prepare(self, pairs: Sequence[PairAnalysis]) -> None:
        """Ask the user's functions about the leaves of all pairs."""
        from tallystick.tasks.json.asking import ask_ahead  # few runs have such functions

        ask_ahead(self.scheme, pairs)

    def documents(self, pair: PairAnalysis) -> DocumentPair:
        """Return the two documents, as all metrics of one scheme share them; of several golds, the best."""
        return best_pair(pair.once(document_pairs, self.scheme), self.tally_of)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched in two documents."""
        return self.tally_of(self.documents(pair))

    def observe(self, pair: PairAnalysis) -> Mapping[str, int]:
        """Count what wrong leaves have in common, and where shapes differ."""
        from tallystick.tasks.json.notes import observe

        missing = isinstance(pair.pred, Document) and pair.pred.missing
        return observe(self.documents(pair), missing=missing)

    def rows(self, pair: PairAnalysis) -> FlatAlignment | None:
        """Return the keys of two plain records; other documents need an explanation."""
        from tallystick.tasks.json.flat_alignment import flat_alignment  # few runs make a page

        return flat_alignment(self.documents(pair), self.page_mode)

    @abstractmethod
    def tally_of(self, documents: DocumentPair) -> Tally:
        """Count what matched in two documents that were chosen."""


class LeafScorer(_JsonScorer):
    """Leaves, by what their values earn, by equality, or by their paths alone."""

    reading = _READING

    def __init__(self, scheme: Scheme, mode: Mode) -> None:
        super().__init__(scheme)
        self.mode = self.page_mode = mode
        self.observes_values = mode == FULL
        self.prepares = scheme.asks and mode == FULL

    def tally_of(self, documents: DocumentPair) -> Tally:
        """Count the leaves, and what they earn."""
        return documents.tally(self.mode)

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count the leaves of each field under the matching of the whole documents."""
        if by != "field":
            return None
        documents = self.documents(pair)
        rows = count_fields(documents.matcher(self.mode), documents.gold, documents.pred)
        return {name: self.of_counts(counts) for name, counts in rows.items()}

    def no_groups(self) -> Tally:
        """Count two documents without leaves."""
        return self.of_counts(Counts())

    def of_counts(self, counts: Counts) -> Tally:
        """Return the outcomes of leaves as a tally."""
        scale = self.scheme.scale
        matched, pred, gold = (
            as_count(weight, scale) for weight in (counts.matched, counts.pred, counts.gold)
        )
        parts = tuple(
            [Tally.of(as_count(getattr(counts, category), scale), pred=0, gold=0) for category in CATEGORIES]
        )
        return Tally(matched, matched, pred, gold, parts=parts)

    def observe(self, pair: PairAnalysis) -> Mapping[str, int]:
        """Count what the notes are made from: of values, if these are compared as the user asked."""
        if self.mode == FULL:
            return super().observe(pair)
        from tallystick.tasks.json.reach import reached_targets

        documents = self.documents(pair)
        return reached_targets(documents.scheme.targets, *documents.values)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the leaves that met, those missed, and those that are spurious."""
        return explain_leaves(self.documents(pair), self.mode)


class ItemScorer(_JsonScorer):
    """Items of outermost lists: right from a least F1 on."""

    def __init__(self, scheme: Scheme, least: Fraction) -> None:
        super().__init__(scheme)
        self.least = least

    def tally_of(self, documents: DocumentPair) -> Tally:
        """Count the items, and the most that can be right."""
        if documents.flat is not None:
            return Tally.of(0, pred=0, gold=0)
        matcher = documents.matcher(FULL)
        right, preds, golds = count_items(matcher, documents.gold, documents.pred, self.least)
        return Tally.of(right, pred=preds, gold=golds)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the leaves."""
        return explain_leaves(self.documents(pair), FULL)


class DocumentScorer(_JsonScorer):
    """Documents: all right, or not."""

    def tally_of(self, documents: DocumentPair) -> Tally:
        """Count a document as right if every leaf of both sides is."""
        right = documents.value(FULL) == documents.pred_size == documents.gold_size(FULL)
        return Tally.of(int(right), pred=1, gold=1)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the leaves that keep the document from being right."""
        return explain_document(self.documents(pair))
