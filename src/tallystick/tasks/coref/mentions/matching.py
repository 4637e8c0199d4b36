"""Mention matching: which mention of the prediction is which of the gold, decided once, before any metric."""

from __future__ import annotations

from array import array
from dataclasses import replace

from tallystick.errors import DataError
from tallystick.formats.coref.document import CorefDocument, Range
from tallystick.tasks.coref.mentions.heads import with_minimal_spans
from tallystick.tasks.coref.mentions.join import gather, join, number_in_order, number_pred
from tallystick.tasks.coref.mentions.lenient import close_pairs, first_inside, with_heads
from tallystick.tasks.coref.mentions.selection import MatchOptions, Selected, problems_of, select
from tallystick.tasks.coref.mentions.sides import MentionSide
from tallystick.tasks.coref.mentions.words import Shapes
from tallystick.tasks.coref.mentions.zero_pairs import zero_pairs

__all__ = ["MatchOptions", "match"]

_DEFAULTS = MatchOptions()


def match(
    gold: CorefDocument, pred: CorefDocument, options: MatchOptions = _DEFAULTS
) -> tuple[MentionSide, MentionSide]:
    """The two sides with mentions as numbers; a mention that belongs to two entities is an error by default.

    Singletons are dropped before matching, on each side by itself.
    """
    if options.match == "minimal":
        gold, pred = (with_minimal_spans(document, options.layer) for document in (gold, pred))
        options = replace(options, match="head")
    shapes = Shapes()
    golds, preds = select(gold, shapes, options), select(pred, shapes, options)
    if options.repeated == "error" and (golds.repeats or preds.repeats):
        raise DataError(problems_of(golds, "error") + problems_of(preds, "error"))
    partners = _partners(golds, preds, options)
    gold_numbers, count = number_in_order(golds.keep)
    pred_numbers = number_pred(gold_numbers, partners, preds.keep, count)
    if options.repeated != "reference":
        return _side(golds, gold_numbers), _side(preds, pred_numbers)
    gold_repeats = [*golds.repeats, *golds.collapsed]
    pred_repeats = [pair for pair in (*preds.repeats, *preds.collapsed) if partners[pair[0]] < 0]
    for numbers, repeats in ((gold_numbers, gold_repeats), (pred_numbers, pred_repeats)):
        for kept, other in repeats:
            numbers[other] = numbers[kept]
    return (
        _side(golds, gold_numbers, repeated=bool(gold_repeats)),
        _side(preds, pred_numbers, repeated=bool(pred_repeats)),
    )


def _partners(golds: Selected, preds: Selected, options: MatchOptions) -> array[int]:
    """The gold mention of each mention of the prediction, −1 for none: zeros first, then identical, then close."""
    zeros = zero_pairs(golds, preds) if options.zero_match == "dependent" else {}
    if not zeros and options.match == "exact":
        return join(golds.columns, preds.columns)
    # Those that are paired by their dependencies do not take part in the rest.
    gold_keep, pred_keep = golds.keep[:], preds.keep[:]
    for gold, pred in zeros.items():
        gold_keep[gold] = pred_keep[pred] = 0
    if options.match == "head":
        known: dict[tuple[int, tuple[Range, ...]], int] = {}
        with_heads(golds, known)
        with_heads(preds, known)
    partners = join((*golds.columns[:3], gold_keep), (*preds.columns[:3], pred_keep))
    for gold, pred in zeros.items():
        partners[pred] = gold
    if options.match == "partial-craft":
        for gold, pred in first_inside(golds, preds, gold_keep, pred_keep, partners).items():
            partners[pred] = gold
    elif options.match != "exact":
        taken = set(partners)
        gold_free = [at for at, kept in enumerate(gold_keep) if kept and at not in taken]
        pred_free = [at for at, kept in enumerate(pred_keep) if kept and partners[at] < 0]
        for gold, pred in close_pairs(golds, preds, gold_free, pred_free, options.match).items():
            partners[pred] = gold
    return partners


def _side(chosen: Selected, numbers: array[int], *, repeated: bool = False) -> MentionSide:
    layer = chosen.layer
    entities, which = gather(numbers, layer.entity, len(layer.names))
    zeros: frozenset[int] = frozenset()
    if chosen.document.empty_nodes:
        zeros = frozenset(number for at, number in enumerate(numbers) if number >= 0 and layer.is_zero(at))
    if not chosen.components:
        return MentionSide(tuple(entities), zeros=zeros, numbers=numbers, repeated=repeated)
    # Those that do not count themselves come last.
    order = sorted(range(len(which)), key=lambda at: which[at] in chosen.dropped)
    index = {which[at]: new for new, at in enumerate(order)}
    counted = sum(which[at] not in chosen.dropped for at in order)
    components = tuple(
        tuple(dict.fromkeys(index[part] for part in chosen.components.get(which[at], ()) if part in index))
        for at in order
    )
    ordered = tuple(entities[at] for at in order)
    return MentionSide(
        ordered[:counted],
        components if any(components) else (),
        ordered[counted:],
        zeros,
        numbers,
        repeated,
    )
