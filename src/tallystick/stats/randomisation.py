"""Paired randomisation: if two systems are equally good, it is chance which of them made which output of an item.

Each trial exchanges the outputs of some units, each with probability one half, and looks whether the difference
between the systems is at least as large as the one that was observed (Noreen 1989; Yeh 2000). Where all ways to
exchange are no more than the trials, every one of them is tried once, and the p-value is exact.

With A and B the sums of the two systems and d the difference of each unit's counts, a trial that exchanges the units of
a mask m has the sums B + m·d and A − m·d: many trials are one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.stats.bootstrap import TIE, blocks
from tallystick.stats.sample import Sample

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
    """Test the difference of the headline numbers of each pair; pairs share their trials unless they are exact.

    >>> from tallystick.stats.sample import sample_of
    >>> from tallystick.tally import READ_RATIOS, Tally
    >>> good, poor = ([Tally.of(found, pred=1, gold=1)] * 3 for found in (1, 0))
    >>> randomise([(sample_of(poor, READ_RATIOS), sample_of(good, READ_RATIOS))], 100, 1)
    [Randomised(p=0.25, trials=8, exact=True, undefined=0)]
    """
    found: list[Randomised | None] = [_without_trials(one, other, trials) for one, other in pairs]
    waiting = [place for place, result in enumerate(found) if result is None]
    if waiting:
        units = len(pairs[0][0].counts)
        tests = [_Test(*pairs[place]) for place in waiting]
        for masks in _random_masks(units, trials, sum(test.width for test in tests), seed):
            _take(tests, masks)
        for place, test in zip(waiting, tests, strict=True):
            p = (test.extreme + 1) / (trials + 1)
            found[place] = Randomised(p, trials, exact=False, undefined=test.undefined)
    return [result for result in found if result is not None]


def _without_trials(one: Sample, other: Sample, trials: int) -> Randomised | None:
    """The result where it needs no chance: nothing can be told, or every way to exchange can be tried."""
    if one.value is None or other.value is None:
        return Randomised(None, 0, exact=False)
    # Units for which both systems have the same counts may be exchanged or not: nothing changes.
    different = (one.counts != other.counts).any(axis=1)
    number = int(different.sum())
    if number >= _WORD or 2**number > trials:
        return None
    test = _Test(one, other)
    for masks in _all_masks(different):
        _take([test], masks)
    return Randomised(test.extreme / 2**number, 2**number, exact=True, undefined=test.undefined)


class _Test:
    """The trials of one pair so far."""

    def __init__(self, one: Sample, other: Sample) -> None:
        self.one, self.other = one, other
        self.steps = one.counts - other.counts
        self.width = self.steps.shape[1]
        self.sums = one.counts.sum(axis=0), other.counts.sum(axis=0)
        assert one.value is not None
        assert other.value is not None
        self.observed = abs(one.value - other.value)
        self.extreme = self.undefined = 0

    def take(self, moved: Array) -> None:
        """Count some trials, given what each of them moves from one system to the other."""
        import numpy as np

        mine, theirs = self.sums
        # What is no whole number may end a little below 0, or above a total, by rounding alone.
        values = [
            sample.read(np.where(np.abs(sums) < TIE, 0.0, sums))[:, sample.headline]
            for sample, sums in ((self.one, theirs + moved), (self.other, mine - moved))
        ]
        differences = np.abs(values[0] - values[1])
        undefined = int(np.isnan(differences).sum())
        self.undefined += undefined
        self.extreme += int(np.count_nonzero(differences >= self.observed - TIE)) + undefined


def _take(tests: Sequence[_Test], masks: Array) -> None:
    import numpy as np

    moved = masks @ np.hstack([test.steps for test in tests])
    ends = np.cumsum([test.width for test in tests])[:-1]
    for test, own in zip(tests, np.split(moved, ends, axis=1), strict=True):
        test.take(own)


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

    places = np.flatnonzero(different)
    number, start = 2 ** len(places), 0
    for rows in blocks(number, len(different)):
        written = np.arange(start, start + rows, dtype=np.int64)[:, None]
        masks = np.zeros((rows, len(different)))
        masks[:, places] = (written >> np.arange(len(places))) & 1
        yield masks
        start += rows
