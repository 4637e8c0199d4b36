"""Two texts that should be the same and are not: the first difference, with its location on both sides."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

from tallystick.errors import Problem
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.alignment import boundaries

__all__ = ["DIFFERENT", "difference", "first_difference"]

DIFFERENT = "conllu-text"

#: How much of a text is examined to find the cause of a difference.
_LOOKED_AT = 1000

#: So many characters are shown before and after a difference.
_CONTEXT = 10


def difference(gold: Passage, pred: Passage) -> Problem | None:
    """Report the first difference between the texts of two passages, at the prediction; None if there is none."""
    gold_text, pred_text = gold.text, pred.text
    if gold_text == pred_text:
        return None
    at = first_difference(gold_text, pred_text)
    if at == len(pred_text):
        line, word, form = _located(gold, at)
        message = (
            f"the prediction ends before the gold text does, which continues with word {word}, {form!r}, at "
            f"{gold.path}:{line}: {_quoted(gold_text, at)}"
        )
        return _problem(message, pred, len(pred_text) - 1, gold_text, pred_text)
    if at == len(gold_text):
        line, word, form = _located(gold, at - 1)
        message = (
            f"the prediction continues after the end of the gold text, which is word {word}, {form!r}, at "
            f"{gold.path}:{line}: {_quoted(pred_text, at)}"
        )
        return _problem(message, pred, at, gold_text, pred_text)
    line, word, form = _located(gold, at)
    message = (
        f"the text differs from the gold: {_quoted(pred_text, at)} here, {_quoted(gold_text, at)} in word {word}, "
        f"{form!r}, at {gold.path}:{line}"
    )
    return _problem(message, pred, at, gold_text, pred_text)


def first_difference(gold: str, pred: str) -> int:
    """Return the index of the first character that differs: the length of the longest common prefix.

    >>> first_difference("abcd", "abx"), first_difference("ab", "abc")
    (2, 2)
    """
    low, high = 0, min(len(gold), len(pred))
    while low < high:
        middle = (low + high + 1) // 2
        if gold.startswith(pred[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _problem(message: str, pred: Passage, at: int, gold_text: str, pred_text: str) -> Problem:
    line, word, form = _located(pred, at)
    message = f"word {word}, {form!r}: {message}"
    return Problem(message, pred.path, line, 1, None, _reason(gold_text, pred_text), DIFFERENT)


def _reason(gold: str, pred: str) -> str:
    """The probable cause of the difference."""
    at = first_difference(gold, pred)
    gold_stretch, pred_stretch = (text[max(0, at - 1) : at + _LOOKED_AT] for text in (gold, pred))
    composed = [unicodedata.normalize("NFC", text) for text in (gold_stretch, pred_stretch)]
    # Decomposed characters are more, so that a long stretch ends elsewhere.
    size = min(map(len, composed)) // 2 if max(map(len, composed)) > _LOOKED_AT // 2 else None
    if composed[0][:size] == composed[1][:size]:
        return "only the Unicode normalisation differs (composed or decomposed characters): write both in NFC"
    if gold_stretch.lower() == pred_stretch.lower():
        return "only upper and lower case differ: predict the text as it is written"
    signs = [text[at] for text in (gold, pred) if at < len(text)]
    named = [f"U+{ord(sign):04X}" for sign in signs if not sign.isprintable()]
    if named:
        return f"{' and '.join(named)} is not a space, and counts as a character"
    return "both files must have the same text; only spaces and the boundaries of tokens and sentences may differ"


def _located(passage: Passage, at: int) -> tuple[int, int, str]:
    """The line of the token that has a character, the number of its first word in the sentence, and its form."""
    if not passage.tokens:  # nothing of it can be read
        return 0, 0, ""
    token = min(max(0, bisect_right(boundaries(passage), at) - 1), len(passage.tokens) - 1)
    word = token if passage.token_of is None else passage.token_of.index(token)
    sentence = bisect_right([start for start, _ in passage.starts], word) - 1
    return passage.lines[word], word - passage.starts[sentence][0] + 1, passage.tokens[token]


def _quoted(text: str, at: int) -> str:
    """The characters around an index."""
    before, after = text[max(0, at - _CONTEXT) : at], text[at : at + _CONTEXT]
    return repr(f"{'…' if at > _CONTEXT else ''}{before}{after}{'…' if at + _CONTEXT < len(text) else ''}")
