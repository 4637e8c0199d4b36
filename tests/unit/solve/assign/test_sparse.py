"""The sparse assignment against SciPy's dense one, and against trying everything."""

from array import array
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from tests.tiers import examples

from tallystick.solve.assign.sparse import assign


def sparse(weights):
    row, col = np.nonzero(weights)
    return row.tolist(), col.tolist(), [float(weight) for weight in weights[row, col]]


def check(weights, mapping, total):
    """The mapping is 1:1, without worthless pairs, and earns the total."""
    chosen = [(i, j) for i, j in enumerate(mapping) if j >= 0]
    assert len({j for _, j in chosen}) == len(chosen)
    assert all(weights[i, j] > 0 for i, j in chosen)
    assert total == pytest.approx(sum(weights[i, j] for i, j in chosen))


def test_agrees_with_scipy(solve):
    generator = np.random.default_rng(1)
    for number in range(400):
        rows, cols = (int(size) for size in generator.integers(0, 12, 2))
        kept = generator.random((rows, cols)) < (0.1, 0.3, 0.6, 1.0)[number % 4]
        weights = kept * generator.integers(1, (3, 10, 1000)[number % 3], (rows, cols))
        mapping, total = solve.assign.sparse.assign(rows, cols, *sparse(weights))
        check(weights, mapping, total)
        i, j = linear_sum_assignment(weights, maximize=True)
        assert total == weights[i, j].sum()


def test_agrees_with_scipy_on_reals_and_larger_sizes(solve):
    generator = np.random.default_rng(2)
    for rows, cols, density in ((60, 60, 1.0), (40, 90, 0.5), (120, 80, 0.05), (150, 150, 0.02)):
        weights = generator.random((rows, cols)) * (generator.random((rows, cols)) < density)
        mapping, total = solve.assign.sparse.assign(rows, cols, *sparse(weights))
        check(weights, mapping, total)
        i, j = linear_sum_assignment(weights, maximize=True)
        assert total == pytest.approx(weights[i, j].sum(), rel=1e-12)


def test_a_product_matrix_is_solved(solve):
    # Weights i * j leave no gap between best and second best: the hard case for augmenting paths.
    # Best is the identity: the sum of squares 1..30 = 30 * 31 * 61 / 6.
    steps = np.arange(1, 31)
    _, total = solve.assign.sparse.assign(30, 30, *sparse(np.outer(steps, steps)))
    assert total == 9455.0


def test_many_tiny_components(solve):
    rows = 5000
    row = [i for i in range(rows) for _ in range(2)]
    col = [i ^ shift for i in range(rows) for shift in (0, 1)]
    weight = [2.0, 1.0] * rows
    mapping, total = solve.assign.sparse.assign(rows, rows, row, col, weight)
    assert mapping.tolist() == list(range(rows))
    assert total == 2.0 * rows


def test_repeated_and_worthless_cells(solve):
    mapping, total = solve.assign.sparse.assign(2, 2, [0, 0, 1, 1], [0, 0, 0, 1], [1.0, 4.0, 2.0, -1.0])
    assert (mapping.tolist(), total) == ([0, -1], 4.0)
    assert solve.assign.sparse.assign(0, 3, [], [], []) == (array("i"), 0.0)


def test_stars(solve):
    mapping, total = solve.assign.sparse.assign(
        4, 4, [0, 0, 1, 2, 3], [0, 1, 2, 2, 2], [1.0, 2.0, 1.0, 3.0, 3.0]
    )
    assert (mapping.tolist(), total) == ([1, -1, 2, -1], 5.0)


def test_bad_input_is_refused(solve):
    with pytest.raises(ValueError, match="same length"):
        solve.assign.sparse.assign(1, 1, [0], [0], [])
    with pytest.raises(ValueError, match="outside"):
        solve.assign.sparse.assign(1, 1, [0], [1], [1.0])


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_agrees_with_trying_everything(rows, cols, data):
    weights = np.array(
        data.draw(st.lists(st.integers(-1, 4), min_size=rows * cols, max_size=rows * cols)), dtype=float
    ).reshape(rows, cols)
    mapping, total = assign(rows, cols, *sparse(weights))
    check(weights, mapping, total)
    padded = np.zeros((rows, cols + rows))
    padded[:, :cols] = np.maximum(weights, 0)
    assert total == max(
        sum(padded[i, j] for i, j in enumerate(choice)) for choice in permutations(range(cols + rows), rows)
    )
