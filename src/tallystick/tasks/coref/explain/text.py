"""A document as text with its chains: ``[Ann]1 met [old Leo]2 . [She]1 likes [him]2 .``

The number behind a mention is that of its entity, the same on both sides for entities that belong together. A mention
that the other side lacks is marked: ``[-Leo]2`` was missed, ``[+Leo]2`` is spurious.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

from tallystick.formats.coref.document import CorefDocument, Layer, is_empty_node, word_number
from tallystick.formats.coref.writing import sentence_starts
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.split_antecedents import Entities

__all__ = ["MOST_LINES", "cut", "entity_numbers", "lines_with_chains"]

#: So many sentences of a document are shown.
MOST_LINES = 60
#: How a zero is shown in the text.
ZERO = "∅"


def entity_numbers(compared: EntityComparison) -> tuple[list[int], list[int]]:
    """The numbers of the gold entities, and of the predicted ones: that of the gold entity with most in common.

    Of several predicted entities for one gold entity the one with most in common has its number.

    >>> from tallystick.tasks.coref.mentions.sides import MentionSide
    >>> entity_numbers(EntityComparison(MentionSide(((0, 1, 2), (3,))), MentionSide(((4,), (2, 3), (0, 1)))))
    ([1, 2], [3, 2, 1])
    """
    golds = list(range(1, len(compared.gold.mentions) + 1))
    row, col, common = compared.table.triplets()
    preds = [0] * len(compared.pred.mentions)
    taken: set[int] = set()
    order = sorted(range(len(common)), key=lambda cell: (-common[cell], row[cell], col[cell]))
    for cell in order:
        if not preds[col[cell]] and row[cell] not in taken:
            preds[col[cell]] = golds[row[cell]]
            taken.add(row[cell])
    following = len(golds)
    for index, number in enumerate(preds):
        if not number:
            following += 1
            preds[index] = following
    return golds, preds


def lines_with_chains(
    document: CorefDocument,
    layer: Layer,
    index_of: Sequence[int],
    entities: Entities,
    numbers: Sequence[int],
    known: Mapping[int, int],
    sign: str,
) -> list[str]:
    """The sentences of a document with brackets round its mentions; empty if its words are not known.

    `index_of` maps the number of a mention to its index in the layer; mentions that are not `known` to the other side
    are marked.
    """
    if document.tokens.forms is None:
        return []
    words = document.words()
    opening: dict[int, list[tuple[int, str]]] = {}
    closing: dict[int, list[tuple[int, str]]] = {}
    zeros: dict[int, list[str]] = {}
    for entity, mentions in enumerate(entities.mentions):
        for mention in mentions:
            mark = "" if mention in known else sign
            for first, last in layer.parts(index_of[mention]):
                start, end = word_number(first), word_number(last)
                if is_empty_node(first) and first == last:
                    zeros.setdefault(start, []).append(f"[{mark}{ZERO}]{numbers[entity]}")
                    continue
                opening.setdefault(start, []).append((-end, f"[{mark}"))
                closing.setdefault(end, []).append((-start, f"]{numbers[entity]}"))
    pieces = []
    for index, word in enumerate(words):
        opened = "".join(text for _, text in sorted(opening.get(index, ())))
        closed = "".join(text for _, text in sorted(closing.get(index, ())))
        pieces.append(" ".join([f"{opened}{word}{closed}", *zeros.get(index, ())]))
    return _lines(pieces, sentence_starts(document))


def _lines(pieces: Sequence[str], starts: Set[int]) -> list[str]:
    """A line for each sentence; where there are no sentences, lines of twenty words."""
    bounds = sorted({0, *starts, len(pieces)}) if starts else [*range(0, len(pieces), 20), len(pieces)]
    return [" ".join(pieces[start:end]) for start, end in pairwise(bounds)]


def cut(lines: Sequence[str]) -> str:
    """The beginning of a text, and how many lines are left out."""
    shown = [line for line in lines[:MOST_LINES] if line]
    if len(lines) > MOST_LINES:
        shown.append(f"… {len(lines) - MOST_LINES} more lines")
    return "\n".join(shown)
