import pytest

from tallystick import UsageError
from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Tally


def sample(*matched, pred=4):
    return sample_of([Tally.of(found, pred=pred, gold=4) for found in matched], READ_RATIOS)


BASE, GOOD, BEST = sample(*[1] * 12), sample(*[2] * 11, 1), sample(*[4] * 12)
SYSTEMS = {"base": BASE, "good": GOOD, "best": BEST}


def test_each_with_each():
    found = compared({"m": SYSTEMS}, Statistics(resamples=50))["m"]
    pairs = [(one.base, one.system) for one in found.differences]
    assert pairs == [("base", "good"), ("base", "best"), ("good", "best")]
    assert found.systems["good"].f1 == GOOD.value == 23 / 48
    assert found.difference("base", "good").value == pytest.approx(23 / 48 - 1 / 4)
    with pytest.raises(KeyError, match="not compared"):
        found.difference("best", "base")


def test_each_with_the_baseline():
    found = compared({"m": SYSTEMS}, Statistics(pairs="baseline", resamples=50))["m"]
    assert [(one.base, one.system) for one in found.differences] == [("base", "good"), ("base", "best")]


def test_better_than():
    statistics = Statistics(resamples=50)
    found = compared({"m": SYSTEMS}, statistics)["m"]
    better = {name: found.better_than(name, statistics) for name in SYSTEMS}
    assert better == {"base": [], "good": ["base"], "best": ["base", "good"]}


def test_a_worse_system_makes_the_base_the_better_one():
    statistics = Statistics(resamples=50)
    found = compared({"m": {"best": BEST, "base": BASE}}, statistics)["m"]
    assert found.difference("best", "base").better(statistics) == "best"
    assert found.better_than("best", statistics) == ["base"]


def test_wins_ties_losses():
    nothing = Tally.of(0, pred=0, gold=0)
    one = sample_of([Tally.of(n, pred=4, gold=4) for n in (1, 2, 3, 3)] + [nothing, nothing], READ_RATIOS)
    other = sample_of(
        [Tally.of(n, pred=4, gold=4) for n in (2, 2, 1, 4)] + [nothing, Tally.of(0, pred=1, gold=0)],
        READ_RATIOS,
    )
    found = compared({"m": {"one": one, "other": other}}, Statistics(resamples=50))["m"].differences[0]
    assert (found.wins, found.ties, found.losses, found.incomparable) == (2, 1, 1, 2)


def test_adjusted_over_the_pairs_of_a_metric():
    # All items differ in the same direction: of the 2^12 ways to exchange, two are as extreme. With GOOD, 2^11.
    found = compared({"m": SYSTEMS, "n": SYSTEMS}, Statistics(resamples=50))
    p_values = [one.tests["ar"].p for metric in found.values() for one in metric.differences]
    assert p_values == [2 / 2**11, 2 / 2**12, 2 / 2**12] * 2
    adjusted = [one.tests["ar"].adjusted for one in found["m"].differences]
    # Holm over three: 3 times the smallest, not below it for the next; the largest itself is less than that.
    assert adjusted == pytest.approx([3 * 2 / 2**12] * 3)


def test_other_metrics_do_not_change_a_metric():
    settled = Statistics(tests=("ar", "bs"), resamples=50)
    alone = compared({"m": SYSTEMS}, settled)["m"]
    assert compared({"a": SYSTEMS, "m": SYSTEMS, "z": SYSTEMS}, settled)["m"] == alone


def test_not_adjusted():
    found = compared({"m": SYSTEMS}, Statistics(adjust="none", resamples=50))["m"]
    assert all(one.tests["ar"].adjusted == one.tests["ar"].p for one in found.differences)


def test_both_tests():
    found = compared({"m": SYSTEMS}, Statistics(("bs", "ar"), resamples=99))["m"]
    verdict = found.difference("base", "best").tests["bs"]
    # Every resample has the same difference, 3/4; moved by their mean none is as far from 0.
    assert (verdict.p, verdict.trials, verdict.exact) == (1 / 100, 99, False)
    assert found.difference("base", "best").tests["ar"].exact


def test_differences_are_paired():
    # Each system varies from item to item, their difference does not: its interval is a point.
    one, other = sample(0, 1, 2, 3), sample(1, 2, 3, 4)
    found = compared({"m": {"one": one, "other": other}}, Statistics(resamples=200))["m"]
    low, high = found.systems["one"].intervals["f1"]
    assert low < high
    assert found.differences[0].interval == pytest.approx((1 / 4, 1 / 4))


def test_documents_as_units():
    labels = [str(n // 4) for n in range(12)]
    one, other = (sample(*[matched] * 12).grouped(labels) for matched in (1, 2))
    found = compared({"m": {"one": one, "other": other}}, Statistics(resamples=50))["m"].differences[0]
    # Three documents: eight ways to exchange. Wins are counted over items all the same.
    assert (found.tests["ar"].p, found.tests["ar"].trials, found.wins) == (2 / 8, 8, 12)


def test_undefined_numbers():
    nothing = sample_of([Tally.of(0, pred=0, gold=0)] * 12, READ_RATIOS)
    found = compared({"m": {"base": BASE, "nothing": nothing}}, Statistics(("ar", "bs"), resamples=20))["m"]
    difference = found.differences[0]
    assert (difference.value, difference.interval, difference.undefined) == (None, (None, None), 20)
    assert [verdict.p for verdict in difference.tests.values()] == [None, None]
    assert difference.better(Statistics()) is None
    assert found.systems["nothing"].undefined["f1"] == 20
    assert difference.incomparable == 12


def test_undefined_resamples_are_left_out_and_counted():
    # Precision is undefined where only the second item is drawn: one of four resamples, near enough.
    tallies = [Tally.of(1, pred=1, gold=1), Tally.of(0, pred=0, gold=1)]
    both = {"one": sample_of(tallies, READ_RATIOS), "other": sample_of(tallies, READ_RATIOS)}
    score = compared({"m": both}, Statistics(resamples=400))["m"].systems["one"]
    assert score.undefined["precision"] == pytest.approx(
        100, abs=35
    )  # four standard errors, √(400 · 3/16) each
    assert score.intervals["precision"] == (1.0, 1.0)
    assert score.undefined["f1"] == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"tests": ("t",)}, "test='t' is not one of ar, bs"),
        ({"tests": ()}, "one test or more"),
        ({"tests": ("ar", "ar")}, "each once"),
        ({"pairs": "some"}, "pairs='some'"),
        ({"adjust": "tukey"}, "adjust='tukey'"),
        ({"level": 1.0}, "level 1 "),
        ({"level": float("nan")}, "level nan"),
        ({"trials": 0}, "trials=0"),
        ({"resamples": 0}, "resamples=0"),
        ({"seed": -1}, "negative"),
    ],
)
def test_options_that_make_no_sense(wrong, message):
    with pytest.raises(UsageError, match=message):
        Statistics(**wrong)


def test_alpha():
    assert Statistics().alpha == 0.05
    assert Statistics(level=0.99).alpha == 0.01
