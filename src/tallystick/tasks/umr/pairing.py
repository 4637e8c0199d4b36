"""Pair the sentences of two documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.formats.umr.document import Sentence, UmrDocument

__all__ = [
    "SENTENCE",
    "Pairing",
    "SentenceIndices",
    "coverage",
    "documents_of",
    "pair_sentences",
    "sentence_labels",
    "sentences_at",
]

#: The division of documents by sentence.
SENTENCE = "sentence"

#: The indices of two sentences in their documents, gold first; None if a side has no such sentence.
SentenceIndices = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The sentences of two documents, pair by pair."""

    pairs: tuple[SentenceIndices, ...]
    """The pairs that are compared: in the order of gold, then those that only pred has."""
    left_out: tuple[SentenceIndices, ...] = ()
    """Pairs with a side that is marked as not in the release: they count on neither side."""
    by: str = "number"
    """``number`` or ``position``."""


def pair_sentences(gold: UmrDocument, pred: UmrDocument) -> Pairing:
    """Pair sentences by number if that is certain, otherwise by position.

    >>> gold, pred = UmrDocument((Sentence(1), Sentence(2))), UmrDocument((Sentence(2), Sentence(3)))
    >>> pair_sentences(gold, pred).pairs
    ((0, None), (1, 0), (None, 1))
    """
    golds, preds = _by_number(gold), _by_number(pred)
    pairs: list[SentenceIndices]
    if golds is not None and preds is not None and not golds.keys().isdisjoint(preds):
        by = "number"
        pairs = [(index, preds.get(number)) for number, index in golds.items()]
        pairs += [(None, index) for number, index in preds.items() if number not in golds]
    else:
        by = "position"
        pairs = list(zip_longest(range(len(gold)), range(len(pred))))
    hidden = [
        {index for index, sentence in enumerate(document.sentences) if not sentence.released}
        for document in (gold, pred)
    ]
    kept: list[SentenceIndices] = []
    left_out: list[SentenceIndices] = []
    for indices in pairs:
        out = indices[0] in hidden[0] or indices[1] in hidden[1]
        (left_out if out else kept).append(indices)
    return Pairing(tuple(kept), tuple(left_out), by)


def _by_number(document: UmrDocument) -> dict[int, int] | None:
    """The index of each sentence number; None if a number is repeated."""
    indices = {sentence.number: index for index, sentence in enumerate(document.sentences)}
    return indices if len(indices) == len(document) else None


def sentences_at(
    gold: UmrDocument, pred: UmrDocument, indices: SentenceIndices
) -> tuple[Sentence | None, Sentence | None]:
    """The two sentences of a pair."""
    first, second = indices
    return (
        None if first is None else gold.sentences[first],
        None if second is None else pred.sentences[second],
    )


def sentence_labels(gold: UmrDocument, pred: UmrDocument, pairs: Sequence[SentenceIndices]) -> list[str]:
    """Return a label for each pair of sentences: the document, and the number of its sentence.

    A sentence has the same label in every comparison: files that contain one document under different names leave
    the name out, and numbers have at least three digits, so that labels sort as the sentences do.

    >>> gold = UmrDocument((Sentence(1), Sentence(2), Sentence(10)), "doc")
    >>> sentence_labels(gold, gold, [(2, 2), (None, 0)])
    ['doc:010', 'doc:001']
    """
    names = {name for name in (gold.name, pred.name) if name}
    prefix = f"{names.pop()}:" if len(names) == 1 else ""
    numbers = []
    for indices in pairs:
        first, second = sentences_at(gold, pred, indices)
        sentence = first or second
        assert sentence is not None
        numbers.append(sentence.number)
    width = max((3, *(len(str(number)) for number in numbers)))
    return [f"{prefix}{number:0{width}d}" for number in numbers]


def coverage(gold: object, pred: object) -> Mapping[str, int]:
    """How many sentences were compared, and how many had no partner or were left out."""
    pairing = pair_sentences(*documents_of(gold, pred))
    paired = sum(None not in indices for indices in pairing.pairs)
    return {
        "sentences_paired": paired,
        "gold_only": sum(second is None for _, second in pairing.pairs),
        "pred_only": sum(first is None for first, _ in pairing.pairs),
        "not_in_release": len(pairing.left_out),
        "paired_by_position": paired if pairing.by == "position" else 0,
    }


def documents_of(gold: object, pred: object) -> tuple[UmrDocument, UmrDocument]:
    """Check that two values are UMR documents."""
    for value in (gold, pred):
        if not isinstance(value, UmrDocument):
            raise UsageError(f"expected a UMR document, not {type(value).__name__}")
    return gold, pred  # type: ignore[return-value]
