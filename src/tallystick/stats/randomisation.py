"""Paired randomisation: if two systems are equally good, it is chance which of them made which output of an item.

Each trial exchanges the outputs of some units, each with probability one half, and looks whether the difference
between the systems is at least as large as the one that was observed (Noreen 1989; Yeh 2000). Where all ways to
exchange are no more than the trials, every one of them is tried once, and the p-value is exact.

With A and B the sums of the two systems and d the difference of each unit's counts, a trial that exchanges the units of
a mask m has the sums B + m·d and A − m·d: many trials are one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.stats.bootstrap import TIE, blocks, exact_in_sums
from tallystick.stats.sample import Sample, add_up

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Randomised", "randomise"]

_WORD = 64


@dataclass(frozen=True, slots=True)
class Randomised:
    """The result of a paired randomisation."""

    p: float | None
    """The two-sided p-value; None where one of the two numbers is undefined."""
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
    results: list[Randomised | None] = [_without_trials(base, system, trials) for base, system in pairs]
    waiting: dict[tuple[int, object], list[int]] = {}
    for index, ((base, _), result) in enumerate(zip(pairs, results, strict=True)):
        if result is None:
            apart = base.strata if base.terms is not None else None
            waiting.setdefault((len(base.counts), apart), []).append(index)
    for (units, _), indices in waiting.items():
        tests = [_Test(*pairs[index]) for index in indices]
        for masks in _random_masks(units, trials, sum(test.width for test in tests), seed):
            _take(tests, masks)
        for index, test in zip(indices, tests, strict=True):
            p = (test.extreme + 1) / (trials + 1)
            results[index] = Randomised(p, trials, exact=False, undefined=test.undefined)
    return [result for result in results if result is not None]


def _without_trials(base: Sample, system: Sample, trials: int) -> Randomised | None:
    """Return the result if it needs no random trials: a number is undefined, or all exchanges can be tried."""
    if base.value is None or system.value is None:
        return Randomised(None, 0, exact=False)
    # Units for which both systems have the same counts may be exchanged or not: nothing changes.
    different = (base.counts != system.counts).any(axis=1)
    number = int(different.sum())
    if number >= _WORD or 2**number > trials:
        return None
    test = _Test(base, system)
    for masks in _all_masks(different):
        _take([test], masks)
    return Randomised(test.extreme / 2**number, 2**number, exact=True, undefined=test.undefined)


class _Test:
    """The trials of a pair so far."""

    def __init__(self, base: Sample, system: Sample) -> None:
        import numpy as np

        self.base, self.system = base, system
        # The sums of a trial must not depend on the other pairs in the product of matrices.
        counts = exact_in_sums(np.vstack([base.counts, system.counts]))
        base_counts, system_counts = np.split(counts, 2)
        self.steps = base_counts - system_counts
        self.width, self.members = base.width, base.members
        self.sums = [
            np.concatenate([counts[own].sum(axis=0) for own in self.members])
            for counts in (base_counts, system_counts)
        ]
        assert base.value is not None
        assert system.value is not None
        self.observed = abs(base.value - system.value)
        self.extreme = self.undefined = 0

    def take(self, moved: Array) -> None:
        """Count some trials, where `moved` has the counts that each of them exchanges."""
        import numpy as np

        base_sums, system_sums = self.sums
        # What is not a whole number may end a little below 0, or above a total, by rounding alone.
        values = [
            sample.read(np.where(np.abs(sums) < TIE, 0.0, sums))[:, sample.headline]
            for sample, sums in ((self.base, system_sums + moved), (self.system, base_sums - moved))
        ]
        differences = np.abs(values[0] - values[1])
        undefined = int(np.isnan(differences).sum())
        self.undefined += undefined
        self.extreme += int(np.count_nonzero(differences >= self.observed - TIE)) + undefined


def _take(tests: Sequence[_Test], masks: Array) -> None:
    import numpy as np

    ends = np.cumsum([test.steps.shape[1] for test in tests])[:-1]
    steps = np.hstack([test.steps for test in tests])
    apart = [np.split(moved, ends, axis=1) for moved in add_up(masks, steps, tests[0].members)]
    for index, test in enumerate(tests):
        test.take(np.hstack([own[index] for own in apart]))


def _random_masks(units: int, trials: int, width: int, seed: int) -> Iterator[Array]:
    """Rows of zeros and ones, each as likely as any other."""
    import numpy as np

    generator = np.random.default_rng(seed)
    words = -(-units // _WORD)
    for rows in blocks(trials, max(units, width)):
        drawn = generator.integers(0, 2**_WORD, size=(rows, words), dtype=np.uint64)
        bits = np.unpackbits(drawn.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        yield bits[:, :units].astype(np.float64)


def _all_masks(different: NDArray[np.bool_]) -> Iterator[Array]:
    """Every row of zeros and ones that differs where it matters."""
    import numpy as np

    columns = np.flatnonzero(different)
    number, start = 2 ** len(columns), 0
    for rows in blocks(number, len(different)):
        written = np.arange(start, start + rows, dtype=np.int64)[:, None]
        masks = np.zeros((rows, len(different)))
        masks[:, columns] = (written >> np.arange(len(columns))) & 1
        yield masks
        start += rows
