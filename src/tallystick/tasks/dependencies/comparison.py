"""Two passages of the same text, compared word by word: each step is done once for all metrics."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tallystick.dataclass import dataclass
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.dependencies.agreement import content_words, word_agreement
from tallystick.tasks.dependencies.alignment import UNALIGNED, align_words, boundaries, same_words
from tallystick.tasks.dependencies.locations import linked, token_partners
from tallystick.tasks.dependencies.universal import all_features, universal_features

__all__ = ["Comparison", "Counts", "Share", "agreement", "gold_content", "pred_content", "shares", "whole"]


class Comparison(PairAnalysis):
    """Two passages with their words aligned."""

    __slots__ = ("gold_index", "partners", "pred_index", "token_partners")

    gold: Passage
    pred: Passage

    def __init__(self, gold: Passage, pred: Passage) -> None:
        super().__init__(gold, pred)
        self.token_partners: list[int] | None = None
        """The gold token of each predicted token; None if token i is aligned with token i throughout."""
        self.partners: list[int] | None = None
        """The gold word of each predicted word; None if word i is aligned with word i throughout."""
        self.gold_index: Sequence[int] = range(len(gold.forms))
        self.pred_index: Sequence[int] = self.gold_index
        if not same_words(gold, pred):
            self.token_partners = token_partners(gold.tokens, pred.tokens)
            self.partners = align_words(gold, pred, self.token_partners)
            self.gold_index, self.pred_index = linked(self.partners)

    def __reduce__(self) -> tuple[type[Comparison], tuple[Passage, Passage]]:
        return Comparison, (self.gold, self.pred)


def agreement(pair: Comparison, subtypes: str, features: str) -> bytearray:
    """The agreement of each aligned pair, as bits: a step."""
    links = pair.gold_index, pair.pred_index, pair.partners
    compared = universal_features if features == "universal" else all_features
    return word_agreement(pair.gold, pair.pred, links, subtypes == "keep", compared)


def gold_content(pair: Comparison) -> bytes:
    """Which gold words are content words: a step."""
    return content_words(pair.gold.relations)


def pred_content(pair: Comparison) -> bytes:
    """Which predicted words are content words, by their own relation: a step."""
    return content_words(pair.pred.relations)


class Counts(NamedTuple):
    """The matched amount, and the total."""

    matched: int
    pred: int
    gold: int


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a comparison that belongs to one gold sentence, or to all.

    A predicted word belongs to the sentence of its partner; an unaligned one, like predicted tokens and sentences,
    to the sentence of its first character. So the shares add up to the whole.
    """

    comparison: Comparison
    gold: slice
    """The gold words."""
    pred: Sequence[int]
    """The predicted words."""
    pairs: slice
    """The aligned pairs."""
    tokens: Counts
    sentences: Counts
    first: bool = True
    """Whether the share is the first of its comparison."""


def whole(comparison: Comparison) -> Share:
    """Return a comparison as a single share."""
    gold, pred = comparison.gold, comparison.pred
    words = slice(0, len(gold.forms))
    pairs = slice(0, len(comparison.gold_index))
    common = len(pred.tokens)
    if comparison.token_partners is not None:
        common -= comparison.token_partners.count(UNALIGNED)
    tokens = Counts(common, len(pred.tokens), len(gold.tokens))
    if len(gold.starts) == len(pred.starts) == 1:
        sentences = Counts(1, 1, 1)
    else:
        golds, preds = _sentence_spans(gold), _sentence_spans(pred)
        sentences = Counts(len(golds & preds), len(preds), len(golds))
    return Share(comparison, words, range(len(pred.forms)), pairs, tokens, sentences)


def _sentence_spans(passage: Passage) -> set[tuple[int, int]]:
    """The characters of each sentence."""
    bounds = boundaries(passage)
    return set(pairwise([*(bounds[token] for _, token in passage.starts), bounds[-1]]))


def shares(comparison: Comparison) -> list[Share]:
    """Divide a comparison into its gold sentences."""
    gold, pred = comparison.gold, comparison.pred
    count = len(gold.starts)
    gold_bounds = boundaries(gold)
    word_starts = [word for word, _ in gold.starts]
    token_starts = [token for _, token in gold.starts]
    character_starts = [gold_bounds[token] for token in token_starts]

    def sentence_at(character: int) -> int:
        return bisect_right(character_starts, character) - 1

    token_sentences = [sentence_at(start) for start in boundaries(pred)[:-1]]
    partners = comparison.partners
    pred_words: list[list[int]] = [[] for _ in range(count)]
    for word, token in enumerate(pred.word_tokens()):
        partner = word if partners is None else partners[word]
        sentence = token_sentences[token] if partner == UNALIGNED else bisect_right(word_starts, partner) - 1
        pred_words[sentence].append(word)
    tokens = [[0, 0, end - start] for start, end in pairwise([*token_starts, len(gold.tokens)])]
    links = comparison.token_partners
    for token, sentence in enumerate(token_sentences):
        tokens[sentence][0] += links is None or links[token] != UNALIGNED
        tokens[sentence][1] += 1
    sentences = [[0, 0, 0] for _ in range(count)]
    golds, preds = _sentence_spans(gold), _sentence_spans(pred)
    for side, spans in enumerate((golds & preds, preds, golds)):
        for start, _ in spans:
            sentences[sentence_at(start)][side] += 1
    word_ends = [*word_starts[1:], len(gold.forms)]
    gold_index = comparison.gold_index
    return [
        Share(
            comparison,
            slice(first, end),
            pred_words[sentence],
            slice(bisect_left(gold_index, first), bisect_left(gold_index, end)),
            Counts(*tokens[sentence]),
            Counts(*sentences[sentence]),
            sentence == 0,
        )
        for sentence, (first, end) in enumerate(zip(word_starts, word_ends, strict=True))
    ]
