"""Effect sizes and detectable differences."""

import numpy as np
import pytest

from tallystick.stats.power import detectable_difference, superiority


def test_superiority():
    assert superiority(3, 0, 1) == 0.75
    assert superiority(0, 4, 0) == 0.5
    assert superiority(0, 0, 0) is None


def test_a_detectable_difference_is_detected_in_four_of_five_trials():
    """By simulation: a normal estimate with the given error, tested at 0.05."""
    size = detectable_difference(2.0, 0.05)
    estimates = np.random.default_rng(1).normal(size, 2.0, 100_000)
    assert np.mean(np.abs(estimates) > 1.959964 * 2.0) == pytest.approx(0.8, abs=0.005)


def test_a_stricter_level_needs_a_larger_difference():
    assert detectable_difference(1.0, 0.01) > detectable_difference(1.0, 0.05)
    assert detectable_difference(None, 0.05) is None
