"""A sample: what one system's scores under one metric are computed from, as an array of additive counts.

Tallies add, and so do the sums behind a mean. A sample therefore has a row of counts for each item, and a way to read
the sum of any rows as numbers: that is all that resampling and exchanging items need, whatever the metric, however
it is averaged. NaN stands for an undefined number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.stats.averages import average as mean_of
from tallystick.tally import READ_RATIOS, Reading, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Sample", "sample_of", "sample_of_groups"]


#: How many counts a tally has, without its parts.
_OWN = 5
#: Where the gold total is among them.
_GOLD_TOTAL = 4


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
    """The group within which each unit is drawn; None where units are drawn from all."""
    terms: Callable[[Array], Array] | None = None
    """For a mean over groups: from sums to the terms of the mean, values times weights and then the weights."""

    @property
    def value(self) -> float | None:
        """The headline number over all items."""
        return self.values[self.headline]

    def grouped(self, labels: Sequence[str]) -> Sample:
        """Return the sample with documents as units; `labels` has the document of each item."""
        import numpy as np

        row_of = {label: row for row, label in enumerate(dict.fromkeys(labels))}
        sums = np.zeros((len(row_of), self.counts.shape[1]))
        np.add.at(sums, [row_of[label] for label in labels], self.counts)
        return replace(self, counts=sums, strata=self._strata_of(labels)).settled()

    def _strata_of(self, documents: Sequence[str]) -> tuple[str, ...] | None:
        """Return the stratum of each document; None unless every document is in a single one."""
        if self.strata is None:
            return None
        pairs = dict.fromkeys(zip(documents, self.strata, strict=True))
        return tuple(stratum for _, stratum in pairs) if len(pairs) == len(set(documents)) else None

    def settled(self) -> Sample:
        """Return the sample of a mean over groups, drawing the groups themselves where each has a single unit."""
        if self.terms is None or self.strata is None or len(set(self.strata)) < len(self.strata):
            return self
        return replace(self, counts=self.terms(self.counts), read=_read_means, strata=None, terms=None)


def sample_of(
    tallies: Sequence[Tally],
    reading: Reading,
    *,
    average: str = "micro",
    weights: Sequence[float] | None = None,
    zero: bool = False,
) -> Sample:
    """The sample behind a score; `zero` says that an undefined number counts as 0.

    >>> sample = sample_of([Tally.of(1, pred=2, gold=1), Tally.of(0, pred=0, gold=1)], READ_RATIOS)
    >>> sample.values, sample.items.tolist()
    ((0.5, 0.5, 0.5), [0.6666666666666666, 0.0])
    >>> sample.read(2 * sample.counts[:1]).tolist()
    [[0.5, 1.0, 0.6666666666666666]]
    """
    import numpy as np

    names, headline = reading.fields, reading.fields.index(reading.headline)
    counts = np.array([_flat(tally) for tally in tallies], dtype=np.float64)
    read = _reader(reading, tallies[0], zero=zero)
    scored = read(counts)
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
    return Sample(names, headline, tuple(means.get(name) for name in names), items, counts, _read_means)


def _sums(counts: Array) -> Array:
    """The sum of each column, the same in any order of the rows."""
    import numpy as np

    return np.array([[fsum(column) for column in counts.T.tolist()]])


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

    `groups` are the tallies of each item by label; the `labels` are those of all systems that are to be compared, so
    that their items can be exchanged. A row has the counts of every group, most of them 0. With `stratified`, every
    item is in one group as a whole, and items are drawn within their groups. Otherwise a group of which nothing was
    drawn is left out of the mean.

    >>> good, poor = Tally.of(1, pred=1, gold=1), Tally.of(0, pred=3, gold=3)
    >>> sample_of_groups([good, poor, poor], [{"a": good}, {"b": poor}, {"b": poor}], ["a", "b"], READ_RATIOS).values
    (0.5, 0.5, 0.5)
    """
    import numpy as np

    names, headline = reading.fields, reading.fields.index(reading.headline)
    read = _reader(reading, tallies[0], zero=zero)
    items = read(np.array([_flat(tally) for tally in tallies], dtype=np.float64))[:, headline].copy()
    position_of = {label: position for position, label in enumerate(labels)}
    width = len(_flat(tallies[0]))
    counts = np.zeros((len(groups), len(position_of), width))
    for number, row in enumerate(groups):
        for label, tally in row.items():
            counts[number, position_of[label]] = _flat(tally)

    def terms(sums: Array) -> Array:
        apart = sums.reshape(-1, width)
        numbers = read(apart)
        numbers[apart[:, 0] == 0] = np.nan
        numbers = numbers.reshape(len(sums), len(position_of), len(names))
        weights = (~np.isnan(numbers)).astype(np.float64)
        if weighted:
            weights *= apart[:, _GOLD_TOTAL].reshape(len(sums), len(position_of), 1)
        values = np.where(weights > 0, numbers, 0.0) * weights
        return np.hstack([values.sum(axis=1), weights.sum(axis=1)])

    def read_mean(sums: Array) -> Array:
        return _read_means(terms(sums))

    flat = counts.reshape(len(groups), -1)
    strata = tuple([label for row in groups for label in row]) if stratified else None
    values = _values(read_mean(_sums(flat))[0])
    return Sample(names, headline, values, items, flat, read_mean, strata, terms).settled()


def _values(row: Array) -> tuple[float | None, ...]:
    """A row of numbers, None for those that are undefined."""
    return tuple(None if value != value else value for value in row.tolist())


def _flat(tally: Tally) -> list[float]:
    """Return the counts of a tally and of its parts as a row. The number of items is a count too."""
    row = [tally.items, tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total]
    for part in tally.parts:
        row.extend(_flat(part))
    return row


def _builder(like: Tally, start: int = 0) -> tuple[Callable[[Sequence[float]], Tally], int]:
    """Return a function that builds a tally like `like` from a row of counts, and the index after its counts."""
    end = start + _OWN
    builders = []
    for part in like.parts:
        builder, end = _builder(part, end)
        builders.append(builder)

    def build(row: Sequence[float]) -> Tally:
        items, matched_pred, matched_gold, pred_total, gold_total = row[start : start + _OWN]
        parts = tuple([build_part(row) for build_part in builders])
        return Tally(matched_pred, matched_gold, pred_total, gold_total, int(items), int(items), 0.0, parts)

    return build, end


def _reader(reading: Reading, like: Tally, *, zero: bool) -> Callable[[Array], Array]:
    """Return a function that reads many sums: all at once for the usual reading, row by row for a metric's own."""
    import numpy as np

    build, _ = _builder(like)

    def one_by_one(sums: Array) -> Array:
        # Resamples of few items often repeat, and a metric without a subject has the same sums in all of them.
        distinct, inverse = np.unique(sums, axis=0, return_inverse=True)
        numbers = [reading.read(build(row)) for row in distinct.tolist()]
        table = np.array(numbers, dtype=np.float64).reshape(len(numbers), len(reading.fields))
        read_rows: Array = table[inverse.ravel()]
        return read_rows

    read = _read_ratios if reading.read is READ_RATIOS.read else one_by_one
    return (lambda sums: np.nan_to_num(read(sums), nan=0.0)) if zero else read


def _read_ratios(sums: Array) -> Array:
    """Precision, recall, F1 of many sums: the same formulas as :func:`tallystick.tally.f_measure`, for arrays."""
    import numpy as np

    _, matched_pred, matched_gold, pred_total, gold_total = sums[:, :_OWN].T
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(pred_total != 0, matched_pred / pred_total, np.nan)
        recall = np.where(gold_total != 0, matched_gold / gold_total, np.nan)
        crossed = matched_pred * gold_total + matched_gold * pred_total
        f1 = np.where(
            matched_pred == matched_gold,
            2 * matched_pred / (pred_total + gold_total),
            np.where(crossed != 0, 2 * matched_pred * matched_gold / crossed, 0.0),
        )
    f1[(pred_total == 0) & (gold_total == 0)] = np.nan
    return np.stack([precision, recall, f1], axis=1)


def _read_means(sums: Array) -> Array:
    import numpy as np

    values, weights = np.hsplit(sums, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(weights != 0, values / weights, np.nan)
