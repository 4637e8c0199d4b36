"""The bootstrap: how far a score would move on other samples of items.

A resample is a row of weights, the number of times each unit was drawn, and all of its sums are one product of
matrices. Samples with the same units and strata share their resamples, so that differences of systems are paired, and a
score has the same interval whatever it is computed or compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from tallystick.dataclass import dataclass
from tallystick.stats.columns import ColumnTable, DistinctColumns
from tallystick.stats.draws import blocks, weights
from tallystick.stats.quantiles import between
from tallystick.stats.resamples import RESAMPLES, check_resampling
from tallystick.stats.sample import Sample
from tallystick.stats.student import quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Reader = Callable[[Array], Array]

__all__ = [
    "TIE",
    "Interval",
    "Resampled",
    "Spread",
    "bootstrap",
    "bootstrap_p",
    "expanded_tail",
    "inflation_of",
    "resampled",
    "spread_of",
    "tail_of",
]

#: How many samples :func:`bootstrap` resamples at once: their resamples are in memory together.
_TOGETHER = 200

#: So many draws, of a byte each, are kept for the next score with the same number of units, and as many bytes of sums
#: and of numbers.
_KEPT_CELLS = 64_000_000
_CELLS_PER_SUM = 8

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
    rows_at_once = blocks(resamples, max(units, sum(sample.width for sample in samples)))
    for times in weights(units, strata, rows_at_once, seed):
        apart = [table.sums(times[:, own], own) for own in members]
        for (own, read), rows in blocks_of.items():
            rows.append(read(np.hstack([sums[:, own] for sums in apart])))
    numbers = {key: Resampled(np.concatenate(rows)) for key, rows in blocks_of.items()}
    return [numbers[key] for key in keys]


class _KeptDraws:
    """The draws from some number of units, and what was computed from them: sums of columns, and numbers of samples.

    The systems of a page share them, and so do the intervals of a score and those of a comparison: drawing and adding
    up take longer than anything else. Times are bytes.
    """

    def __init__(self, units: int, resamples: int, seed: int) -> None:
        self.times = tuple(weights(units, None, blocks(resamples, units), seed))
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
    return Spread(Interval(*between(known, tail, 1 - tail)), float(np.std(known)), undefined)


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
