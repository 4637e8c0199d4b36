"""Documents that overlap in part, reduced to the sentences that both have."""

from __future__ import annotations

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.graphs.overlap import ALL, COMMON
from tallystick.tasks.umr.pairing import pair
from tallystick.tasks.umr.repair import without_sentences

__all__ = ["in_common"]


def in_common(gold: UmrDocument, pred: UmrDocument, overlap: str = COMMON) -> tuple[UmrDocument, UmrDocument]:
    """Two documents without the sentences that only one of them has, and without the relations to these."""
    if overlap == ALL:
        return gold, pred
    pairs = pair(gold, pred).pairs
    alone = [{places[side] for places in pairs if places[1 - side] is None} for side in (0, 1)]
    return (
        without_sentences(gold, {place for place in alone[0] if place is not None}),
        without_sentences(pred, {place for place in alone[1] if place is not None}),
    )
