"""Student's distribution against SciPy, and against closed forms where SciPy is not exact."""

from math import atan, inf, isnan, nan, pi, sqrt, tan

import pytest
from scipy.special import ndtr, stdtr, stdtrit

from tallystick.stats.bootstrap import expanded_tail
from tallystick.stats.student import cdf, quantile

FREEDOMS = (1, 2, 3, 4, 7, 10, 29, 30, 100, 299, 300, 1000, 12345, 10**5, 10**6)
#: With one degree of freedom, values of t beyond these have squares that SciPy takes for infinite.
TAILS = (0.45, 0.3, 0.25, 0.2, 0.1, 0.05, 0.025, 0.005, 1e-3, 1e-5, 1e-10, 1e-30, 1e-100, 1e-150)


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_both_directions_agree_with_scipy(freedom):
    for p in TAILS:
        t = quantile(p, freedom)
        assert t == pytest.approx(stdtrit(freedom, p), rel=1e-12)
        assert cdf(t, freedom) == pytest.approx(stdtr(freedom, t), rel=1e-12)
        assert cdf(-t, freedom) == pytest.approx(stdtr(freedom, -t), rel=1e-12)
        assert quantile(1 - p, freedom) == -quantile(1 - (1 - p), freedom)


@pytest.mark.parametrize("freedom", FREEDOMS)
@pytest.mark.parametrize(
    "p", [1e-300, 1e-200, 1e-50, 1e-9, 0.01, 0.2, 0.24999, 0.25001, 0.4, 0.499, 0.4999999]
)
def test_quantiles_have_their_probability(p, freedom):
    assert cdf(quantile(p, freedom), freedom) == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("t", [1e-300, 1e-9, 0.3, 1.0, 1.7, 1.8, 40.0, 1e9, 1e200, 1e299])
def test_closed_forms(t):
    tail = atan(1 / t) / pi
    assert cdf(-t, 1) == pytest.approx(tail, rel=1e-12)
    # 1 / 2 - t / (2 sqrt(2 + t²)), without the difference
    root = sqrt(1 + 2 / t / t) if t > 1e-100 else inf
    assert cdf(-t, 2) == pytest.approx(1 / t / t / root / (1 + root) if root < inf else 0.5, rel=1e-12)


def test_small_quantiles_are_exact():
    for p in (0.5 - 1e-12, 0.4999999, 0.499):
        assert quantile(p, 1) == pytest.approx(-tan(pi * (0.5 - p)), rel=1e-12)


def test_ends():
    assert (quantile(0, 5), quantile(0.5, 5), quantile(1, 5), cdf(0.0, 5)) == (-inf, 0, inf, 0.5)
    assert isnan(cdf(nan, 5))
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile(1.5, 5)


@pytest.mark.parametrize("units", [2, 3, 5, 10, 100, 1371, 10**6])
@pytest.mark.parametrize("level", [0.1, 0.5, 0.9, 0.95, 0.99, 0.999999])
def test_tails_of_intervals_agree_with_scipy(units, level):
    expected = ndtr(sqrt(units / (units - 1)) * stdtrit(units - 1, (1 - level) / 2))
    assert expanded_tail(level, units) == pytest.approx(expected, rel=1e-12, abs=1e-300)
