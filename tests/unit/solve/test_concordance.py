"""Sums behind correlations: both speeds, to the last digit."""

import numpy as np

from tallystick.solve.concordance import SUMS


def ranked(values):
    return np.unique(values, return_inverse=True)[1].astype(np.int32)


def test_sums_by_definition(solve):
    generator = np.random.default_rng(1)
    for size in (1, 2, 7, 20):
        x, y = np.round(generator.random((2, size)), 1)
        x.sort()
        weights = generator.integers(0, 3, size=(5, size)).astype(np.int32)
        sums = np.empty((5, SUMS))
        item = np.arange(size, dtype=np.int32)
        solve.concordance.TwoVariables(x, y.copy(), ranked(x), ranked(y), item).sum_resamples(weights, sums)
        for weight, (xx, yy, xy, _, _, _, x_pairs, y_pairs, concordance) in zip(weights, sums, strict=True):
            drawn = np.repeat(item, weight)
            u, v = x[drawn], y[drawn]
            if len(drawn):
                assert np.allclose([xx, yy, xy], [size_of(u, u), size_of(v, v), size_of(u, v)], atol=1e-12)
            signs = np.sign(u[:, None] - u), np.sign(v[:, None] - v)
            assert x_pairs == np.abs(signs[0]).sum()
            assert y_pairs == np.abs(signs[1]).sum()
            assert 2 * concordance == (signs[0] * signs[1]).sum()


def size_of(u, v):
    return ((u - u.mean()) * (v - v.mean())).sum()
