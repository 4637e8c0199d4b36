# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Matching of two forests that keeps ancestors: v is above v' exactly when its partner is above that of v'.

This is the mapping behind the edit distance of unordered trees, which is NP-hard to find (Zhang, Statman and Shasha
1992). Two facts make it cheap in practice. The topmost pairs of a mapping are incomparable on both sides, and below
each of them the problem is the same again: so pairs are worked off from the leaves up, and a pair earns its weight and
the best set of incomparable pairs below it. And that set is bounded well by a Lagrangian relaxation: each leaf of the
right forest charges a price to the pairs above it; the left forest alone is then solved by a sum over its nodes. Where
bound and set do not meet, branch and bound decides.

Nodes are numbered in preorder, so that a node and its descendants form a range.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import floor, inf
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import Limits, current
from tallystick.solve.arrays import integers, reals

__all__ = ["ForestMatching", "match_forests"]

#: Steps of the relaxation at a node of the search.
STEPS = 40
#: Bounds and totals are sums of doubles.
MARGIN = 1e-9
#: Nodes of all searches together, after which the result is not proved.
MOST_NODES = 20_000


class ForestMatching(NamedTuple):
    """The indices of the chosen cells in ascending order, their total weight, and whether no other is heavier."""

    chosen: list[int]
    total: float
    optimal: bool


def match_forests(
    left_end: Sequence[int],
    right_end: Sequence[int],
    row: Sequence[int],
    col: Sequence[int],
    weight: Sequence[float],
    most_nodes: int = MOST_NODES,
) -> ForestMatching:
    """Return the mapping of greatest weight.

    `left_end` and `right_end` tell for each node in preorder where the range of the nodes below it ends. Cells are
    triplets of a left node, a right node and a positive weight, no two of them for the same pair.

    >>> match_forests([3, 2, 3], [2, 2, 3], [0, 1, 2], [0, 1, 2], [2.0, 1.0, 1.0])
    ForestMatching(chosen=[0, 1], total=3.0, optimal=True)
    """
    if not len(row) == len(col) == len(weight):
        raise ValueError("row, col and weight must have the same length")
    matcher = ForestMatcher(integers(left_end), integers(right_end), current(), most_nodes)
    matcher.sort_cells(integers(row), integers(col), reals(weight))
    return matcher.solve()


@cython.cfunc
def parents(end: cython.int[::1]) -> array[int]:
    """Return the parent of each node, -1 for a root."""
    node: cython.int
    above: cython.int = -1
    result: array[int] = array("i", [-1]) * len(end)
    parent: cython.int[::1] = result
    for node in range(len(end)):
        if not node < end[node] <= len(end):
            raise ValueError(f"the range of node {node} ends at {end[node]}")
        while above >= 0 and end[above] <= node:
            above = parent[above]
        if above >= 0 and end[node] > end[above]:
            raise ValueError(f"the range of node {node} crosses that of node {above}")
        parent[node] = above
        above = node
    return result


@cython.cclass
class ForestMatcher:
    """Two forests, their cells, and the search for the best set of incomparable pairs below a pair."""

    lefts: cython.int
    rights: cython.int
    left_end: cython.int[::1]
    right_end: cython.int[::1]
    left_parent: cython.int[::1]
    # Cells by left node.
    row_start: cython.int[::1]
    cell_row: cython.int[::1]
    cell_col: cython.int[::1]
    cell_index: cython.int[::1]
    weight: cython.double[::1]
    earned: cython.double[::1]  # what a pair earns together with the best set below it
    below: list[list[int]]
    integral: cython.bint
    # The ranges of the current search.
    left_first: cython.int
    left_last: cython.int
    right_first: cython.int
    right_last: cython.int
    # Of the relaxation.
    price: cython.double[::1]  # of a right leaf
    charged: cython.double[::1]  # sum of the prices before a right node
    use: cython.int[::1]
    gain: cython.double[::1]
    gain_below: cython.double[::1]
    favourite: cython.int[::1]
    relaxed: list[int]
    pivot: cython.int
    # The best set so far, and the cells that the search has fixed.
    best_set: list[int]
    best_total: cython.double
    fixed: list[int]
    fixed_total: cython.double
    limits: Limits
    nodes: cython.longlong
    complete: cython.bint

    def __init__(
        self, left_end: array[int], right_end: array[int], limits: Limits, most_nodes: cython.longlong
    ) -> None:
        self.lefts = len(left_end)
        self.rights = len(right_end)
        self.left_end = left_end
        self.right_end = right_end
        self.left_parent = parents(left_end)
        parents(right_end)  # checked
        self.price = array("d", [0.0]) * self.rights
        self.charged = array("d", [0.0]) * (self.rights + 1)
        self.use = array("i", [0]) * (self.rights + 1)
        self.gain = array("d", [0.0]) * self.lefts
        self.gain_below = array("d", [0.0]) * self.lefts
        self.favourite = array("i", [-1]) * self.lefts
        self.limits = limits
        self.nodes = most_nodes
        self.complete = True

    def sort_cells(self, row: cython.int[::1], col: cython.int[::1], weight: cython.double[::1]) -> None:
        """Bring the cells into the order of their left nodes."""
        k: cython.int
        x: cython.int
        count: cython.int = len(row)
        start: cython.int[::1] = array("i", [0]) * (self.lefts + 2)
        self.cell_row = array("i", [0]) * count
        self.cell_col = array("i", [0]) * count
        self.cell_index = array("i", [0]) * count
        self.weight = array("d", [0.0]) * count
        self.earned = array("d", [0.0]) * count
        self.integral = True
        for k in range(count):
            if not (0 <= row[k] < self.lefts and 0 <= col[k] < self.rights):
                raise ValueError(f"a cell lies outside the {self.lefts} x {self.rights} problem")
            start[row[k] + 2] += 1
        for x in range(self.lefts):
            start[x + 1] += start[x]
        for k in range(count):
            x = start[row[k] + 1]
            start[row[k] + 1] = x + 1
            self.cell_row[x] = row[k]
            self.cell_col[x] = col[k]
            self.cell_index[x] = k
            self.weight[x] = weight[k]
            if weight[k] != floor(weight[k]):
                self.integral = False
        self.row_start = start
        self.below = [[] for _ in range(count)]

    def solve(self) -> ForestMatching:
        """Work off the pairs from the leaves up, then the topmost ones."""
        x: cython.int
        i: cython.int
        for x in range(len(self.cell_row) - 1, -1, -1):
            i = self.cell_row[x]
            self.below[x] = self.search(
                i + 1, self.left_end[i], self.cell_col[x] + 1, self.right_end[self.cell_col[x]]
            )
            self.earned[x] = self.weight[x] + self.best_total
        waiting = self.search(0, self.lefts, 0, self.rights)
        total = self.best_total
        chosen = []
        for cell in waiting:
            chosen.append(self.cell_index[cell])
            waiting.extend(self.below[cell])
        return ForestMatching(sorted(chosen), total, bool(self.complete))

    @cython.cfunc
    def search(
        self, left_first: cython.int, left_last: cython.int, right_first: cython.int, right_last: cython.int
    ) -> list[int]:
        """Return the best set of incomparable pairs within two ranges; `best_total` is what it earns."""
        x: cython.int
        j: cython.int
        self.best_set = []
        self.best_total = 0.0
        if left_first >= left_last or right_first >= right_last:
            return self.best_set
        cells = []
        for x in range(self.row_start[left_first], self.row_start[left_last]):
            if right_first <= self.cell_col[x] < right_last:
                cells.append((-self.earned[x], x))
        if len(cells) <= 1:
            for _, x in cells:
                self.best_set = [x]
                self.best_total = self.earned[x]
            return self.best_set
        self.left_first = left_first
        self.left_last = left_last
        self.right_first = right_first
        self.right_last = right_last
        for j in range(right_first, right_last):
            self.price[j] = 0.0
        self.fixed = []
        self.fixed_total = 0.0
        cells.sort()
        self.branch([x for _, x in cells])
        return self.best_set

    @cython.cfunc
    def branch(self, cells: list[int]) -> None:
        """Search the sets of fixed and given cells, the heaviest first."""
        cell: cython.int
        bound: cython.double
        if self.fixed_total > self.best_total + MARGIN:
            self.best_total = self.fixed_total
            self.best_set = self.fixed[:]
        while cells:
            bound = self.fixed_total + self.relax(cells)
            if not self.above_best(bound):
                return
            if self.nodes <= 0 or self.limits.expired():
                self.complete = False
                return
            self.nodes -= 1
            cell = self.pivot
            self.fixed.append(cell)
            self.fixed_total += self.earned[cell]
            self.branch([other for other in cells if self.compatible(cell, other)])
            self.fixed.pop()
            self.fixed_total -= self.earned[cell]
            cells = [other for other in cells if other != cell]

    @cython.cfunc
    def above_best(self, bound: cython.double) -> cython.bint:
        """Return whether a bound leaves room for a better set."""
        if self.integral:
            bound = floor(bound + 1e-6)
        return bound > self.best_total + MARGIN

    @cython.cfunc
    def compatible(self, cell: cython.int, other: cython.int) -> cython.bint:
        """Return whether two cells are incomparable on both sides."""
        i: cython.int = self.cell_row[cell]
        k: cython.int = self.cell_row[other]
        j: cython.int = self.cell_col[cell]
        m: cython.int = self.cell_col[other]
        return (
            (k >= self.left_end[i] or i >= self.left_end[k])
            and (m >= self.right_end[j] or j >= self.right_end[m])
        )  # fmt: skip

    @cython.cfunc
    def relax(self, cells: list[int]) -> cython.double:
        """Return a bound on what the cells can earn, and improve the best set on the way; choose the pivot."""
        j: cython.int
        step: cython.int
        stalled: cython.int = 0
        change: cython.double
        slope: cython.double
        bound: cython.double
        best: cython.double = inf
        length: cython.double = 1.0
        self.pivot = cells[0]
        for step in range(STEPS):
            bound = self.bound(cells)
            if bound < best - 1e-7:
                best = bound
                stalled = 0
            else:
                stalled += 1
                if stalled == 4:
                    length *= 0.5
                    stalled = 0
            slope = self.measure_use()
            self.improve(cells, step)
            if slope == 0.0 or not self.above_best(self.fixed_total + best):
                break
            change = length * (bound - (self.best_total - self.fixed_total)) / slope
            if change < 1e-9:
                break
            for j in range(self.right_first, self.right_last):
                if self.right_end[j] == j + 1:
                    self.price[j] = max(0.0, self.price[j] - change * (1 - self.use[j]))
        return best

    @cython.cfunc
    def bound(self, cells: list[int]) -> cython.double:
        """Solve the relaxed problem at the current prices; its cells are kept in `relaxed`."""
        i: cython.int
        j: cython.int
        x: cython.int
        value: cython.double
        total: cython.double = 0.0
        self.charged[self.right_first] = 0.0
        for j in range(self.right_first, self.right_last):
            self.charged[j + 1] = self.charged[j] + self.price[j]
        for i in range(self.left_first, self.left_last):
            self.gain[i] = 0.0
            self.gain_below[i] = 0.0
            self.favourite[i] = -1
        for x in cells:
            i = self.cell_row[x]
            j = self.cell_col[x]
            value = self.earned[x] - (self.charged[self.right_end[j]] - self.charged[j])
            if value > self.gain[i]:
                self.gain[i] = value
                self.favourite[i] = x
        for i in range(self.left_last - 1, self.left_first - 1, -1):
            value = self.gain[i]
            if value <= self.gain_below[i]:
                value = self.gain_below[i]
                self.favourite[i] = -1
            if self.left_parent[i] >= self.left_first:
                self.gain_below[self.left_parent[i]] += value
            else:
                total += value
        self.relaxed = []
        i = self.left_first
        while i < self.left_last:
            if self.favourite[i] >= 0:
                self.relaxed.append(self.favourite[i])
                i = self.left_end[i]
            else:
                i += 1
        return total + self.charged[self.right_last]

    @cython.cfunc
    def measure_use(self) -> cython.double:
        """Count how often the relaxed solution uses each right leaf; return the squared length of the subgradient.

        It is 0 if the solution is a set of incomparable pairs and pays every price: then it is best.
        """
        j: cython.int
        x: cython.int
        above: cython.int = 0
        slope: cython.double = 0.0
        for j in range(self.right_first, self.right_last + 1):
            self.use[j] = 0
        for x in self.relaxed:
            self.use[self.cell_col[x]] += 1
            self.use[self.right_end[self.cell_col[x]]] -= 1
        for j in range(self.right_first, self.right_last):
            above += self.use[j]
            self.use[j] = above
            if self.right_end[j] == j + 1 and (above > 1 or self.price[j] > 0.0):
                slope += (1 - above) * (1 - above)
        return slope

    @cython.cfunc
    def improve(self, cells: list[int], step: cython.int) -> None:
        """Make a set of the relaxed solution, complete it now and then, and keep it if it is the best so far."""
        x: cython.int
        y: cython.int
        heaviest: cython.double = -1.0
        total: cython.double = self.fixed_total
        fits: cython.bint
        conflict: cython.bint = False
        chosen: list[int] = []
        candidates: list[int] = self.relaxed if step % 5 else self.relaxed + cells
        given: cython.int = len(self.relaxed)
        for x in candidates:
            fits = True
            for y in chosen:
                if not self.compatible(x, y):
                    fits = False
                    break
            if fits:
                chosen.append(x)
                total += self.earned[x]
            elif given > 0 and self.earned[x] > heaviest:
                conflict = True
                heaviest = self.earned[x]
                self.pivot = x
            given -= 1
        if not conflict and self.relaxed:
            self.pivot = self.relaxed[0]
        if total > self.best_total + MARGIN:
            self.best_total = total
            self.best_set = self.fixed + chosen
