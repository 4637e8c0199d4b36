"""How many resamples the bootstrap draws: a default, and checks."""

from __future__ import annotations

from tallystick.errors import UsageError

__all__ = ["RESAMPLES", "check_resampling"]

#: The default number of resamples.
RESAMPLES = 10_000


def check_resampling(confidence: float, resamples: int) -> None:
    """Reject an invalid confidence level or number of resamples."""
    if not 0 < confidence < 1:
        raise UsageError(f"the confidence level {confidence:g} is not between 0 and 1")
    if resamples < 1:
        raise UsageError(f"resamples={resamples} is not a positive number")
