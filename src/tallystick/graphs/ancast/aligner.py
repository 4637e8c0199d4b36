# cython: language_level=3
"""Aligning two graphs by anchor broadcast, as the paper describes it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from tallystick.formats.penman import Graph
from tallystick.graphs.ancast.anchors import lemma_anchors, span_anchors
from tallystick.graphs.ancast.numbering import node_order
from tallystick.graphs.ancast.similarity import intrinsic
from tallystick.graphs.ancast.view import Numbers, View, same_view, view
from tallystick.solve.broadcast import Caster

__all__ = ["Aligned", "Comparison", "align"]


@dataclass(slots=True, eq=False)
class Aligned:
    """Two graphs and which node of the one is which node of the other."""

    pred: View
    gold: View
    similarity: array[float]
    """S, row by row: a row for each pred node."""
    columns: array[int]
    """The gold node of each pred node, or -1."""
    history: tuple[array[int], ...]
    """The anchors at the start and after each round."""
    numbers: Numbers

    def note(self, row: int) -> str:
        """When a pred node found its gold node."""
        column = self.columns[row]
        if self.history[-1][row] != column:
            return "final"
        since = len(self.history) - 1
        while since and self.history[since - 1][row] == column:
            since -= 1
        return f"round {since}" if since else "anchor"


class Comparison:
    """The work on one pair of graphs, round by round."""

    def __init__(
        self,
        gold: Graph,
        pred: Graph,
        anchors: str = "lemma",
        gold_text: str | None = None,
        pred_text: str | None = None,
    ) -> None:
        self.numbers = Numbers()
        gold_text = gold.metadata.get("snt", "") if gold_text is None else gold_text
        pred_text = pred.metadata.get("snt", "") if pred_text is None else pred_text
        self.gold = view(gold, self.numbers, gold_text)
        # Many sentences are the same on both sides, and seeing one is a good part of comparing it.
        if gold_text == pred_text and same_view(gold, pred):
            self.pred = self.gold
        else:
            self.pred = view(pred, self.numbers, pred_text)
        self.similarity = intrinsic(self.pred, self.gold)
        spans = span_anchors(pred, gold) if anchors == "alignment" else None
        self.anchors = lemma_anchors(self.pred, self.gold) if spans is None else spans
        self.caster = Caster(self.pred.shape, self.gold.shape, self.similarity)

    def rounds(self) -> Iterator[array[int]]:
        """The anchors after each round of the outer loop (Section 2.2.2), the last the alignment so far.

        The loop ends when the anchors stay the same, when there are none, or when they have occurred before.
        """
        anchors = self.anchors
        seen = {anchors.tobytes()}
        while True:
            self.caster.broadcast(anchors)
            anchors = self.caster.mutual()
            yield anchors
            state = anchors.tobytes()
            if state in seen or max(anchors, default=-1) < 0:
                return
            seen.add(state)

    def finish(self, anchors: array[int]) -> array[int]:
        """The whole alignment (Section 2.2.3); node numbers are worked out only where a tie asks for them."""
        columns = self.caster.finish(anchors)
        if columns is None:
            columns = self.caster.finish(anchors, node_order(self.pred), node_order(self.gold))
        assert columns is not None
        return columns


def align(
    gold: Graph,
    pred: Graph,
    anchors: str = "lemma",
    gold_text: str | None = None,
    pred_text: str | None = None,
) -> Aligned:
    """The alignment of two graphs; their sentences are those of the graphs where none are given."""
    comparison = Comparison(gold, pred, anchors, gold_text, pred_text)
    history = (comparison.anchors, *comparison.rounds())
    columns = comparison.finish(history[-1])
    return Aligned(
        comparison.pred, comparison.gold, comparison.similarity, columns, history, comparison.numbers
    )
