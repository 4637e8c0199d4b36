# cython: language_level=3
"""Tokens that cover the same characters on both sides, and the words that they are."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["UNALIGNED", "linked", "token_partners", "word_partners"]

#: The partner of a token or word that has none. Not `ROOT`.
UNALIGNED = -2


def token_partners(gold: Sequence[str], pred: Sequence[str]) -> list[int]:
    """Return the gold token that covers the same characters as each predicted token, or `UNALIGNED`.

    >>> token_partners(["a", "bc", "d"], ["a", "b", "c", "d"])
    [0, -2, -2, 2]
    """
    partners: list[int] = [UNALIGNED] * len(pred)
    own: cython.Py_ssize_t = 0
    other: cython.Py_ssize_t
    owns: cython.Py_ssize_t = len(gold)
    # Where the two tokens begin.
    own_start: cython.Py_ssize_t = 0
    other_start: cython.Py_ssize_t = 0
    own_token: str
    other_token: str
    for other in range(len(pred)):
        other_token = pred[other]
        while own < owns and own_start < other_start:
            own_token = gold[own]
            own_start += len(own_token)
            own += 1
        if own < owns and own_start == other_start:
            own_token = gold[own]
            if len(own_token) == len(other_token):
                partners[other] = own
        other_start += len(other_token)
    return partners


def word_partners(
    tokens: list[int],
    gold: tuple[Sequence[int], Sequence[int], int],
    pred: tuple[Sequence[int], Sequence[int]],
) -> list[int]:
    """Return the gold word of each predicted word that is a token with a partner, `UNALIGNED` for the others.

    A side has the token of every word and the multiword tokens; the gold side also has the number of its tokens.

    >>> word_partners([0, 1, 2], ([0, 1, 1, 2], [1], 3), ([0, 1, 2], []))
    [0, -2, 3]
    """
    gold_tokens, gold_multiword, count = gold
    pred_tokens, pred_multiword = pred
    word: cython.Py_ssize_t
    token: cython.Py_ssize_t
    partner: cython.Py_ssize_t
    words: list[int] = [UNALIGNED] * count  # by gold token
    for word in range(len(gold_tokens)):
        token = gold_tokens[word]
        words[token] = word
    for token in gold_multiword:
        words[token] = UNALIGNED
    single: list[int] = list(tokens)
    for token in pred_multiword:
        single[token] = UNALIGNED
    partners: list[int] = []
    for word in range(len(pred_tokens)):
        token = pred_tokens[word]
        partner = single[token]
        partners.append(words[partner] if partner >= 0 else UNALIGNED)
    return partners


def linked(partners: list[int]) -> tuple[list[int], list[int]]:
    """Return the gold words and the predicted words of all aligned pairs.

    >>> linked([0, -2, 3])
    ([0, 3], [0, 2])
    """
    golds: list[int] = []
    preds: list[int] = []
    word: cython.Py_ssize_t
    partner: cython.Py_ssize_t
    for word in range(len(partners)):
        partner = partners[word]
        if partner >= 0:
            golds.append(partner)
            preds.append(word)
    return golds, preds
