"""Documents that one annotator has not finished: what both have annotated."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest

from tallystick.formats.coref.document import BEFORE_SENTENCE, Bridge, CorefDocument, Layer, position

__all__ = ["common_part", "first_words"]


def common_part(gold: object, pred: object) -> tuple[object, object, Mapping[str, int]] | None:
    """Two documents up to the end of the shorter one, if its words are the first words of the longer one.

    Returns how many words were compared and how many only one of them has; None where nothing is to be cut off.
    """
    if not isinstance(gold, CorefDocument) or not isinstance(pred, CorefDocument):
        return None
    shorter, longer = sorted((gold, pred), key=lambda document: document.tokens.count)
    words, more = shorter.tokens.count, longer.tokens.count - shorter.tokens.count
    if words < 1 or not more or not _begins_with(longer, shorter):
        return None
    counts = {
        "words_compared": words,
        "gold_only": more if longer is gold else 0,
        "pred_only": more if longer is pred else 0,
    }
    cut = replace(first_words(longer, words), tokens=shorter.tokens)
    return (cut, pred, counts) if longer is gold else (gold, cut, counts)


def _begins_with(longer: CorefDocument, shorter: CorefDocument) -> bool:
    """Whether the words of one document are the first words of another one, as far as the words are known."""
    first, second = longer.tokens.forms, shorter.tokens.forms
    if first is None or second is None:
        return False
    pairs = zip_longest(second(shorter.origin.text), first(longer.origin.text))
    return all(word is None or (other is not None and word[1] == other[1]) for word, other in pairs)


def first_words(document: CorefDocument, words: int) -> CorefDocument:
    """The document up to a word: mentions that end later are left out, and so are entities without mentions."""
    # Empty nodes before the first word of the next sentence come after the last word.
    end = position(words - 1, BEFORE_SENTENCE)
    identity, kept = _cut(document.identity, end)
    deixis, _ = _cut(document.deixis, end)
    entity_of = dict(zip(kept, identity.entity, strict=True))
    number = {mention: index for index, mention in enumerate(kept)}
    bridges = [
        Bridge(
            number[bridge.anaphor],
            number.get(bridge.antecedent, -1),
            entity_of.get(bridge.antecedent, -1),
            bridge.relation,
        )
        for bridge in document.bridges
        if bridge.anaphor in number and bridge.antecedent in number
    ]
    empty = array("q", [node for node in document.empty_nodes if node < end])
    return replace(
        document,
        identity=identity,
        deixis=deixis,
        bridges=tuple(bridges),
        empty_nodes=empty,
        dependencies={
            node: frozenset(parent for parent in parents if parent[0] < end)
            for node, parents in document.dependencies.items()
            if node < end
        },
        sentences=array("q", [start for start in document.sentences if start < end]),
        openings_first=None if document.openings_first is None else _cut(document.openings_first, end)[0],
    )


def _cut(layer: Layer, end: int) -> tuple[Layer, list[int]]:
    """The mentions of a layer that end before a position, and which these are."""
    kept = [mention for mention in range(len(layer)) if layer.last[mention] < end]
    remaining = sorted({layer.entity[mention] for mention in kept})
    number = {entity: index for index, entity in enumerate(remaining)}
    own = Layer(
        tuple([layer.names[entity] for entity in remaining]),
        array("q", [layer.first[mention] for mention in kept]),
        array("q", [layer.last[mention] for mention in kept]),
        array("i", [number[layer.entity[mention]] for mention in kept]),
        [layer.offset[mention] for mention in kept] if layer.offset else (),
        {index: layer.details[mention] for index, mention in enumerate(kept) if mention in layer.details},
        {
            number[entity]: tuple([number[part] for part in parts if part in number])
            for entity, parts in layer.components.items()
            if entity in number
        },
        frozenset(number[entity] for entity in layer.nonreferring if entity in number),
    )
    return own, kept
