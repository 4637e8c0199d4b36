"""The words of two sentences on a page, word i against word i, by what agrees in each pair.

This serves sentences that are segmented alike. An explanation lists the words of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.core.describe import describe
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.agreement import CONTENT
from tallystick.tasks.dependencies.comparison import Comparison, Share, pred_content
from tallystick.tasks.dependencies.explain import ShownWords
from tallystick.tasks.views.rows import WrittenRows

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.scorers import UnitScorer, WordScorer

__all__ = [
    "COLUMNS",
    "SPURIOUS",
    "UNCOUNTED",
    "AlignedUnits",
    "AlignedWords",
    "SameWords",
    "aligned_units",
    "aligned_words",
]

#: A field with labels, and its values on both sides.
LabelColumn = tuple[str, Sequence[str], Sequence[str]]

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
    "clas": ("relation", "head"),
    "mlas": ("relation", "head", "upos", "features"),
    "blex": ("relation", "head", "lemma"),
}
#: The columns of a passage with the values of fields; words have their heads instead of a value.
COLUMNS = {
    "upos": "upos",
    "xpos": "xpos",
    "features": "features",
    "lemma": "lemmas",
    "relation": "relations",
}


#: A word that is a content word in the prediction alone, and a word that is none on either side: where a metric counts
#: content words, these take the place of what does not agree.
SPURIOUS = CONTENT
UNCOUNTED = 255


class SameWords(WrittenRows):
    """The alignment of two sentences with the same words under a metric."""

    def __init__(self, metric: str, comparison: Comparison) -> None:
        self.metric = metric
        self.gold: Passage = comparison.gold
        self.pred: Passage = comparison.pred

    def labels(self) -> list[LabelColumn]:
        """Return what is counted in the table of labels."""
        raise NotImplementedError


class AlignedWords(SameWords):
    """Which words of two sentences match under a metric."""

    def __init__(self, scorer: WordScorer, comparison: Comparison) -> None:
        super().__init__(scorer.name, comparison)
        self.fields = _FIELDS[scorer.name]
        """What is shown of a word beside its name."""
        self.of_content = scorer.content_only
        """Whether only content words count."""
        found = bytes(scorer.agreement(comparison)).translate(_disagreements(scorer.wanted))
        if self.of_content:
            # A function word of the gold is usually one in the prediction, and counts nowhere.
            counted = zip(found, comparison.once(pred_content), strict=True)
            found = bytes(
                [UNCOUNTED if bits == SPURIOUS and not content else bits for bits, content in counted]
            )
        self.disagreement = found
        """What should agree in each pair and does not, as bits; or `SPURIOUS`, or `UNCOUNTED`."""

    def labels(self) -> list[LabelColumn]:
        """Return the tags and relations."""
        return [
            (field, getattr(self.gold, COLUMNS[field]), getattr(self.pred, COLUMNS[field]))
            for field in self.fields
            if field in COLUMNS
        ]

    def show(self, passage: Passage, word: object) -> str:
        """Return a word of one side in one line."""
        assert isinstance(word, int)
        return describe(ShownWords(passage).part(self.metric, word))


class AlignedUnits(SameWords):
    """The tokens of two sentences, or the sentences themselves: all of them match."""

    def labels(self) -> list[LabelColumn]:
        """Return the texts."""
        texts = self.gold.tokens if self.metric == "tokens" else [" ".join(self.gold.tokens)]
        return [("text", texts, texts)]


@lru_cache(maxsize=256)
def _disagreements(wanted: int) -> bytes:
    """Return what does not agree, by what agrees; `SPURIOUS` if a metric counts content words and this is not one."""
    return bytes([CONTENT if wanted & CONTENT & ~agreeing else wanted & ~agreeing for agreeing in range(256)])


def aligned_words(scorer: WordScorer, share: Share) -> AlignedWords | None:
    """Return which words of two sentences match; None if their words are not the same, or not all of them count."""
    return AlignedWords(scorer, share.comparison) if is_simple(share) else None


def aligned_units(scorer: UnitScorer, share: Share) -> AlignedUnits | None:
    """Return the tokens or sentences that match; None if they are not the same, or their text is not shown as it is."""
    plain = is_simple(share) and "".join(share.comparison.gold.tokens).isprintable()
    return AlignedUnits(scorer.name, share.comparison) if plain else None


def is_simple(share: Share) -> bool:
    """Whether a share is all of two sentences that follow each other word by word."""
    comparison = share.comparison
    return len(share.pred) == len(comparison.pred.forms) and comparison.once(_follow_each_other)


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
