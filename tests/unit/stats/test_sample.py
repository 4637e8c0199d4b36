import math

import numpy as np
import pytest

from tallystick.compat.ancast.counts import READ_RELEASED
from tallystick.stats.averages import average
from tallystick.stats.sample import sample_of, sample_of_groups
from tallystick.tally import READ_RATIOS, READ_SIDES, Reading, Tally, total

#: Ordinary items, one with nothing on either side, one with a side that is empty, one whose sides differ.
TALLIES = [
    Tally.of(2, pred=3, gold=4),
    Tally.of(0, pred=0, gold=0),
    Tally.of(0, pred=2, gold=0),
    Tally(1.5, 2, 3, 4),
    Tally(1, 0, 3, 4),
]


def mean_of_parts(tally):
    values = [READ_RATIOS(part)["f1"] for part in tally.parts]
    return (None if None in values else sum(values) / len(values),)


COMPOSITE = Reading(("f1",), mean_of_parts, parts=("one", "two"))


def none_for_nan(row):
    return [None if math.isnan(value) else value for value in row]


@pytest.mark.parametrize("reading", [READ_RATIOS, READ_SIDES])
def test_many_sums_are_read_as_one_is(reading):
    sample = sample_of(TALLIES, reading)
    for row, tally in zip(sample.read(sample.counts), TALLIES, strict=True):
        assert none_for_nan(row) == pytest.approx(list(reading.read(tally)))


def test_values_are_those_of_the_sum():
    sample = sample_of(TALLIES, READ_SIDES)
    assert sample.values == READ_SIDES.read(total(TALLIES))
    assert sample.read(sample.counts.sum(axis=0, keepdims=True))[0] == pytest.approx(sample.values)
    assert sample.value == sample.values[2]


def test_undefined_items_are_nan():
    assert np.isnan(sample_of(TALLIES, READ_RATIOS).items).tolist() == [False, True, False, False, False]


def test_undefined_may_count_as_zero():
    sample = sample_of([Tally.of(0, pred=0, gold=0)] * 2, READ_RATIOS, zero=True)
    assert sample.values == (0.0, 0.0, 0.0)
    assert sample.items.tolist() == [0.0, 0.0]
    assert sample.read(sample.counts).tolist() == [[0.0] * 3] * 2


def test_composite_scores_are_read_from_summed_parts():
    tallies = [Tally.composite([one, two]) for one, two in zip(TALLIES, TALLIES[::-1], strict=True)]
    sample = sample_of(tallies, COMPOSITE)
    assert sample.values == COMPOSITE.read(total(tallies))
    assert sample.read(3 * sample.counts[:1]).tolist() == [list(COMPOSITE.read(total(tallies[:1] * 3)))]


def test_a_rule_for_single_items_is_not_applied_to_their_sums():
    # AnCast 0.1.1 gives an item without relations its concept score; a corpus without any has none.
    item = Tally(0, 0, 0, 0, parts=(Tally.of(1, pred=2, gold=2),))
    sample = sample_of([item, item], READ_RELEASED)
    assert sample.items.tolist() == [0.5, 0.5]
    assert sample.values == (None, None, None)
    assert np.isnan(sample.read(sample.counts.sum(axis=0, keepdims=True))).all()


@pytest.mark.parametrize("weights", [None, [1.0, 5.0, 2.0, 0.5, 3.0]])
def test_means_leave_out_what_is_undefined(weights):
    sample = sample_of(TALLIES, READ_RATIOS, average="macro", weights=weights)
    expected = average([READ_RATIOS(tally) for tally in TALLIES], weights).values
    assert sample.values == tuple(expected.values())
    assert sample.read(sample.counts.sum(axis=0, keepdims=True))[0] == pytest.approx(sample.values)


def test_means_count_undefined_as_zero_where_that_is_asked():
    sample = sample_of(TALLIES[:2], READ_RATIOS, average="macro", zero=True)
    # (4/7 + 0) / 2
    assert sample.value == pytest.approx(2 / 7)


def test_documents_are_sums_of_their_items():
    sample = sample_of(TALLIES, READ_SIDES)
    grouped = sample.grouped(["x", "y", "x", "y", "x"])
    assert grouped.counts.tolist() == [
        (sample.counts[0] + sample.counts[2] + sample.counts[4]).tolist(),
        (sample.counts[1] + sample.counts[3]).tolist(),
    ]
    assert grouped.values == sample.values
    assert len(grouped.items) == 5


def test_one_group_is_the_whole():
    tallies = [Tally.of(1, pred=2, gold=3), Tally.of(2, pred=2, gold=4)]
    whole = sample_of(tallies, READ_RATIOS)
    grouped = sample_of_groups(tallies, [{"x": tally} for tally in tallies], ["x"], READ_RATIOS)
    assert grouped.values == whole.values
    assert grouped.items.tolist() == whole.items.tolist()
    assert grouped.read(grouped.counts * 3).tolist() == whole.read(whole.counts * 3).tolist()


def test_a_group_of_which_nothing_is_drawn_is_left_out():
    one, two = Tally.of(1, pred=1, gold=1), Tally.of(0, pred=3, gold=3)
    for zero in (False, True):
        sample = sample_of_groups([one, two], [{"a": one}, {"b": two}], ["a", "b"], READ_RATIOS, zero=zero)
        assert sample.read(sample.counts[:1]).tolist() == [[1.0, 1.0, 1.0]]
        assert sample.read(sample.counts.sum(axis=0, keepdims=True)).tolist() == [[0.5, 0.5, 0.5]]


def test_groups_of_documents_are_sums_too():
    one, two = Tally.of(1, pred=1, gold=1), Tally.of(0, pred=3, gold=3)
    sample = sample_of_groups([one, two, two], [{"a": one}, {"b": two}, {"b": two}], ["a", "b"], READ_RATIOS)
    assert sample.grouped(["x", "y", "y"]).counts.tolist() == [
        sample.counts[0].tolist(),
        (2 * sample.counts[1]).tolist(),
    ]
