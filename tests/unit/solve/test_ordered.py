"""Order-preserving matching against trying every set of pairs."""

from array import array
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.solve.ordered import match_ordered


def columns(cells):
    """Rows, columns and weights of cells."""
    return [list(column) for column in zip(*cells, strict=True)] or [[], [], []]


def compatible(mode, first, second):
    """Whether two different pairs may stand together; first comes before second in reading order."""
    (i, j), (later_i, later_j) = first, second
    if mode == 0:
        return i < later_i and j < later_j
    if mode == 1:
        return i < later_i and j <= later_j
    if mode == 2:
        return j < later_j and i <= later_i
    return j <= later_j


def best(weights, mode):
    pairs = [(int(i), int(j)) for i, j in zip(*np.nonzero(weights > 0), strict=True)]
    good = 0.0
    for count in range(1, len(pairs) + 1):
        for chosen in combinations(pairs, count):
            if all(compatible(mode, a, b) for a, b in combinations(chosen, 2)):
                good = max(good, sum(weights[pair] for pair in chosen))
    return good


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_agrees_with_trying_everything(solve, mode):
    generator = np.random.default_rng(mode)
    for _ in range(120):
        n, m = (int(size) for size in generator.integers(0, 5, 2))
        weights = generator.integers(1, 5, (n, m)) * (generator.random((n, m)) < 0.55) * 1.0
        cells = [(i, j, float(weights[i, j])) for i in range(n) for j in range(m)]
        generator.shuffle(cells)
        cells = [(int(i), int(j), weight) for i, j, weight in cells]
        total, pred, gold, earned = solve.ordered.match_ordered(n, m, *columns(cells), mode)
        pairs = list(zip(pred, gold, strict=True))
        assert pairs == sorted(pairs)
        assert total == best(weights, mode) == sum(earned)
        assert list(earned) == [weights[pair] for pair in pairs]
        assert all(compatible(mode, a, b) for a, b in combinations(pairs, 2))
        assert all(weights[pair] > 0 for pair in pairs)


def test_long_sequences(solve):
    n = 300
    total, pred, gold, _ = solve.ordered.match_ordered(n, n, range(n), range(n), [1.0] * n, 0)
    assert (total, pred, gold) == (float(n), array("i", range(n)), array("i", range(n)))


def test_bad_input_is_refused(solve):
    for outside in ((2, 0, 1.0), (0, 2, 1.0), (-1, 0, 1.0)):
        with pytest.raises(ValueError, match="outside the 2 x 2 problem"):
            solve.ordered.match_ordered(2, 2, *columns([outside]), 0)
    with pytest.raises(ValueError, match="mode"):
        solve.ordered.match_ordered(1, 1, [0], [0], [1.0], 4)
    with pytest.raises(ValueError, match="same length"):
        solve.ordered.match_ordered(1, 1, [0], [0], [], 0)


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(0, 6), st.integers(0, 6), st.data())
def test_freer_modes_never_earn_less(n, m, data):
    weights = data.draw(st.lists(st.integers(-2, 5), min_size=n * m, max_size=n * m))
    cells = [(index // m, index % m, float(weight)) for index, weight in enumerate(weights)]
    totals = [match_ordered(n, m, *columns(cells), mode).total for mode in range(4)]
    assert totals[0] <= min(totals[1:3])
    assert max(totals[1:3]) <= totals[3]
    # Read backwards and with the sides exchanged the problem is the same.
    turned = [(m - 1 - j, n - 1 - i, weight) for i, j, weight in cells]
    assert [match_ordered(m, n, *columns(turned), mode).total for mode in (0, 2, 1, 3)] == totals
