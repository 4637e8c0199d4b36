"""Student's t distribution.

The probability outside of ±t is the regularised incomplete beta function I_x(ν/2, 1/2) with x = ν / (ν + t²), that
inside is I_y(1/2, ν/2) with y = 1 - x (DLMF 8.17.20, https://dlmf.nist.gov/8.17). Whichever is not close to 1 is
computed from the even part of the continued fraction DLMF 8.17.22, in the form of Didonato and Morris (1992,
https://doi.org/10.1145/131766.131776), which does not subtract numbers that are almost equal.
"""

from __future__ import annotations

from itertools import count
from math import exp, gamma, hypot, inf, log, log1p, pi, sqrt
from sys import float_info

__all__ = ["cdf", "quantile"]

#: From here on, the ratio of gamma functions is a series; before, gamma functions do not overflow.
_LARGE = 150.0


def cdf(t: float, freedom: float) -> float:
    """The probability of values up to `t`, with at least one degree of freedom.

    >>> cdf(0.0, 5), round(cdf(-2.5, 3), 4), round(cdf(1.0, 1), 4)
    (0.5, 0.0439, 0.75)
    """
    if t == 0:
        return 0.5
    tail = exp(_outside(abs(t), freedom)[0]) / 2
    return tail if t < 0 else 1 - tail


def quantile(p: float, freedom: float) -> float:
    """The value that is not exceeded with probability `p`, with at least one degree of freedom.

    >>> [round(quantile(0.025, freedom), 4) for freedom in (1, 10, 1000)]
    [-12.7062, -2.2281, -1.9623]
    """
    if not 0 <= p <= 1:
        raise ValueError(f"a probability is between 0 and 1, not {p}")
    if p > 0.5:
        return -quantile(1 - p, freedom)
    if p == 0.5:
        return 0.0
    if p == 0:
        return -inf
    return -_solve_inside(1 - 2 * p, freedom) if p > 0.25 else -_solve_outside(2 * p, freedom)


def _solve_inside(probability: float, freedom: float) -> float:
    """The t with this probability between -t and t.

    That is concave in t: Newton's method approaches the solution from below, with ever smaller steps.
    """
    t, last = probability * sqrt(pi * freedom) / (2 * _gamma_ratio(freedom / 2)), inf
    while True:
        inside, slope = _inside(t, freedom)
        step = (probability - inside) / slope
        if not abs(step) < last:
            return t
        t, last = t + t * step, abs(step)


def _solve_outside(probability: float, freedom: float) -> float:
    """The t with this probability below -t and above t.

    Its logarithm is concave in log t: Newton's method passes the solution at most once, with ever smaller steps.
    """
    t, last = sqrt(-2 * log(probability)), inf
    while True:
        outside, slope = _outside(t, freedom)
        step = (outside - log(probability)) / slope
        if not abs(step) < last:
            return t
        t, last = t * exp(step), abs(step)


def _inside(t: float, freedom: float) -> tuple[float, float]:
    """The probability between -t and t for small t, and its derivative by log t."""
    x, y, log_factor = _factor(t, freedom)
    factor = exp(log_factor)
    return factor / _fraction(0.5, freedom / 2, y, x), 2 * factor


def _outside(t: float, freedom: float) -> tuple[float, float]:
    """The logarithm of the probability below -t and above t, and its derivative by -log t."""
    if t <= sqrt(3):
        inside, slope = _inside(t, freedom)
        return log1p(-inside), slope / (1 - inside)
    x, y, log_factor = _factor(t, freedom)
    fraction = _fraction(freedom / 2, 0.5, x, y)
    return log_factor - log(fraction), 2 * fraction


def _factor(t: float, freedom: float) -> tuple[float, float, float]:
    """Return x, y and the logarithm of x^(ν/2) y^(1/2) / B(ν/2, 1/2), which is t times the density."""
    tangent = t / sqrt(freedom)
    cosine, sine = 1 / hypot(1, tangent), tangent / hypot(1, tangent)
    log_x = -log1p(tangent**2) if tangent < 1 else 2 * log(cosine)
    return cosine**2, sine**2, freedom / 2 * log_x + log(sine / sqrt(pi) * _gamma_ratio(freedom / 2))


def _gamma_ratio(z: float) -> float:
    """Γ(z + 1/2) / Γ(z), from DLMF 5.11.14 if z is large."""
    if z < _LARGE:
        return gamma(z + 0.5) / gamma(z)
    w = z - 0.25
    return sqrt(w) * (1 + (1 / 64 - 19 / 8192 / w**2) / w**2)


def _fraction(a: float, b: float, x: float, y: float) -> float:
    """x^a y^b / (B(a, b) I_x(a, b)) for y = 1 - x, by Lentz's method as modified by Thompson and Barnett (1986)."""
    tiny = float_info.min
    value = upper = a * (a * y - b * x + 1) / (a + 1)
    lower = 0.0
    for m in count(1):
        odd = a + 2 * m - 1
        numerator = (a + m - 1) / odd * ((a + b + m - 1) / odd) * m * (b - m) * x * x
        denominator = m + m * (b - m) * x / odd + (a + m) * (a * y - b * x + 1 + m * (1 + y)) / (odd + 2)
        lower = 1 / (denominator + numerator * lower or tiny)
        upper = denominator + numerator / upper or tiny
        value *= upper * lower
        if not abs(upper * lower - 1) > 2 * float_info.epsilon:  # also if it is not a number
            break
    return value
