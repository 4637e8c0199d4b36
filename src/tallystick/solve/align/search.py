"""Branch and bound on an alignment problem, with Lagrangian bounds and hill climbing at every node."""

from __future__ import annotations

from array import array
from math import inf

from tallystick.limits import Limits
from tallystick.solve.align.climbing import Climber
from tallystick.solve.align.clock import Clock
from tallystick.solve.align.problem import AlignmentProblem
from tallystick.solve.align.reduction import Reducer
from tallystick.solve.align.relaxation import Relaxation, rounded_down, settled

__all__ = ["NamedCells", "Search"]

PART_STEPS = 100
BRANCH_STEPS = 40
# Parts of parts of parts: beyond this the search continues without splitting, so that Python's stack suffices.
DEEPEST = 40

#: Chosen cells by the names of their rows and columns.
NamedCells = list[tuple[int, int]]


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

    def __init__(self, clock: Clock, limits: Limits, node_limit: int | None, branches: int = 0) -> None:
        self.limits = limits
        self.node_limit = inf if node_limit is None else node_limit
        self.branches = branches
        self.iterations = 0
        self.reducer = Reducer(clock)
        # Bound to one problem after the other.
        self.climber = Climber(AlignmentProblem(), clock)
        self.relaxation = Relaxation(AlignmentProblem(), clock)

    def spent(self) -> bool:
        """Return whether a limit is reached."""
        return self.branches >= self.node_limit or self.limits.expired()

    def sharpen(self, problem: AlignmentProblem, goal: float, steps: int) -> float:
        """Bound a problem and climb in it; climber and relaxation then have the results."""
        self.climber.bind(problem)
        self.relaxation.bind(problem)
        return self.relaxation.run(self.climber, goal, steps)

    def solve(self, problem: AlignmentProblem, goal: float, depth: int) -> tuple[float, float, NamedCells]:
        """Return the best score found, a bound on all scores above the goal, and the cells of that best."""
        bound = self.sharpen(problem, goal, PART_STEPS)
        self.iterations += self.relaxation.steps_taken()
        return self.refine(problem, goal, self.climber, self.relaxation, bound, depth)

    def refine(
        self,
        problem: AlignmentProblem,
        goal: float,
        climber: Climber,
        relaxation: Relaxation,
        bound: float,
        depth: int = 0,
    ) -> tuple[float, float, NamedCells]:
        """Continue from a bound and what climbing found; return the same as `solve`."""
        value, cells = climber.best_value(), climber.best_cells()
        goal = max(goal, value)
        if settled(problem, bound, goal):
            return value, min(bound, goal), cells
        if self.spent():
            return value, bound, cells
        reduced, earned, fixed = self.reducer.restrict(problem, relaxation.states(goal))
        parts = self.reducer.split(reduced)
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
        uppers = [rounded_down(part, self.sharpen(part, -inf, 1)) for part in parts]
        values, cells = 0.0, NamedCells()
        for k, part in enumerate(parts):
            if sum(uppers) <= goal:
                break
            least = goal - sum(uppers) + uppers[k]
            value, bound, chosen = self.solve(part, least, depth + 1)
            uppers[k] = min(uppers[k], rounded_down(part, max(value, bound)))
            values += value
            cells += chosen
        return values, sum(uppers), cells

    def branch(self, root: AlignmentProblem, goal: float, depth: int) -> tuple[float, float, NamedCells]:
        """Search depth first; return the best score found, a bound on those above the goal, and the cells."""
        best, best_cells = 0.0, NamedCells()
        open_bound = -inf
        stack: list[SearchNode] = []
        pending: tuple[AlignmentProblem, float, NamedCells] | None = (root, 0.0, [])
        while True:
            if pending is not None:
                problem, earned, cells = pending
                pending = None
                self.branches += 1
                bound = self.sharpen(problem, goal - earned, BRANCH_STEPS)
                self.iterations += self.relaxation.steps_taken()
                value = self.climber.best_value()
                if earned + value > best:
                    best, best_cells = earned + value, cells + self.climber.best_cells()
                    goal = max(goal, best)
                if not settled(problem, bound, goal - earned):
                    states = self.relaxation.states(goal - earned)
                    # Taken from behind: the most promising cell first, the unmapped row (-1) last.
                    children = [-1, *reversed(self.relaxation.branch_cells())]
                    stack.append(SearchNode(problem, earned, cells, bound, children, states))
            if self.spent():
                for node in stack:
                    open_bound = max(open_bound, node.earned + node.bound)
                break
            while stack and not stack[-1].children:
                stack.pop()
            if not stack:
                break
            node = stack[-1]
            cell = node.children.pop()
            if settled(root, node.bound, goal - node.earned):
                stack.pop()
                continue
            child, earned, fixed = self.reducer.restrict(node.problem, node.states, cell)
            if cell >= 0:
                # The rest of the search need not try this cell again.
                node.states[cell] = 0
            earned += node.earned
            fixed += node.cells
            parts = self.reducer.split(child) if depth < DEEPEST else [child]
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
