import numpy as np
import pytest

from tallystick.stats import resampling as module
from tallystick.stats.bootstrap import bootstrap
from tallystick.stats.resampling import blocks, bootstrap_p, drawn, spread_of
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Tally

ONE = sample_of([Tally.of(n % 3, pred=2, gold=3) for n in range(20)], READ_RATIOS)
OTHER = sample_of([Tally.of(n % 2, pred=2, gold=3) for n in range(20)], READ_RATIOS)


def test_systems_share_their_resamples():
    first, again, other = drawn([ONE, ONE, OTHER], 50, 1)
    assert (first == again).all()
    assert (drawn([ONE], 50, 1)[0] == first).all()
    assert (drawn([OTHER], 50, 1)[0] == other).all()
    assert first.shape == (50, 3)


def test_a_seed_decides():
    assert (drawn([ONE], 9, 1)[0] == drawn([ONE], 9, 1)[0]).all()
    assert (drawn([ONE], 9, 1)[0] != drawn([ONE], 9, 2)[0]).any()


@pytest.mark.parametrize(("block", "near"), [(100, 32_000), (4_000_000, 60), (20, 1)])
def test_blocks_do_not_change_the_draws(monkeypatch, block, near):
    whole = drawn([ONE, OTHER], 50, 1)
    monkeypatch.setattr(module, "BLOCK_CELLS", block)
    monkeypatch.setattr(module, "_NEAR_CELLS", near)
    assert np.array_equal(whole, drawn([ONE, OTHER], 50, 1))


def test_blocks_hold_all_rows(monkeypatch):
    monkeypatch.setattr(module, "BLOCK_CELLS", 10)
    assert list(blocks(7, 3)) == [3, 3, 1]
    assert list(blocks(2, 100)) == [1, 1]


def test_every_unit_is_drawn_as_often_as_any_other():
    # The mean of the draws of a unit is 1; its standard error over 20000 resamples is 0.007.
    counts = sample_of([Tally.of(float(n == 3), pred=1, gold=1) for n in range(7)], READ_RATIOS)
    assert drawn([counts], 20_000, 5)[0][:, 0].mean() == pytest.approx(1 / 7, abs=0.03 / 7)


def test_intervals_agree_with_the_other_bootstrap():
    # Two programs for the same thing, with other draws: both ends within a few standard errors (0.002 at most).
    tallies = [Tally.of(n % 3, pred=2, gold=3) for n in range(200)]
    expected = bootstrap(tallies, READ_RATIOS, resamples=20_000)["f1"]
    found = spread_of(drawn([sample_of(tallies, READ_RATIOS)], 20_000, 1)[0][:, 2], 0.95).interval
    assert found == pytest.approx(expected, abs=0.004)


def test_spread():
    spread = spread_of(np.array([np.nan, *np.arange(101.0)]), 0.9)
    assert spread.interval == pytest.approx((5, 95))
    assert spread.undefined == 1
    # The variance of 0 … 100 is (101² − 1) / 12.
    assert spread.deviation == pytest.approx(850**0.5)


def test_undefined_everywhere():
    spread = spread_of(np.full(3, np.nan), 0.95)
    assert (spread.interval, spread.deviation, spread.undefined) == ((None, None), None, 3)


def test_p_of_the_bootstrap():
    # Moved by their mean, 2, the differences are −2, −1, 0, 3: two of the four are as far from 0 as 2.
    assert bootstrap_p(np.array([0.0, 1.0, 2.0, 5.0]), 2.0) == (3 / 5, 0)
    assert bootstrap_p(np.array([0.0, 1.0, 2.0, 5.0]), -2.0) == (3 / 5, 0)


def test_p_where_all_is_equal():
    assert bootstrap_p(np.zeros(9), 0.0) == (1.0, 0)


def test_undefined_resamples_count_against_a_difference():
    assert bootstrap_p(np.array([1.0, np.nan, 1.0]), 1.0) == (2 / 4, 1)
    assert bootstrap_p(np.full(3, np.nan), 1.0) == (1.0, 3)
