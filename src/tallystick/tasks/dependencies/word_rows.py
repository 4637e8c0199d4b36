"""The words of two sentences on a page, word i against word i, by what agrees in each pair.

This serves sentences that are segmented alike. An explanation lists the words of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.core.describe import describe
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.comparison import Comparison, Share
from tallystick.tasks.dependencies.explain import ShownWords
from tallystick.tasks.views.rows import WrittenRows

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.scorers import WordScorer

__all__ = ["COLUMNS", "AlignedWords", "aligned_words", "show_word"]

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
#: The columns of a passage with the values of fields; words have their heads instead of a value.
COLUMNS = {
    "upos": "upos",
    "xpos": "xpos",
    "features": "features",
    "lemma": "lemmas",
    "relation": "relations",
}


class AlignedWords(WrittenRows):
    """Which words of two sentences match under a metric."""

    def __init__(self, scorer: WordScorer, comparison: Comparison) -> None:
        self.metric = scorer.name
        self.fields = _FIELDS[scorer.name]
        """What is shown of a word beside its name."""
        self.gold: Passage = comparison.gold
        self.pred: Passage = comparison.pred
        self.disagreement = bytes(scorer.agreement(comparison)).translate(_disagreements(scorer.wanted))
        """What should agree in each pair and does not, as bits."""


def show_word(passage: Passage, metric: str, word: object) -> str:
    """Return a word in one line, with what a metric compares."""
    assert isinstance(word, int)
    return describe(ShownWords(passage).part(metric, word))


@lru_cache(maxsize=256)
def _disagreements(wanted: int) -> bytes:
    """Return what does not agree, by what agrees."""
    return bytes([wanted & ~agreeing for agreeing in range(256)])


def aligned_words(scorer: WordScorer, share: Share) -> AlignedWords | None:
    """Return which words of two sentences match; None if their words are not the same, or not all of them count."""
    comparison = share.comparison
    known = scorer.name in _FIELDS and len(share.pred) == len(comparison.pred.forms)
    return AlignedWords(scorer, comparison) if known and comparison.once(_follow_each_other) else None


def _follow_each_other(comparison: Comparison) -> bool:
    """Whether both sides are the same words of one sentence that the page can draw from its columns: a step."""
    gold, pred = comparison.gold, comparison.pred
    return (
        comparison.partners is None
        and len(gold.starts) == len(pred.starts) == 1
        and gold.multiword == pred.multiword
        and all(gold.tokens)
        and _are_words(gold.relations)
        and _are_words(pred.relations)
    )


def _are_words(texts: Sequence[str]) -> bool:
    """Whether texts are shown as they are."""
    joined = "".join(texts)
    return joined.isprintable() and " " not in joined and all(texts)
