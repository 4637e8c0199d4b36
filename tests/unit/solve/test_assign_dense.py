"""Dense assignment against the sparse solver and against exhaustive search."""

from array import array
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tallystick.solve.assign.dense import assign_dense
from tallystick.solve.assign.sparse import assign

MATRICES = st.integers(1, 6).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 5), min_size=columns, max_size=columns), min_size=1, max_size=6
    )
)


def solved(matrix):
    return assign_dense(len(matrix), len(matrix[0]), array("d", [float(w) for row in matrix for w in row]))


def exhaustive(matrix):
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    if len(rows) > len(columns):
        return exhaustive([list(column) for column in zip(*matrix, strict=True)])
    return max(
        sum(matrix[row][column] for row, column in zip(rows, chosen, strict=True))
        for chosen in permutations(columns, len(rows))
    )


@pytest.mark.property
@given(MATRICES)
def test_best_total(matrix):
    matched, total = solved(matrix)
    assert total == exhaustive(matrix)
    pairs = [(row, column) for row, column in enumerate(matched) if column >= 0]
    assert len({column for _, column in pairs}) == len(pairs)
    assert sum(matrix[row][column] for row, column in pairs) == total
    assert all(matrix[row][column] > 0 for row, column in pairs)


@pytest.mark.property
@given(st.integers(20, 40), st.integers(20, 40), st.randoms(use_true_random=False))
def test_the_sparse_solver_agrees(rows, columns, generator):
    matrix = [[generator.random() for _ in range(columns)] for _ in range(rows)]
    cells = [(row, column, matrix[row][column]) for row in range(rows) for column in range(columns)]
    assert solved(matrix)[1] == pytest.approx(assign(rows, columns, *zip(*cells, strict=True))[1], abs=1e-9)


def test_no_matrix():
    with pytest.raises(ValueError, match="3 weights are not a 2 x 2 matrix"):
        assign_dense(2, 2, array("d", [1.0, 2.0, 3.0]))
    assert assign_dense(0, 0, array("d")) == (array("i"), 0.0)
