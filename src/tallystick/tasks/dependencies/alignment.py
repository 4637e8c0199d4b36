"""Words aligned by the characters of the text that both sides share.

Tokens correspond if they cover the same characters. The words of multiword tokens have no characters of their own:
inside the stretches that multiword tokens of either side cover, words are aligned by a longest common subsequence of
their lower-cased forms (Zeman et al. 2018).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from tallystick.errors import DataError, Problem
from tallystick.formats.conllu.passage import Passage
from tallystick.solve.subsequence import common_subsequence
from tallystick.tasks.dependencies.locations import UNALIGNED, partners_outside, words_inside

__all__ = ["UNALIGNED", "align_words", "boundaries"]


def boundaries(passage: Passage) -> list[int]:
    """Return where each token begins, in characters, and where the last one ends."""
    return list(accumulate(map(len, passage.tokens), initial=0))


def align_words(gold: Passage, pred: Passage) -> list[int] | None:
    """Return the gold partner of each predicted word; None if word i is aligned with word i throughout.

    Both passages must have the same text.
    """
    # With the same words and tokens, the words of each multiword token are the same too.
    if gold.forms == pred.forms and gold.token_of == pred.token_of and gold.tokens == pred.tokens:
        return None
    gold_bounds, pred_bounds = boundaries(gold), boundaries(pred)
    gold_tokens, pred_tokens = gold.word_tokens(), pred.word_tokens()
    areas = list(_areas(gold, pred, gold_bounds, pred_bounds))
    golds, gold_inside = words_inside(gold_tokens, gold_bounds, areas)
    preds, pred_inside = words_inside(pred_tokens, pred_bounds, areas)
    partners = partners_outside((golds, gold_tokens, gold_bounds), (preds, pred_tokens, pred_bounds))
    if not areas:
        return partners
    gold_forms, pred_forms = _forms(gold), _forms(pred)
    for gold_words, pred_words in zip(gold_inside, pred_inside, strict=True):
        try:
            pairs = common_subsequence(
                [gold_forms[word] for word in gold_words], [pred_forms[word] for word in pred_words]
            )
        except OverflowError as error:
            sizes = f"{len(gold_words)} gold and {len(pred_words)} predicted words"
            message = f"overlapping multiword tokens with {sizes}: too many to align"
            raise DataError(Problem(message, code="conllu-multiword")) from error
        for gold_index, pred_index in pairs:
            partners[pred_words[pred_index]] = gold_words[gold_index]
    return partners


def _areas(
    gold: Passage, pred: Passage, gold_bounds: Sequence[int], pred_bounds: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """The stretches that multiword tokens cover; those that share a character are one."""
    spans = sorted(
        (bounds[token], bounds[token + 1])
        for passage, bounds in ((gold, gold_bounds), (pred, pred_bounds))
        for token in passage.multiword
    )
    if not spans:
        return
    first, last = spans[0]
    for start, end in spans[1:]:
        if start < last:
            last = max(last, end)
        else:
            yield first, last
            first, last = start, end
    yield first, last


def _forms(passage: Passage) -> list[str]:
    """The form by which each word is aligned inside an area: without spaces only if the word is a token."""
    if passage.token_of is None:
        return [form.lower() for form in passage.tokens]
    multiword = set(passage.multiword)
    return [
        (form if token in multiword else passage.tokens[token]).lower()
        for form, token in zip(passage.forms, passage.token_of, strict=True)
    ]
