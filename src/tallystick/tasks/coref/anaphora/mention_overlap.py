"""Mention overlap: the words that mentions have in common under the best pairing, whatever their entities."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from tallystick.formats.coref.document import SLOT_BITS, CorefDocument
from tallystick.limits import PYTHON_STEP, current
from tallystick.solve.assign.intervals import most_overlap
from tallystick.solve.assign.sparse import assign
from tallystick.tasks.coref.mentions.join import count_words, join
from tallystick.tasks.coref.mentions.selection import MatchOptions, Selected, select
from tallystick.tasks.coref.mentions.sides import Overlap
from tallystick.tasks.coref.mentions.words import Shapes, common_nodes, common_words

__all__ = ["mention_overlap"]

#: Bytes for one pair of overlapping mentions, here and in the assignment.
PAIR_BYTES = 48
#: If more pairs of mentions overlap, most of them are never examined.
MANY_PAIRS = 200_000


def mention_overlap(gold: CorefDocument, pred: CorefDocument, options: MatchOptions) -> Overlap:
    """Pair mentions one to one so that they share as many words as possible; count these and all words.

    Identical mentions may be paired first. Let g = p, and let some best pairing have g with p′ and g′ with p instead:
    both g ∩ p′ and g′ ∩ p lie in g, so |g′ ∩ p′| ≥ |g ∩ p′| + |g′ ∩ p| − |g|, and pairing g with p and g′ with p′ is
    no worse.
    """
    if options.documents == "with-sets" and not gold.layer(options.layer).components:
        return Overlap(0, 0, 0)
    shapes = Shapes()
    golds, preds = select(gold, shapes, options), select(pred, shapes, options)
    partners = join(golds.columns, preds.columns)
    identical = array("i", [0]) * len(golds.keep)
    for partner in partners:
        if partner >= 0:
            identical[partner] = 1
    gold_free = [at for at, kept in enumerate(golds.keep) if kept and not identical[at]]
    pred_free = [at for at, kept in enumerate(preds.keep) if kept and partners[at] < 0]
    common = _words(golds, identical) + _best(golds, preds, gold_free, pred_free)
    return Overlap(common, _words(golds, golds.keep), _words(preds, preds.keep))


def _words(chosen: Selected, keep: array[int]) -> int:
    """How many words some mentions have."""
    document, layer = chosen.document, chosen.layer
    if document.empty_nodes or any(detail.parts for detail in layer.details.values()):
        return sum(document.size(layer, at) for at, kept in enumerate(keep) if kept)
    return count_words(layer.first, layer.last, keep, SLOT_BITS)


def _best(golds: Selected, preds: Selected, gold_free: list[int], pred_free: list[int]) -> int:
    """The greatest total overlap of what is not identical; whole numbers, so that doubles are exact."""
    if _close_pairs(golds, preds, gold_free, pred_free) > MANY_PAIRS:
        return _best_of_many(golds, preds, gold_free, pred_free)
    cells = _overlapping(golds, preds, gold_free, pred_free)
    if not cells:
        return 0
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    return round(assign(len(gold_free), len(pred_free), rows, cols, list(map(float, cells.values())))[1])


def _close_pairs(golds: Selected, preds: Selected, gold_free: list[int], pred_free: list[int]) -> int:
    """How many pairs of mentions overlap, gaps of discontinuous ones included."""
    starts = sorted(preds.layer.first[at] for at in pred_free)
    ends = sorted(preds.layer.last[at] for at in pred_free)
    return sum(
        bisect_right(starts, golds.layer.last[at]) - bisect_left(ends, golds.layer.first[at])
        for at in gold_free
    )


def _best_of_many(golds: Selected, preds: Selected, gold_free: list[int], pred_free: list[int]) -> int:
    """The same if there are too many pairs to examine each; only pairs of discontinuous mentions are examined."""
    import numpy as np

    nodes = common_nodes(golds.document, preds.document)

    def before(position: int) -> int:
        """Count the words and common empty nodes up to a position."""
        return (position >> SLOT_BITS) + (bisect_right(nodes, position) if nodes else 0)

    def ends(chosen: Selected, free: list[int]) -> list[tuple[int, int]]:
        ranges = (chosen.layer.parts(at) for at in free)
        return [
            (before(parts[0][0] - 1), before(parts[0][1])) if len(parts) == 1 else (0, 0) for parts in ranges
        ]

    gold_parted = [at for at in gold_free if len(golds.layer.parts(at)) > 1]
    pred_parted = [at for at in pred_free if len(preds.layer.parts(at)) > 1]
    gold_row = {at: row for row, at in enumerate(gold_free)}
    pred_row = {at: row for row, at in enumerate(pred_free)}
    known: dict[tuple[int, int], int] = {}
    for gold_mentions, pred_mentions in ((gold_parted, pred_free), (gold_free, pred_parted)):
        for (i, j), weight in _overlapping(golds, preds, gold_mentions, pred_mentions).items():
            known[gold_row[gold_mentions[i]], pred_row[pred_mentions[j]]] = weight
    gold_ends, pred_ends = ends(golds, gold_free), ends(preds, pred_free)
    return most_overlap(np.array(gold_ends, dtype=np.int64), np.array(pred_ends, dtype=np.int64), known)


def _overlapping(
    golds: Selected, preds: Selected, gold_free: list[int], pred_free: list[int]
) -> dict[tuple[int, int], int]:
    """The words that pairs of mentions share, by their indices among the free ones, found in one sweep."""
    nodes = common_nodes(golds.document, preds.document)
    shared: dict[tuple[int, int], int] = {}
    limits = current()
    active: list[int] = []
    at = 0
    for row, gold in enumerate(gold_free):
        first, last = golds.layer.first[gold], golds.layer.last[gold]
        active = [col for col in active if preds.layer.last[pred_free[col]] >= first]
        while at < len(pred_free) and preds.layer.first[pred_free[at]] <= first:
            if preds.layer.last[pred_free[at]] >= first:
                active.append(at)
            at += 1
        following = at
        near = active[:]
        while following < len(pred_free) and preds.layer.first[pred_free[following]] <= last:
            near.append(following)
            following += 1
        words = golds.layer.parts(gold)
        limits.spend(8 * PYTHON_STEP * len(near))
        pairs = len(shared) + len(near)
        limits.reserve(PAIR_BYTES * pairs, f"{pairs:,} or more pairs of overlapping mentions")
        for col in near:
            weight = common_words(words, preds.layer.parts(pred_free[col]), nodes)
            if weight:
                shared[row, col] = weight
    return shared
