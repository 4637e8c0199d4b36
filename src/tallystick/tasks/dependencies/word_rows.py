"""The words of two sentences on a page, word i against word i, by what agrees in each pair.

This serves sentences that are segmented alike. An explanation lists the words of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress, repeat
from typing import TYPE_CHECKING, Any

from tallystick.core.describe import describe
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.comparison import Comparison, Share
from tallystick.tasks.dependencies.explain import WRONG, ShownWords, reasons_of
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import Confusion, ItemConfusions, Label
from tallystick.tasks.views.rows import AlignedRows, ErrorRow, PartRows
from tallystick.tasks.views.schema import EncodedAlignment, EncodedPair, Parts

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.scorers import WordScorer

__all__ = ["AlignedWords", "WordRows", "aligned_words"]

#: What a metric shows of a word beside its name: the names of fields.
_FIELDS: dict[str, tuple[str, ...]] = {
    "words": (),
    "upos": ("upos",),
    "xpos": ("xpos",),
    "ufeats": ("features",),
    "alltags": ("upos", "xpos", "features"),
    "lemmas": ("lemma",),
    "uas": ("head",),
    "las": ("relation", "head"),
}
_HEAD = "head"
#: The columns of a passage by the names of fields.
_COLUMNS = {"relation": "relations", "lemma": "lemmas"}

_described = lru_cache(maxsize=1 << 14)(describe)


class WordRows(PartRows):
    """The words of a sentence as some metrics show them."""

    def __init__(self, passage: Passage, metric: str) -> None:
        self.passage = passage
        self.metric = metric
        self.fields = _FIELDS[metric]

    def __len__(self) -> int:
        return len(self.passage.forms)

    def show(self, row: object) -> str:
        """Return a word in one line."""
        assert isinstance(row, int)
        return describe(ShownWords(self.passage).part(self.metric, row))

    def values(self, field: str) -> Sequence[str]:
        """Return a column of the passage."""
        column: Sequence[str] = getattr(self.passage, _COLUMNS.get(field, field))
        return column

    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the words with their fields, as a list that the page writes out."""
        passage = self.passage
        values = [list(map(_described, self.values(field))) for field in self.fields if field != _HEAD]
        parts: Parts = {
            "shown": [],
            "at": [],
            "word_lists": [{"part": offset, "fields": list(self.fields), "values": values}],
        }
        if not _is_plain("".join(passage.forms)):
            parts["names"] = list(map(describe, ShownWords(passage).names))
        return parts


def _is_plain(text: str) -> bool:
    """Whether words of these characters are shown as they are."""
    return text.isprintable() and " " not in text


class AlignedWords(AlignedRows):
    """Which words of two sentences match under a metric."""

    def __init__(self, scorer: WordScorer, comparison: Comparison) -> None:
        self.golds, self.preds = self.sides = comparison.once(_rows_of, scorer.name)
        self.agreement = scorer.agreement(comparison)
        self.wanted = scorer.wanted
        self.disagreement = bytes(self.agreement).translate(_disagreements(scorer.wanted))
        """What should agree in each pair and does not, as bits."""

    def key(self) -> tuple[Any, ...]:
        """Return what errors and confusions depend on."""
        return id(self.agreement), self.wanted, self.sides[0].fields

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return all pairs; those that do not match earn nothing, and their note says why."""
        size = len(self.disagreement)
        matched: list[EncodedPair] = list(
            zip(range(gold_offset, gold_offset + size), range(pred_offset, pred_offset + size), strict=True)
        )
        for word in self._wrong():
            note = f"{WRONG}{', '.join(reasons_of(self.disagreement[word]))}"
            matched[word] = (gold_offset + word, pred_offset + word, 0, note)
        return EncodedAlignment(matched, [], [])

    def _wrong(self) -> Iterable[int]:
        """Return the words that do not match."""
        return compress(range(len(self.disagreement)), self.disagreement)

    def errors(self) -> list[ErrorRow]:
        """Return the words that do not match."""
        return [
            (f"wrong {' and '.join(reasons_of(self.disagreement[word]))}", word, word)
            for word in self._wrong()
        ]

    def confusions(self) -> ItemConfusions:
        """Return the tags and relations of all words, and those that are confused."""
        gold, pred = self.sides
        matches = [not bits for bits in self.disagreement]
        confused: Counter[Confusion] = Counter()
        labels: tuple[list[Label], list[Label], list[Label]] = [], [], []
        for field in gold.fields:
            if field == _HEAD:
                continue
            golds, preds = gold.values(field), pred.values(field)
            labels[0].extend(zip(repeat(field), golds))
            labels[1].extend(zip(repeat(field), preds))
            labels[2].extend(zip(repeat(field), compress(golds, matches)))
            if golds != preds:
                confused.update(
                    [(field, own, other) for own, other in zip(golds, preds, strict=True) if own != other]
                )
        return ItemConfusions(confused, labels)


def _rows_of(comparison: Comparison, metric: str) -> tuple[WordRows, WordRows]:
    """Return the words of both sides as a metric shows them: a step."""
    return WordRows(comparison.gold, metric), WordRows(comparison.pred, metric)


@lru_cache(maxsize=256)
def _disagreements(wanted: int) -> bytes:
    """Return what does not agree, by what agrees."""
    return bytes([wanted & ~agreeing for agreeing in range(256)])


def aligned_words(scorer: WordScorer, share: Share) -> AlignedWords | None:
    """Return which words of two sentences match; None if their words are not the same, or not all of them count."""
    comparison = share.comparison
    whole = comparison.partners is None and len(comparison.gold.starts) == len(comparison.pred.starts) == 1
    if not whole or scorer.name not in _FIELDS or len(share.pred) != len(comparison.pred.forms):
        return None
    return AlignedWords(scorer, comparison)
