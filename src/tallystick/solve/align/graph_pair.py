"""Two graphs to be aligned, as callers describe them, and what they get back.

Nodes are numbered, edges are parallel lists, and pairs of nodes earn something by themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["AlignmentResult", "Cells", "Edges", "GraphPair", "NodeGroups", "NodePairs", "evaluate"]


class Edges(NamedTuple):
    """A graph as parallel lists: its distinct labelled edges, with their multiplicities."""

    nodes: int
    sources: Sequence[int]
    targets: Sequence[int]
    labels: Sequence[int]
    counts: Sequence[int]


class NodePairs(NamedTuple):
    """Pairs of nodes as two parallel lists."""

    gold: Sequence[int]
    pred: Sequence[int]


class NodeGroups(NamedTuple):
    """The set of groups that each node belongs to, by number; set s is ``group[start[s]:start[s + 1]]``, none empty."""

    gold: Sequence[int]
    pred: Sequence[int]
    start: Sequence[int]
    group: Sequence[int]


class Cells(NamedTuple):
    """Pairs of nodes, and what each of them earns by itself; a pair that is repeated earns all of its weights."""

    gold: Sequence[int]
    pred: Sequence[int]
    weight: Sequence[float]


class GraphPair(NamedTuple):
    """Two graphs, the pairs of their nodes that earn something by themselves, and how pairs of edges earn.

    A pair of edges of equal label earns, by rule, the smaller count (0), the pred count (1), the gold count (2) or
    their product (3). If allowed pairs of nodes are given, no other is used; if groups are, pairs that share a group.
    """

    gold: Edges
    pred: Edges
    cells: Cells
    rule: int = 0
    allowed: NodePairs | NodeGroups | None = None


class AlignmentResult(NamedTuple):
    """The best mapping found, and how much better another could be."""

    mapping: array[int]
    score: float
    upper_bound: float
    optimal: bool
    branches: int
    iterations: int


def evaluate(graphs: GraphPair, mapping: Sequence[int]) -> float:
    """Return the score of a mapping of pred nodes to gold nodes, computed from its definition alone.

    >>> chain = Edges(2, [0], [1], [7], [1])
    >>> evaluate(GraphPair(chain, chain, Cells([0], [0], [1.0])), [0, 1])
    2.0
    """
    score = 0.0
    for j, i, weight in zip(*graphs.cells, strict=True):
        if mapping[i] == j:
            score += weight
    gold_counts = {(j, n, label): count for j, n, label, count in zip(*graphs.gold[1:], strict=True)}
    for i, k, label, pred_count in zip(*graphs.pred[1:], strict=True):
        gold_count = gold_counts.get((mapping[i], mapping[k], label))
        if gold_count is not None:
            credits = (min(pred_count, gold_count), pred_count, gold_count, pred_count * gold_count)
            score += credits[graphs.rule]
    return score
