import pytest

from tallystick.stats.averages import average


def test_weights():
    found = average([{"f1": 0.0}, {"f1": 1.0}], [3.0, 1.0])
    assert found.f1 == 0.25


def test_undefined_values_are_left_out_and_counted():
    found = average([{"f1": None, "recall": 1.0}, {"f1": 0.5, "recall": 0.0}])
    assert (found.f1, found.recall, found.precision) == (0.5, 0.5, None)
    assert found.undefined == {"f1": 1, "recall": 0}
    assert average([{"f1": None}]).f1 is None
    assert average([]).values == {}


def test_sums_do_not_depend_on_the_order():
    rows = [{"f1": value} for value in (0.1, 0.7, 1e-17, 0.3)]
    assert average(rows) == average(rows[::-1])


def test_a_weight_for_each_row():
    with pytest.raises(ValueError, match="zip"):
        average([{"f1": 1.0}], [1.0, 2.0])
