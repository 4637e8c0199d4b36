import pytest

from tallystick.stats.adjust import adjusted, holm


def test_by_hand():
    # Sorted: 0.005 × 4, 0.01 × 3, 0.03 × 2, 0.04 × 1, the last not below the one before it.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_never_above_one():
    assert holm([0.6, 0.7, 0.8]) == [1.0, 1.0, 1.0]


def test_undefined_ones_do_not_count():
    assert holm([None, 0.02, None, 0.04]) == [None, 0.04, None, 0.04]
    assert holm([]) == []


def test_equal_ones_stay_equal():
    assert holm([0.01, 0.01]) == [0.02, 0.02]


def test_or_not_at_all():
    assert adjusted([0.01, None, 0.04], "none") == [0.01, None, 0.04]
    assert adjusted([0.01, 0.04], "holm") == [0.02, 0.04]
