"""Small assignments against the general solver."""

import random

import pytest

from tallystick.solve.assign.sparse import assign


def test_agrees_with_the_general_solver(solve):
    choose = random.Random(3)
    for _ in range(500):
        rows, cols = choose.randrange(5), choose.randrange(5)
        cells = [(i, j) for i in range(rows) for j in range(cols) if choose.random() < 0.7]
        choose.shuffle(cells)
        row, col = [i for i, _ in cells], [j for _, j in cells]
        weight = [choose.choice([0.0, 0.5, 1.0, choose.random()]) for _ in cells]
        chosen = solve.assign.few.assign_few(rows, cols, row, col, weight)
        assert chosen == sorted(chosen)
        assert len({row[k] for k in chosen}) == len({col[k] for k in chosen}) == len(chosen)
        assert sum(weight[k] for k in chosen) == pytest.approx(assign(rows, cols, row, col, weight)[1])
        assert all(weight[k] for k in chosen)


def test_ties_go_to_the_first(solve):
    assert solve.assign.few.assign_few(2, 2, [1, 1, 0, 0], [1, 0, 1, 0], [1.0] * 4) == [0, 3]


def test_bad_input_is_refused(solve):
    with pytest.raises(ValueError, match="more than 4 x 4"):
        solve.assign.few.assign_few(5, 1, [], [], [])
    for outside in ((2, 0), (0, 2), (-1, 0)):
        with pytest.raises(ValueError, match="outside the 2 x 2 problem"):
            solve.assign.few.assign_few(2, 2, [outside[0]], [outside[1]], [1.0])
