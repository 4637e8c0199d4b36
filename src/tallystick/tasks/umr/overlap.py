"""Documents that overlap in part, reduced to the sentences that both have."""

from __future__ import annotations

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.overlap import ALL, COMMON
from tallystick.tasks.umr.pairing import documents_of, pair_sentences
from tallystick.tasks.umr.repair import without_sentences

__all__ = ["common_documents", "in_common"]


def in_common(gold: UmrDocument, pred: UmrDocument, overlap: str = COMMON) -> tuple[UmrDocument, UmrDocument]:
    """Two documents without the sentences that only one of them has, and without the relations to these."""
    if overlap == ALL:
        return gold, pred
    pairs = pair_sentences(gold, pred).pairs
    alone = [{indices[side] for indices in pairs if indices[1 - side] is None} for side in (0, 1)]
    return (
        without_sentences(gold, {index for index in alone[0] if index is not None}),
        without_sentences(pred, {index for index in alone[1] if index is not None}),
    )


def common_documents(pair: PairAnalysis, overlap: str) -> tuple[UmrDocument, UmrDocument]:
    """Return the two documents of an analysis as they are compared: a step."""
    return in_common(*documents_of(pair.gold, pair.pred), overlap)
