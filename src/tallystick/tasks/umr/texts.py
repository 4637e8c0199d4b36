"""The words of the sentences that are compared."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UNKNOWN, Problem
from tallystick.formats.texts import text_problem, words_differ
from tallystick.tasks.umr.pairing import documents_of, pair, sentences_at

__all__ = ["different_words"]


def different_words(gold: object, pred: object) -> Sequence[Problem]:
    """Compare the words of paired sentences, where both have some: alignments count them."""
    documents = documents_of(gold, pred)
    problems = []
    for places in pair(*documents).pairs:
        ours, theirs = sentences_at(*documents, places)
        if ours is None or theirs is None or not ours.text or not theirs.text:
            continue
        message = words_differ(ours.text.split(), theirs.text.split(), f"sentence {ours.number}")
        if message:
            problems.append(text_problem(message, UNKNOWN, theirs.line))
    return problems
