"""Reachability against powers of the adjacency matrix."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.solve.reach import reachability


@settings(max_examples=examples(200), deadline=None)
@given(st.integers(1, 9), st.data())
def test_agrees_with_matrix_powers(n, data):
    node = st.integers(0, n - 1)
    edges = data.draw(st.lists(st.tuples(node, node), max_size=20))
    matrix = np.eye(n, dtype=int)
    for source, target in edges:
        matrix[source, target] = 1
    closure = np.linalg.matrix_power(matrix, n) > 0
    assert reachability(n, edges) == [sum(1 << int(j) for j in np.flatnonzero(row)) for row in closure]


def test_a_long_path_needs_no_recursion():
    n = 5000
    reached = reachability(n, [(i, i + 1) for i in range(n - 1)])
    assert all(reached[i].bit_count() == n - i for i in range(n))


def test_a_long_cycle_and_nothing():
    n = 3000
    assert set(reachability(n, [(i, (i + 1) % n) for i in range(n)])) == {(1 << n) - 1}
    assert reachability(0, []) == []


def test_an_edge_outside_is_refused():
    with pytest.raises(ValueError, match="outside"):
        reachability(2, [(0, 2)])
