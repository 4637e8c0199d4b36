"""Integer programs against trying all 0/1 vectors."""

from itertools import product

import numpy as np
import pytest

from tallystick.solve.integer import IntegerResult, maximise, maximise_mixed


def test_agrees_with_trying_everything():
    generator = np.random.default_rng(4)
    for number in range(40):
        variables, rows = int(generator.integers(1, 9)), int(generator.integers(1, 6))
        objective = generator.integers(-2, 9, variables) / (1 if number % 2 else 4)
        matrix = generator.integers(-1, 3, (rows, variables))
        limit = generator.integers(0, 4, rows)
        row, col = np.nonzero(matrix)
        result = maximise(
            objective.tolist(), row.tolist(), col.tolist(), matrix[row, col].tolist(), limit.tolist()
        )
        tried = np.array(list(product((0, 1), repeat=variables)))
        feasible = tried[np.all(tried @ matrix.T <= limit, axis=1)]
        assert result.optimal
        assert result.score == result.upper_bound == pytest.approx((feasible @ objective).max())
        assert np.all(matrix @ np.array(result.values) <= limit)


def test_without_variables_or_constraints():
    assert maximise([], [], [], [], []) == IntegerResult((), 0.0, 0.0, True)
    assert maximise([1.0, -1.0], [], [], [], []) == IntegerResult((1, 0), 1.0, 1.0, True)
    assert maximise([0.0], [0], [0], [1.0], [0.0]) == IntegerResult((0,), 0.0, 0.0, True)


def test_running_out_of_time_still_bounds_the_optimum():
    generator = np.random.default_rng(5)
    size = 60
    pairs = [(i, j) for i in range(size) for j in range(i) if generator.random() < 0.3]
    row = [number for number in range(len(pairs)) for _ in range(2)]
    col = [node for pair in pairs for node in pair]
    result = maximise([1.0] * size, row, col, [1.0] * len(row), [1.0] * len(pairs), time_limit=0.0)
    full = maximise([1.0] * size, row, col, [1.0] * len(row), [1.0] * len(pairs))
    assert full.optimal
    assert result.score <= full.score <= result.upper_bound
    assert result.score == sum(result.values)
    assert all(result.values[i] + result.values[j] <= 1 for i, j in pairs)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="same length"):
        maximise([1.0], [0], [], [1.0], [1.0])
    with pytest.raises(ValueError, match="outside"):
        maximise([1.0], [1], [0], [1.0], [1.0])
    with pytest.raises(ValueError, match="negative"):
        maximise([1.0], [0], [0], [1.0], [-1.0])


def test_mixed_variables():
    # Two gifts of 3 and 2 into rooms of 4 and 1: the 3 fits the first room; the 2 fills the second to 1,
    # or the first to 4. Either way 4 is kept.
    objective = [0.0] * 4 + [1.0, 1.0]
    rows = [
        ({0: 1.0, 1: 1.0}, 1.0),
        ({2: 1.0, 3: 1.0}, 1.0),
        ({0: -3.0, 2: -2.0, 4: 1.0}, 0.0),
        ({1: -3.0, 3: -2.0, 5: 1.0}, 0.0),
    ]
    values = maximise_mixed(objective, rows, [1.0] * 4 + [4.0, 1.0], integral=4)
    assert sum(values[4:]) == pytest.approx(4.0)
    assert maximise_mixed([], [], [], integral=0) == ()
    assert maximise_mixed([1.0], [], [2.5], integral=0) == (2.5,)
    assert maximise_mixed([1.0], [({0: 1.0}, -1.0)], [1.0], integral=1) is None
