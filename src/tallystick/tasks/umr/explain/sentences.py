"""The parts of one sentence of a document: its graph, and the relations that begin or end in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.graphs.common import written_sides
from tallystick.tasks.sentence_parts import DocumentSentences
from tallystick.tasks.umr.explain.parts import ShownPart
from tallystick.tasks.umr.pairing import SentenceIndices

__all__ = ["sentences_of"]

Documents = tuple[UmrDocument, UmrDocument]


def sentences_of(documents: Documents, pairs: Sequence[SentenceIndices]) -> DocumentSentences:
    """Return the sentences of two documents by id and by number; those of the gold, where both have one."""
    by_name: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for pair, indices in enumerate(pairs):
        for document, index in zip(documents, indices, strict=True):
            if index is not None:
                sentence = document.sentences[index]
                by_name.setdefault(sentence.metadata.get("sent_id") or f"snt{sentence.number}", pair)
                numbers.setdefault(str(sentence.number), pair)
                break
    homes = [
        {
            name: index
            for index, sentence in enumerate(document.sentences)
            for name in sentence.graph.variables
        }
        for document in documents
    ]
    return DocumentSentences(
        by_name | {name: pair for name, pair in numbers.items() if name not in by_name},
        partial(_concerns, documents, pairs, homes),
        partial(_written, documents, pairs),
    )


def _concerns(
    documents: Documents,
    pairs: Sequence[SentenceIndices],
    homes: Sequence[Mapping[str, int]],
    pair: int,
    side: int,
    part: object,
) -> bool:
    """Whether a part is annotated in a sentence, or one of its ends is a node of it."""
    index = pairs[pair][side]
    if index is None:
        return False
    if isinstance(part, ShownPart):
        if part.sentence == documents[side].sentences[index].number:
            return True
        if part.component == "sentence" and part.sentence is not None:
            return False
    words = part.words if isinstance(part, ShownPart) else part if isinstance(part, tuple) else ()
    return any(homes[side].get(str(word).partition("/")[0]) == index for word in words)


def _written(documents: Documents, pairs: Sequence[SentenceIndices], pair: int) -> Sequence[str] | None:
    graphs = [
        None if index is None else document.sentences[index].graph
        for document, index in zip(documents, pairs[pair], strict=True)
    ]
    return written_sides(*graphs)
