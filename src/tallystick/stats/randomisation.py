"""Paired randomisation: if two systems are equally good, it is chance which of them made which output of an item.

Each trial exchanges the outputs of some units, each with probability one half, and looks whether the difference
between the systems is at least as large as the one that was observed (Noreen 1989; Yeh 2000). Where all ways to
exchange are no more than the trials, every one of them is tried once, and the p-value is exact.

With A and B the sums of two systems and a and b the counts of their units, a trial that keeps the units of a mask m and
exchanges the others has the sums B + m·a − m·b and A − m·a + m·b. So each system needs one product of matrices for many
trials and all of its pairs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.stats.bootstrap import TIE
from tallystick.stats.columns import ColumnTable, DistinctColumns
from tallystick.stats.draws import blocks
from tallystick.stats.sample import Sample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Masks = NDArray[np.uint8]

__all__ = ["Randomised", "randomise"]

_WORD = 64


@dataclass(frozen=True, slots=True)
class Randomised:
    """The result of a paired randomisation."""

    p: float | None
    """The two-sided p-value; None if one of the two numbers is undefined."""
    trials: int
    """How many trials there were; where the test is exact, all possible ones."""
    exact: bool
    undefined: int = 0
    """In how many trials the difference is undefined; they count against it."""


def randomise(pairs: Sequence[tuple[Sample, Sample]], trials: int, seed: int) -> list[Randomised]:
    """Test the difference of the headline numbers of each pair; pairs of the same number of units share their trials.

    >>> from tallystick.stats.sample import sample_of
    >>> from tallystick.tally import READ_RATIOS, Tally
    >>> good, poor = ([Tally.of(matched, pred=1, gold=1)] * 3 for matched in (1, 0))
    >>> randomise([(sample_of(poor, READ_RATIOS), sample_of(good, READ_RATIOS))], 100, 1)
    [Randomised(p=0.25, trials=8, exact=True, undefined=0)]
    """
    results = [Randomised(None, 0, exact=False)] * len(pairs)
    designs: dict[_Design, list[int]] = {}
    for index, (base, system) in enumerate(pairs):
        if base.value is not None and system.value is not None:
            designs.setdefault(_design_of(base, system, trials), []).append(index)
    number = os.cpu_count() or 1
    with ThreadPoolExecutor(number) as threads:
        for design, indices in designs.items():
            tests = _Tests([pairs[index] for index in indices])
            for masks in design.masks(trials, tests.width, seed):
                # Sums do not need the interpreter's lock.
                step = -(-len(masks) // number)
                parts = [masks[start : start + step] for start in range(0, len(masks), step)]
                for counts in threads.map(tests.take, parts):
                    tests.add(counts)
            for index, test in zip(indices, tests.of_pairs, strict=True):
                results[index] = design.result(test, trials)
    return results


@dataclass(frozen=True, slots=True)
class _Design:
    """Which units are exchanged in the trials of a pair."""

    units: int
    strata: tuple[str, ...] | None
    """The stratum of each unit, where they are added up apart."""
    different: tuple[int, ...] | None
    """Where every exchange can be tried, the units that matter; None for random trials."""

    def masks(self, trials: int, width: int, seed: int) -> Iterator[Masks]:
        """Yield rows of zeros and ones, a row for each trial, in blocks for tables with `width` columns."""
        if self.different is None:
            return _random_masks(self.units, trials, width, seed)
        return _all_masks(self.units, self.different, width)

    def result(self, test: _Test, trials: int) -> Randomised:
        """Return the result of a test after all trials."""
        if self.different is None:
            # The observed difference is one of the random ones.
            p = (test.extreme + 1) / (trials + 1)
            return Randomised(p, trials, exact=False, undefined=test.undefined)
        number = 2 ** len(self.different)
        return Randomised(test.extreme / number, number, exact=True, undefined=test.undefined)


def _design_of(base: Sample, system: Sample, trials: int) -> _Design:
    import numpy as np

    # Units for which both systems have the same counts may be exchanged or not: nothing changes.
    different = np.flatnonzero((base.counts != system.counts).any(axis=1))
    random = len(different) >= _WORD or 2 ** len(different) > trials
    return _Design(
        len(base.counts),
        base.strata if base.terms is not None else None,
        None if random else tuple(different.tolist()),
    )


class _Test:
    """The trials of a pair so far."""

    def __init__(self, base: Sample, system: Sample) -> None:
        self.base, self.system = base, system
        assert base.value is not None
        assert system.value is not None
        self.observed = abs(base.value - system.value)
        self.extreme = self.undefined = 0

    def take(self, base_sums: Array, system_sums: Array) -> tuple[int, int]:
        """Return how many trials are extreme, and in how many the difference is undefined, from their sums."""
        import numpy as np

        # Sums of fractions may end slightly below 0, or above a total, because of rounding.
        values = [
            sample.read(np.where(np.abs(sums) < TIE, 0.0, sums))[:, sample.headline]
            for sample, sums in ((self.base, base_sums), (self.system, system_sums))
        ]
        differences = np.abs(values[0] - values[1])
        undefined = int(np.isnan(differences).sum())
        return int(np.count_nonzero(differences >= self.observed - TIE)) + undefined, undefined


class _Tests:
    """Tests with the same trials. Each sample is added up once for all of its tests, each column for all samples."""

    def __init__(self, pairs: Sequence[tuple[Sample, Sample]]) -> None:
        samples = list(dict.fromkeys(sample for pair in pairs for sample in pair))
        counted = DistinctColumns(samples)
        self._table = ColumnTable([*counted.distinct.values()])
        self._columns = dict(zip(samples, counted.columns, strict=True))
        self._members = samples[0].members
        tests: dict[object, _Test] = {}
        self.of_pairs = [tests.setdefault(self._key_of(pair), _Test(*pair)) for pair in pairs]
        """The test of each pair. Pairs of equal counts share it."""
        self.tests = [*tests.values()]
        self._totals = self._of_samples([self._table.total(own) for own in self._members])

    def _key_of(self, pair: tuple[Sample, Sample]) -> object:
        return tuple([(*self._columns[sample], sample.read, sample.headline) for sample in pair])

    @property
    def width(self) -> int:
        """How many sums each trial has."""
        return self._table.width * len(self._members)

    def _of_samples(self, apart: Sequence[Array]) -> dict[Sample, Array]:
        """Return the sums of each sample, from those of all columns."""
        import numpy as np

        return {sample: np.hstack([sums[:, own] for sums in apart]) for sample, own in self._columns.items()}

    def take(self, masks: Masks) -> list[tuple[int, int]]:
        """Count some trials of every test."""
        kept = self._of_samples([self._table.sums(masks[:, own], own) for own in self._members])
        counts = []
        for test in self.tests:
            moved = kept[test.base] - kept[test.system]
            counts.append(test.take(self._totals[test.system] + moved, self._totals[test.base] - moved))
        return counts

    def add(self, counts: Sequence[tuple[int, int]]) -> None:
        """Add the counts of some trials."""
        for test, (extreme, undefined) in zip(self.tests, counts, strict=True):
            test.extreme += extreme
            test.undefined += undefined


def _random_masks(units: int, trials: int, width: int, seed: int) -> Iterator[Masks]:
    """Rows of zeros and ones, each as likely as any other."""
    import numpy as np

    generator = np.random.default_rng(seed)
    words = -(-units // _WORD)
    for rows in blocks(trials, max(units, width)):
        drawn = generator.integers(0, 2**_WORD, size=(rows, words), dtype=np.uint64)
        bits = np.unpackbits(drawn.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        yield bits[:, :units]


def _all_masks(units: int, different: Sequence[int], width: int) -> Iterator[Masks]:
    """Every row of zeros and ones that differs where it matters."""
    import numpy as np

    number, start = 2 ** len(different), 0
    for rows in blocks(number, max(units, width)):
        written = np.arange(start, start + rows, dtype=np.int64)[:, None]
        masks = np.zeros((rows, units), dtype=np.uint8)
        masks[:, different] = (written >> np.arange(len(different))) & 1
        yield masks
        start += rows
