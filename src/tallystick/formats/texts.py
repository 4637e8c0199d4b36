"""Two texts that should be the same: a description of their first difference.

Most metrics compare positions, not words. The score of two sides with different texts is meaningless, so a difference
causes a warning, or an error under ``--strict-text``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UNKNOWN, Problem
from tallystick.formats.json.value_names import key

__all__ = ["OUTSIDE", "STRICT", "text_problem", "texts_differ", "words_differ"]

DIFFERENT, OUTSIDE = "text-differs", "span-outside-text"
#: The codes that ``--strict-text`` makes errors. Coreference compares words itself.
STRICT = frozenset({DIFFERENT, OUTSIDE, "coref-words-differ"})

_HINT = "scores are meaningless if the texts differ; pass --strict-text to make this an error"
#: The hint where it is an error.
STRICT_HINT = "compare files of the same text, or leave out --strict-text"


def words_differ(gold: Sequence[str], pred: Sequence[str], location: str = "") -> str | None:
    """Describe the first difference between two lists of words, and count them; None if there is none.

    >>> words_differ("a b c".split(), "a x y".split(), "gold.conll:1")
    "word 2 is 'x' here, but 'b' in the gold (gold.conll:1); 2 words differ"
    """
    if tuple(gold) == tuple(pred):
        return None
    differing = [
        number
        for number, (gold_word, pred_word) in enumerate(zip(gold, pred, strict=False))
        if gold_word != pred_word
    ]
    where = f"in the gold ({location})" if location else "in the gold"
    lengths = f"there are {len(pred)} words here, {len(gold)}"
    if not differing:
        return f"{lengths} {where}"
    first = differing[0]
    message = f"word {first + 1} is {key(pred[first])} here, but {key(gold[first])} {where}"
    if len(gold) != len(pred):
        return f"{message}; {lengths} in the gold"
    return f"{message}; {len(differing)} words differ" if len(differing) > 1 else message


def texts_differ(gold: str, pred: str, location: str = "") -> str | None:
    """Do the same for two texts. One of them may be tokenised, so blanks are ignored.

    >>> texts_differ("It rains.", "It rains .") is None
    True
    """
    gold_words, pred_words = gold.split(), pred.split()
    return (
        words_differ(gold_words, pred_words, location) if "".join(gold_words) != "".join(pred_words) else None
    )


def text_problem(message: str, path: str = UNKNOWN, line: int = 0, item: str | None = None) -> Problem:
    """Report a difference at the prediction."""
    return Problem(message, path, line, 1 if line else 0, item, _HINT, DIFFERENT, "warning")
