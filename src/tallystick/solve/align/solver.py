"""Exact alignment of two labelled graphs, the heart of Smatch and DocSmatch.

Maximises, over partial 1:1 maps of pred nodes to gold nodes, the weights of the mapped cells and the
credits of the pred edges mapped onto gold edges of the same label. Lagrangian bounds and hill climbing
usually meet at once; where they do not, ruled-out cells go, the rest falls into parts, and each is searched
by branch and bound.
"""

from __future__ import annotations

from tallystick.limits import current
from tallystick.solve.align.aligner import Aligner
from tallystick.solve.align.graph_pair import AlignmentResult, GraphPair

__all__ = ["align", "climb"]

#: Aligners with their arrays, waiting for the next pair. Every thread takes one out and puts it back.
_IDLE: list[Aligner] = []


def align(
    graphs: GraphPair, *, time_limit: float | None = None, node_limit: int | None = None
) -> AlignmentResult:
    """Return a best mapping of pred nodes to gold nodes, with its score and an upper bound.

    Limits (seconds; branches) end the search early, with the best found and bounds.

    >>> from tallystick.solve.align import Cells, Edges
    >>> gold, pred = Edges(2, [1], [0], [7], [1]), Edges(2, [0], [1], [7], [1])
    >>> result = align(GraphPair(gold, pred, Cells(gold=[1, 0], pred=[0, 1], weight=[1.0, 1.0])))
    >>> result.mapping, result.score, result.optimal
    (array('i', [1, 0]), 3.0, True)
    """
    aligner = _take()
    aligner.start(current().within(time_limit), node_limit)
    result = aligner.solve(graphs)
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
    result = aligner.climb(graphs, restarts, seed)
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
