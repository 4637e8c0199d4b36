# cython: language_level=3
"""Words by the characters they cover: partners outside of multiword tokens, and the words inside of each stretch."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["UNALIGNED", "common_spans", "partners_outside", "words_inside"]

#: The partner of a word that has none. Not `ROOT`.
UNALIGNED = -2


def common_spans(gold: list[int], pred: list[int]) -> int:
    """Return how many tokens cover the same characters on both sides, from the boundaries of their tokens.

    >>> common_spans([0, 2, 3, 7], [0, 2, 5, 7])
    1
    """
    count: cython.Py_ssize_t = 0
    other: cython.Py_ssize_t = 0
    token: cython.Py_ssize_t
    start: cython.Py_ssize_t
    others: cython.Py_ssize_t = len(pred) - 1
    for token in range(len(gold) - 1):
        start = gold[token]
        while other < others and pred[other] < start:
            other += 1
        if other == others:
            break
        if pred[other] == start and pred[other + 1] == gold[token + 1]:
            count += 1
    return count


def words_inside(
    tokens: Sequence[int], bounds: list[int], areas: list[tuple[int, int]]
) -> tuple[list[int], list[list[int]]]:
    """Return the words outside of all areas, and the words inside of each area.

    `tokens` has the token of each word, `bounds` where each token begins. A word that is partly inside an area is in
    neither.

    >>> words_inside([0, 1, 1, 2], [0, 1, 3, 4], [(1, 3)])
    ([0, 3], [[1, 2]])
    """
    outside: list[int] = []
    inside: list[list[int]] = [[] for _ in areas]
    area: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(areas)
    word: cython.Py_ssize_t
    token: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    if not count:
        return list(range(len(tokens))), inside
    first, last = areas[0]
    for word in range(len(tokens)):
        token = tokens[word]
        start = bounds[token]
        end = bounds[token + 1]
        while area < count and last <= start:
            area += 1
            if area < count:
                first, last = areas[area]
        if area == count or end <= first:
            outside.append(word)
        elif first <= start and end <= last:
            inside[area].append(word)
    return outside, inside


def partners_outside(
    gold: tuple[Sequence[int], Sequence[int], list[int]], pred: tuple[Sequence[int], Sequence[int], list[int]]
) -> list[int]:
    """Return the gold word of each predicted word that covers the same characters, `UNALIGNED` for the others.

    A side has words with characters of their own, the token of every word, and where each token begins.

    >>> partners_outside(([0, 1], [0, 1], [0, 2, 4]), ([0, 1, 2], [0, 1, 2], [0, 1, 2, 4]))
    [-2, -2, 1]
    """
    gold_words, gold_tokens, gold_bounds = gold
    pred_words, pred_tokens, pred_bounds = pred
    partners: list[int] = [UNALIGNED] * len(pred_tokens)
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = 0
    gold_token: cython.Py_ssize_t
    pred_token: cython.Py_ssize_t
    gold_start: cython.Py_ssize_t
    pred_start: cython.Py_ssize_t
    golds: cython.Py_ssize_t = len(gold_words)
    preds: cython.Py_ssize_t = len(pred_words)
    while i < golds and j < preds:
        gold_token = gold_tokens[gold_words[i]]
        pred_token = pred_tokens[pred_words[j]]
        gold_start = gold_bounds[gold_token]
        pred_start = pred_bounds[pred_token]
        if gold_start == pred_start and gold_bounds[gold_token + 1] == pred_bounds[pred_token + 1]:
            partners[pred_words[j]] = gold_words[i]
        # Tokens have characters, so that no two words of a side begin at the same one.
        if gold_start <= pred_start:
            i += 1
        if pred_start <= gold_start:
            j += 1
    return partners
