"""Documents divided for `--by`: entities by the parts of speech of their heads, their length, the distance of mentions.

As in the tables of the CRAC shared tasks, all entities but those of a label are left out on both sides before anything
is compared. Split antecedents and bridging links are left out: their other ends may be.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from tallystick.formats.coref.document import CorefDocument, Layer
from tallystick.tasks.coref.clusters import as_document
from tallystick.tasks.coref.mentions.heads import head_categories
from tallystick.tasks.coref.mentions.sentences import sentences_of_mentions

__all__ = ["by_distance", "by_length", "by_upos"]

#: Entities of this many mentions or more share a label; so do distances of this many sentences.
LONG = 5
FAR = 3

#: The labels of each entity, from those of its mentions in order.
Labels = Callable[[CorefDocument, Layer, Mapping[int, Sequence[int]]], Mapping[int, Iterable[str]]]


def by_upos(value: object) -> dict[str, object]:
    """By the part of speech of the head: an entity counts under each that one of its mentions has."""

    def labels(
        document: CorefDocument, layer: Layer, mentions: Mapping[int, Sequence[int]]
    ) -> dict[int, set[str]]:
        categories = head_categories(document, layer) if mentions else []
        return {entity: {categories[at] for at in own} for entity, own in mentions.items()}

    return _divided(as_document(value), labels)


def by_length(value: object) -> dict[str, object]:
    """By the number of mentions: 1 to 4, and 5 or more.

    >>> from tallystick.tasks.coref.clusters import clusters
    >>> list(by_length(clusters([[(0, 0)], [(1, 1), (2, 2)], [(3, 3)]])))
    ['1', '2']
    """

    def labels(
        _document: CorefDocument, _layer: Layer, mentions: Mapping[int, Sequence[int]]
    ) -> dict[int, list[str]]:
        return {
            entity: [str(len(own)) if len(own) < LONG else f"{LONG}+"] for entity, own in mentions.items()
        }

    return _divided(as_document(value), labels)


def by_distance(value: object) -> dict[str, object]:
    """By the sentences between a mention and the one before it in its entity; a single mention has no distance.

    An entity counts under each distance between two consecutive mentions of it.
    """

    def labels(
        document: CorefDocument, layer: Layer, mentions: Mapping[int, Sequence[int]]
    ) -> dict[int, set[str]]:
        sentence = sentences_of_mentions(document, layer)
        distances = {}
        for entity, own in mentions.items():
            steps = [sentence[after] - sentence[before] for before, after in pairwise(own)]
            distances[entity] = {str(step) if step < FAR else f"{FAR}+" for step in steps} or {"none"}
        return distances

    return _divided(as_document(value), labels)


def _divided(document: CorefDocument, labels: Labels) -> dict[str, object]:
    """The document under each label, with the entities of that label alone."""
    kept: dict[str, list[set[int]]] = {}
    layers = (document.identity, document.deixis)
    for number, layer in enumerate(layers):
        for entity, names in labels(document, layer, _mentions(layer)).items():
            for name in names:
                kept.setdefault(name, [set(), set()])[number].add(entity)
    return {
        name: replace(
            document,
            identity=_restricted(document.identity, entities[0]),
            deixis=_restricted(document.deixis, entities[1]),
            bridges=(),
            openings_first=None,
        )
        for name, entities in sorted(kept.items())
    }


def _mentions(layer: Layer) -> dict[int, list[int]]:
    mentions: dict[int, list[int]] = {}
    for at, entity in enumerate(layer.entity):
        if entity not in layer.nonreferring:
            mentions.setdefault(entity, []).append(at)
    return mentions


def _restricted(layer: Layer, entities: set[int]) -> Layer:
    rows = [at for at, entity in enumerate(layer.entity) if entity in entities]
    return Layer(
        layer.names,
        array("q", (layer.first[at] for at in rows)),
        array("q", (layer.last[at] for at in rows)),
        array("i", (layer.entity[at] for at in rows)),
        array("q", (layer.offset[at] for at in rows)) if len(layer.offset) else (),
        {new: layer.details[old] for new, old in enumerate(rows) if old in layer.details},
    )
