"""A few quantiles of many values. NumPy's function gives the same, and takes most of its time for other cases."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["between", "within"]


def between(values: NDArray[np.float64], low: float, high: float) -> tuple[float, float]:
    """The values with these shares of the others below them, interpolated between neighbours.

    >>> import numpy as np
    >>> between(np.array([4.0, 1.0, 2.0, 3.0]), 0.25, 0.9)
    (1.75, 3.7)
    """
    import numpy as np

    last = len(values) - 1
    positions = low * last, high * last
    places = [(floor(position), min(floor(position) + 1, last)) for position in positions]
    ordered = np.partition(values, sorted({place for pair in places for place in pair}))
    first, second = (
        _interpolated(float(ordered[before]), float(ordered[after]), position - before)
        for position, (before, after) in zip(positions, places, strict=True)
    )
    return first, second


def _interpolated(before: float, after: float, share: float) -> float:
    # From the nearer end, so that either end is met exactly.
    step = after - before
    return before + step * share if share < 0.5 else after - step * (1 - share)


def within(values: NDArray[np.int64], low: float, high: float) -> tuple[int, int]:
    """The values at both ends of the range between two shares, which are values that occur.

    >>> import numpy as np
    >>> within(np.array([4, 1, 2, 3]), 0.25, 0.9)
    (1, 4)
    """
    import numpy as np

    last = len(values) - 1
    first, second = floor(low * last), ceil(high * last)
    ordered = np.partition(values, (first, second))
    return int(ordered[first]), int(ordered[second])
