"""Levenshtein distance. Of a single pair: by rapidfuzz where it is installed, else by bit vectors (Myers 1999)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from tallystick.solve.edit_distance import Coded

__all__ = ["distance", "levenshtein", "share_matrix"]


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


def share_matrix(golds: Sequence[str], preds: Sequence[str], least: Fraction, *, full: bool) -> np.ndarray:
    """Return the similarities of all pairs of two lists of texts; those below `least` count 0.

    If `full`, all others count 1. Thresholds are compared in whole numbers.
    """
    import numpy as np

    from tallystick.solve.edit_distance import EditDistances

    lengths = {len(text) for text in (*golds, *preds)}
    kept = array("i", bytes(4 * (1 + max(lengths, default=0))))
    for length in lengths:
        kept[length] = ceil(length * least)
    shares = np.empty((len(golds), len(preds)))
    EditDistances(*_coded(golds, preds)).shares(kept, full, shares.reshape(-1))
    return shares


def _coded(golds: Sequence[str], preds: Sequence[str]) -> tuple[Coded, Coded, int]:
    """Return texts as numbers, and how many there are: 0 is any character that occurs in no gold text."""
    import numpy as np

    from tallystick.solve.edit_distance import Coded

    sides = [
        np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        for texts in (golds, preds)
    ]
    codes = np.zeros(1 + max([int(side.max(initial=0)) for side in sides]), np.intc)
    codes[sides[0]] = 1
    signs = np.flatnonzero(codes)
    codes[signs] = np.arange(1, len(signs) + 1)
    starts = [np.cumsum([0, *map(len, texts)], dtype=np.intc) for texts in (golds, preds)]
    own, other = [
        Coded(array("i", codes[side].tobytes()), array("i", start.tobytes()))
        for side, start in zip(sides, starts, strict=True)
    ]
    return own, other, len(signs) + 1


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
