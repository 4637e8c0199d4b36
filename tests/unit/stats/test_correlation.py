"""Correlations against SciPy, resample by resample; Williams' test against its definition and by simulation."""

import numpy as np
import pytest
from scipy import stats

from tallystick.errors import UsageError
from tallystick.stats.bootstrap import expanded_tail
from tallystick.stats.correlation import COEFFICIENTS, Correlator, williams

REFERENCES = {
    "pearson": lambda x, y: stats.pearsonr(x, y)[0],
    "spearman": lambda x, y: stats.spearmanr(x, y)[0],
    "kendall": lambda x, y: stats.kendalltau(x, y)[0],
}


def expected(x, y):
    if len(set(x)) < 2 or len(set(y)) < 2:
        return [np.nan] * 3
    return [REFERENCES[name](x, y) for name in COEFFICIENTS]


@pytest.mark.parametrize("digits", [1, 8])
@pytest.mark.parametrize("size", [3, 10, 60])
def test_values_are_those_of_scipy(size, digits):
    generator = np.random.default_rng(size)
    for _ in range(10):
        x = np.round(generator.random(size), digits)
        y = np.round(x + generator.random(size), digits)
        (found,) = Correlator({"x": x, "y": y}, resamples=1).correlate([("x", "y")])
        values = [np.nan if found.values[name] is None else found.values[name] for name in COEFFICIENTS]
        assert np.allclose(values, expected(x, y), atol=1e-12, equal_nan=True)


def test_intervals_are_those_of_drawn_items():
    generator = np.random.default_rng(3)
    x = np.round(generator.random(12), 1)
    y = np.round(x + generator.random(12), 1)
    resamples = 200
    drawn = np.random.default_rng(7).integers(0, 12, size=(resamples, 12), dtype=np.int32)
    table = np.array([expected(x[row], y[row]) for row in drawn])
    (found,) = Correlator({"x": x, "y": y}, resamples=resamples, seed=7).correlate([("x", "y")])
    for column, name in zip(table.T, COEFFICIENTS, strict=True):
        tail = expanded_tail(0.95, 12)
        bounds = np.quantile(column[~np.isnan(column)], [tail, 1 - tail])
        assert np.allclose(found.intervals[name], bounds, atol=1e-12)


def test_undefined_items_are_left_out_of_their_own_pairs_only():
    x, y = np.array([1.0, 2, 3, 4, 5]), np.array([1.0, 3, 2, 5, 4])
    z = np.array([np.nan, 1, 2, 3, 9])
    correlator = Correlator({"x": x, "y": y, "z": z}, resamples=20)
    both, fewer = correlator.correlate([("x", "y"), ("z", "y")])
    assert (both.items, fewer.items) == (5, 4)
    assert both.values["pearson"] == pytest.approx(stats.pearsonr(x, y)[0])
    assert fewer.values["pearson"] == pytest.approx(stats.pearsonr(z[1:], y[1:])[0])
    alone = Correlator({"x": x, "y": y}, resamples=20).correlate([("x", "y")])[0]
    assert alone == both
    (test,) = correlator.compare("y", [("x", "z")], "pearson")
    difference = stats.pearsonr(z[1:], y[1:])[0] - stats.pearsonr(x[1:], y[1:])[0]
    assert test.items == 4
    assert test.value == pytest.approx(difference)


def test_a_constant_has_no_correlation():
    x, y = np.full(6, 0.1 + 0.2), np.arange(6.0)
    (found,) = Correlator({"x": x, "y": y}, resamples=5).correlate([("x", "y")])
    assert set(found.values.values()) == {None}
    assert found.intervals["kendall"] == (None, None)


def test_scale_and_location_do_not_matter():
    generator = np.random.default_rng(5)
    x, y = generator.random(30), generator.random(30)
    near, far = (
        Correlator(pair, resamples=1).correlate([("x", "y")])[0].values["pearson"]
        for pair in ({"x": x, "y": y}, {"x": 1e9 + 1e3 * x, "y": 1e-200 * y})
    )
    assert far == pytest.approx(near, abs=1e-9)


def test_williams_by_its_definition():
    generator = np.random.default_rng(11)
    for _ in range(50):
        table = np.corrcoef(generator.random((3, 9)))
        first, second, between, items = table[0, 1], table[0, 2], table[1, 2], 9
        scale = 2 * (items - 1) / (items - 3) * np.linalg.det(table)
        scale += ((first + second) / 2) ** 2 * (1 - between) ** 3
        statistic = (first - second) * np.sqrt((items - 1) * (1 + between) / scale)
        assert williams(first, second, between, items) == pytest.approx(
            2 * stats.t.sf(abs(statistic), items - 3)
        )


@pytest.mark.parametrize("items", [50, 200])
def test_williams_errs_as_often_as_it_says(items):
    generator = np.random.default_rng(items)
    hits, trials = 0, 2000
    for _ in range(trials):
        judged = generator.normal(size=items)
        table = np.corrcoef(
            [judged, judged + generator.normal(size=items), judged + generator.normal(size=items)]
        )
        hits += williams(table[0, 1], table[0, 2], table[1, 2], items) < 0.05
    assert 0.03 < hits / trials < 0.07


def test_the_bootstrap_stands_in_where_williams_is_undefined():
    x, y = np.array([1.0, 2, 3, 4, 5]), np.array([1.0, 3, 2, 5, 4])
    correlator = Correlator({"x": x, "twice": 2 * x, "y": y}, resamples=50)
    (same,) = correlator.compare("y", [("x", "twice")], "pearson")
    assert (same.test, same.p) == ("bootstrap", 1.0)
    (ranks,) = correlator.compare("y", [("x", "twice")], "spearman")
    assert ranks.test == "bootstrap"
    assert williams(0.5, 0.4, 0.3, 3) is None


def test_nonsense_is_refused():
    with pytest.raises(UsageError):
        Correlator({}, level=1.5)
