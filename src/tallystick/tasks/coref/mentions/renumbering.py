"""Empty nodes of formats without sentences: numbered by their order between two words."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace

from tallystick.formats.coref.document import CorefDocument, Detail, Layer, Range, position, word_number

__all__ = ["with_comparable_nodes"]


def with_comparable_nodes(gold: CorefDocument, pred: CorefDocument) -> tuple[CorefDocument, CorefDocument]:
    """Two documents whose empty nodes have comparable positions.

    CoNLL-U distinguishes a node before the first word of a sentence from a node after the last word of the sentence
    before. If one side has no sentences, the difference is meaningless.
    """
    if not gold.empty_nodes or not pred.empty_nodes or bool(gold.sentences) == bool(pred.sentences):
        return gold, pred
    return _renumbered(gold), _renumbered(pred)


def _renumbered(document: CorefDocument) -> CorefDocument:
    """The document with the k-th empty node after a word in its slot k."""
    new_positions: dict[int, int] = {}
    word = slot = -1
    for node in document.empty_nodes:
        slot = slot + 1 if word_number(node) == word else 1
        word = word_number(node)
        new_positions[node] = position(word, slot)

    def moved(old: int) -> int:
        return new_positions.get(old, old)

    return replace(
        document,
        identity=_moved(document.identity, moved),
        deixis=_moved(document.deixis, moved),
        empty_nodes=array("q", map(moved, document.empty_nodes)),
        dependencies={
            moved(node): frozenset((moved(parent), relation) for parent, relation in edges)
            for node, edges in document.dependencies.items()
        },
    )


def _moved(layer: Layer, moved: Callable[[int], int]) -> Layer:
    def ranges(parts: tuple[Range, ...]) -> tuple[Range, ...]:
        return tuple((moved(first), moved(last)) for first, last in parts)

    return replace(
        layer,
        first=array("q", map(moved, layer.first)),
        last=array("q", map(moved, layer.last)),
        details={
            at: Detail(ranges(detail.parts), ranges(detail.head), detail.markable)
            for at, detail in layer.details.items()
        },
    )
