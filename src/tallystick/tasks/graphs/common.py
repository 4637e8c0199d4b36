"""Functions that the scorers of graphs share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tally import Alignment, Pair, WrittenSides
from tallystick.tasks.analysis import PairAnalysis

__all__ = ["bag_alignment", "graphs_of", "written_sides"]

Label = TypeVar("Label")


def graphs_of(pair: PairAnalysis) -> tuple[Graph, Graph]:
    """Return the gold graph and the pred graph."""
    for side in (pair.gold, pair.pred):
        if not isinstance(side, Graph):
            raise UsageError(f"expected a graph, not {type(side).__name__}")
    return pair.gold, pair.pred


def written_sides(gold: object, pred: object) -> WrittenSides:
    """The two graphs in PENMAN notation, without their comments."""
    return WrittenSides(lambda: (_written(gold), _written(pred)))


def _written(graph: object) -> str:
    if not isinstance(graph, Graph) or not graph.variables:
        return "(no graph)"
    return dumps([replace(graph, metadata={}, marks={})]).strip()


def bag_alignment(
    gold: Counter[Label], pred: Counter[Label], note: Callable[[Label], str] = lambda _: ""
) -> Alignment:
    """Elements that two bags have in common, and those that only one of them has."""
    common = pred & gold
    return Alignment(
        tuple(Pair(label, label, 1.0, note=note(label)) for label in common.elements()),
        tuple((gold - common).elements()),
        tuple((pred - common).elements()),
    )
