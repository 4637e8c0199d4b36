"""The exact assignment against trying everything, ties included."""

from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tallystick.solve.assign.exact import assign_exactly

WEIGHTS = st.one_of(st.integers(0, 2), st.fractions(0, 2, max_denominator=4))


def by_trying(weights):
    """The best total and, among the matchings that reach it, the first: a partner goes before none."""
    rows, cols = len(weights), len(weights[0]) if weights else 0
    places = [*range(cols), *[cols] * rows]
    best = None
    for choice in set(permutations(places, rows)):
        pairs = {i: j for i, j in enumerate(choice) if j < cols}
        if any(weights[i][j] <= 0 for i, j in pairs.items()):
            continue
        key = (-sum((weights[i][j] for i, j in pairs.items()), Fraction(0)), choice)
        if best is None or key < best:
            best = key
    return {i: j for i, j in enumerate(best[1]) if j < cols}


@given(
    st.integers(0, 3).flatmap(
        lambda cols: st.lists(st.lists(WEIGHTS, min_size=cols, max_size=cols), max_size=3)
    )
)
def test_agrees_with_trying_everything(weights):
    cells = [(i, j, weight) for i, row in enumerate(weights) for j, weight in enumerate(row)]
    assert assign_exactly(cells) == by_trying(weights)
    assert assign_exactly(reversed(cells)) == by_trying(weights)


def test_a_difference_below_the_precision_of_floats_counts():
    # 1/3 + 10⁻³⁰ and 1/3 are the same float.
    a_little_more = Fraction(1, 3) + Fraction(1, 10**30)
    assert assign_exactly([(0, 0, Fraction(1, 3)), (0, 1, a_little_more)]) == {0: 1}


def test_ties_in_a_ring_are_resolved_by_order():
    # Every rotation of the ring has the same total; the first row takes the first column.
    ring = [(i, (i + step) % 40, 1) for i in range(40) for step in (0, 1)]
    assert assign_exactly(ring) == {i: i for i in range(40)}
