"""Exact alignment of two labelled graphs, the heart of Smatch and DocSmatch.

Maximises, over partial 1:1 maps of pred nodes to gold nodes, the weights of the mapped cells and the
credits of the pred edges mapped onto gold edges of the same label. Lagrangian bounds and hill climbing
usually meet at once; where they do not, ruled-out cells go, the rest falls into parts, and each is searched
by branch and bound. Large graphs are aligned by generating cells (`large`).
"""

from __future__ import annotations

from collections import Counter
from math import inf
from types import ModuleType

from tallystick.errors import TimeLimitError
from tallystick.limits import Limits, current
from tallystick.solve.align.aligner import Aligner
from tallystick.solve.align.graph_pair import AlignmentResult, GraphPair, NodeGroups, NodePairs
from tallystick.solve.align.node_groups import expand
from tallystick.solve.align.pair_columns import PairColumns

__all__ = ["align", "align_columns", "climb"]

#: Aligners with their arrays, waiting for the next pair. Every thread takes one out and puts it back.
_IDLE: list[Aligner] = []
#: Pairs of equally labelled edges beyond which it pays not to look at all of them (about 80 sentences), and beyond
#: which nothing helps.
LARGE = 1 << 16
LARGEST = 1 << 30
#: Branches times rows in what remains of a large problem, if there is no deadline: its bound is close by then.
LATE_WORK = 1 << 19


def align(
    graphs: GraphPair, *, time_limit: float | None = None, node_limit: int | None = None
) -> AlignmentResult:
    """Return a best mapping of pred nodes to gold nodes, with its score and an upper bound.

    Limits (seconds; branches) end the search early, with the best mapping so far and bounds: if need be, the empty one.

    >>> from tallystick.solve.align import Cells, Edges
    >>> gold, pred = Edges(2, [1], [0], [7], [1]), Edges(2, [0], [1], [7], [1])
    >>> result = align(GraphPair(gold, pred, Cells(gold=[1, 0], pred=[0, 1], weight=[1.0, 1.0])))
    >>> result.mapping, result.score, result.optimal
    (array('i', [1, 0]), 3.0, True)
    """
    limits = current().within(time_limit)
    try:
        result: AlignmentResult | None = None
        if _is_large(graphs):
            late = node_limit
            if late is None and limits.deadline == inf:
                late = LATE_WORK // graphs.pred.nodes
            result = _large_solver().align_large(
                graphs, limits, lambda rest: _align_at_once(rest, limits, late)
            )
        if result is None:
            result = _align_at_once(graphs, limits, node_limit)
    except TimeLimitError:  # while a problem was built
        result = _large_solver().unaligned(graphs)
    return result


def _large_solver() -> ModuleType:
    """Return the module for large graphs, which few runs need."""
    from tallystick.solve.align.large import solver

    return solver


def _is_large(graphs: GraphPair) -> bool:
    """Return whether to generate cells: there are many edge pairs, and weights to begin with.

    A list of allowed cells is short enough to begin with all of them.
    """
    gold, pred = graphs.gold.labels, graphs.pred.labels
    if len(gold) * len(pred) <= LARGE or isinstance(graphs.allowed, NodePairs) or not graphs.cells.gold:
        return False
    counts = Counter(gold)
    return LARGE < sum(counts[label] for label in pred) <= LARGEST


def _align_at_once(graphs: GraphPair, limits: Limits, node_limit: int | None) -> AlignmentResult:
    """Align a pair of graphs with all cells and edge pairs at hand."""
    aligner = _take()
    aligner.start(limits, node_limit)
    result = aligner.solve(_with_cells(graphs))
    _put_back(aligner)
    return result


def _with_cells(graphs: GraphPair) -> GraphPair:
    """Return a pair of graphs with allowed cells instead of groups."""
    if isinstance(graphs.allowed, NodeGroups):
        return graphs._replace(allowed=expand(graphs.allowed))
    return graphs


def align_columns(columns: PairColumns, *, time_limit: float | None = None) -> AlignmentResult:
    """Do the same for a pair that another kernel has written into columns."""
    aligner = _take()
    aligner.start(current().within(time_limit))
    result = aligner.solve_columns(columns)
    _put_back(aligner)
    return result


def climb(
    graphs: GraphPair, *, restarts: int = 4, seed: int = 0, time_limit: float | None = None
) -> AlignmentResult:
    """Return the best mapping hill climbing finds, from the first bound's assignment and from random ones.

    After the time limit there are no further restarts.
    """
    aligner = _take()
    aligner.start(current().within(time_limit))
    result = aligner.climb(_with_cells(graphs), restarts, seed)
    _put_back(aligner)
    return result


def _take() -> Aligner:
    # Taking from a list is safe among threads; asking first whether it is empty would not be.
    try:
        return _IDLE.pop()
    except IndexError:
        return Aligner()


def _put_back(aligner: Aligner) -> None:
    if aligner.is_worth_keeping():
        _IDLE.append(aligner)
