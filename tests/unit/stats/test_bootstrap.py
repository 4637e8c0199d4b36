import pytest

from tallystick import UsageError
from tallystick.stats import bootstrap as module
from tallystick.stats.bootstrap import bootstrap, flatten, unflatten
from tallystick.tally import READ_RATIOS, READ_SIDES, Reading, Tally

TALLIES = [Tally.of(n % 3, pred=2, gold=3) for n in range(20)]


def test_rows_and_back():
    tally = Tally(1, 2, 3, 4, parts=(Tally(5, 6, 7, 8), Tally(9, 9, 9, 9, parts=(Tally(1, 1, 1, 1),))))
    assert unflatten(flatten(tally), tally) == tally


def test_equal_items_leave_no_doubt():
    found = bootstrap([Tally.of(1, pred=2, gold=4)] * 5, READ_RATIOS)
    assert found == {"precision": (0.5, 0.5), "recall": (0.25, 0.25), "f1": pytest.approx((1 / 3, 1 / 3))}


def test_a_seed_decides():
    one, two, three = (bootstrap(TALLIES, READ_SIDES, seed=seed, resamples=7) for seed in (1, 1, 2))
    assert one == two != three


def test_more_confidence_is_wider():
    wide, narrow = (bootstrap(TALLIES, READ_RATIOS, confidence=c)["f1"] for c in (0.99, 0.5))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_blocks_do_not_change_the_draws(monkeypatch):
    whole = bootstrap(TALLIES, READ_RATIOS, resamples=50)
    monkeypatch.setattr(module, "_BLOCK_CELLS", 100)
    assert bootstrap(TALLIES, READ_RATIOS, resamples=50) == whole


def test_composite_scores_are_read_from_summed_parts():
    reading = Reading(
        ("f1",), lambda tally: (tally.parts[0].matched_pred / tally.parts[0].pred_total,), parts=("a",)
    )
    tallies = [Tally.composite([Tally.of(1, pred=2, gold=1)])] * 3
    assert bootstrap(tallies, reading)["f1"] == (0.5, 0.5)


def test_undefined_everywhere():
    assert bootstrap([Tally.of(0, pred=0, gold=0)], READ_RATIOS)["f1"] == (None, None)
    assert bootstrap([], READ_RATIOS)["f1"] == (None, None)


@pytest.mark.parametrize(
    "wrong", [{"confidence": 1.0}, {"confidence": 0}, {"resamples": 0}, {"average": "weighted"}]
)
def test_options_that_make_no_sense(wrong):
    (name,) = wrong
    with pytest.raises(UsageError, match=name):
        bootstrap(TALLIES, READ_RATIOS, **wrong)
