# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Tagged sentences as columns: from lists of tags to counts, without an object for any span.

The spans of one sentence never overlap each other. So the overlapping pairs of spans of two sides form chains, and the
best matching of a chain is found in one pass.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = [
    "ENDS", "INSIDE", "OUTSIDE", "SINGLE", "STARTS", "SpanColumns", "best_totals", "count_equal", "number_tags",
    "read_spans",
]  # fmt: skip

#: The effect of a tag's prefix: nothing (O), begin (B), continue (I) or end (E, L) a span, or be one (S, U).
OUTSIDE, STARTS, INSIDE, ENDS, SINGLE = range(5)


class SpanColumns:
    """The spans of many sentences: types, first and last tokens, and where each sentence begins in these columns."""

    __slots__ = ("bounds", "flaws", "left", "right", "type")

    def __init__(self, sentences: int, most_spans: int) -> None:
        self.bounds = array("q", [0]) * (sentences + 1)
        self.type = array("i", [0]) * most_spans
        self.left = array("i", [0]) * most_spans
        self.right = array("i", [0]) * most_spans
        self.flaws = array("i", [0]) * sentences
        """How many tags of each sentence fit no scheme."""


def number_tags(
    sentences: Sequence[Any], numbers: dict[str, int], add: Callable[[str], int]
) -> tuple[array[int], array[int]] | None:
    """Return the numbers of all tags, and where each sentence begins among them; the last entry is the end.

    `add` numbers a tag that `numbers` does not have. None if a sentence is not a list, a tag is not a string,
    or `add` returns −1.

    >>> tags, bounds = number_tags([["O", "B-A"], [], ["O"]], {"O": 0, "B-A": 1}, lambda tag: -1)
    >>> tags.tolist(), bounds.tolist()
    ([0, 1, 0], [0, 2, 2, 3])
    """
    bounds: array[int] = array("q", [0]) * (len(sentences) + 1)
    bound: cython.longlong[::1] = bounds
    index: cython.Py_ssize_t
    total: cython.longlong = 0
    for index, sentence in enumerate(sentences, 1):
        if type(sentence) is not list:
            return None
        total += len(sentence)
        bound[index] = total
    tags: array[int] = array("i", [0]) * total
    number: cython.int[::1] = tags
    known: dict[str, int] = numbers
    row: list[Any]
    at: cython.longlong = 0
    for row in sentences:
        for tag in row:
            if type(tag) is not str:
                return None
            value = known.get(tag)
            if value is None:
                value = add(tag)
                if value < 0:
                    return None
            number[at] = value
            at += 1
    return tags, bounds


def read_spans(tags: array[int], bounds: array[int], prefixes: array[int], types: array[int]) -> SpanColumns:
    """Read tags leniently, as :func:`~tallystick.formats.tags.lenient.lenient_spans` does.

    `prefixes` and `types` say of each number of a tag what its prefix does, and the number of its type.
    """
    sentences: cython.Py_ssize_t = len(bounds) - 1
    columns = SpanColumns(sentences, len(tags))
    number: cython.int[::1] = tags
    bound: cython.longlong[::1] = bounds
    prefix_of: cython.int[::1] = prefixes
    type_of: cython.int[::1] = types
    begin: cython.longlong[::1] = columns.bounds
    span_type: cython.int[::1] = columns.type
    left: cython.int[::1] = columns.left
    right: cython.int[::1] = columns.right
    flaws: cython.int[::1] = columns.flaws
    sentence: cython.Py_ssize_t
    at: cython.longlong
    index: cython.int
    start: cython.int
    kind: cython.int
    open_type: cython.int
    prefix: cython.int
    spans: cython.longlong = 0
    outside: cython.int = OUTSIDE
    starts: cython.int = STARTS
    inside: cython.int = INSIDE
    ends: cython.int = ENDS
    single: cython.int = SINGLE
    for sentence in range(sentences):
        open_type = -1
        start = 0
        index = 0
        for at in range(bound[sentence], bound[sentence + 1]):
            prefix = prefix_of[number[at]]
            kind = type_of[number[at]]
            if open_type >= 0 and (prefix in (outside, starts, single) or open_type != kind):
                span_type[spans] = open_type
                left[spans] = start
                right[spans] = index - 1
                spans += 1
                if prefix in (inside, ends):
                    flaws[sentence] += 1
                open_type = -1
            elif prefix == ends and open_type < 0:
                flaws[sentence] += 1
            if prefix != outside and open_type < 0:
                open_type = kind
                start = index
            if prefix in (ends, single):
                span_type[spans] = kind
                left[spans] = start
                right[spans] = index
                spans += 1
                open_type = -1
            index += 1
        if open_type >= 0:
            span_type[spans] = open_type
            left[spans] = start
            right[spans] = index - 1
            spans += 1
        begin[sentence + 1] = spans
    return columns


def best_totals(
    gold: SpanColumns, pred: SpanColumns, weights: array[int], least_percent: float = 0.0
) -> array[int]:
    """Return the weight of the best matching of each pair of sentences.

    `weights` are those of two overlapping spans: equal with the same type, equal with another type, unequal with the
    same type, unequal with another type. An overlap of unequal spans counts if it has `least_percent` of the gold span.
    """
    sentences: cython.Py_ssize_t = len(gold.bounds) - 1
    totals: array[int] = array("q", [0]) * sentences
    total: cython.longlong[::1] = totals
    worth: cython.longlong[::1] = weights
    least: cython.double = least_percent
    gold_begin: cython.longlong[::1] = gold.bounds
    pred_begin: cython.longlong[::1] = pred.bounds
    gold_type: cython.int[::1] = gold.type
    pred_type: cython.int[::1] = pred.type
    gold_left: cython.int[::1] = gold.left
    pred_left: cython.int[::1] = pred.left
    gold_right: cython.int[::1] = gold.right
    pred_right: cython.int[::1] = pred.right
    sentence: cython.Py_ssize_t
    i: cython.longlong
    j: cython.longlong
    # The pair before this one that has a weight, and whether it shares its gold span (1) or its pred span (2) with
    # the pair before it, which makes both a part of one run: of the pairs of a run, one at most can match.
    last_i: cython.longlong
    last_j: cython.longlong
    run: cython.int
    shared: cython.int
    # The best weight so far, that without the last pair, and that before the run.
    best: cython.longlong
    before: cython.longlong
    base: cython.longlong
    weight: cython.longlong
    common: cython.int
    for sentence in range(sentences):
        i = gold_begin[sentence]
        j = pred_begin[sentence]
        last_i = last_j = -1
        run = 0
        best = before = base = 0
        while i < gold_begin[sentence + 1] and j < pred_begin[sentence + 1]:
            common = min(gold_right[i], pred_right[j]) - max(gold_left[i], pred_left[j]) + 1
            if common > 0:
                if gold_left[i] == pred_left[j] and gold_right[i] == pred_right[j]:
                    weight = worth[0] if gold_type[i] == pred_type[j] else worth[1]
                elif 100.0 * common < least * (gold_right[i] - gold_left[i] + 1):
                    weight = 0
                else:
                    weight = worth[2] if gold_type[i] == pred_type[j] else worth[3]
                if weight:
                    shared = 1 if i == last_i else 2 if j == last_j else 0
                    if not shared:
                        base = best
                    elif shared != run:
                        base = before
                    before = best
                    best = max(best, base + weight)
                    run = shared
                    last_i = i
                    last_j = j
            # The span that ends first meets no other. Of two that end together, neither does.
            if gold_right[i] < pred_right[j]:
                i += 1
            elif gold_right[i] > pred_right[j]:
                j += 1
            else:
                i += 1
                j += 1
        total[sentence] = best
    return totals


def count_equal(gold: array[int], pred: array[int], bounds: array[int]) -> array[int]:
    """Return how many tags of each pair of sentences are equal.

    >>> count_equal(array("i", [0, 1, 2]), array("i", [0, 2, 2]), array("q", [0, 2, 3])).tolist()
    [1, 1]
    """
    sentences: cython.Py_ssize_t = len(bounds) - 1
    totals: array[int] = array("q", [0]) * sentences
    total: cython.longlong[::1] = totals
    golds: cython.int[::1] = gold
    preds: cython.int[::1] = pred
    bound: cython.longlong[::1] = bounds
    sentence: cython.Py_ssize_t
    at: cython.longlong
    for sentence in range(sentences):
        for at in range(bound[sentence], bound[sentence + 1]):
            total[sentence] += golds[at] == preds[at]
    return totals
