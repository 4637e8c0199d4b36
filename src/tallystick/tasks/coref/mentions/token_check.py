"""Whether the two sides of a document have the same words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from tallystick.errors import Problem
from tallystick.formats.coref.document import CorefDocument, Origin, word_number
from tallystick.formats.json.value_names import key

__all__ = ["token_problems"]

#: The number of a word, and its offset with its form: in the gold, in the prediction.
Difference = tuple[int, tuple[int, str], tuple[int, str]]

_HINT = "both sides must have the same words; scores are meaningless if the texts differ"
_CODE = "coref-words-differ"


def token_problems(gold: CorefDocument, pred: CorefDocument) -> list[Problem]:
    """The first difference between the words of the two sides, if there is any.

    Another number of words is an error, and so are different words in a row: the text is another one, or cut in
    another way. Single words that are spelt otherwise (``-LRB-`` for a bracket) leave all positions as they are: that
    is a warning. Where a side has no words, or only counts them, what is known is compared: no mention may extend
    beyond the last word of the other side.
    """
    gold_tokens, pred_tokens = gold.tokens, pred.tokens
    if gold_tokens.count < 0 or pred_tokens.count < 0:
        return _beyond(gold, pred_tokens.count) + _beyond(pred, gold_tokens.count)
    formless = gold_tokens.digest < 0 or pred_tokens.digest < 0
    if gold_tokens.count == pred_tokens.count and (formless or gold_tokens.digest == pred_tokens.digest):
        return []
    different = [] if formless else _different(gold, pred)
    if gold_tokens.count == pred_tokens.count:
        in_a_row = any(following[0] == earlier[0] + 1 for earlier, following in pairwise(different))
        return [_problem(gold, pred, different, "error" if in_a_row else "warning")] if different else []
    if different:
        return [_problem(gold, pred, different, "error")]
    message = f"the document has {pred_tokens.count} words here, but {gold_tokens.count} in the gold"
    last = max((offset for offset, _ in _words(pred)), default=0)
    return [_origin(pred).problem(message, last, _CODE, hint="is the file truncated?")]


def _beyond(document: CorefDocument, words: int) -> list[Problem]:
    """A mention of a side without words that extends beyond the last word of the other side."""
    layers = (document.identity, document.deixis)
    last = max((word_number(position) for layer in layers for position in layer.last), default=-1)
    if words < 0 or last < words:
        return []
    message = f"a mention ends at word {last + 1} here, but the other side has {words} words"
    return [_origin(document).problem(message, 0, _CODE, hint=_HINT)]


def _different(gold: CorefDocument, pred: CorefDocument) -> list[Difference]:
    """The words that differ, one by one, up to the length of the shorter side."""
    pairs = enumerate(zip(_words(gold), _words(pred), strict=False))
    return [
        (number, gold_word, pred_word)
        for number, (gold_word, pred_word) in pairs
        if gold_word[1] != pred_word[1]
    ]


def _problem(gold: CorefDocument, pred: CorefDocument, different: list[Difference], level: str) -> Problem:
    number, (offset, word), (here, other) = different[0]
    location = _origin(gold).problem("", offset, "").location
    message = f"word {number + 1} is {key(other)} here, but {key(word)} in the gold ({location})"
    if gold.tokens.count != pred.tokens.count:
        message += f"; there are {pred.tokens.count} words here, {gold.tokens.count} in the gold"
    elif len(different) > 1:
        message += f"; {len(different)} words differ"
    return _origin(pred).problem(message, here, _CODE, level=level, hint=_HINT if level == "error" else None)


def _words(document: CorefDocument) -> Iterator[tuple[int, str]]:
    return document.tokens.forms(document.origin.text) if document.tokens.forms else iter(())


def _origin(document: CorefDocument) -> Origin:
    """The words are found in the text itself, whatever the offsets of mentions count."""
    return replace(document.origin, in_bytes=False)
