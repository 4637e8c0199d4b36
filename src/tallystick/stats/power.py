"""Power of a comparison: effect size, and the smallest difference that the data can detect."""

from __future__ import annotations

__all__ = ["POWER", "detectable_difference", "superiority"]

#: The probability with which a difference of the detectable size is significant.
POWER = 0.8


def superiority(wins: int, ties: int, losses: int) -> float | None:
    """The probability that a system is better than another on an item drawn at random, a tie counting half.

    0.5 means that neither is better. None if no item can be compared.

    >>> superiority(7, 3, 0), superiority(0, 0, 0)
    (0.85, None)
    """
    compared = wins + ties + losses
    return (wins + ties / 2) / compared if compared else None


def detectable_difference(error: float | None, alpha: float, power: float = POWER) -> float | None:
    """The smallest difference that is significant at `alpha`, two-sided, with a probability of `power`.

    (z(1 - alpha/2) + z(power)) times the standard error of the difference, with z the quantiles of the normal
    distribution (Card et al. 2020 estimate the same by simulation). None if the error is not known.

    >>> round(detectable_difference(0.01, 0.05), 4)
    0.028
    """
    from statistics import NormalDist  # few runs compare systems

    if error is None:
        return None
    quantile = NormalDist().inv_cdf
    return (quantile(1 - alpha / 2) + quantile(power)) * error
