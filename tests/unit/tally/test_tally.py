import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.tally import (
    READ_RATIOS,
    Alignment,
    Pair,
    Reading,
    Score,
    Tally,
    TallySum,
    TallySums,
    f_measure,
    total,
)


def test_jaccard_is_exact_where_both_sides_share_a_count():
    assert Score(Tally.of(2, pred=3, gold=4)).jaccard == 0.4  # {1,2,3} against {2,3,4,5}: Part 2 (e)


def test_jaccard_of_two_sides_follows_f():
    score = Score(Tally(2, 3, 4, 4))
    assert score.f1 == pytest.approx(2 * 0.5 * 0.75 / 1.25)
    assert score.jaccard == pytest.approx(score.f1 / (2 - score.f1))


def test_nothing_on_both_sides_is_undefined():
    score = Score(Tally.of(0, pred=0, gold=0))
    assert (score.precision, score.recall, score.f1, score.jaccard, score.value) == (None,) * 5


def test_one_empty_side_is_zero_not_undefined():  # decision 1
    score = Score(Tally.of(0, pred=0, gold=3))
    assert (score.precision, score.recall, score.f1, score.jaccard) == (None, 0, 0, 0)
    assert Score(Tally(0, 0, 0, 3)).f1 == 0


def test_f_beta_weighs_recall():
    # F_β = (1+β²)·xy / (β²·yy + xx) with xy=2, xx=3, yy=4, β=2: 5·2/(16+3)
    assert Score(Tally.of(2, pred=3, gold=4)).f_beta(2) == pytest.approx(10 / 19)
    # From P = ½ and R = ¾ directly: 5·P·R / (4·P + R)
    assert f_measure(Tally(2, 3, 4, 4), 2) == pytest.approx(5 * 0.5 * 0.75 / (4 * 0.5 + 0.75))


def test_tallies_add_and_none_is_neutral():
    one, two = Tally.of(1, pred=2, gold=3), Tally(1, 2, 3, 4, proved=0, slack=0.5)
    assert one + two == Tally(2, 3, 5, 7, items=2, proved=1, slack=0.5)
    assert total([]) + one == one == one + total([])
    assert total([one, two]) == one + two
    with pytest.raises(TypeError):
        one + 1


def test_parts_add_part_by_part():
    parts = Tally.composite([Tally.of(1, pred=1, gold=1), Tally(0, 0, 1, 1, proved=0)])
    assert parts.proved == 0
    assert (parts + parts).parts[1].gold_total == 2
    with pytest.raises(ValueError, match="zip"):
        parts + Tally.composite([])


def test_swapping_twice_changes_nothing():
    tally = Tally(1, 2, 3, 4, parts=(Tally(1, 2, 3, 4),))
    assert tally.swapped() == Tally(2, 1, 4, 3, parts=(Tally(2, 1, 4, 3),))
    assert tally.swapped().swapped() == tally


def test_a_score_of_a_composite_reads_its_parts():
    reading = Reading(("f1",), lambda tally: (0.5,), parts=("a",))
    score = Score(Tally.composite([Tally.of(1, pred=1, gold=1)]), reading)
    assert (score.f1, score.precision, score.value, score.jaccard) == (0.5, None, 0.5, pytest.approx(1 / 3))


def test_headlines():
    assert READ_RATIOS.headline == "f1"
    assert Reading(("a", "b"), lambda tally: (1.0, 2.0)).headline == "b"


def test_optimality_and_bounds():
    score = Score(Tally.of(2, pred=3, gold=3, proved=False, slack=1.0))
    assert (score.optimal, score.upper_bound, score.matched) == (False, 3, 2)
    assert Score(Tally.of(2, pred=3, gold=3)).optimal


def test_an_alignment_is_true_if_it_says_something():
    assert not Alignment()
    assert not Score(Tally()).alignment
    assert Alignment(matched=(Pair(1, 1, 1.0),))


@given(st.lists(st.sampled_from(range(6)), max_size=40))
def test_tallies_that_come_again_are_counted_each_time(order):
    kept = [
        Tally.of(1, pred=2, gold=3),
        Tally.of(0.1, pred=1, gold=1),
        Tally(1, 1, 2, 2, 1, 1, 0.0, (Tally.of(1, pred=1, gold=1),)),
        Tally(2, 2, 2, 2, 1, 0, 0.5, (Tally.of(0.1, pred=1, gold=1),)),
        Tally(),
        Tally.of(7, pred=7, gold=7),
    ]
    # A sum has tallies with parts, or without.
    kept = [tally for tally in kept if bool(tally.parts) == (len(order) % 2 == 0) or not tally.items]
    tallies = [kept[number % len(kept)] for number in order]
    running, again = TallySum(), TallySum()
    for number, tally in enumerate(tallies):
        if number == 5:
            assert running.total == total(tallies[:5])
        running.add(tally)
        again.add(replace(tally))
    assert running.total == again.total
    assert total(tallies) == again.total


def test_more_different_tallies_than_a_sum_counts_by_identity():
    kept = [Tally.of(1, pred=1, gold=number) for number in range(5000)]
    assert total(kept + kept) == Tally(10_000, 10_000, 10_000, 2 * sum(range(5000)), 10_000, 10_000)


def test_a_running_sum_stays_in_its_process():
    with pytest.raises(TypeError, match="its total can"):
        pickle.dumps(TallySum())


@given(st.lists(st.integers(0, 2), max_size=40))
def test_sums_of_shared_tallies_are_those_of_each(order):
    kept = [
        (Tally.of(1, pred=2, gold=2), Tally.of(0.1, pred=1, gold=1)),
        (Tally.of(0, pred=1, gold=0), Tally(0.7, 0.2, 2, 1, 1, 0, 0.3)),
        (Tally(), Tally(items=0, proved=0)),
    ]
    sums = TallySums(2)
    for number, index in enumerate(order):
        if number == 5:
            assert sums.totals == [total(kept[index][metric] for index in order[:5]) for metric in range(2)]
        sums.add(kept[index])
    assert sums.totals == [total(kept[index][metric] for index in order) for metric in range(2)]


def test_more_different_items_than_sums_count_by_identity():
    kept = [(Tally.of(1, pred=1, gold=number), Tally.of(0.1, pred=1, gold=1)) for number in range(1000)]
    sums = TallySums(2)
    for tallies in kept + kept:
        sums.add(tallies)
    assert sums.totals == [total(own) for own in zip(*(kept + kept), strict=True)]
    with pytest.raises(TypeError, match="their totals can"):
        pickle.dumps(sums)
