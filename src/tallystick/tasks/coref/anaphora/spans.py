"""Bridging links and non-referring mentions, which are compared by their words alone, as numbers."""

from __future__ import annotations

from tallystick.formats.coref.document import CorefDocument
from tallystick.tasks.coref.mentions.sides import BridgingSide, MentionSide
from tallystick.tasks.coref.mentions.words import WordSet, word_set

__all__ = ["bridging_sides", "nonreferring_sides"]


class _Numbers:
    """One number for each set of words, whichever side it is met on."""

    def __init__(self) -> None:
        self._known: dict[WordSet, int] = {}

    def of(self, document: CorefDocument, mention: int) -> int:
        words = word_set(document, document.identity.parts(mention))
        return self._known.setdefault(words, len(self._known))


def bridging_sides(gold: CorefDocument, pred: CorefDocument) -> tuple[BridgingSide, BridgingSide]:
    """The bridging links of both sides. Mentions have the same number iff they have the same words."""
    numbers = _Numbers()
    return _bridging(gold, numbers), _bridging(pred, numbers)


def _bridging(document: CorefDocument, numbers: _Numbers) -> BridgingSide:
    if not document.bridges:
        return BridgingSide((), ())
    layer = document.identity
    # A mention that belongs to two entities counts for the one that appears first in the file.
    owners: dict[int, int] = {}
    for at, entity in enumerate(layer.entity):
        if entity not in layer.nonreferring:
            number = numbers.of(document, at)
            owners[number] = min(entity, owners.get(number, entity))
    return BridgingSide(
        tuple(
            (numbers.of(document, link.anaphor), numbers.of(document, link.antecedent))
            for link in document.bridges
        ),
        tuple(link.relation for link in document.bridges),
        owners,
    )


def nonreferring_sides(gold: CorefDocument, pred: CorefDocument) -> tuple[MentionSide, MentionSide]:
    """The mentions of entities that refer to nothing, entity by entity, mentions in the order of the file."""
    numbers = _Numbers()
    return _nonreferring(gold, numbers), _nonreferring(pred, numbers)


def _nonreferring(document: CorefDocument, numbers: _Numbers) -> MentionSide:
    layer = document.identity
    entities: dict[int, list[int]] = {}
    if layer.nonreferring:
        order = sorted(range(len(layer)), key=layer.offset.__getitem__) if layer.offset else range(len(layer))
        for at in order:
            if layer.entity[at] in layer.nonreferring:
                entities.setdefault(layer.entity[at], []).append(numbers.of(document, at))
    return MentionSide(tuple(tuple(dict.fromkeys(mentions)) for mentions in entities.values()))
