"""The words of the sentences that are compared."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UNKNOWN, Problem
from tallystick.formats.texts import text_problem, words_differ
from tallystick.tasks.umr.pairing import documents_of, pair_sentences, sentences_at

__all__ = ["different_words"]


def different_words(gold: object, pred: object) -> Sequence[Problem]:
    """Compare the words of paired sentences, where both have some: alignments count them."""
    documents = documents_of(gold, pred)
    problems = []
    for indices in pair_sentences(*documents).pairs:
        gold_sentence, pred_sentence = sentences_at(*documents, indices)
        if gold_sentence is None or pred_sentence is None or not gold_sentence.text or not pred_sentence.text:
            continue
        message = words_differ(
            gold_sentence.text.split(), pred_sentence.text.split(), f"sentence {gold_sentence.number}"
        )
        if message:
            problems.append(text_problem(message, UNKNOWN, pred_sentence.line))
    return problems
