"""What must hold of every comparison; and that tests and intervals are as often right as they say."""

import pytest
from bench.type_one import DESIGNS, Design, detectable_at, simulate
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import ALL, examples

from tallystick.stats.adjust import holm
from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Tally

QUICK = Statistics(("ar", "bs"), trials=60, resamples=40)


@st.composite
def tally_of(draw):
    pred, gold = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    return Tally.of(draw(st.integers(0, min(pred, gold))), pred=pred, gold=gold)


corpora = st.lists(st.tuples(tally_of(), tally_of()), min_size=1, max_size=12)
averages = st.sampled_from(["micro", "macro"])


def difference_of(one, other, average, documents=None):
    systems = {
        "one": sample_of(one, READ_RATIOS, average=average),
        "other": sample_of(other, READ_RATIOS, average=average),
    }
    if documents is not None:
        systems = {name: sample.grouped(documents) for name, sample in systems.items()}
    return compared({"m": systems}, QUICK)["m"].differences[0]


@given(corpora, averages)
@settings(max_examples=examples(60), deadline=None)
def test_exchanging_two_systems_negates_their_difference_and_keeps_p(corpus, average):
    one, other = (list(side) for side in zip(*corpus, strict=True))
    there, back = difference_of(one, other, average), difference_of(other, one, average)
    assert back.value == (None if there.value is None else -there.value)
    assert (back.wins, back.ties, back.losses, back.incomparable) == (
        there.losses, there.ties, there.wins, there.incomparable,
    )  # fmt: skip
    assert back.tests["ar"] == there.tests["ar"]
    assert back.tests["bs"].p == there.tests["bs"].p
    if there.interval.low is not None:
        assert (-back.interval.high, -back.interval.low) == pytest.approx(there.interval)


@given(corpora, averages)
@settings(max_examples=examples(40), deadline=None)
def test_a_system_is_as_good_as_itself(corpus, average):
    side = [one for one, _ in corpus]
    found = difference_of(side, side, average)
    assert (found.wins, found.losses) == (0, 0)
    if found.value is not None:
        assert found.value == 0
        assert found.tests["ar"].p == found.tests["bs"].p == 1


@given(corpora, averages)
@settings(max_examples=examples(40), deadline=None)
def test_documents_of_one_item_are_items(corpus, average):
    one, other = (list(side) for side in zip(*corpus, strict=True))
    labels = [str(number) for number in range(len(one))]
    assert difference_of(one, other, average, labels) == difference_of(one, other, average)


@given(st.lists(st.floats(0, 1)))
def test_holm(p_values):
    found = holm(p_values)
    assert all(
        p <= adjusted <= min(1, p * len(p_values)) for p, adjusted in zip(p_values, found, strict=True)
    )
    ranked = sorted(zip(p_values, found, strict=True))
    assert [adjusted for _, adjusted in ranked] == sorted(found)


#: Corpora for each simulation: the standard error of a share of 0.05 is 0.004 with all of them, 0.011 with few.
CORPORA = 3000 if ALL else 400
#: Designs for which 1,500 corpora are enough: their rates are two standard errors or more inside the bounds.
CLEAR = ("200 items", "200 items, mean", "400 items, 100 documents", "200 items, mean of 5 sets")
#: How far a share may be from what it should be beside the range of the design, by chance, with few corpora.
CHANCE = 0.0 if ALL else 0.02
RELIED_ON = [name for name, design in DESIGNS.items() if design.items >= 50]


@pytest.fixture(scope="module", params=RELIED_ON if ALL else ["50 items", "50 items, mean of 5 sets"])
def rates(request):
    corpora = min(CORPORA, 1500) if request.param in CLEAR else CORPORA
    return simulate(corpora, DESIGNS[request.param], rounds=499)


def test_equal_systems_are_seldom_called_different(rates):
    assert 0.03 - CHANCE <= rates.randomisation <= 0.07 + CHANCE
    assert 0.03 - CHANCE <= rates.bootstrap <= 0.07 + CHANCE


def test_intervals_hold_the_truth(rates):
    assert 0.93 - CHANCE <= rates.interval <= 0.97 + CHANCE
    assert 0.93 - CHANCE <= rates.difference <= 0.97 + CHANCE


@pytest.mark.long
@pytest.mark.parametrize("items", [50, 200])
def test_a_detectable_difference_is_detected(items):
    """The power note: with the difference that it names, four of five corpora are significant."""
    design = Design(items, difference=detectable_at(200, items) / 100)
    assert simulate(1500, design, rounds=499).randomisation == pytest.approx(0.8, abs=0.05)
