"""The parts of one sentence of a document: its mentions, and their entities."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tallystick.formats.coref.document import MOST_WORD
from tallystick.formats.coref.writing import sentence_starts
from tallystick.tasks.coref.explain.words import ShownLink, ShownMention, ShownSet
from tallystick.tasks.sentence_parts import DocumentSentences

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.entities import Explainer

__all__ = ["sentences_of"]

#: The first word of a sentence, and the first after it.
Bounds = tuple[int, int]


def sentences_of(explainer: Explainer) -> DocumentSentences | None:
    """Return the sentences of the gold document, by number; None if its format has none."""
    starts = sentence_starts(explainer.gold.document)
    if not starts:
        return None
    bounds = list(pairwise([*sorted({0, *starts}), MOST_WORD]))
    return DocumentSentences(
        {str(number): number - 1 for number in range(1, len(bounds) + 1)},
        partial(_concerns, bounds),
        partial(_written, explainer),
    )


def _concerns(bounds: list[Bounds], index: int, _side: int, part: object) -> bool:
    """Whether a mention is in a sentence, or one of the mentions of an entity or a link."""
    if isinstance(part, ShownMention):
        return _is_inside(bounds[index], part.ends)
    if isinstance(part, ShownSet):
        return _concerns(bounds, index, _side, (part.mentions, part.elements))
    if isinstance(part, ShownLink):
        return _concerns(bounds, index, _side, (part.anaphor, part.antecedent))
    if not isinstance(part, tuple):
        return False
    if part and all(isinstance(word, int) for word in part):  # a mention without words
        return _is_inside(bounds[index], part)
    return any(_concerns(bounds, index, _side, element) for element in part)


def _is_inside(bounds: Bounds, ends: tuple[int, ...]) -> bool:
    start, stop = bounds
    return any(first < stop and last >= start for first, last in zip(ends[::2], ends[1::2], strict=True))


def _written(explainer: Explainer, index: int) -> tuple[str, str] | None:
    gold, pred = explainer.lines
    return (gold[index], pred[index]) if index < min(len(gold), len(pred)) else None
