"""The lexicographically first of the best matchings, against all matchings."""

import random
from fractions import Fraction
from itertools import permutations

import pytest

from tallystick.solve.assign import exact
from tallystick.solve.assign.exact import assign_exactly


def first_of_all(cells, rows, cols):
    """By trying everything: the greatest sum, then for each row the earliest column, unmatched last."""
    weight = {(i, j): w for i, j, w in cells if w > 0}
    best = None
    for choice in permutations([*range(cols), *[None] * rows], rows):
        if any(j is not None and (i, j) not in weight for i, j in enumerate(choice)):
            continue
        total = sum(weight[i, j] for i, j in enumerate(choice) if j is not None)
        key = (-total, [cols if j is None else j for j in choice])
        best = min(best, key) if best else key
    return {i: j for i, j in enumerate(best[1]) if j < cols}


@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_against_all_matchings(seed, doubles, monkeypatch):
    monkeypatch.setattr(exact, "FEW_ROWS", 0)
    monkeypatch.setattr(exact, "MOST_EXACT", exact.MOST_EXACT if doubles else 0)
    rng = random.Random(seed)
    rows, cols = rng.randrange(1, 4), rng.randrange(1, 5)
    most, denominator = rng.choice((1, 2, 9)), rng.choice((1, 2, 3))
    cells = [
        (i, j, Fraction(rng.randrange(most + 1), denominator))
        for i in range(rows)
        for j in range(cols)
        if rng.random() < 0.8
    ]
    assert assign_exactly(cells) == first_of_all(cells, rows, cols)


def test_many_that_are_all_alike():
    assert assign_exactly((i, j, 1) for i in range(80) for j in range(80)) == {i: i for i in range(80)}
