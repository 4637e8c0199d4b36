"""Exact alignment of two labelled graphs, the heart of Smatch and DocSmatch.

Maximises, over partial 1:1 maps of pred nodes to gold nodes, the weights of the mapped cells and the
credits of the pred edges mapped onto gold edges of the same label. Lagrangian bounds and hill climbing
usually meet at once; where they do not, ruled-out cells go, the rest falls into parts, and each is searched
by branch and bound.
"""

from __future__ import annotations

from array import array
from math import floor, inf

from tallystick.limits import current
from tallystick.solve.align.climbing import Climber
from tallystick.solve.align.graph_pair import GraphPair
from tallystick.solve.align.pairing import build
from tallystick.solve.align.problem import AlignmentProblem, AlignmentResult
from tallystick.solve.align.reduction import restrict, split
from tallystick.solve.align.relaxation import MARGIN, Relaxation, settled
from tallystick.solve.align.search import NamedCells, Search, named_cells

__all__ = ["align", "climb"]


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
    limits = current().within(time_limit)
    problem = build(graphs)
    search = Search(limits, node_limit)
    reduced, upper, cells = problem, 0.0, NamedCells()
    if graphs.allowed is not None:
        # Not every allowed cell can earn something.
        reduced, upper, cells = restrict(problem, array("i", [1]) * len(problem.cell_col))
    climber = Climber(problem, limits)
    for part in split(reduced):
        value, bound, chosen = search.solve(part, -inf, climber if part is problem else Climber(part, limits))
        upper += max(value, bound)
        cells += chosen
    mapping, score = finish(problem, cells, climber)
    upper = tidy(upper, score, problem)
    return AlignmentResult(mapping, score, upper, upper <= score, search.branches, search.iterations)


def climb(
    graphs: GraphPair, *, restarts: int = 4, seed: int = 0, time_limit: float | None = None
) -> AlignmentResult:
    """Return the best mapping hill climbing finds, from the first bound's assignment and from random ones.

    After the time limit there are no further restarts.
    """
    problem = build(graphs)
    limits = current().within(time_limit)
    climber = Climber(problem, limits)
    bound = Relaxation(problem, limits).run(climber, -inf, 1)
    terms = problem.rows + problem.cols + 16
    climbs = 1
    # No restart beats a score that meets its bound.
    while climbs <= restarts and not settled(bound, climber.best_value(), problem.integral, terms):
        if limits.expired():
            break
        climber.restart(seed + climbs - 1)
        climbs += 1
    mapping, score = finish(problem, named_cells(problem, climber.best_cells()), climber)
    upper = tidy(bound, score, problem)
    return AlignmentResult(mapping, score, upper, upper <= score, 0, climbs)


def finish(problem: AlignmentProblem, cells: NamedCells, climber: Climber) -> tuple[array[int], float]:
    """Return the mapping these cells make, without those that earn nothing in it, and its score."""
    choice = array("i", [-1]) * problem.rows
    column = dict(cells)
    start, cell_col = problem.row_start, problem.cell_col
    for i, j in column.items():
        choice[i] = cell_col.index(j, start[i], start[i + 1])
    earning, score = climber.earning_cells(choice)
    mapping = array("i", [-1]) * problem.rows
    for i, cell in enumerate(earning):
        if cell >= 0:
            mapping[i] = cell_col[cell]
    return mapping, score


def tidy(upper: float, score: float, problem: AlignmentProblem) -> float:
    """Return a bound as sharp as may be: whole where scores are, and the score itself where proved."""
    terms = problem.rows + problem.cols + 16
    if settled(upper, score, problem.integral, terms):
        return score
    return float(floor(upper + MARGIN * terms)) if problem.integral else upper
