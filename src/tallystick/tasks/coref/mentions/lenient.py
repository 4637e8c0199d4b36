"""Mentions that are not the same but close: with the same head, or a part of the other that has its head.

`first_inside` is the rule of the CRAFT shared task, which needs no assignment.

What remains when identical mentions are paired is paired one to one by maximum weight, the share of the gold
mention's words that the other covers. Of several best pairings the first counts: gold mentions in order each take the
earliest partner.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tallystick.formats.coref.document import Range
from tallystick.limits import PYTHON_STEP, checked
from tallystick.solve.assign.exact import assign_exactly
from tallystick.tasks.coref.mentions.selection import Selected
from tallystick.tasks.coref.mentions.words import common_nodes, common_words

__all__ = ["close_pairs", "with_heads"]

Candidates = Iterator[tuple[int, int]]


def close_pairs(
    golds: Selected, preds: Selected, gold_free: Sequence[int], pred_free: Sequence[int], mode: str
) -> dict[int, int]:
    """The pred mention of each gold mention that finds one, among those that are free; `mode` head or partial."""
    nodes = common_nodes(golds.document, preds.document)
    find = _with_same_head if mode == "head" else _parts_with_head
    cells = []
    for gold, pred in checked(find(golds, preds, gold_free, pred_free), 20 * PYTHON_STEP):
        words, size = golds.layer.parts(gold), golds.document.size(golds.layer, gold)
        common = common_words(words, preds.layer.parts(pred), nodes)
        if mode == "head" or _covers(golds, preds, gold, pred, common, nodes):
            cells.append((gold, pred, Fraction(common, size)))
    return assign_exactly(cells)


def first_inside(
    golds: Selected,
    preds: Selected,
    gold_keep: Sequence[int],
    pred_keep: Sequence[int],
    partners: Sequence[int],
) -> dict[int, int]:
    """The pred mention of each gold mention under partial-craft.

    A predicted mention without a partner takes the first gold mention whose first part contains one of its own parts;
    if that one is taken, the predicted mention has no partner. `partners` are the pairs so far.
    """
    taken = {gold for gold in partners if gold >= 0}
    pairs: dict[int, int] = {}
    # Gold mentions come in order of their first position: those that begin before a part are a prefix.
    starts = [at for at, kept in enumerate(gold_keep) if kept]
    firsts = [golds.layer.first[at] for at in starts]
    ends = FirstAtLeast([golds.layer.parts(at)[0][1] for at in starts])
    for pred, kept in enumerate(pred_keep):
        if not kept or partners[pred] >= 0:
            continue
        inside = [ends.find(last, bisect_right(firsts, first)) for first, last in preds.layer.parts(pred)]
        candidates = [index for index in inside if index >= 0]
        if candidates and (gold := starts[min(candidates)]) not in taken:
            taken.add(gold)
            pairs[gold] = pred
    return pairs


class FirstAtLeast:
    """Finds the first of some numbers that is large enough, in logarithmic time: a tree of maxima."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.width = 1 << max(0, len(numbers) - 1).bit_length()
        self.largest = [-1] * self.width + list(numbers) + [-1] * (self.width - len(numbers))
        for node in range(self.width - 1, 0, -1):
            self.largest[node] = max(self.largest[2 * node], self.largest[2 * node + 1])

    def find(self, least: int, stop: int) -> int:
        """The index of the first number of at least `least`, −1 if there is none before `stop`.

        >>> FirstAtLeast([3, 7, 5]).find(5, 3), FirstAtLeast([3, 7, 5]).find(5, 1)
        (1, -1)
        """
        if self.largest[1] < least:
            return -1
        node = 1
        while node < self.width:
            node = 2 * node if self.largest[2 * node] >= least else 2 * node + 1
        index = node - self.width
        return index if index < stop else -1


def with_heads(chosen: Selected, known: dict[tuple[int, tuple[Range, ...]], int]) -> None:
    """Make the head part of a mention's shape: mentions are identical then only if their heads are too."""
    for at, detail in chosen.layer.details.items():
        if detail.head:
            shape = (chosen.shapes[at], detail.head)
            chosen.shapes[at] = -known.setdefault(shape, len(known) + 1)


def _with_same_head(
    golds: Selected, preds: Selected, gold_free: Sequence[int], pred_free: Sequence[int]
) -> Candidates:
    by_head: dict[tuple[Range, ...], list[int]] = {}
    for pred in pred_free:
        by_head.setdefault(preds.layer.head(pred), []).append(pred)
    for gold in gold_free:
        for pred in by_head.get(golds.layer.head(gold), ()):
            yield gold, pred


def _parts_with_head(
    golds: Selected, preds: Selected, gold_free: Sequence[int], pred_free: Sequence[int]
) -> Candidates:
    """Pairs in which the prediction contains the first word of the gold head, found in one sweep."""
    heads = sorted((golds.layer.head(gold)[0][0], gold) for gold in gold_free)
    starts = iter([*((preds.layer.first[pred], pred) for pred in pred_free), (-1, -1)])
    start, pred = next(starts)
    active: list[int] = []
    for head, gold in heads:
        while pred >= 0 and start <= head:
            active.append(pred)
            start, pred = next(starts)
        active = [candidate for candidate in active if preds.layer.last[candidate] >= head]
        for candidate in active:
            if preds.layer.first[candidate] >= golds.layer.first[gold]:
                yield gold, candidate


def _covers(
    golds: Selected, preds: Selected, gold: int, pred: int, common: int, nodes: Sequence[int]
) -> bool:
    """Whether all words of the prediction are words of the gold mention, and the gold head is among them."""
    words = preds.layer.parts(pred)
    if common != preds.document.size(preds.layer, pred):
        return False
    head = golds.layer.head(gold)
    wanted = sum(golds.document.words_in(first, last) for first, last in head)
    return common_words(head, words, nodes) == wanted
