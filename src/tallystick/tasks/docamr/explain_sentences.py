"""The parts of one sentence of a document graph: the triples between its nodes, and the chains with edges in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tallystick.tasks.docamr.document_triples import DOCUMENT, DocumentView
from tallystick.tasks.sentence_parts import DocumentSentences

__all__ = ["sentences_of"]

#: The sentences of each node of a side, by variable.
Homes = Mapping[str, frozenset[str]]


def sentences_of(views: Sequence[DocumentView]) -> DocumentSentences:
    """Return the sentences of two documents: ``snt1`` or ``1``."""
    homes = [dict(zip(view.triples.names, view.groups, strict=True)) for view in views]
    names = sorted(
        {name for side in homes for groups in side.values() for name in groups} - {DOCUMENT}, key=_number
    )
    by_name = {name: index for index, name in enumerate(names)}
    numbers = {name.removeprefix("snt"): index for name, index in by_name.items()}
    return DocumentSentences(by_name | numbers, partial(_concerns, homes, names), lambda _index: None)


def _number(name: str) -> tuple[int, str]:
    digits = name.removeprefix("snt")
    return (int(digits), name) if digits.isdecimal() else (0, name)


def _concerns(homes: Sequence[Homes], names: Sequence[str], index: int, side: int, part: object) -> bool:
    """Whether the ends of a triple are in a sentence; of a chain, those of one of its edges."""
    own, name = homes[side], names[index]
    if isinstance(part, str):
        part = (part.partition("/")[0],)
    if not isinstance(part, (tuple, list)):
        return False
    ends = [own[word] for word in part if isinstance(word, str) and word in own]
    if not ends:
        return any(
            _concerns(homes, names, index, side, inner) for inner in part if not isinstance(inner, str)
        )
    # The root of a document is in no sentence.
    return any(name in groups for groups in ends) and all(
        name in groups or DOCUMENT in groups for groups in ends
    )
