# cython: language_level=3
"""Exact alignment of two labelled graphs, the heart of Smatch and DocSmatch.

Maximises, over partial 1:1 maps of pred nodes to gold nodes, the weights of the mapped cells and the
credits of the pred edges mapped onto gold edges of the same label. Lagrangian bounds and hill climbing
usually meet at once; where they do not, ruled-out cells go, the rest falls into parts, and each is searched
by branch and bound.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import floor, inf

from tallystick.limits import Limits, current
from tallystick.solve.climbing import Climber
from tallystick.solve.pairing import build
from tallystick.solve.problem import AlignmentResult, Problem
from tallystick.solve.reduction import FIXED, restrict, split
from tallystick.solve.relaxation import MARGIN, Relaxation, settled

__all__ = ["AlignmentResult", "align", "climb", "evaluate"]

# Steps at the root: a few per node, where they cost more than branching would.
ROOT_STEPS = 60
ROOT_STEPS_PER_ROW = 3
MOST_STEPS = 600
PART_STEPS = 100
BRANCH_STEPS = 40
# Parts of parts of parts: beyond this the search goes on without splitting, so that Python's stack suffices.
DEEPEST = 40

Cells = list[tuple[int, int]]


def align(
    n: int,
    m: int,
    cell_row: Sequence[int],
    cell_col: Sequence[int],
    cell_weight: Sequence[float],
    pred_source: Sequence[int],
    pred_target: Sequence[int],
    pred_label: Sequence[int],
    pred_count: Sequence[int],
    gold_source: Sequence[int],
    gold_target: Sequence[int],
    gold_label: Sequence[int],
    gold_count: Sequence[int],
    *,
    rule: int = 0,
    allowed: tuple[Sequence[int], Sequence[int]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> AlignmentResult:
    """Return a best mapping of n pred nodes to m gold nodes, with its score and an upper bound.

    Cells carry what a mapped pair of nodes earns by itself. An edge pair of equal label earns, by rule, the
    smaller count (0), the pred count (1), the gold count (2) or their product (3). If allowed cells are
    given, no other is used. Limits (seconds; branches) end the search early, with the best found and bounds.

    >>> result = align(2, 2, [0, 1], [1, 0], [1.0, 1.0], [0], [1], [7], [1], [1], [0], [7], [1])
    >>> result.mapping, result.score, result.optimal
    (array('i', [1, 0]), 3.0, True)
    """
    limits = current().within(time_limit)
    problem = build(
        n,
        m,
        (cell_row, cell_col, cell_weight),
        (pred_source, pred_target, pred_label, pred_count),
        (gold_source, gold_target, gold_label, gold_count),
        rule,
        allowed,
    )
    search = Search(limits, node_limit)
    reduced, upper, cells = problem, 0.0, list[tuple[int, int]]()
    if allowed is not None:
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
    n: int,
    m: int,
    cell_row: Sequence[int],
    cell_col: Sequence[int],
    cell_weight: Sequence[float],
    pred_source: Sequence[int],
    pred_target: Sequence[int],
    pred_label: Sequence[int],
    pred_count: Sequence[int],
    gold_source: Sequence[int],
    gold_target: Sequence[int],
    gold_label: Sequence[int],
    gold_count: Sequence[int],
    *,
    rule: int = 0,
    allowed: tuple[Sequence[int], Sequence[int]] | None = None,
    restarts: int = 4,
    seed: int = 0,
    time_limit: float | None = None,
) -> AlignmentResult:
    """Return the best mapping hill climbing finds, from the first bound's assignment and from random ones.

    After the time limit there are no further restarts.
    """
    problem = build(
        n,
        m,
        (cell_row, cell_col, cell_weight),
        (pred_source, pred_target, pred_label, pred_count),
        (gold_source, gold_target, gold_label, gold_count),
        rule,
        allowed,
    )
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
    mapping, score = finish(problem, names_of(problem, climber.best_cells()), climber)
    upper = tidy(bound, score, problem)
    return AlignmentResult(mapping, score, upper, upper <= score, 0, climbs)


def evaluate(
    mapping: Sequence[int],
    cell_row: Sequence[int],
    cell_col: Sequence[int],
    cell_weight: Sequence[float],
    pred_source: Sequence[int],
    pred_target: Sequence[int],
    pred_label: Sequence[int],
    pred_count: Sequence[int],
    gold_source: Sequence[int],
    gold_target: Sequence[int],
    gold_label: Sequence[int],
    gold_count: Sequence[int],
    *,
    rule: int = 0,
) -> float:
    """Return the score of a mapping, computed from its definition alone."""
    score = 0.0
    for i, j, weight in zip(cell_row, cell_col, cell_weight, strict=True):
        if mapping[i] == j:
            score += weight
    gold = dict(zip(zip(gold_source, gold_target, gold_label, strict=True), gold_count, strict=True))
    for i, k, label, count in zip(pred_source, pred_target, pred_label, pred_count, strict=True):
        found = gold.get((mapping[i], mapping[k], label))
        if found is not None:
            score += (min(count, found), count, found, count * found)[rule]
    return score


def names_of(problem: Problem, choice: Sequence[int]) -> Cells:
    """Return the chosen cells by the names of their rows and columns."""
    row_name, col_name, cell_col = problem.row_name, problem.col_name, problem.cell_col
    return [(row_name[i], col_name[cell_col[cell]]) for i, cell in enumerate(choice) if cell >= 0]


def finish(problem: Problem, cells: Cells, climber: Climber) -> tuple[array[int], float]:
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


def tidy(upper: float, score: float, problem: Problem) -> float:
    """Return a bound as sharp as may be: whole where scores are, and the score itself where proved."""
    terms = problem.rows + problem.cols + 16
    if settled(upper, score, problem.integral, terms):
        return score
    return float(floor(upper + MARGIN * terms)) if problem.integral else upper


class Frame:
    """A node of the search whose children are being visited."""

    __slots__ = ("bound", "cells", "children", "earned", "problem", "states")

    def __init__(
        self,
        problem: Problem,
        earned: float,
        cells: Cells,
        bound: float,
        children: list[int],
        states: array[int],
    ) -> None:
        self.problem = problem
        self.earned = earned
        self.cells = cells
        self.bound = bound
        self.children = children
        self.states = states


class Search:
    """Branch and bound under common limits."""

    def __init__(self, limits: Limits, node_limit: int | None) -> None:
        self.limits = limits
        self.node_limit = inf if node_limit is None else node_limit
        self.branches = 0
        self.iterations = 0

    def spent(self) -> bool:
        """Tell whether a limit is reached."""
        return self.branches >= self.node_limit or self.limits.expired()

    def solve(
        self, problem: Problem, goal: float, climber: Climber, depth: int = 0
    ) -> tuple[float, float, Cells]:
        """Return the best score found, a bound on all scores above the goal, and the cells of that best."""
        relaxation = Relaxation(problem, self.limits)
        steps = min(MOST_STEPS, ROOT_STEPS + ROOT_STEPS_PER_ROW * problem.rows) if depth == 0 else PART_STEPS
        bound = relaxation.run(climber, goal, steps)
        self.iterations += relaxation.steps_taken()
        value = climber.best_value()
        cells = names_of(problem, climber.best_cells())
        goal = max(goal, value)
        terms = problem.rows + problem.cols + 16
        if settled(bound, goal, problem.integral, terms):
            return value, min(bound, goal), cells
        if self.spent():
            return value, bound, cells
        reduced, earned, fixed = restrict(problem, relaxation.states(goal))
        parts = split(reduced)
        if len(parts) == 1 or depth >= DEEPEST:
            found, upper, chosen = self.branch(reduced, goal - earned, depth)
        else:
            found, upper, chosen = self.solve_parts(parts, goal - earned, depth)
        if earned + found > value:
            value, cells = earned + found, fixed + chosen
        return value, max(value, min(bound, earned + upper)), cells

    def solve_parts(self, parts: list[Problem], goal: float, depth: int) -> tuple[float, float, Cells]:
        """Solve independent parts; stop as soon as they cannot reach the goal together."""
        uppers = []
        for part in parts:
            bound = Relaxation(part, self.limits).run(Climber(part, self.limits), -inf, 1)
            uppers.append(self.whole(bound, part))
        values, cells = 0.0, list[tuple[int, int]]()
        for k, part in enumerate(parts):
            if sum(uppers) <= goal:
                break
            least = goal - sum(uppers) + uppers[k]
            value, bound, chosen = self.solve(part, least, Climber(part, self.limits), depth + 1)
            uppers[k] = min(uppers[k], self.whole(max(value, bound), part))
            values += value
            cells += chosen
        return values, sum(uppers), cells

    @staticmethod
    def whole(bound: float, problem: Problem) -> float:
        """Return a bound rounded down where scores are whole numbers."""
        return (
            float(floor(bound + MARGIN * (problem.rows + problem.cols + 16))) if problem.integral else bound
        )

    def branch(self, root: Problem, goal: float, depth: int) -> tuple[float, float, Cells]:
        """Search depth first; return the best score found, a bound on those above the goal, and the cells."""
        best, best_cells = 0.0, []
        open_bound = -inf
        stack: list[Frame] = []
        pending: tuple[Problem, float, Cells] | None = (root, 0.0, [])
        while True:
            if pending is not None:
                problem, earned, cells = pending
                pending = None
                self.branches += 1
                climber = Climber(problem, self.limits)
                relaxation = Relaxation(problem, self.limits)
                bound = relaxation.run(climber, goal - earned, BRANCH_STEPS)
                self.iterations += relaxation.steps_taken()
                if earned + climber.best_value() > best:
                    best = earned + climber.best_value()
                    best_cells = cells + names_of(problem, climber.best_cells())
                    goal = max(goal, best)
                terms = problem.rows + problem.cols + 16
                if not settled(bound, goal - earned, problem.integral, terms):
                    states = relaxation.states(goal - earned)
                    # Taken from behind: the most promising cell first, the unmapped row (-1) last.
                    children = [-1, *reversed(relaxation.branch_cells())]
                    stack.append(Frame(problem, earned, cells, bound, children, states))
            if self.spent():
                for frame in stack:
                    open_bound = max(open_bound, frame.earned + frame.bound)
                break
            while stack and not stack[-1].children:
                stack.pop()
            if not stack:
                break
            frame = stack[-1]
            cell = frame.children.pop()
            if settled(frame.bound, goal - frame.earned, root.integral, root.rows + root.cols + 16):
                stack.pop()
                continue
            states = array("i", frame.states)
            if cell >= 0:
                states[cell] = FIXED
                # What follows need not try this cell again.
                frame.states[cell] = 0
            child, earned, fixed = restrict(frame.problem, states)
            earned += frame.earned
            fixed += frame.cells
            parts = split(child) if depth < DEEPEST else [child]
            if len(parts) == 1:
                pending = (child, earned, fixed)
                continue
            self.branches += 1
            value, bound, chosen = self.solve_parts(parts, goal - earned, depth)
            if earned + value > best:
                best, best_cells = earned + value, fixed + chosen
            goal = max(goal, best)
            if earned + bound > goal:
                open_bound = max(open_bound, earned + bound)
        return best, max(open_bound, goal), best_cells
