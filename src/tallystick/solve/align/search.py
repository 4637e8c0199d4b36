"""Branch and bound on an alignment problem, with Lagrangian bounds and hill climbing at every node."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import floor, inf

from tallystick.limits import Limits
from tallystick.solve.align.climbing import Climber
from tallystick.solve.align.problem import AlignmentProblem
from tallystick.solve.align.reduction import FIXED, restrict, split
from tallystick.solve.align.relaxation import MARGIN, Relaxation, settled

__all__ = ["Search", "named_cells"]

# Steps at the root: a few per node, where they cost more than branching would.
ROOT_STEPS = 60
ROOT_STEPS_PER_ROW = 3
MOST_STEPS = 600
PART_STEPS = 100
BRANCH_STEPS = 40
# Parts of parts of parts: beyond this the search goes on without splitting, so that Python's stack suffices.
DEEPEST = 40

#: Chosen cells by the names of their rows and columns.
NamedCells = list[tuple[int, int]]


def named_cells(problem: AlignmentProblem, choice: Sequence[int]) -> NamedCells:
    """Return the chosen cells by the names of their rows and columns."""
    row_name, col_name, cell_col = problem.row_name, problem.col_name, problem.cell_col
    return [(row_name[i], col_name[cell_col[cell]]) for i, cell in enumerate(choice) if cell >= 0]


class SearchNode:
    """A node of the search whose children are being visited."""

    __slots__ = ("bound", "cells", "children", "earned", "problem", "states")

    def __init__(
        self,
        problem: AlignmentProblem,
        earned: float,
        cells: NamedCells,
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
        self, problem: AlignmentProblem, goal: float, climber: Climber, depth: int = 0
    ) -> tuple[float, float, NamedCells]:
        """Return the best score found, a bound on all scores above the goal, and the cells of that best."""
        relaxation = Relaxation(problem, self.limits)
        steps = min(MOST_STEPS, ROOT_STEPS + ROOT_STEPS_PER_ROW * problem.rows) if depth == 0 else PART_STEPS
        bound = relaxation.run(climber, goal, steps)
        self.iterations += relaxation.steps_taken()
        value = climber.best_value()
        cells = named_cells(problem, climber.best_cells())
        goal = max(goal, value)
        terms = problem.rows + problem.cols + 16
        if settled(bound, goal, problem.integral, terms):
            return value, min(bound, goal), cells
        if self.spent():
            return value, bound, cells
        reduced, earned, fixed = restrict(problem, relaxation.states(goal))
        parts = split(reduced)
        if len(parts) == 1 or depth >= DEEPEST:
            gain, upper, chosen = self.branch(reduced, goal - earned, depth)
        else:
            gain, upper, chosen = self.solve_parts(parts, goal - earned, depth)
        if earned + gain > value:
            value, cells = earned + gain, fixed + chosen
        return value, max(value, min(bound, earned + upper)), cells

    def solve_parts(
        self, parts: list[AlignmentProblem], goal: float, depth: int
    ) -> tuple[float, float, NamedCells]:
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
    def whole(bound: float, problem: AlignmentProblem) -> float:
        """Return a bound rounded down where scores are whole numbers."""
        return (
            float(floor(bound + MARGIN * (problem.rows + problem.cols + 16))) if problem.integral else bound
        )

    def branch(self, root: AlignmentProblem, goal: float, depth: int) -> tuple[float, float, NamedCells]:
        """Search depth first; return the best score found, a bound on those above the goal, and the cells."""
        best, best_cells = 0.0, []
        open_bound = -inf
        stack: list[SearchNode] = []
        pending: tuple[AlignmentProblem, float, NamedCells] | None = (root, 0.0, [])
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
                    best_cells = cells + named_cells(problem, climber.best_cells())
                    goal = max(goal, best)
                terms = problem.rows + problem.cols + 16
                if not settled(bound, goal - earned, problem.integral, terms):
                    states = relaxation.states(goal - earned)
                    # Taken from behind: the most promising cell first, the unmapped row (-1) last.
                    children = [-1, *reversed(relaxation.branch_cells())]
                    stack.append(SearchNode(problem, earned, cells, bound, children, states))
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
