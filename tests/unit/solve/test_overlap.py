"""The table of overlaps against sets of elements, compiled and interpreted."""

from itertools import combinations
from random import Random

import pytest


def partition(random, elements, classes):
    found = {}
    for element in random.sample(range(elements), random.randint(0, elements)):
        found.setdefault(random.randrange(classes), []).append(element)
    return tuple(map(tuple, found.values()))


def pairs(side):
    owner = {element: at for at, own in enumerate(side) for element in own}
    found = set(combinations(sorted(owner), 2))
    within = {pair for pair in found if owner[pair[0]] == owner[pair[1]]}
    return within, found - within


@pytest.mark.parametrize("seed", range(40))
def test_every_sum_is_that_of_sets(solve, seed):
    random = Random(seed)
    rows, cols = partition(random, 12, 5), partition(random, 12, 5)
    table = solve.overlap.overlap(rows, cols)
    cells = {
        (i, j): len(set(row) & set(col))
        for i, row in enumerate(rows)
        for j, col in enumerate(cols)
        if set(row) & set(col)
    }
    assert {(i, j): n for i, j, n in zip(*table.triplets(), strict=True)} == cells
    assert [dict(table.row(i)) for i in range(len(rows))] == [
        {j: n for (k, j), n in cells.items() if k == i} for i in range(len(rows))
    ]
    assert table.common() == sum(cells.values())
    assert table.totals() == (sum(map(len, rows)), sum(map(len, cols)), len(rows), len(cols))
    assert table.sizes() == (list(map(len, rows)), list(map(len, cols)))
    common, of_rows, of_cols, singles = table.links()
    assert common == sum(n - 1 for n in cells.values())
    assert (of_rows, of_cols) == (sum(len(r) - 1 for r in rows), sum(len(c) - 1 for c in cols))
    assert singles == sum(len(rows[i]) == len(cols[j]) == 1 for i, j in cells)
    by_row = sum(n * n / len(rows[i]) for (i, _), n in cells.items())
    by_col = sum(n * n / len(cols[j]) for (_, j), n in cells.items())
    assert table.shares() == pytest.approx((by_row, by_col))
    (row_within, row_across), (col_within, col_across) = pairs(rows), pairs(cols)
    assert table.pairs() == (
        len(row_within & col_within), len(row_within), len(col_within),
        len(row_across & col_across), len(row_across), len(col_across),
    )  # fmt: skip
    dice = [2 * n / (len(rows[i]) + len(cols[j])) for i, j, n in zip(*table.triplets(), strict=True)]
    assert list(table.dice()) == pytest.approx(dice)


def test_resolved_links_of_single_elements(solve):
    # {1} meets its equal; {2} is found in a larger class; {3, 4} keeps its one link of {2, 3, 4}'s three.
    table = solve.overlap.overlap(((1,), (2,), (3, 4)), ((1,), (2, 3, 4)))
    by_row, by_col = table.resolved()
    assert (by_row, by_col) == (1 + 0 + 2, 1 + 3 * (1 / 3))


def test_a_part_of_a_table(solve):
    table = solve.overlap.overlap(((0, 1), (2,), (3, 4)), ((0, 2), (1, 3), (4,)))
    part = table.restricted([0, 2], [1])
    assert (part.row(0), part.row(1), part.sizes()) == ([(0, 1)], [(0, 1)], ([2, 2], [2]))
    assert table.restricted([], [0]).totals() == (0, 2, 0, 1)


def test_classes_grow_by_what_the_other_side_does_not_have(solve):
    table = solve.overlap.overlap(((0,), ()), ((0,),))
    table.grow([0, 1], [])
    assert (table.sizes(), table.common(), table.links()[1]) == (([2, 1], [1]), 1, 1)


def test_nothing_against_nothing(solve):
    table = solve.overlap.overlap((), ())
    assert (table.pairs(), table.links(), table.shares()) == ((0,) * 6, (0,) * 4, (0.0, 0.0))
