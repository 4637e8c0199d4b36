# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The words of mentions as numbers, which are counted faster than words."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def word_starts(words: Sequence[str]) -> array[int]:
    """Return where each word begins in a text in which one blank follows every word, and where that text ends.

    >>> list(word_starts(("Ann", "", "left")))
    [0, 4, 5, 10]
    """
    k: cython.Py_ssize_t
    at: cython.int = 0
    result: array[int] = array("i", bytes(4 * (len(words) + 1)))
    starts: cython.int[::1] = result
    word: str
    for k in range(len(words)):
        word = words[k]
        at += len(word) + 1
        starts[k + 1] = at
    return result


def add_labels(
    labels: array[int],
    mentions: array[int],
    layer: tuple[array[int], array[int], int],
    text: tuple[str, array[int]],
    known: dict[str, int],
    words: list[str],
) -> None:
    """Number the words of the mentions whose label is negative.

    `layer` is the first and the last position of each mention, and by how many bits these are shifted; `text` the
    words separated by blanks, and where each begins.

    >>> labels, known, words = array("i", [4, -1, -1]), {}, []
    >>> layer = array("q", [2, 2, 4]), array("q", [2, 4, 4]), 1
    >>> add_labels(labels, array("i", [0, 1, 2]), layer, ("Ann left", word_starts(("Ann", "left"))), known, words)
    >>> list(labels), words
    ([4, 0, 1], ['Ann left', 'left'])
    """
    row: cython.Py_ssize_t
    at: cython.int
    shift: cython.int = layer[2]
    label: cython.int[::1] = labels
    mention: cython.int[::1] = mentions
    first: cython.longlong[::1] = layer[0]
    last: cython.longlong[::1] = layer[1]
    start: cython.int[::1] = text[1]
    whole: str = text[0]
    word: str
    for row in range(len(labels)):
        if label[row] >= 0:
            continue
        at = mention[row]
        word = whole[start[(first[at] >> shift) - 1] : start[last[at] >> shift] - 1]
        number = known.get(word)
        if number is None:
            number = known[word] = len(words)
            words.append(word)
        label[row] = number


def copy_labels(
    golds: tuple[array[int], array[int], array[int], array[int]],
    preds: tuple[array[int], array[int], array[int], array[int]],
    partners: array[int],
) -> None:
    """Copy the labels of gold mentions to their partners at the same positions.

    A side is its labels, the index of each row, and the first and the last position by index.
    """
    row: cython.Py_ssize_t
    gold: cython.int
    pred: cython.int
    gold_label: cython.int[::1] = golds[0]
    gold_mention: cython.int[::1] = golds[1]
    gold_first: cython.longlong[::1] = golds[2]
    gold_last: cython.longlong[::1] = golds[3]
    pred_label: cython.int[::1] = preds[0]
    pred_mention: cython.int[::1] = preds[1]
    pred_first: cython.longlong[::1] = preds[2]
    pred_last: cython.longlong[::1] = preds[3]
    partner: cython.int[::1] = partners
    for row in range(len(partners)):
        if partner[row] < 0:
            continue
        gold = gold_mention[row]
        pred = pred_mention[partner[row]]
        if gold_first[gold] == pred_first[pred] and gold_last[gold] == pred_last[pred]:
            pred_label[partner[row]] = gold_label[row]
