"""What the scorers of graphs share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from tallystick.errors import UsageError
from tallystick.formats.penman import Graph
from tallystick.tally import Alignment, Pair

__all__ = ["bag_alignment", "both_views"]

Seen = TypeVar("Seen")
Label = TypeVar("Label")


def both_views(view: Callable[[Graph], Seen], gold: object, pred: object) -> tuple[Seen, Seen]:
    """How a metric sees the two sides: pred first, as in φ(pred, gold)."""
    for side in (gold, pred):
        if not isinstance(side, Graph):
            raise UsageError(f"graphs are compared here, not {type(side).__name__}")
    return view(pred), view(gold)  # type: ignore[arg-type]


def bag_alignment(pred: Counter[Label], gold: Counter[Label], note: Callable[[Label], str] = lambda _: "") -> Alignment:
    """What two bags have in common, and what only one of them has."""
    common = pred & gold
    return Alignment(
        tuple(Pair(label, label, 1.0, note=note(label)) for label in common.elements()),
        tuple((gold - common).elements()),
        tuple((pred - common).elements()),
    )
