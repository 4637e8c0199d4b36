"""Words aligned by the characters of the text that both sides share.

Tokens correspond if they cover the same characters. The words of multiword tokens have no characters of their own:
inside the stretches that multiword tokens of either side cover, words are aligned by a longest common subsequence of
their lower-cased forms (Zeman et al. 2018).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from tallystick.errors import DataError, Problem
from tallystick.formats.conllu.passage import Passage
from tallystick.solve.subsequence import common_subsequence
from tallystick.tasks.dependencies.locations import UNALIGNED, word_partners

__all__ = ["UNALIGNED", "align_words", "boundaries", "same_words"]


def boundaries(passage: Passage) -> list[int]:
    """Return where each token begins, in characters, and where the last one ends."""
    return list(accumulate(map(len, passage.tokens), initial=0))


def same_words(gold: Passage, pred: Passage) -> bool:
    """Whether word i is aligned with word i, and token i with token i, throughout."""
    # With the same words and tokens, the words of each multiword token are the same too.
    return gold.forms == pred.forms and gold.token_of == pred.token_of and gold.tokens == pred.tokens


def align_words(gold: Passage, pred: Passage, tokens: list[int]) -> list[int]:
    """Return the gold partner of each predicted word, from those of the predicted tokens.

    Both passages must have the same text.
    """
    if not gold.multiword and not pred.multiword:
        return tokens
    # Multiword tokens cover every character of an area: tokens with the same characters that are words on both sides
    # are outside of all areas.
    partners = word_partners(
        tokens, (gold.word_tokens(), gold.multiword, len(gold.tokens)), (pred.word_tokens(), pred.multiword)
    )
    golds, preds = _Words(gold), _Words(pred)
    for area in _areas(golds, preds):
        gold_words, pred_words = golds.inside(*area), preds.inside(*area)
        try:
            pairs = common_subsequence(golds.forms(gold_words), preds.forms(pred_words))
        except OverflowError as error:
            sizes = f"{len(gold_words)} gold and {len(pred_words)} predicted words"
            message = f"overlapping multiword tokens with {sizes}: too many to align"
            raise DataError(Problem(message, code="conllu-multiword")) from error
        for gold_index, pred_index in pairs:
            partners[pred_words[pred_index]] = gold_words[gold_index]
    return partners


class _Words:
    """The words of one side by the characters of their tokens."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.bounds = boundaries(passage)
        self.multiword = set(passage.multiword)

    def spans(self) -> list[tuple[int, int]]:
        """Return the characters of each multiword token."""
        return [(self.bounds[token], self.bounds[token + 1]) for token in self.passage.multiword]

    def inside(self, start: int, end: int) -> range:
        """Return the words whose tokens are completely inside an area."""
        first = bisect_left(self.bounds, start)
        last = bisect_right(self.bounds, end) - 1
        token_of = self.passage.token_of
        if token_of is None:
            return range(first, last)
        return range(bisect_left(token_of, first), bisect_left(token_of, last))

    def forms(self, words: range) -> Sequence[str]:
        """Return the form by which each word is aligned: without spaces only if the word is a token."""
        passage = self.passage
        if passage.token_of is None:
            return [passage.tokens[word].lower() for word in words]
        tokens = passage.token_of[words.start : words.stop]
        return [
            (passage.forms[word] if token in self.multiword else passage.tokens[token]).lower()
            for word, token in zip(words, tokens, strict=True)
        ]


def _areas(gold: _Words, pred: _Words) -> Iterator[tuple[int, int]]:
    """The stretches that multiword tokens cover; those that share a character are one."""
    spans = sorted([*gold.spans(), *pred.spans()])
    first, last = spans[0]
    for start, end in spans[1:]:
        if start < last:
            last = max(last, end)
        else:
            yield first, last
            first, last = start, end
    yield first, last
