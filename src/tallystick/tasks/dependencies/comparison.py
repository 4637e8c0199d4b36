"""Two passages of the same text, compared word by word: each step is done once for all metrics."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import and_, eq
from typing import NamedTuple

from tallystick.dataclass import dataclass
from tallystick.formats.conllu.passage import ROOT, Passage
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.dependencies.alignment import UNALIGNED, align_words, boundaries
from tallystick.tasks.dependencies.universal import (
    all_features,
    base,
    is_content,
    is_functional,
    universal_features,
)

__all__ = [
    "Comparison",
    "Counts",
    "Flags",
    "Share",
    "content",
    "same_children",
    "same_content_edges",
    "same_edges",
    "same_features",
    "same_heads",
    "same_lemmas",
    "same_morphology",
    "same_relations",
    "same_tags",
    "same_upos",
    "same_xpos",
    "shares",
    "whole",
]

Flags = list[bool]


class Comparison(PairAnalysis):
    """Two passages with their words aligned. Steps give a flag for each aligned pair, in order."""

    __slots__ = ("gold_index", "partners", "pred_index")

    gold: Passage
    pred: Passage

    def __init__(self, gold: Passage, pred: Passage) -> None:
        super().__init__(gold, pred)
        self.partners = align_words(gold, pred) if pred.forms else []
        """The gold word of each predicted word; None if word i is aligned with word i throughout."""
        self.gold_index: Sequence[int] = range(len(gold.forms))
        self.pred_index: Sequence[int] = self.gold_index
        if self.partners is not None:
            self.pred_index = [word for word, partner in enumerate(self.partners) if partner >= 0]
            self.gold_index = [self.partners[word] for word in self.pred_index]

    def __reduce__(self) -> tuple[type[Comparison], tuple[Passage, Passage]]:
        return Comparison, (self.gold, self.pred)

    def of_gold(self, column: Sequence[str]) -> Sequence[str]:
        """Return the values of the gold words that are aligned."""
        return column if self.partners is None else [column[word] for word in self.gold_index]

    def of_pred(self, column: Sequence[str]) -> Sequence[str]:
        """Return the values of the predicted words that are aligned."""
        return column if self.partners is None else [column[word] for word in self.pred_index]


def same_upos(pair: Comparison) -> Flags:
    """Equal universal part-of-speech tags."""
    return list(map(eq, pair.of_gold(pair.gold.upos), pair.of_pred(pair.pred.upos)))


def same_xpos(pair: Comparison) -> Flags:
    """Equal language-specific part-of-speech tags."""
    return list(map(eq, pair.of_gold(pair.gold.xpos), pair.of_pred(pair.pred.xpos)))


def same_features(pair: Comparison, features: str) -> Flags:
    """Equal features: the universal ones, or all."""
    normal = universal_features if features == "universal" else all_features
    columns = zip(pair.of_gold(pair.gold.features), pair.of_pred(pair.pred.features), strict=True)
    return [gold == pred or normal[gold] == normal[pred] for gold, pred in columns]


def same_morphology(pair: Comparison, features: str) -> Flags:
    """Equal universal tags and features."""
    return list(map(and_, pair.once(same_upos), pair.once(same_features, features)))


def same_tags(pair: Comparison, features: str) -> Flags:
    """Equal tags of both kinds and features."""
    return list(map(and_, pair.once(same_xpos), pair.once(same_morphology, features)))


def same_lemmas(pair: Comparison) -> Flags:
    """Equal lemmas; a gold lemma of ``_`` matches any."""
    columns = zip(pair.of_gold(pair.gold.lemmas), pair.of_pred(pair.pred.lemmas), strict=True)
    return [gold == pred or gold == "_" for gold, pred in columns]


def same_heads(pair: Comparison) -> Flags:
    """Both roots, or heads that are aligned with each other."""
    partners, gold_heads, pred_heads = pair.partners, pair.gold.heads, pair.pred.heads
    if partners is None:
        return list(map(eq, gold_heads, pred_heads))
    flags = []
    for gold, pred in zip(pair.gold_index, pair.pred_index, strict=True):
        head = pred_heads[pred]
        flags.append(gold_heads[gold] == (head if head == ROOT else partners[head]))
    return flags


def same_relations(pair: Comparison, subtypes: str) -> Flags:
    """Equal relations, with or without subtypes."""
    columns = zip(pair.of_gold(pair.gold.relations), pair.of_pred(pair.pred.relations), strict=True)
    if subtypes == "keep":
        return [gold == pred for gold, pred in columns]
    return [gold == pred or base[gold] == base[pred] for gold, pred in columns]


def same_edges(pair: Comparison, subtypes: str) -> Flags:
    """The same head and the same relation."""
    return list(map(and_, pair.once(same_heads), pair.once(same_relations, subtypes)))


def content(pair: Comparison) -> tuple[Flags, Flags]:
    """Which words of each side are content words, by their own relation."""
    look_up = is_content.__getitem__
    return list(map(look_up, pair.gold.relations)), list(map(look_up, pair.pred.relations))


def same_content_edges(pair: Comparison, subtypes: str) -> Flags:
    """The same edges of gold content words."""
    counted = pair.once(content)[0]
    if pair.partners is not None:
        counted = [counted[word] for word in pair.gold_index]
    return list(map(and_, pair.once(same_edges, subtypes), counted))


def same_children(pair: Comparison, subtypes: str, features: str) -> Flags:
    """Equal function words among the children: aligned with each other, with the same relation, tag and features.

    Alignments never cross, so the order of the children is the same if they are.
    """
    equal = map(and_, pair.once(same_edges, subtypes), pair.once(same_morphology, features))
    unequal = [index for index, same in enumerate(equal) if not same]
    partners = pair.partners
    gold_alone: Sequence[int] = ()
    pred_alone: Sequence[int] = ()
    if partners is None:
        golds: Sequence[int] = unequal
        preds: Sequence[int] = unequal
    else:
        golds = [pair.gold_index[index] for index in unequal]
        preds = [pair.pred_index[index] for index in unequal]
        gold_alone = sorted(set(range(len(pair.gold.forms))).difference(pair.gold_index))
        pred_alone = [word for word, partner in enumerate(partners) if partner < 0]
    spoiled = set()
    for words in (golds, gold_alone):
        for word in words:
            if is_functional[pair.gold.relations[word]]:
                spoiled.add(pair.gold.heads[word])
    for words in (preds, pred_alone):
        for word in words:
            if is_functional[pair.pred.relations[word]]:
                head = pair.pred.heads[word]
                spoiled.add(head if partners is None or head == ROOT else partners[head])
    if not spoiled:
        return [True] * len(pair.gold_index)
    return [word not in spoiled for word in pair.gold_index]


class Counts(NamedTuple):
    """What matched, and out of how much."""

    matched: int
    pred: int
    gold: int


@dataclass(frozen=True, slots=True)
class Share:
    """What belongs to one gold sentence of a comparison, or to all of them.

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
    if comparison.partners is None and len(gold.starts) == len(pred.starts) == 1:
        count = len(gold.tokens)
        tokens, sentences = Counts(count, count, count), Counts(1, 1, 1)
    else:
        spans = [_spans(side) for side in (gold, pred)]
        tokens, sentences = (
            Counts(len(golds & preds), len(preds), len(golds)) for golds, preds in zip(*spans, strict=True)
        )
    return Share(comparison, words, range(len(pred.forms)), pairs, tokens, sentences)


def _spans(passage: Passage) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The characters of each token and of each sentence."""
    bounds = boundaries(passage)
    tokens = set(pairwise(bounds))
    starts = [bounds[token] for _, token in passage.starts]
    sentences = set(zip(starts, [*starts[1:], bounds[-1]], strict=True)) if starts else set()
    return tokens, sentences


def shares(comparison: Comparison) -> list[Share]:
    """Divide a comparison into its gold sentences."""
    gold, pred = comparison.gold, comparison.pred
    count = len(gold.starts)
    gold_bounds, pred_bounds = boundaries(gold), boundaries(pred)
    word_starts = [word for word, _ in gold.starts]
    character_starts = [gold_bounds[token] for _, token in gold.starts]

    def sentence_at(character: int) -> int:
        return bisect_right(character_starts, character) - 1

    partners = comparison.partners
    pred_words: list[list[int]] = [[] for _ in range(count)]
    for word, token in enumerate(pred.word_tokens()):
        partner = word if partners is None else partners[word]
        sentence = (
            sentence_at(pred_bounds[token])
            if partner == UNALIGNED
            else bisect_right(word_starts, partner) - 1
        )
        pred_words[sentence].append(word)
    counts = [
        [[0, 0, 0] for _ in range(count)],
        [[0, 0, 0] for _ in range(count)],
    ]
    for unit, golds, preds in zip(counts, _spans(gold), _spans(pred), strict=True):
        for side, spans in enumerate((golds & preds, preds, golds)):
            for start, _ in spans:
                unit[sentence_at(start)][side] += 1
    word_ends = [*word_starts[1:], len(gold.forms)]
    gold_index = comparison.gold_index
    return [
        Share(
            comparison,
            slice(first, end),
            pred_words[sentence],
            slice(bisect_left(gold_index, first), bisect_left(gold_index, end)),
            Counts(*counts[0][sentence]),
            Counts(*counts[1][sentence]),
            sentence == 0,
        )
        for sentence, (first, end) in enumerate(zip(word_starts, word_ends, strict=True))
    ]
