"""Resamples as numbers of draws, for statistics that are no function of sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.stats.bootstrap import blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["draws"]


def draws(units: int, resamples: int, seed: int, width: int = 0) -> Iterator[NDArray[np.int32]]:
    """Yield how often each unit is drawn, a row for each resample: the draws of all intervals with this seed.

    Rows come in blocks, so small that tables with `width` columns stay small too.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    for rows in blocks(resamples, max(8 * units, width)):
        chosen = generator.integers(0, units, size=(rows, units), dtype=np.int32)
        yield np.stack([np.bincount(row, minlength=units) for row in chosen]).astype(np.int32)
