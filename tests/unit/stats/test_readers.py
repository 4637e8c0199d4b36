"""Reading many sums at once gives the numbers of reading them one by one."""

from dataclasses import replace

import numpy as np
import pytest

from tallystick.stats.readers import flat, reader_of
from tallystick.tally import Tally
from tallystick.tasks.coref.entities.blanc import blanc_reading
from tallystick.tasks.dependencies.scorers import READ_ALIGNED
from tallystick.tasks.graphs.wlk import WlkScorer
from tallystick.tasks.json.validity import ValidityScorer
from tallystick.tasks.spans.accuracy import READ_ACCURACY

READINGS = {
    "blanc": (blanc_reading("luo2014"), 2),
    "blanc reference": (blanc_reading("reference"), 2),
    "aligned words": (READ_ALIGNED, 1),
    "aligned words of none": (READ_ALIGNED, 0),
    "wlk": (WlkScorer.reading, 0),
    "tag accuracy": (READ_ACCURACY, 0),
    "validity": (ValidityScorer.reading, 2),
    "validity of none": (ValidityScorer.reading, 0),
}


def tallies(parts):
    random = np.random.default_rng(7)

    def draw():
        pred, gold = (int(total) for total in random.integers(0, 4, 2))
        return Tally(*random.integers(0, min(pred, gold) + 1, 2).tolist(), pred, gold, 1, 1, 0.0, ())

    return [replace(draw(), parts=tuple(draw() for _ in range(parts))) for _ in range(300)]


@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("name", READINGS)
def test_at_once_is_as_one_by_one(name, zero):
    reading, parts = READINGS[name]
    drawn = tallies(parts)
    sums = np.array([flat(tally) for tally in drawn], dtype=np.float64)
    at_once = reader_of(reading, drawn[0], zero=zero)(sums)
    one_by_one = reader_of(replace(reading, read_many=None), drawn[0], zero=zero)(sums)
    np.testing.assert_array_equal(at_once, one_by_one)
    assert zero != bool(np.isnan(at_once).any())
