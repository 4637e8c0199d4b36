"""Which sentence of the gold document is compared with which of the prediction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from tallystick.errors import UsageError
from tallystick.formats.umr.document import Sentence, UmrDocument

__all__ = ["Pairing", "Places", "coverage", "documents_of", "pair", "sentences_at"]

#: The places of two sentences in their documents, gold first; None where a side has no such sentence.
Places = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The sentences of two documents, pair by pair."""

    pairs: tuple[Places, ...]
    """What is compared: in the order of the gold, then what only the prediction has."""
    left_out: tuple[Places, ...] = ()
    """Pairs of which a side is marked as not in the release: they count on neither side."""
    by: str = "number"
    """``number`` or ``position``."""


def pair(gold: UmrDocument, pred: UmrDocument) -> Pairing:
    """Pair sentences by number if that is certain, otherwise by position.

    >>> one, two = UmrDocument((Sentence(1), Sentence(2))), UmrDocument((Sentence(2), Sentence(3)))
    >>> pair(one, two).pairs
    ((0, None), (1, 0), (None, 1))
    """
    golds, preds = _by_number(gold), _by_number(pred)
    found: list[Places]
    if golds is not None and preds is not None and not golds.keys().isdisjoint(preds):
        by = "number"
        found = [(place, preds.get(number)) for number, place in golds.items()]
        found += [(None, place) for number, place in preds.items() if number not in golds]
    else:
        by = "position"
        found = list(zip_longest(range(len(gold)), range(len(pred))))
    hidden = [
        {place for place, sentence in enumerate(document.sentences) if not sentence.released}
        for document in (gold, pred)
    ]
    kept: list[Places] = []
    left_out: list[Places] = []
    for places in found:
        out = places[0] in hidden[0] or places[1] in hidden[1]
        (left_out if out else kept).append(places)
    return Pairing(tuple(kept), tuple(left_out), by)


def _by_number(document: UmrDocument) -> dict[int, int] | None:
    """The place of each sentence number; None where a number stands twice."""
    places = {sentence.number: place for place, sentence in enumerate(document.sentences)}
    return places if len(places) == len(document) else None


def sentences_at(
    gold: UmrDocument, pred: UmrDocument, places: Places
) -> tuple[Sentence | None, Sentence | None]:
    """The two sentences of a pair."""
    first, second = places
    return (
        None if first is None else gold.sentences[first],
        None if second is None else pred.sentences[second],
    )


def coverage(gold: object, pred: object) -> Mapping[str, int]:
    """How many sentences were compared, and how many had no partner or were left out."""
    pairing = pair(*documents_of(gold, pred))
    paired = sum(None not in places for places in pairing.pairs)
    return {
        "sentences_paired": paired,
        "gold_only": sum(second is None for _, second in pairing.pairs),
        "pred_only": sum(first is None for first, _ in pairing.pairs),
        "not_in_release": len(pairing.left_out),
        "paired_by_position": paired if pairing.by == "position" else 0,
    }


def documents_of(gold: object, pred: object) -> tuple[UmrDocument, UmrDocument]:
    """Two values as what they have to be."""
    for value in (gold, pred):
        if not isinstance(value, UmrDocument):
            raise UsageError(f"UMR documents are compared here, not {type(value).__name__}")
    return gold, pred  # type: ignore[return-value]
