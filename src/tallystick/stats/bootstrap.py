"""The bootstrap: how far a score would move on other samples of items.

Units are drawn with replacement: from all units or, where a sample has strata, within each stratum. A resample is a row
of weights, the number of times each unit was drawn, and all of its sums are one product of matrices. Samples with the
same units and strata share their resamples, so that differences of systems are paired, and a score has the same
interval whatever it is computed or compared with. The draws within a stratum depend on its name and size alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from tallystick.dataclass import dataclass
from tallystick.stats.columns import ColumnTable, DistinctColumns
from tallystick.stats.resamples import RESAMPLES, check_resampling
from tallystick.stats.sample import Sample, units_by_stratum
from tallystick.stats.student import quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Reader = Callable[[Array], Array]

__all__ = [
    "BLOCK_CELLS",
    "TIE",
    "Interval",
    "Resampled",
    "Spread",
    "blocks",
    "bootstrap",
    "bootstrap_p",
    "draws",
    "expanded_tail",
    "inflation_of",
    "resampled",
    "spread_of",
    "tail_of",
]

#: Rows are made in blocks, so that tables of draws stay small for large corpora.
BLOCK_CELLS = 4_000_000

#: How many samples :func:`bootstrap` resamples at once: their resamples are in memory together.
_TOGETHER = 200

#: So many draws, of a byte each, are kept for the next score with the same number of units, and as many bytes of sums
#: and of numbers.
_KEPT_CELLS = 64_000_000
_CELLS_PER_SUM = 8
_MOST_IN_A_BYTE = 255

#: Draws that are counted at once: more would not stay in memory that the process already has.
_NEAR_CELLS = 16_000

#: Two numbers that differ by less are equal: sums in another order have other roundings.
TIE = 1e-12


class Interval(NamedTuple):
    """A confidence interval; None if the score is undefined in every resample, or there is a single unit."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number varies over resamples."""

    interval: Interval
    deviation: float | None
    """The standard deviation: the standard error of the number."""
    undefined: int
    """In how many resamples the number is undefined; they are left out."""


class Resampled:
    """The numbers of a sample in each resample. Samples with the same counts share them."""

    __slots__ = ("_spreads", "values")

    def __init__(self, values: Array) -> None:
        self.values = values
        """A row for each resample, a column for each number."""
        self._spreads: dict[tuple[float, float], tuple[Spread, ...]] = {}

    def spreads(self, level: float, tail: float) -> tuple[Spread, ...]:
        """How each number varies, as in :func:`spread_of`. The intervals of scores and of a comparison share them."""
        key = level, tail
        if key not in self._spreads:
            self._spreads[key] = tuple([spread_of(column, level, tail) for column in self.values.T])
        return self._spreads[key]


def bootstrap(
    samples: Sequence[Sample], *, confidence: float = 0.95, resamples: int = RESAMPLES, seed: int = 12345
) -> list[dict[str, Interval]]:
    """The expanded percentile interval of every number of each sample.

    >>> from tallystick.stats.sample import sample_of
    >>> from tallystick.tally import READ_RATIOS, Tally
    >>> bootstrap([sample_of([Tally.of(1, pred=2, gold=4)] * 5, READ_RATIOS)])[0]["precision"]
    Interval(low=0.5, high=0.5)
    """
    check_resampling(confidence, resamples)
    intervals: list[dict[str, Interval]] = []
    for start in range(0, len(samples), _TOGETHER):
        some = samples[start : start + _TOGETHER]
        for sample, numbers in zip(some, resampled(some, resamples, seed), strict=True):
            spreads = numbers.spreads(confidence, tail_of(sample, confidence))
            intervals.append(
                {name: spread.interval for name, spread in zip(sample.fields, spreads, strict=True)}
            )
    return intervals


def blocks(rows: int, width: int) -> Iterator[int]:
    """How many rows each block has, for rows of some width."""
    most = max(1, BLOCK_CELLS // max(1, width))
    for start in range(0, rows, most):
        yield min(most, rows - start)


def resampled(samples: Sequence[Sample], resamples: int, seed: int) -> list[Resampled]:
    """The numbers of each sample in each resample.

    Nothing can be drawn from a single unit: all of its numbers are undefined.
    """
    designs: dict[tuple[object, ...], list[int]] = {}
    for index, sample in enumerate(samples):
        apart = sample.terms is not None
        designs.setdefault((len(sample.counts), sample.strata, apart), []).append(index)
    results: dict[int, Resampled] = {}
    for indices in designs.values():
        numbers = _resampled_together([samples[index] for index in indices], resamples, seed)
        results.update(zip(indices, numbers, strict=True))
    return [results[index] for index in range(len(samples))]


def _resampled_together(samples: Sequence[Sample], resamples: int, seed: int) -> list[Resampled]:
    """The numbers of samples that have the same units and strata, in the same resamples."""
    import numpy as np

    units = len(samples[0].counts)
    if units < 2:
        return [Resampled(np.full((resamples, len(sample.fields)), np.nan)) for sample in samples]
    counted = DistinctColumns(samples)
    strata, members = samples[0].strata, samples[0].members
    cells = resamples * max(units, len(counted.distinct) * _CELLS_PER_SUM)
    if strata is None and cells <= _KEPT_CELLS:
        return _kept_draws(units, resamples, seed).resampled(samples, counted)
    table = ColumnTable([*counted.distinct.values()])
    keys = [(tuple(own), sample.read) for sample, own in zip(samples, counted.columns, strict=True)]
    blocks_of: dict[tuple[tuple[int, ...], Reader], list[Array]] = {key: [] for key in keys}
    for weights in _weights(
        units, strata, blocks(resamples, max(units, sum(sample.width for sample in samples))), seed
    ):
        apart = [table.sums(weights[:, own], own) for own in members]
        for (own, read), rows in blocks_of.items():
            rows.append(read(np.hstack([sums[:, own] for sums in apart])))
    numbers = {key: Resampled(np.concatenate(rows)) for key, rows in blocks_of.items()}
    return [numbers[key] for key in keys]


def draws(units: int, resamples: int, seed: int, width: int = 0) -> Iterator[NDArray[np.int32]]:
    """Yield how often each unit is drawn, a row for each resample, for statistics that are not functions of sums.

    They are the draws of all intervals with this seed. Rows come in blocks, so small that tables with `width` columns
    stay small too.
    """
    import numpy as np

    for weights in _weights(units, None, blocks(resamples, max(8 * units, width)), seed):
        yield weights.astype(np.int32)


def _weights(
    units: int, strata: Sequence[str] | None, rows: Iterable[int], seed: int
) -> Iterator[NDArray[np.unsignedinteger]]:
    """How often each unit is drawn in each resample, block by block."""
    import numpy as np

    if strata is None:
        yield from _drawn(units, rows, seed)
        return
    members = units_by_stratum(strata)
    # A generator for each stratum, seeded by its name: its draws do not depend on which other strata there are.
    generators = {
        stratum: np.random.default_rng([seed, *stratum.encode("utf-8", "surrogatepass")])
        for stratum in members
    }
    for number in rows:
        weights = np.empty((number, units), dtype=np.uint32)
        for stratum, own in members.items():
            weights[:, own] = _times_drawn(generators[stratum], number, len(own))
        yield weights


class _KeptDraws:
    """The draws from some number of units, and what was computed from them: sums of columns, and numbers of samples.

    The systems of a page share them, and so do the intervals of a score and those of a comparison: drawing and adding
    up take longer than anything else. Times are bytes.
    """

    def __init__(self, units: int, resamples: int, seed: int) -> None:
        self.times = tuple(_drawn(units, blocks(resamples, units), seed))
        self.resamples = resamples
        self._sums: dict[bytes, Array] = {}
        self._numbers: dict[object, Resampled] = {}

    def resampled(self, samples: Sequence[Sample], counted: DistinctColumns) -> list[Resampled]:
        """The numbers of samples in each resample, from their columns."""
        import numpy as np

        keys, sums = [*counted.distinct], self._sums_of(counted)
        known = self._kept_numbers(self.resamples * sum(len(sample.fields) for sample in samples))
        results = []
        for sample, own in zip(samples, counted.columns, strict=True):
            key = tuple([keys[number] for number in own]), sample.read
            if key not in known:
                known[key] = Resampled(sample.read(np.stack([sums[number] for number in own], axis=1)))
            results.append(known[key])
        return results

    def _kept_numbers(self, more: int) -> dict[object, Resampled]:
        """The numbers so far, if there is room for some more beside them."""
        most = _KEPT_CELLS // _CELLS_PER_SUM
        if more > most:
            return {}
        if more + sum(own.values.size for own in self._numbers.values()) > most:
            self._numbers = {}
        return self._numbers

    def _sums_of(self, counted: DistinctColumns) -> list[Array]:
        """The sums of each of some columns, one for each resample."""
        import numpy as np

        # Another thread may begin new sums at any time.
        known = {key: sums for key in counted.distinct if (sums := self._sums.get(key)) is not None}
        new = {key: column for key, column in counted.distinct.items() if key not in known}
        if new:
            table = ColumnTable([*new.values()])
            sums = np.concatenate([table.sums(times) for times in self.times]).T.copy()
            known.update(zip(new, sums, strict=True))
            if self.resamples * _CELLS_PER_SUM * (len(self._sums) + len(new)) > _KEPT_CELLS:
                self._sums = {}
            self._sums.update({key: known[key] for key in new})
        return [known[key] for key in counted.distinct]


@lru_cache(maxsize=1)
def _kept_draws(units: int, resamples: int, seed: int) -> _KeptDraws:
    return _KeptDraws(units, resamples, seed)


def _drawn(units: int, rows: Iterable[int], seed: int) -> Iterator[NDArray[np.unsignedinteger]]:
    """How often each unit is drawn from all units, block by block."""
    import numpy as np

    generator = np.random.default_rng(seed)
    for number in rows:
        yield _times_drawn(generator, number, units)


def _times_drawn(generator: np.random.Generator, rows: int, units: int) -> NDArray[np.unsignedinteger]:
    """How often each unit is drawn, in rows of as many draws as there are units."""
    import numpy as np

    weights: NDArray[np.unsignedinteger] = np.empty((rows, units), dtype=np.uint8)
    # A few rows at a time: enough for calls to cost little, few enough for draws and counters to stay in the cache.
    step = max(1, _NEAR_CELLS // units)
    begin = np.arange(0, step * units, units, dtype=np.int32)[:, None]
    for start in range(0, rows, step):
        size = min(step, rows - start), units
        drawn = generator.integers(0, units, size=size, dtype=np.int32)
        drawn += begin[: size[0]]
        times = np.bincount(drawn.ravel(), minlength=drawn.size)
        if weights.dtype == np.uint8 and times.max() > _MOST_IN_A_BYTE:  # next to impossible
            weights = weights.astype(np.uint32)
        weights[start : start + step] = times.reshape(size)
    return weights


@lru_cache(maxsize=64)
def expanded_tail(level: float, units: int, strata: int = 1) -> float:
    """The share of resamples below an interval, so that intervals from few units are not too narrow.

    Scores vary less over resamples than over samples, by the factor sqrt((n - 1) / n), and a standard error from few
    units is itself uncertain. The expanded percentile interval (Hesterberg 2015) makes up for both: with
    t the quantile of Student's distribution, the tail is Phi(-sqrt(n / (n - k)) t), for n units in k strata.

    >>> [round(expanded_tail(0.95, units), 4) for units in (10, 50, 1000)]
    [0.0086, 0.0212, 0.0248]
    """
    t = quantile((1 - level) / 2, max(1, units - strata))
    # Phi(z) = erfc(-z / sqrt(2)) / 2
    return erfc(-_inflation(units, strata) * t / sqrt(2)) / 2


def _inflation(units: int, strata: int) -> float:
    """How many times wider scores vary over samples than over resamples, which are drawn from one of them."""
    return sqrt(units / max(1, units - strata))


def tail_of(sample: Sample, level: float) -> float:
    """The share of resamples below the intervals of a sample."""
    return expanded_tail(level, len(sample.counts), _number_of_strata(sample))


def inflation_of(sample: Sample) -> float:
    """How many times wider the scores of a sample vary over samples than over resamples."""
    return _inflation(len(sample.counts), _number_of_strata(sample))


def _number_of_strata(sample: Sample) -> int:
    return len(set(sample.strata)) if sample.strata is not None else 1


def spread_of(values: Array, level: float, tail: float | None = None) -> Spread:
    """How values vary, with the interval that leaves out a share of them, `tail`, at either end.

    Without a `tail` it is half of what the level leaves.
    """
    import numpy as np

    known = values[~np.isnan(values)]
    undefined = len(values) - len(known)
    if not len(known):
        return Spread(Interval(None, None), None, undefined)
    tail = (1 - level) / 2 if tail is None else tail
    low, high = np.quantile(known, [tail, 1 - tail]).tolist()
    return Spread(Interval(low, high), float(np.std(known)), undefined)


def bootstrap_p(differences: Array, observed: float, inflation: float = 1.0) -> tuple[float, int]:
    """The two-sided p-value of a difference by the bootstrap, and in how many resamples it is undefined.

    The differences of the resamples, moved so that their mean is 0, stand for what chance does where there is no
    difference (Riezler and Maxwell 2005, figure 2); `inflation` makes up for their being drawn from a single sample.
    A resample in which the difference is undefined counts against it.
    """
    import numpy as np

    known = differences[~np.isnan(differences)]
    undefined = len(differences) - len(known)
    moved = inflation * np.abs(known - known.mean()) if len(known) else known
    extreme = int(np.count_nonzero(moved >= abs(observed) - TIE)) + undefined
    return (extreme + 1) / (len(differences) + 1), undefined
