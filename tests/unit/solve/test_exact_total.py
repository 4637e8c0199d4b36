"""Sums that are rounded once."""

import random
from math import fsum, ulp

import pytest
from tests.interpreted import are_compiled, load_interpreted


@pytest.fixture(params=["compiled", "interpreted"])
def totals(request):
    if request.param == "interpreted":
        return load_interpreted("tallystick.solve").exact_total.ExactTotals
    if not are_compiled("tallystick.solve"):
        pytest.skip("the extensions are not built here")
    from tallystick.solve.exact_total import ExactTotals

    return ExactTotals


def test_sums_are_those_of_the_standard_library(totals):
    generator = random.Random(3)
    for _ in range(500):
        terms = [
            generator.choice((1, -1)) * generator.random() * 2.0 ** generator.randrange(-80, 80)
            for _ in range(generator.randrange(12))
        ]
        sums = totals(2)
        for term in terms:
            sums.add(1, term)
            sums.add(0, -term)
        assert sums.total(1) == fsum(terms)
        assert sums.total(0) == -fsum(terms)


def test_half_of_the_last_digit_is_rounded_by_what_follows(totals):
    half = ulp(1.0) / 2
    for terms in ([1.0, half, half / 2**60], [1.0, half, -half / 2**60], [1.0, half], [1.0, 3 * half]):
        sums = totals(1)
        for term in terms:
            sums.add(0, term)
        assert sums.total(0) == fsum(terms)
