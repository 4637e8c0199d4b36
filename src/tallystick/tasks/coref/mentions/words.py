"""The words of mentions: when two have the same, how many they share, how they are named in a message."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from tallystick.formats.coref.document import (
    SLOT_BITS,
    CorefDocument,
    Layer,
    Range,
    is_empty_node,
    word_number,
)

__all__ = ["Shapes", "common_nodes", "common_words", "shown_words", "word_set"]

#: Runs of word numbers without a gap, and the positions of empty nodes.
WordSet = tuple[tuple[Range, ...], tuple[int, ...]]


def word_set(document: CorefDocument, parts: Iterable[Range]) -> WordSet:
    """The words in some ranges, in a form that is equal iff the words are.

    >>> first, second = 1 << SLOT_BITS, 2 << SLOT_BITS
    >>> word_set(CorefDocument(), [(first, first), (second, second)])
    (((0, 1),), ())
    """
    runs: list[Range] = []
    nodes: list[int] = []
    for first, last in sorted(parts):
        left, right = word_number(first - 1) + 1, word_number(last)
        if left <= right:
            if runs and left <= runs[-1][1] + 1:
                runs[-1] = (runs[-1][0], max(runs[-1][1], right))
            else:
                runs.append((left, right))
        start = bisect_left(document.empty_nodes, first)
        nodes.extend(document.empty_nodes[start : bisect_right(document.empty_nodes, last)])
    return tuple(runs), tuple(sorted(set(nodes)))


class Shapes:
    """Numbers for the words of mentions that are more than a range of words; 0 for all others."""

    def __init__(self) -> None:
        self._known: dict[WordSet, int] = {}

    def of(self, document: CorefDocument, layer: Layer) -> array[int]:
        """The shape of each mention: with its first and last position it decides which words it has."""
        shapes = array("i", [0]) * len(layer)
        unusual: Iterable[int] = (at for at, detail in layer.details.items() if detail.parts)
        if document.empty_nodes:
            unusual = range(len(layer))
        for at in unusual:
            words = word_set(document, layer.parts(at))
            if len(words[0]) != 1 or words[1]:
                shapes[at] = self._known.setdefault(words, len(self._known) + 1)
        return shapes


def common_nodes(gold: CorefDocument, pred: CorefDocument) -> array[int]:
    """The empty nodes that both sides have, in order."""
    if not gold.empty_nodes or not pred.empty_nodes:
        return array("q")
    both = set(gold.empty_nodes)
    return array("q", (node for node in pred.empty_nodes if node in both))


def common_words(gold: Sequence[Range], pred: Sequence[Range], nodes: Sequence[int]) -> int:
    """How many words two mentions share; `nodes` are the empty nodes that both sides have.

    >>> first, second, third = (word << SLOT_BITS for word in (1, 2, 3))
    >>> common_words([(first, second)], [(second, third)], [])
    1
    """
    total = i = j = 0
    while i < len(gold) and j < len(pred):
        first, last = max(gold[i][0], pred[j][0]), min(gold[i][1], pred[j][1])
        if first <= last:
            total += (last >> SLOT_BITS) - ((first - 1) >> SLOT_BITS)
            if nodes:
                total += bisect_right(nodes, last) - bisect_left(nodes, first)
        if gold[i][1] <= pred[j][1]:
            i += 1
        else:
            j += 1
    return total


def shown_words(parts: Iterable[Range]) -> str:
    """Ranges as they are named in a message, words counted from 1.

    >>> shown_words([(3 << SLOT_BITS, 3 << SLOT_BITS), (5 << SLOT_BITS, 7 << SLOT_BITS)])
    'words 3, 5–7'
    """
    pieces: list[str] = []
    several = False
    for first, last in parts:
        several = several or bool(pieces) or first != last
        pieces.append(_shown(first) if first == last else f"{_shown(first)}–{_shown(last)}")
    return f"{'words' if several else 'word'} {', '.join(pieces)}"


def _shown(position: int) -> str:
    number = str(word_number(position) + 1)
    slot = position & ((1 << SLOT_BITS - 1) - 1)
    return f"{number}.{slot}" if is_empty_node(position) else number
