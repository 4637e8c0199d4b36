"""Adjusted p-values for many comparisons: the more tests, the more significant results by chance."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ADJUSTMENTS", "adjusted", "holm"]

ADJUSTMENTS = ("holm", "none")


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down adjustment (1979): the smallest p-value times their number, the next times one less, and so on.

    An adjusted p-value is never below that of a smaller one, nor above 1. Undefined ones are not comparisons.

    >>> holm([0.01, 0.04, 0.03, None])
    [0.03, 0.06, 0.06, None]
    """
    known = sorted((p, index) for index, p in enumerate(p_values) if p is not None)
    result: list[float | None] = [None] * len(p_values)
    least = 0.0
    for rank, (p, index) in enumerate(known):
        least = max(least, min(1.0, p * (len(known) - rank)))
        result[index] = least
    return result


def adjusted(p_values: Sequence[float | None], how: str) -> list[float | None]:
    """The p-values adjusted, or as they are."""
    return holm(p_values) if how == "holm" else list(p_values)
