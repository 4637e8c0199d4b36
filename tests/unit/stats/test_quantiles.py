"""Quantiles are those of NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.stats.quantiles import between, within

SHARES = st.floats(0, 1)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=40), SHARES, SHARES)
def test_interpolated_quantiles(values: list[float], low: float, high: float) -> None:
    array = np.array(values)
    assert between(array, low, high) == tuple(np.quantile(array, [low, high]).tolist())


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), SHARES, SHARES)
def test_values_that_occur(values: list[int], low: float, high: float) -> None:
    array = np.array(values)
    expected = np.quantile(array, low, method="lower"), np.quantile(array, high, method="higher")
    assert within(array, low, high) == expected


@pytest.mark.parametrize("size", [1, 2, 3, 1000, 10_000])
@pytest.mark.parametrize("tail", [0.0, 0.0248, 0.1, 1 / 3, 0.5])
def test_tails(size: int, tail: float) -> None:
    values = np.random.default_rng(size).normal(size=size)
    assert between(values, tail, 1 - tail) == tuple(np.quantile(values, [tail, 1 - tail]).tolist())
