"""Documents that one annotator has not finished, or that lack sentences on one side: the part that both annotated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tallystick.formats.coref.document import CorefDocument
from tallystick.formats.coref.writing import sentence_starts
from tallystick.solve.subsequence import common_subsequence
from tallystick.tasks.coref.excerpt import WordRange, excerpt

__all__ = ["common_part"]


def common_part(gold: object, pred: object) -> tuple[object, object, Mapping[str, int]] | None:
    """Two documents reduced to what both have: up to the end of the shorter one, or the sentences of both.

    Returns how many words were compared and how many only one of them has; None if nothing is left out, or
    where the texts differ in more than what is missing.
    """
    if not isinstance(gold, CorefDocument) or not isinstance(pred, CorefDocument):
        return None
    if gold.tokens == pred.tokens:
        return None
    forms = _forms(gold), _forms(pred)
    if not all(forms):
        return None
    common = min(map(len, forms))
    if forms[0][:common] == forms[1][:common]:
        ranges = [(0, common)], [(0, common)]
    else:
        ranges = _common_sentences(_sentences(gold, forms[0]), _sentences(pred, forms[1]))
    if not ranges[0]:
        return None
    counts = {"words_compared": sum(end - first for first, end in ranges[0])}
    for side, words in zip(("gold_only", "pred_only"), forms, strict=True):
        counts[side] = len(words) - counts["words_compared"]
    return excerpt(gold, ranges[0]), excerpt(pred, ranges[1]), counts


def _forms(document: CorefDocument) -> list[str]:
    """The words of a document; empty if they are not known."""
    tokens = document.tokens
    if tokens.forms is None or tokens.digest < 0:
        return []
    return [form for _, form in tokens.forms(document.origin.text)]


def _sentences(document: CorefDocument, forms: Sequence[str]) -> list[tuple[WordRange, str]]:
    """The sentences of a document: the range of their words, and these words."""
    bounds = sorted({0, *sentence_starts(document), len(forms)})
    return [((first, end), "\n".join(forms[first:end])) for first, end in pairwise(bounds)]


def _common_sentences(
    gold: Sequence[tuple[WordRange, str]], pred: Sequence[tuple[WordRange, str]]
) -> tuple[list[WordRange], list[WordRange]]:
    """The ranges of the sentences that both documents have.

    Between two common sentences, only one document may have more: where both have, one has other words.
    """
    try:
        pairs = common_subsequence([text for _, text in gold], [text for _, text in pred])
    except OverflowError:
        return [], []
    if any(all(missing) for missing in _gaps(pairs, (len(gold), len(pred)))):
        return [], []
    return [gold[index][0] for index, _ in pairs], [pred[index][0] for _, index in pairs]


def _gaps(pairs: Sequence[tuple[int, int]], ends: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """How many sentences each document has before, between and after the common ones."""
    before = (-1, -1)
    for pair in (*pairs, ends):
        yield pair[0] - before[0] - 1, pair[1] - before[1] - 1
        before = pair
