"""Levenshtein distance: by rapidfuzz where it is installed, else by bit vectors (Myers 1999)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

__all__ = ["distance", "distance_matrix", "levenshtein"]


def levenshtein(gold: str, pred: str) -> Fraction | int:
    """Return 1 − d / the longer length, in code points.

    >>> levenshtein("kitten", "sitting")
    Fraction(4, 7)
    """
    longer = max(len(gold), len(pred))
    return Fraction(longer - distance(gold, pred), longer) if longer else 1


def distance(gold: str, pred: str) -> int:
    """Return the least number of insertions, deletions and replacements that make one text of the other."""
    library = _rapidfuzz()
    if library is not None:
        return int(library.distance(gold, pred))
    return _distance(gold, pred)


def distance_matrix(golds: Sequence[str], preds: Sequence[str]) -> np.ndarray:
    """Return the distances of all pairs of two lists of texts."""
    import numpy as np

    library = _rapidfuzz()
    if library is not None:
        from rapidfuzz.process import cdist

        return cdist(golds, preds, scorer=library.distance, dtype=np.int32, workers=-1)
    return np.array([[_distance(gold, pred) for pred in preds] for gold in golds], dtype=np.int32).reshape(
        len(golds), len(preds)
    )


@cache
def _rapidfuzz() -> Any:
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        return None
    return Levenshtein


def _distance(first: str, second: str) -> int:
    """Return the distance, by a column of the table at a time as the bits of two whole numbers.

    >>> _distance("kitten", "sitting"), _distance("", "abc"), _distance("abc", "abc")
    (3, 3, 0)
    """
    if not first or not second:
        return len(first) + len(second)
    occurs: dict[str, int] = {}
    for index, sign in enumerate(first):
        occurs[sign] = occurs.get(sign, 0) | 1 << index
    mask, last = (1 << len(first)) - 1, 1 << (len(first) - 1)
    rises, falls, result = mask, 0, len(first)
    for sign in second:
        equal = occurs.get(sign, 0)
        diagonal = (((equal & rises) + rises) ^ rises) | equal | falls
        up = falls | ~(diagonal | rises) & mask
        down = rises & diagonal
        if up & last:
            result += 1
        elif down & last:
            result -= 1
        up = up << 1 | 1
        falls = up & diagonal & mask
        rises = (down << 1 | ~(diagonal | up)) & mask
    return result
