"""Matching of forests against the integer programme over pairs that exclude each other."""

import random
from itertools import combinations

import pytest

from tallystick.limits import Limits, limited
from tallystick.solve.integer import maximise


def forest(choose, count):
    """The ends of the ranges of a random forest in preorder."""
    parents = [choose.randrange(-1, node) if choose.random() < 0.9 else -1 for node in range(count)]
    order = []

    def visit(node):
        start = len(order)
        order.append(None)
        for child in range(node + 1, count):
            if parents[child] == node:
                visit(child)
        order[start] = len(order)

    for node in range(count):
        if parents[node] < 0:
            visit(node)
    return order


def order_of(end, left, right):
    return left <= right < end[left], right <= left < end[right]


def programme(left_end, right_end, row, col, weight):
    """The best total by an integer programme over pairs of cells that exclude each other."""
    excluded = [
        pair
        for pair in combinations(range(len(row)), 2)
        if order_of(left_end, *(row[k] for k in pair)) != order_of(right_end, *(col[k] for k in pair))
    ]
    rows = [number for number in range(len(excluded)) for _ in (0, 1)]
    result = maximise(
        weight, rows, [k for pair in excluded for k in pair], [1.0] * len(rows), [1.0] * len(excluded)
    )
    assert result.optimal
    return result.score


def check(solve, left_end, right_end, cells):
    row, col, weight = ([cell[part] for cell in cells] for part in range(3))
    result = solve.forest.match_forests(left_end, right_end, row, col, weight)
    assert result.optimal
    assert result.total == pytest.approx(programme(left_end, right_end, row, col, weight))
    assert result.total == pytest.approx(sum(weight[k] for k in result.chosen))
    assert result.chosen == sorted(result.chosen)
    for k, other in combinations(result.chosen, 2):
        assert order_of(left_end, row[k], row[other]) == order_of(right_end, col[k], col[other])


@pytest.mark.parametrize("batch", range(4))
def test_agrees_with_the_integer_programme_on_labels(solve, batch):
    choose = random.Random(batch)
    for _ in range(40):
        left_end, right_end = forest(choose, choose.randrange(1, 13)), forest(choose, choose.randrange(1, 13))
        labels = choose.choice(["a", "ab", "abcd"])
        left, right = (choose.choices(labels, k=len(end)) for end in (left_end, right_end))
        cells = [(i, j, 1.0) for i, a in enumerate(left) for j, b in enumerate(right) if a == b]
        choose.shuffle(cells)
        check(solve, left_end, right_end, cells)


def test_agrees_with_the_integer_programme_on_weights(solve):
    choose = random.Random(9)
    for _ in range(40):
        left_end, right_end = forest(choose, choose.randrange(1, 9)), forest(choose, choose.randrange(1, 9))
        cells = [
            (i, j, choose.choice([0.25, 0.5, choose.random() + 0.01]))
            for i in range(len(left_end))
            for j in range(len(right_end))
            if choose.random() < 0.7
        ]
        check(solve, left_end, right_end, cells)


def test_stars_are_an_assignment(solve):
    """No order among the leaves: every right leaf once, however many left leaves want it."""
    star = [4, 2, 3, 4]
    cells = [(0, 0, 1.0), (1, 1, 1.0), (2, 1, 0.9), (3, 1, 0.8), (2, 2, 0.5)]
    check(solve, star, star, cells)
    assert solve.forest.match_forests(star, star, *zip(*cells, strict=True)).chosen == [0, 1, 4]


def test_a_search_that_is_cut_off_is_a_matching_and_not_proved(solve):
    choose = random.Random(5)
    left_end, right_end = forest(choose, 25), forest(choose, 25)
    cells = [(i, j, 1 / (1 + choose.randrange(5))) for i in range(25) for j in range(25)]
    row, col, weight = ([cell[part] for cell in cells] for part in range(3))
    best = solve.forest.match_forests(left_end, right_end, row, col, weight)
    cut = solve.forest.match_forests(left_end, right_end, row, col, weight, 0)
    with limited(Limits(0.0)):
        late = solve.forest.match_forests(left_end, right_end, row, col, weight)
    assert (best.optimal, cut.optimal, late.optimal) == (True, False, False)
    for result in (cut, late):
        assert 0 < result.total <= best.total
        for k, other in combinations(result.chosen, 2):
            assert order_of(left_end, row[k], row[other]) == order_of(right_end, col[k], col[other])


def test_bad_input_is_refused(solve):
    match = solve.forest.match_forests
    with pytest.raises(ValueError, match="outside the 1 x 1 problem"):
        match([1], [1], [1], [0], [1.0])
    with pytest.raises(ValueError, match="same length"):
        match([1], [1], [0], [0], [])
    with pytest.raises(ValueError, match="the range of node 0 ends at 2"):
        match([2], [1], [], [], [])
    with pytest.raises(ValueError, match="crosses"):
        match([2, 3, 3], [1], [], [], [])
    assert match([], [], [], [], []) == ([], 0.0, True)
