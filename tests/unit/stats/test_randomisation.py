from itertools import product

import numpy as np
import pytest
from scipy.stats import permutation_test

from tallystick.stats import draws
from tallystick.stats.randomisation import _random_masks, randomise
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Reading, Tally, f_measure, total


def sample(*matched, pred=4, gold=5):
    return sample_of([Tally.of(found, pred=pred, gold=gold) for found in matched], READ_RATIOS)


def by_hand(one, other, number=f_measure):
    """The share of all ways to exchange items in which the difference is at least the observed one."""
    observed = abs(number(total(one)) - number(total(other)))
    extreme = 0
    for exchanged in product((False, True), repeat=len(one)):
        pairs = [(b, a) if turn else (a, b) for turn, a, b in zip(exchanged, one, other, strict=True)]
        left, right = (number(total(side)) for side in zip(*pairs, strict=True))
        extreme += abs(left - right) >= observed - 1e-12
    return extreme / 2 ** len(one)


def test_three_items_by_hand():
    # Differences of matches 2, 1, 1 over equal totals: of the eight signs, only +++ and −−− reach 4.
    (found,) = randomise([(sample(1, 1, 1), sample(3, 2, 2))], 8, 1)
    assert (found.p, found.trials, found.exact) == (2 / 8, 8, True)


def test_exact_is_full_enumeration():
    one = [
        Tally.of(2, pred=3, gold=4),
        Tally.of(1, pred=5, gold=2),
        Tally(1, 2, 3, 3),
        Tally.of(3, pred=3, gold=7),
    ]
    other = [
        Tally.of(3, pred=4, gold=4),
        Tally.of(2, pred=2, gold=2),
        Tally(2, 2, 3, 3),
        Tally.of(1, pred=4, gold=7),
    ]
    (found,) = randomise([(sample_of(one, READ_RATIOS), sample_of(other, READ_RATIOS))], 16, 1)
    assert (found.p, found.exact) == (by_hand(one, other), True)


def test_items_without_difference_do_not_hinder_the_exact_test():
    same = [1] * 50
    (found,) = randomise([(sample(1, 1, 1, *same), sample(3, 2, 2, *same))], 8, 1)
    assert (found.p, found.trials, found.exact) == (2 / 8, 8, True)


def test_trials_where_there_are_too_many_ways():
    (found,) = randomise([(sample(1, 1, 1), sample(3, 2, 2))], 7, 1)
    assert (found.trials, found.exact) == (7, False)
    assert found.p in [(count + 1) / 8 for count in range(8)]


def test_trials_come_near_to_the_exact_value():
    one, other = sample(*[0, 2, 1] * 4), sample(*[2, 0, 2] * 4)
    (exact,) = randomise([(one, other)], 2**12, 1)
    (found,) = randomise([(one, other)], 2**11 - 1, 1)
    assert exact.exact
    assert not found.exact
    # Three standard errors of a share near one half over 2047 trials are 0.033.
    assert found.p == pytest.approx(exact.p, abs=0.033)


def test_exchange_of_the_two_keeps_p():
    one, other = sample(*(n % 4 for n in range(90))), sample(*(n % 3 for n in range(90)))
    there, back = randomise([(one, other), (other, one)], 300, 1)
    assert there == back


def test_equal_systems_are_certainly_equal():
    (found,) = randomise([(sample(1, 2, 3), sample(1, 2, 3))], 100, 1)
    assert (found.p, found.exact) == (1.0, True)


def test_other_pairs_do_not_change_a_result():
    one, other = sample(*(n % 4 for n in range(90))), sample(*(n % 3 for n in range(90)))
    pairs = [(one, other), (one, one), (other, sample(*[2] * 90))]
    together = randomise(pairs, 300, 1)
    assert together == [randomise([pair], 300, 1)[0] for pair in pairs]


def test_blocks_do_not_change_the_trials(monkeypatch):
    pairs = [
        (sample(*(n % 4 for n in range(90))), sample(*(n % 3 for n in range(90)))),
        (sample(*[1] * 85, *[2] * 5), sample(*[1] * 90)),
    ]
    whole = randomise(pairs, 300, 1)
    monkeypatch.setattr(draws, "BLOCK_CELLS", 1000)
    assert randomise(pairs, 300, 1) == whole
    assert whole[1].exact


def test_masks_are_fair():
    masks = np.concatenate(list(_random_masks(70, 10_000, 5, 1))).astype(float)
    assert masks.shape == (10_000, 70)
    assert set(np.unique(masks)) == {0.0, 1.0}
    # Standard errors over 10000 trials: 0.005 of one half, 0.0043 of the 1/4 that is due to two units together. There
    # are 70 units and 2415 pairs, so that the largest deviation may be 4 of them, and 4.5.
    assert np.abs(masks.mean(axis=0) - 0.5).max() < 4 * 0.005
    together = masks.T @ masks / len(masks)
    assert np.abs(together[~np.eye(70, dtype=bool)] - 0.25).max() < 4.5 * 0.0043


def test_undefined_numbers():
    nothing = sample(0, 0, pred=0, gold=0)
    (found,) = randomise([(nothing, sample(1, 1))], 100, 1)
    assert (found.p, found.trials) == (None, 0)


def test_undefined_trials_count_against_a_difference():
    precision = Reading(("precision",), lambda tally: READ_RATIOS.read(tally)[:1])
    one = [Tally.of(1, pred=1, gold=1), Tally.of(0, pred=0, gold=1)]
    other = [Tally.of(0, pred=0, gold=1), Tally.of(0, pred=1, gold=1)]
    # Precision 1 against 0. With one of the items exchanged one system has predicted nothing, in two of four ways.
    (found,) = randomise([(sample_of(one, precision), sample_of(other, precision))], 4, 1)
    assert (found.p, found.undefined, found.exact) == (1.0, 2, True)


def test_a_small_p_is_never_zero():
    good, poor = sample(*[4] * 40), sample(*[0] * 40)
    (found,) = randomise([(poor, good)], 99, 1)
    assert found.p == 1 / 100


def test_roundings_are_no_differences():
    # Tenths add up to other numbers in another order; all ways to exchange are equally far from 0.
    one, other = sample(0.1, 0.2, 0.3), sample(0.3, 0.1, 0.2)
    (found,) = randomise([(one, other)], 8, 1)
    assert found.p == 1.0
    assert np.isclose(one.value, other.value)


def test_means_against_another_program():
    # scipy.stats.permutation_test, which exchanges the samples of each pair in all ways too.
    one = [Tally.of(n % 5, pred=4 + n % 2, gold=5) for n in range(1, 10)]
    other = [Tally.of((2 * n) % 5, pred=5, gold=4 + n % 3) for n in range(1, 10)]
    mine, theirs = (sample_of(side, READ_RATIOS, average="macro") for side in (one, other))
    expected = permutation_test(
        (mine.items, theirs.items), lambda a, b, axis: np.mean(a - b, axis=axis), permutation_type="samples",
        vectorized=True, n_resamples=np.inf,
    )  # fmt: skip
    (found,) = randomise([(mine, theirs)], 2**9, 1)
    assert found.exact
    assert found.p == pytest.approx(expected.pvalue)
