"""A sample: what one system's scores under one metric are computed from, as an array of additive counts.

Tallies add, and so do the sums behind a mean. A sample therefore has a row of counts for each item, and a way to read
the sum of any rows as numbers: that is all that resampling and exchanging items need, whatever the metric, however
it is averaged. An undefined number is NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from math import fsum
from typing import TYPE_CHECKING, Any

from tallystick.dataclass import dataclass
from tallystick.stats.averages import average as mean_of
from tallystick.stats.columns import column_keys, exact_in_sums
from tallystick.stats.readers import GOLD_TOTAL, flat, read_means, reader_of, rows_of
from tallystick.tally import Reading, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Sample", "sample_of", "sample_of_groups", "units_by_stratum"]


#: Up to this size, sums of whole numbers are exact.
_MOST_EXACT = 2**53


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One system under one metric."""

    fields: tuple[str, ...]
    headline: int
    """The index of the headline number in `fields`."""
    values: tuple[float | None, ...]
    """The numbers over all items."""
    items: Array
    """The headline number of each item."""
    counts: Array
    """A row for each unit: an item, or a document of several."""
    read: Callable[[Array], Array]
    """From sums, a row for each, to numbers: a row of fields for each."""
    strata: tuple[str, ...] | None = None
    """The group within which each unit is drawn; None if units are drawn from all."""
    terms: Callable[[Array], Array] | None = None
    """For a mean over groups: from sums to the terms of the mean, values times weights and then the weights.

    The sums are those of every group, side by side. Where there are strata, these are the groups: a row of `counts`
    is added to the sums of its stratum alone. Else `counts` has the columns of every group.
    """
    column_keys: list[bytes] = field(init=False, repr=False, default_factory=list)
    """The keys of the columns of the counts, once they are needed."""

    @property
    def value(self) -> float | None:
        """The headline number over all items."""
        return self.values[self.headline]

    @property
    def width(self) -> int:
        """How many sums are read as one row."""
        columns: int = self.counts.shape[1]
        return columns * len(self.members)

    @property
    def members(self) -> list[Any]:
        """Which units are added up apart: those of each stratum of a mean over groups, else all."""
        if self.terms is None or self.strata is None:
            return [slice(None)]
        return list(units_by_stratum(self.strata).values())

    def grouped(self, labels: Sequence[str]) -> Sample:
        """Return the sample with documents as units; `labels` has the document of each item."""
        import numpy as np

        strata = self._strata_of(labels)
        counts = self.counts if strata is not None else self._side_by_side()
        row_of = {label: row for row, label in enumerate(dict.fromkeys(labels))}
        sums = np.zeros((len(row_of), counts.shape[1]))
        np.add.at(sums, [row_of[label] for label in labels], counts)
        return replace(self, counts=sums, strata=strata).settled()

    def _strata_of(self, documents: Sequence[str]) -> tuple[str, ...] | None:
        """Return the stratum of each document; None unless every document is in a single one."""
        if self.strata is None:
            return None
        pairs = dict.fromkeys(zip(documents, self.strata, strict=True))
        return tuple(stratum for _, stratum in pairs) if len(pairs) == len(set(documents)) else None

    def _side_by_side(self) -> Array:
        """Return the counts with the columns of every group, so that a row has 0 in those of the other groups."""
        import numpy as np

        members = self.members
        if len(members) == 1:
            return self.counts
        wide = np.zeros((len(self.counts), len(members), self.counts.shape[1]))
        for index, own in enumerate(members):
            wide[own, index] = self.counts[own]
        return wide.reshape(len(self.counts), -1)

    def settled(self) -> Sample:
        """Return the sample of a mean over groups, drawing the groups themselves where each has a single unit."""
        if self.terms is None or self.strata is None or len(set(self.strata)) < len(self.strata):
            return self
        counts = self.terms(self._side_by_side())
        return replace(self, counts=counts, read=read_means, strata=None, terms=None)


def units_by_stratum(strata: Sequence[str]) -> dict[str, list[int]]:
    """The units of each stratum, in the order of their names."""
    members: dict[str, list[int]] = {stratum: [] for stratum in sorted(set(strata))}
    for unit, stratum in enumerate(strata):
        members[stratum].append(unit)
    return members


def sample_of(
    tallies: Sequence[Tally],
    reading: Reading,
    *,
    average: str = "micro",
    weights: Sequence[float] | None = None,
    zero: bool = False,
    indices: NDArray[np.intp] | None = None,
) -> Sample:
    """The sample behind a score; `zero` says that an undefined number counts as 0.

    Each unit has its own tally, or, where many units have equal ones, the tally with its index in `indices`.

    >>> from tallystick.tally import READ_RATIOS
    >>> sample = sample_of([Tally.of(1, pred=2, gold=1), Tally.of(0, pred=0, gold=1)], READ_RATIOS)
    >>> sample.values, sample.items.tolist()
    ((0.5, 0.5, 0.5), [0.6666666666666666, 0.0])
    >>> sample.read(2 * sample.counts[:1]).tolist()
    [[0.5, 1.0, 0.6666666666666666]]
    """
    import numpy as np

    names, headline = reading.fields, reading.fields.index(reading.headline)
    counts = rows_of(tallies)
    read = reader_of(reading, tallies[0], zero=zero)
    scored = read(counts)
    if indices is not None:
        if average == "micro":
            values = _values(read(_sums(counts, np.bincount(indices, minlength=len(counts))))[0])
            sample = Sample(names, headline, values, scored[indices, headline], counts[indices], read)
            sample.column_keys[:] = column_keys(exact_in_sums(counts, len(indices)).T[:, indices].copy())
            return sample
        counts, scored = counts[indices], scored[indices]
    items = scored[:, headline].copy()
    if average == "micro":
        # Exactly, as tallies are added: the very numbers that scoring gives.
        return Sample(names, headline, _values(read(_sums(counts))[0]), items, counts, read)
    rows = [dict(zip(names, _values(row), strict=True)) for row in scored]
    means = mean_of(rows, weights).values
    # The mean over defined numbers is a ratio of two sums, of what is averaged and of its weights.
    weight = (np.ones(len(rows)) if weights is None else np.array(weights, dtype=np.float64))[:, None]
    defined = ~np.isnan(scored)
    counts = np.hstack([np.where(defined, scored, 0.0) * weight, defined * weight])
    return Sample(names, headline, tuple(means.get(name) for name in names), items, counts, read_means)


def _sums(counts: Array, times: NDArray[np.intp] | None = None) -> Array:
    """The sum of each column, the same in any order of the rows; each row is there once, or some number of times."""
    import numpy as np

    weights = np.ones(len(counts)) if times is None else times.astype(np.float64)
    if np.array_equal(counts, np.rint(counts)) and (weights @ np.abs(counts)).sum() < _MOST_EXACT:
        total: Array = weights[None, :] @ counts
        return total
    rows = counts if times is None else np.repeat(counts, times, axis=0)
    return np.array([[fsum(column) for column in rows.T.tolist()]])


def sample_of_groups(
    tallies: Sequence[Tally],
    groups: Sequence[Mapping[str, Tally]],
    labels: Sequence[str],
    reading: Reading,
    *,
    zero: bool = False,
    weighted: bool = False,
    stratified: bool = False,
) -> Sample:
    """The sample behind the mean over groups, each the ratio of its own sums; perhaps weighted by their gold totals.

    `groups` are the tallies of each item by label; the `labels` are those of all systems in the comparison, so
    that their items can be exchanged. With `stratified`, every item is in one group as a whole, and items are drawn
    within their groups. Otherwise a group without a drawn item is left out of the mean.

    >>> from tallystick.tally import READ_RATIOS
    >>> good, poor = Tally.of(1, pred=1, gold=1), Tally.of(0, pred=3, gold=3)
    >>> sample_of_groups([good, poor, poor], [{"a": good}, {"b": poor}, {"b": poor}], ["a", "b"], READ_RATIOS).values
    (0.5, 0.5, 0.5)
    """
    import numpy as np

    names, headline = reading.fields, reading.fields.index(reading.headline)
    read = reader_of(reading, tallies[0], zero=zero)
    items = read(rows_of(tallies))[:, headline].copy()
    width = len(flat(tallies[0]))
    number = len(set(labels))

    def terms(sums: Array) -> Array:
        apart = sums.reshape(-1, width)
        numbers = read(apart)
        numbers[apart[:, 0] == 0] = np.nan
        numbers = numbers.reshape(len(sums), number, len(names))
        weights = (~np.isnan(numbers)).astype(np.float64)
        if weighted:
            weights *= apart[:, GOLD_TOTAL].reshape(len(sums), number, 1)
        values = np.where(weights > 0, numbers, 0.0) * weights
        return np.hstack([values.sum(axis=1), weights.sum(axis=1)])

    def read_mean(sums: Array) -> Array:
        return read_means(terms(sums))

    if stratified:
        strata = tuple([label for row in groups for label in row])
        counts = rows_of([tally for row in groups for tally in row.values()])
        sums = np.hstack([_sums(counts[own]) for own in units_by_stratum(strata).values()])
    else:
        strata = None
        counts = _counts_of_all_groups(groups, labels, width)
        sums = _sums(counts)
    values = _values(read_mean(sums)[0])
    return Sample(names, headline, values, items, counts, read_mean, strata, terms).settled()


def _counts_of_all_groups(groups: Sequence[Mapping[str, Tally]], labels: Sequence[str], width: int) -> Array:
    """A row for each item with the counts of every group, most of them 0."""
    import numpy as np

    position_of = {label: position for position, label in enumerate(labels)}
    counts = np.zeros((len(groups), len(position_of), width))
    for number, row in enumerate(groups):
        for label, tally in row.items():
            counts[number, position_of[label]] = flat(tally)
    return counts.reshape(len(groups), -1)


def _values(row: Array) -> tuple[float | None, ...]:
    """A row of numbers, None for those that are undefined."""
    return tuple(None if value != value else value for value in row.tolist())
