# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Makes smaller problems of an alignment problem: without ruled-out or settled cells, or in parts."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.solve.align.linking import link
from tallystick.solve.align.problem import AlignmentProblem, EdgePairs

DROPPED = 0
OPEN = 1
FIXED = 2


def restrict(
    problem: AlignmentProblem, state_array: array[int]
) -> tuple[AlignmentProblem, float, list[tuple[int, int]]]:
    """Return the problem that remains when cells are dropped or fixed, what the fixed earn, and their names.

    A fixed cell gives its credits to the cells at the other ends, which is exact, so its splits need no more
    bounding. A cell that can earn nothing any more is dropped; one alone in its row and column is fixed.
    """
    x: cython.int
    k: cython.int
    changed: cython.bint = True
    earned: cython.double = 0.0
    cells: cython.int = len(problem.cell_col)
    pairs: cython.int = len(problem.pairs.head)
    state: cython.int[::1] = state_array
    cell_row: cython.int[::1] = problem.cell_row
    cell_col: cython.int[::1] = problem.cell_col
    head: cython.int[::1] = problem.pairs.head
    tail: cython.int[::1] = problem.pairs.tail
    credit: cython.double[::1] = problem.pairs.credit
    weight: cython.double[::1] = array("d", problem.weight)
    alive_pair: cython.int[::1] = array("i", [1]) * pairs
    linked: cython.int[::1] = array("i", [0]) * cells
    row_count: cython.int[::1] = array("i", [0]) * problem.rows
    col_count: cython.int[::1] = array("i", [0]) * problem.cols
    row_fixed: cython.int[::1] = array("i", [0]) * problem.rows
    col_fixed: cython.int[::1] = array("i", [0]) * problem.cols
    fixed = []
    while changed:
        changed = False
        for x in range(cells):
            linked[x] = 0
            if state[x] == FIXED:
                row_fixed[cell_row[x]] = 1
                col_fixed[cell_col[x]] = 1
        for x in range(cells):
            if state[x] == OPEN and (row_fixed[cell_row[x]] or col_fixed[cell_col[x]]):
                state[x] = DROPPED
        for k in range(pairs):
            if not alive_pair[k]:
                continue
            if state[head[k]] == OPEN and state[tail[k]] == OPEN:
                linked[head[k]] = 1
                linked[tail[k]] = 1
                continue
            alive_pair[k] = 0
            if state[head[k]] == FIXED and state[tail[k]] == FIXED:
                earned += credit[k]
            elif state[head[k]] == FIXED and state[tail[k]] == OPEN:
                weight[tail[k]] += credit[k]
            elif state[head[k]] == OPEN and state[tail[k]] == FIXED:
                weight[head[k]] += credit[k]
        for k in range(problem.rows):
            row_count[k] = 0
        for k in range(problem.cols):
            col_count[k] = 0
        for x in range(cells):
            if state[x] == OPEN:
                if weight[x] > 0.0 or linked[x]:
                    row_count[cell_row[x]] += 1
                    col_count[cell_col[x]] += 1
                else:
                    state[x] = DROPPED
        for x in range(cells):
            if state[x] == OPEN and row_count[cell_row[x]] == 1 and col_count[cell_col[x]] == 1:
                state[x] = FIXED
                changed = True
    for x in range(cells):
        if state[x] == FIXED:
            earned += weight[x]
            fixed.append((problem.row_name[cell_row[x]], problem.col_name[cell_col[x]]))
    row_part: array[int] = array("i", [-1]) * problem.rows
    col_part: array[int] = array("i", [-1]) * problem.cols
    for k in range(problem.rows):
        if row_count[k] > 0 and not row_fixed[k]:
            row_part[k] = 0
    for k in range(problem.cols):
        if col_count[k] > 0 and not col_fixed[k]:
            col_part[k] = 0
    return extract(problem, 1, row_part, col_part, state, weight)[0], earned, fixed


def split(problem: AlignmentProblem) -> list[AlignmentProblem]:
    """Return the independent parts: no row, column or edge pair joins two of them.

    Rows and columns without cells belong to no part, except where a single part is the problem as it is.
    """
    i: cython.int
    k: cython.int
    x: cython.int
    rows: cython.int = problem.rows
    vertices: cython.int = problem.rows + problem.cols
    parts: cython.int = 0
    leader: cython.int[::1] = array("i", [-1]) * vertices
    cell_row: cython.int[::1] = problem.cell_row
    cell_col: cython.int[::1] = problem.cell_col
    head: cython.int[::1] = problem.pairs.head
    tail: cython.int[::1] = problem.pairs.tail
    for x in range(len(problem.cell_col)):
        leader[cell_row[x]] = cell_row[x]
        leader[rows + cell_col[x]] = rows + cell_col[x]
    for x in range(len(problem.cell_col)):
        join(leader, cell_row[x], rows + cell_col[x])
    for k in range(len(problem.pairs.head)):
        join(leader, cell_row[head[k]], cell_row[tail[k]])
    number: cython.int[::1] = array("i", [-1]) * vertices
    row_array: array[int] = array("i", [-1]) * rows
    col_array: array[int] = array("i", [-1]) * problem.cols
    row_part: cython.int[::1] = row_array
    col_part: cython.int[::1] = col_array
    for i in range(vertices):
        if leader[i] < 0:
            continue
        k = find(leader, i)
        if number[k] < 0:
            number[k] = parts
            parts += 1
        if i < rows:
            row_part[i] = number[k]
        else:
            col_part[i - rows] = number[k]
    if parts <= 1:
        return [problem] if parts == 1 else []
    return extract(
        problem, parts, row_array, col_array, array("i", [OPEN]) * len(problem.cell_col), problem.weight
    )


@cython.cfunc
def find(leader: cython.int[::1], i: cython.int) -> cython.int:
    """Return the leader of a vertex, halving the way for those who come after."""
    while leader[i] != i:
        leader[i] = leader[leader[i]]
        i = leader[i]
    return i


@cython.cfunc
def join(leader: cython.int[::1], i: cython.int, j: cython.int) -> cython.void:
    """Unite two vertices under the smaller leader."""
    i = find(leader, i)
    j = find(leader, j)
    if i < j:
        leader[j] = i
    else:
        leader[i] = j


@cython.cfunc
def renumber(
    parts: cython.int, part: cython.int[::1], start: cython.int[::1], number: cython.int[::1]
) -> object:
    """Number the members of every part from 0, and return them part by part; part -1 is left out."""
    i: cython.int
    k: cython.int
    count: cython.int = len(part)
    for i in range(count):
        if part[i] >= 0:
            start[part[i] + 1] += 1
    for k in range(parts):
        start[k + 1] += start[k]
    result: array[int] = array("i", [0]) * start[parts]
    order: cython.int[::1] = result
    filled: cython.int[::1] = array("i", [0]) * parts
    for i in range(count):
        k = part[i]
        if k >= 0:
            number[i] = filled[k]
            order[start[k] + filled[k]] = i
            filled[k] += 1
    return result


@cython.cfunc
def extract(
    problem: AlignmentProblem,
    parts: cython.int,
    row_part: array[int],
    col_part: array[int],
    state: cython.int[::1],
    weight_view: cython.double[::1],
) -> list[AlignmentProblem]:
    """Build the problems of the numbered parts from the rows, columns and open cells they consist of."""
    x: cython.int
    k: cython.int
    part: cython.int
    at: cython.int
    cells: cython.int = len(problem.cell_col)
    pairs: cython.int = len(problem.pairs.head)
    zero = array("i", [0])
    part_of_row: cython.int[::1] = row_part
    cell_row: cython.int[::1] = problem.cell_row
    cell_col: cython.int[::1] = problem.cell_col
    head: cython.int[::1] = problem.pairs.head
    tail: cython.int[::1] = problem.pairs.tail
    new_row: cython.int[::1] = zero * problem.rows
    new_col: cython.int[::1] = zero * problem.cols
    new_cell: cython.int[::1] = zero * cells
    new_pair: cython.int[::1] = zero * pairs
    cell_part: cython.int[::1] = array("i", [-1]) * cells
    pair_part: cython.int[::1] = array("i", [-1]) * pairs
    for x in range(cells):
        if state[x] == OPEN:
            cell_part[x] = part_of_row[cell_row[x]]
    for k in range(pairs):
        if cell_part[head[k]] >= 0 and cell_part[tail[k]] >= 0:
            pair_part[k] = cell_part[head[k]]
    row_from = zero * (parts + 1)
    col_from = zero * (parts + 1)
    cell_from = zero * (parts + 1)
    pair_from = zero * (parts + 1)
    row_order = renumber(parts, row_part, row_from, new_row)
    col_order = renumber(parts, col_part, col_from, new_col)
    cell_order = renumber(parts, cell_part, cell_from, new_cell)
    pair_order = renumber(parts, pair_part, pair_from, new_pair)
    result = []
    for part in range(parts):
        rows = row_order[row_from[part] : row_from[part + 1]]
        cols = col_order[col_from[part] : col_from[part + 1]]
        members = cell_order[cell_from[part] : cell_from[part + 1]]
        chosen = pair_order[pair_from[part] : pair_from[part + 1]]
        start_array: array[int] = zero * (len(rows) + 1)
        row_start: cython.int[::1] = start_array
        col_array: array[int] = zero * len(members)
        part_col: cython.int[::1] = col_array
        weight_array: array[float] = array("d", [0.0]) * len(members)
        weight: cython.double[::1] = weight_array
        member: cython.int[::1] = members
        for at in range(len(members)):
            x = member[at]
            row_start[new_row[cell_row[x]] + 1] += 1
            part_col[at] = new_col[cell_col[x]]
            weight[at] = weight_view[x]
        for at in range(len(rows)):
            row_start[at + 1] += row_start[at]
        names = take(problem.row_name, rows), take(problem.col_name, cols)
        new_pairs = EdgePairs(
            take_renumbered(problem.pairs.head, chosen, new_cell),
            take_renumbered(problem.pairs.tail, chosen, new_cell),
            take(problem.pairs.label, chosen),
            take(problem.pairs.pred, chosen),
            take(problem.pairs.gold, chosen),
            take_reals(problem.pairs.credit, chosen),
            take_reals(problem.pairs.share, chosen),
        )
        price = take_reals(problem.price, cols)
        result.append(link(names, problem.integral, start_array, col_array, weight_array, new_pairs, price))
    return result


@cython.cfunc
def take(values: cython.int[::1], members: cython.int[::1]) -> object:
    """Return the values at the members' indices."""
    k: cython.int
    result: array[int] = array("i", [0]) * len(members)
    taken: cython.int[::1] = result
    for k in range(len(members)):
        taken[k] = values[members[k]]
    return result


@cython.cfunc
def take_renumbered(values: cython.int[::1], members: cython.int[::1], number: cython.int[::1]) -> object:
    """Return the new numbers of the values at the members' indices."""
    k: cython.int
    result: array[int] = array("i", [0]) * len(members)
    taken: cython.int[::1] = result
    for k in range(len(members)):
        taken[k] = number[values[members[k]]]
    return result


@cython.cfunc
def take_reals(values: cython.double[::1], members: cython.int[::1]) -> object:
    """Return the values at the members' indices."""
    k: cython.int
    result: array[float] = array("d", [0.0]) * len(members)
    taken: cython.double[::1] = result
    for k in range(len(members)):
        taken[k] = values[members[k]]
    return result
