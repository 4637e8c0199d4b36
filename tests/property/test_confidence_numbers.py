"""The numbers of confidences, read from many sums at once, are those of each sum, to the last bit."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.stats.readers import reader_of, rows_of
from tallystick.tally import Tally
from tallystick.tasks.json.calibration import CalibrationScorer

SHARES = st.floats(0, 1)
#: The leaves of a class, those that are right, and shares of them as sums of confidences and of errors.
CLASSES = st.tuples(st.integers(1, 10**6), st.integers(0, 10**6), SHARES, SHARES)


@st.composite
def tallies(draw):
    parts = [Tally.of(0, pred=0, gold=0)] * 200
    for index, (leaves, right, confidence, error) in draw(
        st.dictionaries(st.integers(0, 199), CLASSES, max_size=8)
    ).items():
        parts[index] = Tally(min(right, leaves), confidence * leaves, leaves, error * leaves)
    return Tally(parts=tuple(parts))


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(tallies(), min_size=1, max_size=5), st.booleans())
def test_many_sums_are_read_like_each(sums, zero):
    reading = CalibrationScorer.reading
    known = np.array([reading.read(tally) for tally in sums], dtype=np.float64)
    numbers = reader_of(reading, sums[0], zero=zero)(rows_of(sums))
    assert np.array_equal(numbers, np.nan_to_num(known, nan=0.0) if zero else known, equal_nan=True)


def test_tallies_without_classes_have_no_numbers():
    """Those of fields, under a metric that is not about fields."""
    tally = Tally(items=0, proved=0)
    numbers = reader_of(CalibrationScorer.reading, tally, zero=False)(rows_of([tally, tally]))
    assert numbers.shape == (2, 4)
    assert np.isnan(numbers).all()
    assert CalibrationScorer.reading.read(tally) == (None,) * 4
