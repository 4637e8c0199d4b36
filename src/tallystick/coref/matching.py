"""Mention matching: which mention of the prediction is which of the gold, decided once, before any metric."""

from __future__ import annotations

from array import array

from tallystick.coref.join import gather, join, number_in_order, number_pred
from tallystick.coref.selection import MatchOptions, Selected, problems_of, select
from tallystick.coref.sides import Side
from tallystick.coref.words import Shapes
from tallystick.errors import DataError
from tallystick.formats.coref_document import CorefDocument

__all__ = ["MatchOptions", "match"]

_DEFAULTS = MatchOptions()


def match(gold: CorefDocument, pred: CorefDocument, options: MatchOptions = _DEFAULTS) -> tuple[Side, Side]:
    """The two sides with mentions as numbers; a mention that belongs to two entities is an error by default.

    Singletons are dropped before matching, on each side by itself.
    """
    shapes = Shapes()
    golds, preds = select(gold, shapes, options), select(pred, shapes, options)
    if options.repeated == "error" and (golds.repeats or preds.repeats):
        raise DataError(problems_of(golds, "error") + problems_of(preds, "error"))
    partners = join(_columns(golds), _columns(preds))
    gold_numbers = number_in_order(golds.keep)
    pred_numbers = number_pred(gold_numbers, partners, preds.keep, sum(golds.keep))
    return _side(golds, gold_numbers), _side(preds, pred_numbers)


def _columns(chosen: Selected) -> tuple[array[int], array[int], array[int], array[int]]:
    layer = chosen.layer
    return layer.first, layer.last, chosen.shapes, chosen.keep


def _side(chosen: Selected, numbers: array[int]) -> Side:
    layer = chosen.layer
    entities, which = gather(numbers, layer.entity, len(layer.names))
    zeros: frozenset[int] = frozenset()
    if chosen.document.empty_nodes:
        zeros = frozenset(number for at, number in enumerate(numbers) if number >= 0 and layer.is_zero(at))
    if not chosen.components:
        return Side(tuple(entities), zeros=zeros, numbers=numbers)
    # Those that do not count themselves come last.
    order = sorted(range(len(which)), key=lambda at: which[at] in chosen.dropped)
    place = {which[at]: new for new, at in enumerate(order)}
    counted = sum(which[at] not in chosen.dropped for at in order)
    components = tuple(
        tuple(dict.fromkeys(place[part] for part in chosen.components.get(which[at], ()) if part in place))
        for at in order
    )
    ordered = tuple(entities[at] for at in order)
    return Side(
        ordered[:counted],
        components if any(components) else (),
        ordered[counted:],
        zeros,
        numbers,
    )
