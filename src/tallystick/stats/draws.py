"""How often units are drawn: rows of weights, a row for each resample.

Units are drawn with replacement: from all units or, where there are strata, within each stratum. The draws depend on
the seed and the number of units alone; those within a stratum on its name and size.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.stats.sample import units_by_stratum
from tallystick.stats.times_drawn import COMPILED, count_draws

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Times = NDArray[np.uint8]

__all__ = ["BLOCK_CELLS", "UnitDraws", "blocks", "draws", "weights"]

#: Rows are made in blocks, so that tables of draws stay small for large corpora.
BLOCK_CELLS = 4_000_000

#: The most words of 64 bits that are drawn at once, each for two draws: enough for calls to cost little, few enough to
#: stay in the cache.
_WORDS = 16_384


class UnitDraws:
    """Draws from some number of units, all equally likely: the whole numbers of a generator, counted."""

    def __init__(self, generator: np.random.Generator, units: int) -> None:
        self._generator = generator
        self._units = units
        self._words: NDArray[np.uint32] | None = None
        self._at = 0

    def times(self, rows: int) -> Times:
        """How often each unit is drawn next, in rows of as many draws as there are units."""
        import numpy as np

        times = np.zeros((rows, self._units), dtype=np.uint8)
        if COMPILED:
            self._count(times)
            return times
        for row in times:
            drawn = self._generator.integers(0, self._units, size=self._units, dtype=np.int32)
            row[:] = np.bincount(drawn, minlength=self._units)
        return times

    def _count(self, times: Times) -> None:
        """Count as many draws as `times` has room for."""
        row = drawn = 0
        while row < len(times):
            if self._words is None or self._at == len(self._words):
                needed = (len(times) - row) * self._units - drawn
                self._words, self._at = _words(self._generator, min(_WORDS, (needed + 1) // 2)), 0
            self._at, row, drawn = count_draws(self._words, self._at, times, row, drawn)


def _words(generator: np.random.Generator, number: int) -> NDArray[np.uint32]:
    """The halves of the next words of 64 bits, the lower one of each first."""
    import numpy as np

    words: NDArray[np.uint64] = generator.bit_generator.random_raw(number)
    halves = words.view(np.uint32)
    return halves if sys.byteorder == "little" else halves.reshape(-1, 2)[:, ::-1].ravel()


def blocks(rows: int, width: int) -> Iterator[int]:
    """How many rows each block has, for rows of some width."""
    most = max(1, BLOCK_CELLS // max(1, width))
    for start in range(0, rows, most):
        yield min(most, rows - start)


def draws(units: int, resamples: int, seed: int, width: int = 0) -> Iterator[NDArray[np.int32]]:
    """Yield how often each unit is drawn, a row for each resample, for statistics that are not functions of sums.

    They are the draws of all intervals with this seed. Rows come in blocks, so small that tables with `width` columns
    stay small too.
    """
    import numpy as np

    for times in weights(units, None, blocks(resamples, max(8 * units, width)), seed):
        yield times.astype(np.int32)


def weights(units: int, strata: Sequence[str] | None, rows: Iterable[int], seed: int) -> Iterator[Times]:
    """Yield how often each unit is drawn in each resample, in blocks of some numbers of `rows`."""
    import numpy as np

    if strata is None:
        drawing = UnitDraws(np.random.default_rng(seed), units)
        for number in rows:
            yield drawing.times(number)
        return
    members = units_by_stratum(strata)
    # A generator for each stratum, seeded by its name: its draws do not depend on which other strata there are.
    within = {
        stratum: UnitDraws(np.random.default_rng([seed, *stratum.encode("utf-8", "surrogatepass")]), len(own))
        for stratum, own in members.items()
    }
    for number in rows:
        times = np.empty((number, units), dtype=np.uint8)
        for stratum, own in members.items():
            times[:, own] = within[stratum].times(number)
        yield times
