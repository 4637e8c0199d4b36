# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Completes an alignment problem: cells by column, and the halves of the edge pairs by cell and slot.

Given that a cell is chosen, a pred edge there meets at most one gold edge, and a gold edge at most one pred
edge. So among the edge pairs of one label and direction at a cell, those of one pred edge form a slot that
pays once; those of one gold edge do as well. Either grouping gives a valid bound; the one with fewer slots
is the tighter.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
else:
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.problem import AlignmentProblem

__all__ = ["link_cells", "link_pairs"]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def link_pairs(problem: AlignmentProblem, clock: Clock) -> cython.int:
    """Fill in the halves of each cell, given the edge pairs by label and pred edge."""
    order_halves(problem)
    clock.spend(12 * cython.cast(cython.longlong, problem.pairs.size))
    return open_slots(problem, clock)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def link_cells(problem: AlignmentProblem) -> cython.void:
    """Fill in the row of each cell and the cells of each column, given the cells by row and column."""
    i: cython.int
    j: cython.int
    x: cython.int
    for i in range(problem.rows):
        for x in range(problem.row_start[i], problem.row_start[i + 1]):
            problem.cell_row[x] = i
    for j in range(problem.cols + 1):
        problem.col_start[j] = 0
    for x in range(problem.cells):
        problem.col_start[problem.cell_col[x]] += 1
    for j in range(1, problem.cols + 1):
        problem.col_start[j] += problem.col_start[j - 1]
    for x in range(problem.cells - 1, -1, -1):
        j = problem.cell_col[x]
        problem.col_start[j] -= 1
        problem.col_cell[problem.col_start[j]] = x


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def order_halves(problem: AlignmentProblem) -> cython.void:
    """Fill in the halves of each cell."""
    k: cython.int
    x: cython.int
    for x in range(problem.cells + 1):
        problem.half_start[x] = 0
    for k in range(problem.pairs.size):
        problem.half_start[problem.pairs.head[k]] += 1
        problem.half_start[problem.pairs.tail[k]] += 1
    for x in range(1, problem.cells + 1):
        problem.half_start[x] += problem.half_start[x - 1]
    # Filled from behind: in each cell the heads come first, and both stay sorted by label and pred edge.
    for k in range(problem.pairs.size - 1, -1, -1):
        x = problem.pairs.tail[k]
        problem.half_start[x] -= 1
        problem.half[problem.half_start[x]] = 2 * k + 1
    for k in range(problem.pairs.size - 1, -1, -1):
        x = problem.pairs.head[k]
        problem.half_start[x] -= 1
        problem.half[problem.half_start[x]] = 2 * k


@cython.cfunc
@cython.nogil
@cython.exceptval(-1, check=False)
def open_slots(problem: AlignmentProblem, clock: Clock) -> cython.int:
    """Mark the first half of every slot, grouping by the side that has fewer edges."""
    x: cython.int
    begin: cython.int
    end: cython.int
    last: cython.int
    h: cython.int
    label: cython.int
    preds: cython.int
    for x in range(problem.cells):
        begin = problem.half_start[x]
        last = problem.half_start[x + 1]
        clock.spend(4 * (last - begin))
        while begin < last:
            h = problem.half[begin]
            label = problem.pairs.label[h >> 1]
            end = begin + 1
            preds = 1
            problem.half_opens[begin] = 1
            while (
                end < last
                and (problem.half[end] & 1) == (h & 1)
                and problem.pairs.label[problem.half[end] >> 1] == label
            ):  # fmt: skip
                problem.half_opens[end] = 0
                if (
                    problem.pairs.pred[problem.half[end] >> 1]
                    != problem.pairs.pred[problem.half[end - 1] >> 1]
                ):
                    problem.half_opens[end] = 1
                    preds += 1
                end += 1
            if preds > 1 and longest_run(problem, begin, end) < preds:
                sort_by_gold(problem, begin, end)
            begin = end
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def longest_run(problem: AlignmentProblem, begin: cython.int, end: cython.int) -> cython.int:
    """Return how many gold edges a pred edge meets here at most.

    Without a sentence constraint every pred edge meets the same ones.
    """
    k: cython.int
    length: cython.int = 0
    longest: cython.int = 0
    for k in range(begin, end):
        length = 1 if problem.half_opens[k] else length + 1
        longest = max(longest, length)
    return longest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_by_gold(problem: AlignmentProblem, begin: cython.int, end: cython.int) -> cython.void:
    """Sort halves by gold edge, equal ones by pair (Shell's method: brief, and in place), and open their slots."""
    gap: cython.int = 1
    k: cython.int
    at: cython.int
    moved: cython.int
    other: cython.int
    gold: cython.int
    while gap < (end - begin) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(begin + gap, end):
            moved = problem.half[k]
            gold = problem.pairs.gold[moved >> 1]
            at = k
            while at >= begin + gap:
                other = problem.half[at - gap]
                if problem.pairs.gold[other >> 1] < gold or (
                    problem.pairs.gold[other >> 1] == gold and other < moved
                ):
                    break
                problem.half[at] = other
                at -= gap
            problem.half[at] = moved
        gap //= 3
    for k in range(begin + 1, end):
        problem.half_opens[k] = (
            problem.pairs.gold[problem.half[k] >> 1] != problem.pairs.gold[problem.half[k - 1] >> 1]
        )
