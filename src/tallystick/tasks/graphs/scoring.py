"""What the scorers of graphs share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tally import Alignment, Pair

__all__ = ["bag_alignment", "both_views", "written_sides"]

Seen = TypeVar("Seen")
Label = TypeVar("Label")


def both_views(view: Callable[[Graph], Seen], gold: object, pred: object) -> tuple[Seen, Seen]:
    """How a metric sees the two sides: pred first, as in φ(pred, gold)."""
    for side in (gold, pred):
        if not isinstance(side, Graph):
            raise UsageError(f"graphs are compared here, not {type(side).__name__}")
    return view(pred), view(gold)  # type: ignore[arg-type]


def written_sides(gold: object, pred: object) -> tuple[str, str]:
    """The two graphs in PENMAN notation, without their comments."""

    def written(graph: object) -> str:
        if not isinstance(graph, Graph) or not graph.variables:
            return "(no graph)"
        return dumps([replace(graph, metadata={}, marks={})]).strip()

    return written(gold), written(pred)


def bag_alignment(
    pred: Counter[Label], gold: Counter[Label], note: Callable[[Label], str] = lambda _: ""
) -> Alignment:
    """What two bags have in common, and what only one of them has."""
    common = pred & gold
    return Alignment(
        tuple(Pair(label, label, 1.0, note=note(label)) for label in common.elements()),
        tuple((gold - common).elements()),
        tuple((pred - common).elements()),
    )
