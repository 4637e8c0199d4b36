from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tallystick.errors import UsageError
from tallystick.stats import bootstrap as module
from tallystick.stats import draws
from tallystick.stats.bootstrap import bootstrap, bootstrap_p, resampled, spread_of
from tallystick.stats.sample import sample_of, sample_of_groups
from tallystick.tally import READ_RATIOS, READ_SIDES, Reading, Tally, total

FIRST = sample_of([Tally.of(n % 3, pred=2, gold=3) for n in range(20)], READ_RATIOS)
SECOND = sample_of([Tally.of(n % 2, pred=2, gold=3) for n in range(20)], READ_RATIOS)

TALLIES = [Tally.of(n % 3, pred=2, gold=3) for n in range(20)]


def intervals(tallies, reading, average="micro", **options):
    return bootstrap([sample_of(tallies, reading, average=average)], **options)[0]


def test_systems_share_their_resamples():
    first, again, other = (numbers.values for numbers in resampled([FIRST, FIRST, SECOND], 50, 1))
    assert (first == again).all()
    assert (resampled([FIRST], 50, 1)[0].values == first).all()
    assert (resampled([SECOND], 50, 1)[0].values == other).all()
    assert first.shape == (50, 3)


def test_a_seed_decides():
    drawn = resampled([FIRST], 9, 1)[0].values
    module._kept_draws.cache_clear()
    assert (resampled([FIRST], 9, 1)[0].values == drawn).all()
    assert (resampled([FIRST], 9, 1)[0].values != resampled([FIRST], 9, 2)[0].values).any()


@pytest.mark.parametrize("block", [20, 100])
def test_blocks_do_not_change_the_draws(monkeypatch, block):
    whole = [numbers.values for numbers in resampled([FIRST, SECOND], 50, 1)]
    monkeypatch.setattr(draws, "BLOCK_CELLS", block)
    module._kept_draws.cache_clear()
    assert np.array_equal(whole, [numbers.values for numbers in resampled([FIRST, SECOND], 50, 1)])


def test_every_unit_is_drawn_as_often_as_any_other():
    # The mean of the draws of a unit is 1; its standard error over 20000 resamples is 0.007.
    counts = sample_of([Tally.of(float(n == 3), pred=1, gold=1) for n in range(7)], READ_RATIOS)
    assert resampled([counts], 20_000, 5)[0].values[:, 0].mean() == pytest.approx(1 / 7, abs=0.03 / 7)


def test_intervals_agree_with_draws_one_by_one():
    # The same by the definition, with other draws: both ends within a few standard errors (0.002 at most).
    tallies = [Tally.of(n % 3, pred=2, gold=3) for n in range(200)]
    random = Random(7)
    scores = sorted(READ_RATIOS(total(random.choices(tallies, k=len(tallies))))["f1"] for _ in range(4_000))
    expected = scores[100], scores[3_900]
    assert intervals(tallies, READ_RATIOS)["f1"] == pytest.approx(expected, abs=0.006)


def test_sums_do_not_depend_on_other_samples():
    """Credits that are no whole numbers: products of other shapes would round them in another order."""
    random = Random(3)
    shares = [
        sample_of([Tally.of(random.random(), pred=3, gold=3) for _ in range(60)], READ_RATIOS)
        for _ in range(7)
    ]
    together = resampled(shares, 300, 1)
    for sample, numbers in zip(shares, together, strict=True):
        module._kept_draws.cache_clear()
        assert np.array_equal(resampled([sample], 300, 1)[0].values, numbers.values)
        assert numbers.values.mean(axis=0) == pytest.approx(sample.values, abs=0.03)


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


def test_equal_items_leave_no_doubt():
    found = intervals([Tally.of(1, pred=2, gold=4)] * 5, READ_RATIOS)
    assert found == {"precision": (0.5, 0.5), "recall": (0.25, 0.25), "f1": pytest.approx((1 / 3, 1 / 3))}


def test_a_seed_decides_the_intervals():
    first, again, other = (intervals(TALLIES, READ_SIDES, seed=seed, resamples=7) for seed in (1, 1, 2))
    assert first == again != other


def test_more_confidence_is_wider():
    wide, narrow = (intervals(TALLIES, READ_RATIOS, confidence=level)["f1"] for level in (0.99, 0.5))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_composite_scores_are_read_from_summed_parts():
    reading = Reading(
        ("f1",), lambda tally: (tally.parts[0].matched_pred / tally.parts[0].pred_total,), parts=("a",)
    )
    tallies = [Tally.composite([Tally.of(1, pred=2, gold=1)])] * 3
    assert intervals(tallies, reading, resamples=50)["f1"] == (0.5, 0.5)


def test_intervals_that_are_undefined_everywhere():
    assert intervals([Tally.of(0, pred=0, gold=0)], READ_RATIOS)["f1"] == (None, None)
    assert bootstrap([]) == []


@pytest.mark.parametrize("wrong", [{"confidence": 1.0}, {"confidence": 0}, {"resamples": 0}])
def test_options_that_make_no_sense(wrong):
    (name,) = wrong
    with pytest.raises(UsageError, match=name):
        intervals(TALLIES, READ_RATIOS, **wrong)


GROUPED = sample_of_groups(
    TALLIES,
    [{"a" if number < 14 else "b": tally} for number, tally in enumerate(TALLIES)],
    ["a", "b"],
    READ_RATIOS,
    stratified=True,
)


def test_strata_are_drawn_within():
    """Every resample has as many units of each stratum as there are: the items of a group are never all missing."""
    counted = replace(GROUPED, read=lambda sums: sums)
    drawn = resampled([counted], 200, 1)[0].values
    assert set(drawn[:, 0]) == {14.0}
    assert set(drawn[:, GROUPED.width // 2]) == {6.0}


def test_the_draws_of_a_stratum_do_not_depend_on_the_others():
    alone = replace(sample_of(TALLIES[:14], READ_RATIOS), strata=("a",) * 14)
    width = GROUPED.width // 2
    first = replace(GROUPED, read=lambda sums: sums[:, :width])
    own = replace(alone, read=lambda sums: sums)
    assert np.array_equal(resampled([first], 100, 3)[0].values, resampled([own], 100, 3)[0].values)


def test_strata_of_the_same_size_have_draws_of_their_own():
    groups = [{"a" if number < 10 else "b": tally} for number, tally in enumerate(TALLIES[:10] * 2)]
    sample = sample_of_groups(TALLIES[:10] * 2, groups, ["a", "b"], READ_RATIOS, stratified=True)
    drawn = resampled([replace(sample, read=lambda sums: sums)], 100, 1)[0].values
    assert not np.array_equal(*np.hsplit(drawn, 2))


def test_groups_of_a_single_unit_are_drawn_themselves():
    """The mean over groups of one item each is the mean over items, and so are its resamples."""
    groups = [{str(number): tally} for number, tally in enumerate(TALLIES)]
    sample = sample_of_groups(
        TALLIES, groups, [str(n) for n in range(len(TALLIES))], READ_RATIOS, stratified=True
    )
    means = sample_of(TALLIES, READ_RATIOS, average="macro")
    assert sample.strata is None
    assert resampled([sample], 100, 1)[0].values == pytest.approx(resampled([means], 100, 1)[0].values)


def test_documents_keep_their_strata():
    documents = [f"d{number // 7}" for number in range(20)]
    assert GROUPED.grouped(documents).strata == ("a", "a", "b")
    across = [f"d{number // 8}" for number in range(20)]
    assert GROUPED.grouped(across).strata is None


def test_a_single_unit_has_no_interval():
    assert intervals(TALLIES[:1], READ_RATIOS)["f1"] == (None, None)
