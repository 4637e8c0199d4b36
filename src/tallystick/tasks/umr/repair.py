"""Remove sentences that cannot be read from documents, so that the rest can be compared."""

from __future__ import annotations

from dataclasses import replace

from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.formats.umr.variables import Declarations
from tallystick.tasks.base import Mended
from tallystick.tasks.umr.identity import declarations
from tallystick.tasks.umr.pairing import documents_of, pair_sentences, sentences_at

__all__ = ["mend", "without_sentences"]


def mend(gold: object, pred: object, policy: str) -> Mended:
    """Two documents without the sentences that cannot be read.

    Under ``skip`` a pair with an unreadable sentence is left out of both sides, and so is every relation
    elsewhere that names a variable of such a sentence: whether it is right is unknown. Under ``zero`` a sentence
    of the prediction that cannot be read loses its annotation; its gold counts as missed, and variables that it
    declares have no partner.
    """
    golds, preds = documents_of(gold, pred)
    pairing = pair_sentences(golds, preds)
    from_gold: set[int] = set()
    from_pred: set[int] = set()
    count = 0
    for number, indices in enumerate((*pairing.pairs, *pairing.left_out)):
        if all(sentence is None or sentence.readable for sentence in sentences_at(golds, preds, indices)):
            continue
        if policy == "skip" and indices[0] is not None:
            from_gold.add(indices[0])
        if indices[1] is not None:
            from_pred.add(indices[1])
        count += number < len(pairing.pairs)  # pairs that are left out anyway are counted as such
    if policy == "skip":
        return Mended(without_sentences(golds, from_gold), without_sentences(preds, from_pred), count)
    return Mended(golds, without_sentences(preds, from_pred, references=True), count)


def without_sentences(document: UmrDocument, indices: set[int], *, references: bool = False) -> UmrDocument:
    """The document with some of its sentences emptied, with or without the references to them."""
    if not indices:
        return document
    declared = declarations(document)
    sentences = []
    for index, sentence in enumerate(document.sentences):
        if index in indices:
            sentences.append(sentence.emptied())
        elif references:
            sentences.append(sentence)
        else:
            sentences.append(_unrelated(sentence, index, indices, declared))
    return replace(document, sentences=tuple(sentences))


def _unrelated(sentence: Sentence, index: int, indices: set[int], declared: Declarations) -> Sentence:
    """A sentence without the relations that name variables of some others."""

    def gone(name: str | None) -> bool:
        return name is not None and declared.home(name, index) in indices

    triples = tuple(
        triple for triple in sentence.triples if not gone(triple.parent) and not gone(triple.child)
    )
    left_out = {branch for branch, value in enumerate(sentence.graph.constants) if gone(value)}
    if len(triples) == len(sentence.triples) and not left_out:
        return sentence
    return replace(sentence, triples=triples, graph=sentence.graph.without(left_out))
