"""What the scorers of graphs share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tally import Alignment, NodePair, Pair
from tallystick.tasks.analysis import PairAnalysis

__all__ = ["bag_alignment", "graphs_of", "node_pairs", "written_sides"]

Label = TypeVar("Label")


def graphs_of(pair: PairAnalysis) -> tuple[Graph, Graph]:
    """Return the gold graph and the pred graph."""
    for side in (pair.gold, pair.pred):
        if not isinstance(side, Graph):
            raise UsageError(f"graphs are compared here, not {type(side).__name__}")
    return pair.gold, pair.pred


def written_sides(gold: object, pred: object) -> tuple[str, str]:
    """The two graphs in PENMAN notation, without their comments."""

    def written(graph: object) -> str:
        if not isinstance(graph, Graph) or not graph.variables:
            return "(no graph)"
        return dumps([replace(graph, metadata={}, marks={})]).strip()

    return written(gold), written(pred)


def node_pairs(
    golds: Sequence[str],
    preds: Sequence[str],
    mapping: Sequence[int],
    measure: Callable[[int, int], tuple[float | None, str]] = lambda _pred, _gold: (None, ""),
) -> tuple[NodePair, ...]:
    """Return the alignment of nodes that a mapping is: every node once, those without a partner at the end.

    `mapping` gives the gold node of each pred node, or −1; `measure` gives the similarity of a pred and a gold node,
    and a note.

    >>> [(pair.gold, pair.pred) for pair in node_pairs(("a", "b"), ("x", "y"), (1, -1))]
    [('b', 'x'), ('a', None), (None, 'y')]
    """
    partners = {gold: pred for pred, gold in enumerate(mapping) if gold >= 0}
    aligned = [NodePair(golds[i], preds[j], *measure(j, i)) for i, j in sorted(partners.items())]
    alone = [NodePair(name, None) for i, name in enumerate(golds) if i not in partners]
    return *aligned, *alone, *(NodePair(None, preds[j]) for j, gold in enumerate(mapping) if gold < 0)


def bag_alignment(
    gold: Counter[Label], pred: Counter[Label], note: Callable[[Label], str] = lambda _: ""
) -> Alignment:
    """What two bags have in common, and what only one of them has."""
    common = pred & gold
    return Alignment(
        tuple(Pair(label, label, 1.0, note=note(label)) for label in common.elements()),
        tuple((gold - common).elements()),
        tuple((pred - common).elements()),
    )
