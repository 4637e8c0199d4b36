# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Joining the mentions of two sides by position, and gathering them by entity.

Mentions come as columns in order of first, then of last position. `shape` is 0 for a mention that is one range of
words; any other has a number that identifies its words, the same on both sides iff they are the same.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def same_spans(first: array[int], last: array[int]) -> list[tuple[int, int]]:
    """The runs of mentions, two or more, that have the same first and last position.

    >>> same_spans(array("q", [1, 1, 1, 5]), array("q", [1, 2, 2, 6]))
    [(1, 3)]
    """
    n: cython.Py_ssize_t = len(first)
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    starts: cython.longlong[::1] = first
    ends: cython.longlong[::1] = last
    runs: list[tuple[int, int]] = []
    while i < n:
        j = i + 1
        while j < n and starts[j] == starts[i] and ends[j] == ends[i]:
            j += 1
        if j - i > 1:
            runs.append((i, j))
        i = j
    return runs


def entity_sizes(entity: array[int], keep: array[int], entities: int) -> array[int]:
    """How many of the mentions that are kept each entity has."""
    sizes: array[int] = array("i", [0]) * entities
    size: cython.int[::1] = sizes
    owner: cython.int[::1] = entity
    kept: cython.int[::1] = keep
    i: cython.Py_ssize_t
    for i in range(len(entity)):
        size[owner[i]] += kept[i]
    return sizes


def count_words(first: array[int], last: array[int], keep: array[int], slot_bits: int) -> int:
    """How many words the mentions have that are kept, where each is one range without empty nodes.

    >>> count_words(array("q", [4, 8]), array("q", [8, 8]), array("i", [1, 1]), 2)
    3
    """
    starts: cython.longlong[::1] = first
    ends: cython.longlong[::1] = last
    kept: cython.int[::1] = keep
    shift: cython.int = slot_bits
    i: cython.Py_ssize_t
    total: cython.longlong = 0
    for i in range(len(first)):
        if kept[i]:
            total += (ends[i] >> shift) - ((starts[i] - 1) >> shift)
    return total


def number_in_order(keep: array[int]) -> tuple[array[int], int]:
    """Numbers from 0 for the mentions that are kept, −1 for all others; and how many are kept."""
    numbers: array[int] = array("i", [-1]) * len(keep)
    number: cython.int[::1] = numbers
    kept: cython.int[::1] = keep
    i: cython.Py_ssize_t
    count: cython.int = 0
    for i in range(len(keep)):
        if kept[i]:
            number[i] = count
            count += 1
    return numbers, count


def join(
    gold: tuple[array[int], array[int], array[int], array[int]],
    pred: tuple[array[int], array[int], array[int], array[int]],
) -> array[int]:
    """The gold mention of each mention of the prediction, −1 for none.

    A side is the columns first, last, shape and keep. Of the mentions of a side that are kept no two are the same.

    >>> simple = (array("q", [1, 3]), array("q", [2, 3]), array("i", [0, 0]), array("i", [1, 1]))
    >>> other = (array("q", [1, 2, 3]), array("q", [2, 2, 3]), array("i", [0] * 3), array("i", [1, 1, 0]))
    >>> list(join(simple, other))
    [0, -1, -1]
    """
    partners: array[int] = array("i", [-1]) * len(pred[0])
    partner: cython.int[::1] = partners
    gold_first: cython.longlong[::1] = gold[0]
    gold_last: cython.longlong[::1] = gold[1]
    gold_shape: cython.int[::1] = gold[2]
    gold_keep: cython.int[::1] = gold[3]
    pred_first: cython.longlong[::1] = pred[0]
    pred_last: cython.longlong[::1] = pred[1]
    pred_shape: cython.int[::1] = pred[2]
    pred_keep: cython.int[::1] = pred[3]
    golds: cython.Py_ssize_t = len(gold_first)
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for j in range(len(pred_first)):
        while i < golds and (
            gold_first[i] < pred_first[j] or (gold_first[i] == pred_first[j] and gold_last[i] < pred_last[j])
        ):
            i += 1
        if not pred_keep[j]:
            continue
        k = i
        while k < golds and gold_first[k] == pred_first[j] and gold_last[k] == pred_last[j]:
            if gold_keep[k] and gold_shape[k] == pred_shape[j]:
                partner[j] = k
                break
            k += 1
    return partners


def number_pred(gold_numbers: array[int], partners: array[int], keep: array[int], start: int) -> array[int]:
    """The number of a partner for those that have one, numbers from `start` on for the others."""
    numbers: array[int] = array("i", [-1]) * len(keep)
    number: cython.int[::1] = numbers
    gold: cython.int[::1] = gold_numbers
    partner: cython.int[::1] = partners
    kept: cython.int[::1] = keep
    i: cython.Py_ssize_t
    count: cython.int = start
    for i in range(len(keep)):
        if not kept[i]:
            continue
        if partner[i] >= 0:
            number[i] = gold[partner[i]]
        else:
            number[i] = count
            count += 1
    return numbers


def gather(numbers: array[int], entity: array[int], entities: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """The numbers of each entity that has any, entities in order of their first mention; and which they are.

    >>> gather(array("i", [0, 1, -1, 2]), array("i", [1, 0, 0, 1]), 2)
    ([(0, 2), (1,)], [1, 0])
    """
    number: cython.int[::1] = numbers
    owner: cython.int[::1] = entity
    index: cython.int[::1] = array("i", [-1]) * entities
    i: cython.Py_ssize_t
    groups: list[list[int]] = []
    which: list[int] = []
    for i in range(len(numbers)):
        if number[i] < 0:
            continue
        if index[owner[i]] < 0:
            index[owner[i]] = len(groups)
            groups.append([number[i]])
            which.append(owner[i])
        else:
            groups[index[owner[i]]].append(number[i])
    return [tuple(mentions) for mentions in groups], which
