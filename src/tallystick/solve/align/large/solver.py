"""Aligns large graphs by generating cells.

The bound of a restricted problem is sharpened for some steps. Then its prices are checked against all other cells, and
those that they do not rule out are added. As soon as there are none, the bound holds for the whole problem. Once it is
close to the best score, few cells can be part of a better alignment: an exact search among these settles the rest.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from math import floor, inf
from operator import mul

from tallystick.errors import MemoryLimitError
from tallystick.limits import Limits
from tallystick.solve.align.graph_pair import AlignmentResult, GraphPair, NodePairs, evaluate
from tallystick.solve.align.large.ascent import Ascent
from tallystick.solve.align.large.candidates import Candidates
from tallystick.solve.align.large.hill import Hill
from tallystick.solve.align.large.incidence import IndexedPair, IndexedSide, index_pair
from tallystick.solve.align.large.rest import rest_of
from tallystick.solve.align.large.restricted import Restricted, merged, restricted

__all__ = ["Solve", "align_large", "unaligned"]

#: Solves a pair of graphs with few allowed cells exactly.
Solve = Callable[[GraphPair], AlignmentResult]

# Steps between two checks of the prices: early on, new cells matter more than a sharp bound.
FIRST_STEPS = (20, 20, 20, 20, 40, 40)
LATER_STEPS = 80
# In the first rounds a row gets so many new cells at most: these change the prices of all others.
FIRST_CELLS = (12, 12)
NO_LIMIT = (1 << 31) - 1
# The bound is as sharp as it gets if so many rounds in a row have gained less than this share of the gap.
PATIENCE = 3
LEAST_GAIN = 0.15
MOST_ROUNDS = 60
MOST_CLOSING = 12
# A restricted problem with more than this share of all edge pairs, or so many new cells for each node, saves nothing.
OVERGROWN = 0.5
MOST_MISSING = 100
# Few cells are left if there are so many for each node.
FEW_CELLS = 100
# What rounding may do to one price.
MARGIN = 1e-9


class OvergrownError(Exception):
    """A restricted problem is nearly as large as the whole one."""


def align_large(graphs: GraphPair, limits: Limits, solve: Solve) -> AlignmentResult | None:
    """Return the best alignment met, and a bound on all; `solve` is given what is left when few cells are.

    None if nearly all cells matter, as among equal nodes, or where there is no room for those that do.
    """
    pair = index_pair(graphs)
    if pair.groups is None or pair.groups.gold == pair.groups.pred:
        same = align_with_itself(graphs, pair)
        if same is not None:
            return same
    try:
        generation = Generation(pair, limits)
        while generation.has_more_rounds():
            generation.run_round()
        closed = generation.is_settled() or generation.close()
    except (OvergrownError, MemoryLimitError):
        return None
    if closed and not generation.is_settled():
        left = generation.cells_left()
        if left is not None:
            # Without room for a search there is still a bound.
            with suppress(MemoryLimitError):
                generation.take(solve(rest_of(graphs, pair, left)))
    return generation.result()


class Generation:
    """A restricted problem that grows, the best alignment met and the least bound that was proved."""

    def __init__(self, pair: IndexedPair, limits: Limits) -> None:
        self.pair = pair
        self.limits = limits
        self.candidates = Candidates(pair)
        #: Pairs of equally labelled edges of the whole problem.
        self.pairs = sum(map(mul, label_sizes(pair.gold), label_sizes(pair.pred)))
        self.problem = self.checked(restricted(pair, *self.candidates.weighted()))
        self.price = array("d", bytes(8 * self.problem.cols))
        self.slack = array("d")
        self.mapping = array("i", [-1]) * self.problem.rows
        self.score = 0.0
        self.upper = loose_bound(pair)
        #: The bound of the restricted problem in every round.
        self.bounds: list[float] = []
        self.steps = 0
        self.branches = 0
        self.most_missing = min(MOST_MISSING * self.problem.rows, self.pairs)

    def checked(self, problem: Restricted) -> Restricted:
        """Return a problem that is much smaller than the whole one."""
        if len(problem.head) > OVERGROWN * self.pairs:
            raise OvergrownError
        return problem

    def margin(self) -> float:
        """Return what rounding may do to the bound."""
        return MARGIN * (self.problem.rows + self.problem.cols + 16)

    def is_settled(self) -> bool:
        """Return whether no alignment is better than the best one met."""
        if self.pair.integral:
            return floor(self.upper + self.margin()) <= self.score
        return self.upper <= self.score + MARGIN * max(1.0, self.score)

    def has_more_rounds(self) -> bool:
        """Return whether another round is likely to pay."""
        if self.is_settled() or self.limits.expired() or len(self.bounds) > MOST_ROUNDS:
            return False
        if len(self.bounds) <= len(FIRST_STEPS) + PATIENCE:
            return True
        gap = self.bounds[-1] - self.score
        return self.bounds[-1 - PATIENCE] - self.bounds[-1] > LEAST_GAIN * gap

    def run_round(self) -> None:
        """Sharpen the bound, check the prices, and add the cells that they do not rule out."""
        index = len(self.bounds)
        steps = FIRST_STEPS[index] if index < len(FIRST_STEPS) else LATER_STEPS
        self.sharpen(steps, FIRST_CELLS[index] if index < len(FIRST_CELLS) else NO_LIMIT)

    def close(self) -> bool:
        """Add cells until the prices rule out all others; return whether that was possible."""
        closing = (self.sharpen(0, NO_LIMIT) == 0 for _ in range(MOST_CLOSING))
        return any(closing) and not self.limits.expired()

    def sharpen(self, steps: int, most: int) -> int:
        """Take some steps, and add at most so many missing cells to a row; return how many were added."""
        ascent = Ascent(self.problem, self.price, self.limits)
        hill = Hill(self.problem, self.limits)
        hill.start_from(self.mapping)
        ascent.run(hill, steps, 0.5 if self.pair.integral else 0.0)
        self.steps += ascent.steps_taken()
        self.mapping, self.score = hill.mapping(), hill.best_value()
        if self.limits.expired():
            return 0
        share, row_price, self.price = ascent.settle()
        self.problem = self.problem._replace(share=share)
        self.slack = ascent.slacks()
        self.bounds.append(sum(row_price) + sum(self.price))
        spare = self.candidates.load(self.problem, row_price, self.price, self.slack)
        limit = self.most_missing if most == NO_LIMIT else NO_LIMIT
        rows, cols, excess = self.candidates.missing(MARGIN, most, limit, self.limits)
        if len(rows) > limit:
            raise OvergrownError
        self.upper = min(self.upper, self.bounds[-1] + excess)
        if rows and not self.is_settled():
            cells = merged(self.problem, rows, cols)
            self.problem = self.checked(restricted(self.pair, *cells, self.problem, spare))
        return len(rows)

    def cells_left(self) -> NodePairs | None:
        """Return the cells that a better alignment can have, if they are few; the prices must rule out all others."""
        room = self.bounds[-1] - self.score - (1.0 if self.pair.integral else 0.0) + self.margin()
        most = FEW_CELLS * self.problem.rows
        inside = [index for index, slack in enumerate(self.slack) if slack <= room]
        if len(inside) > most:
            return None
        rows, cols, excess = self.candidates.missing(room, NO_LIMIT, most - len(inside), self.limits)
        if excess == inf:
            return None
        problem = self.problem
        return NodePairs(
            gold=array("i", [problem.cell_col[index] for index in inside]) + cols,
            pred=array("i", [problem.cell_row[index] for index in inside]) + rows,
        )

    def take(self, result: AlignmentResult) -> None:
        """Take the solution of what was left: anything better than the best alignment met is a part of it."""
        self.branches += result.branches
        self.steps += result.iterations
        if result.score > self.score:
            self.mapping, self.score = result.mapping, result.score
        self.upper = min(self.upper, max(self.score, result.upper_bound))

    def result(self) -> AlignmentResult:
        """Return the best alignment met, and the least bound."""
        upper = self.upper
        if self.is_settled():
            upper = self.score
        elif self.pair.integral:
            upper = float(floor(upper + self.margin()))
        return AlignmentResult(
            self.mapping, self.score, upper, upper <= self.score, self.branches, self.steps
        )


def align_with_itself(graphs: GraphPair, pair: IndexedPair) -> AlignmentResult | None:
    """Return the map of every node to itself if both graphs are the same and no bound is needed to prove it best."""
    if graphs.gold != graphs.pred:
        return None
    identity = array("i", range(graphs.pred.nodes))
    score = evaluate(graphs, identity)
    if score < loose_bound(pair):
        return None
    return AlignmentResult(identity, score, score, True, 0, 0)


def unaligned(graphs: GraphPair) -> AlignmentResult:
    """Return the empty alignment, with a bound that needs no search."""
    upper = loose_bound(index_pair(graphs))
    return AlignmentResult(array("i", [-1]) * graphs.pred.nodes, 0.0, upper, upper <= 0.0, 0, 0)


def loose_bound(pair: IndexedPair) -> float:
    """Return a bound that needs no search: the best weight of each row, and as many edge pairs as edges."""
    start, weight = pair.row_start, pair.weight
    total = sum(max(weight[begin:end], default=0.0) for begin, end in pairwise(start))
    sizes = map(min, label_sizes(pair.gold), label_sizes(pair.pred))
    return total + sum(map(mul, pair.largest, sizes))


def label_sizes(side: IndexedSide) -> list[int]:
    """Return the number of edges of each label."""
    return [end - begin for begin, end in pairwise(side.label_start)]
