import random
from itertools import product

import pytest

from tallystick.core.coverage import cover_most, covered_credit, covered_in_order


def by_hand(givers, worth):
    best = 0.0
    for choice in product(*[takers for _, takers in givers]):
        received = [0.0] * len(worth)
        for (amount, _), taker in zip(givers, choice, strict=True):
            received[taker] += amount
        best = max(best, sum(map(min, worth, received)))
    return best


@pytest.mark.parametrize("amounts", [[1.0], [0.5], [0.5, 1.0], [0.25, 0.5, 0.7]])
def test_ties_are_settled_to_cover_most(amounts):
    choose = random.Random(len(amounts))
    for _ in range(40):
        worth = [choose.choice([0.0, 0.5, 1.0, 2.0]) for _ in range(4)]
        givers = [
            (choose.choice(amounts), sorted(choose.sample(range(4), choose.randrange(1, 4))))
            for _ in range(choose.randrange(1, 6))
        ]
        assert covered_credit(givers, worth) == pytest.approx(by_hand(givers, worth))


def test_nobody_gives():
    assert covered_credit([], [1.0]) == 0


def test_a_taker_keeps_no_more_than_it_is_worth():
    assert covered_credit([(1.0, [0]), (1.0, [0])], [1.5]) == 1.5
    assert covered_credit([(0.3, [0, 1])] * 2, [0.0, 0.0]) == 0


def test_choices_that_have_to_earn_something():
    # Alone, choice 0 covers 1; if 3 has to be earned, choice 1 takes its place and its taker keeps 0.5.
    choices, worth, rows = [(1.0, 0), (3.0, 1)], {0: 1.0, 1: 0.5}, [[0, 1]]
    assert cover_most(choices, worth, rows) == 1.0
    assert cover_most(choices, worth, rows, least=3.0) == 0.5


def test_runs_in_order():
    # Both preds of [a, a] may go to the first of [a, a]; one each covers both.
    assert covered_in_order([[1.0, 1.0], [1.0, 1.0]], [1.0, 1.0]) == 2
    assert covered_in_order([], [1.0]) == 0
