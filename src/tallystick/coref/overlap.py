"""Mention overlap: the words that mentions have in common under the best pairing, whatever their entities."""

from __future__ import annotations

from array import array

from tallystick.coref.join import count_words, join
from tallystick.coref.selection import MatchOptions, Selected, select
from tallystick.coref.sides import Overlap
from tallystick.coref.words import Shapes, common_nodes, common_words
from tallystick.formats.coref_document import SLOT_BITS, CorefDocument
from tallystick.solve.assignment import assign

__all__ = ["mention_overlap"]


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
    nodes = common_nodes(golds.document, preds.document)
    rows: list[int] = []
    cols: list[int] = []
    weights: list[float] = []
    active: list[int] = []
    at = 0
    for row, gold in enumerate(gold_free):
        first, last = golds.layer.first[gold], golds.layer.last[gold]
        active = [col for col in active if preds.layer.last[pred_free[col]] >= first]
        while at < len(pred_free) and preds.layer.first[pred_free[at]] <= first:
            if preds.layer.last[pred_free[at]] >= first:
                active.append(at)
            at += 1
        later = at
        near = active[:]
        while later < len(pred_free) and preds.layer.first[pred_free[later]] <= last:
            near.append(later)
            later += 1
        words = golds.layer.parts(gold)
        for col in near:
            weight = common_words(words, preds.layer.parts(pred_free[col]), nodes)
            if weight:
                rows.append(row)
                cols.append(col)
                weights.append(float(weight))
    return round(assign(len(gold_free), len(pred_free), rows, cols, weights)[1]) if rows else 0
