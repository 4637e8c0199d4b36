"""Reading many sums at once: from rows of counts to rows of numbers. An undefined number is NaN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from tallystick.tally import READ_RATIOS, Reading, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = [
    "GOLD_TOTAL",
    "flat",
    "part_of",
    "read_items",
    "read_means",
    "read_ratios",
    "reader_of",
    "rows_of",
    "share",
]

#: How many counts a tally has, without its parts.
_OWN = 5
_COUNTS = attrgetter("items", "matched_pred", "matched_gold", "pred_total", "gold_total")
_PARTS = attrgetter("parts")
#: Where the gold total is among them.
GOLD_TOTAL = 4


def flat(tally: Tally) -> list[float]:
    """Return the counts of a tally and of its parts as a row. The number of items is a count too."""
    row = [tally.items, tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total]
    for part in tally.parts:
        row.extend(flat(part))
    return row


def rows_of(tallies: Sequence[Tally]) -> Array:
    """Return the counts of some tallies, a row for each.

    >>> rows_of([Tally.of(1, pred=2, gold=1), Tally.of(0, pred=0, gold=1)]).tolist()
    [[1.0, 1.0, 1.0, 2.0, 1.0], [1.0, 0.0, 0.0, 0.0, 1.0]]
    >>> rows_of([Tally.of(1, pred=2, gold=1)] * 3).tolist() == [[1.0, 1.0, 1.0, 2.0, 1.0]] * 3
    True
    """
    import numpy as np

    # Items with equal tallies share them where they were scored in other processes.
    distinct = {id(tally): tally for tally in tallies}
    if 2 * len(distinct) < len(tallies):
        place = {key: number for number, key in enumerate(distinct)}
        shared: Array = rows_of([*distinct.values()])[[place[id(tally)] for tally in tallies]]
        return shared
    rows = [flat(tally) for tally in tallies] if any(map(_PARTS, tallies)) else list(map(_COUNTS, tallies))
    return np.array(rows, dtype=np.float64)


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


def reader_of(reading: Reading, like: Tally, *, zero: bool) -> Callable[[Array], Array]:
    """Return a function that reads many sums: all at once where the reading can, else row by row."""
    import numpy as np

    build, _ = _builder(like)

    def one_by_one(sums: Array) -> Array:
        # Resamples of few items often repeat, and a metric without a subject has the same sums in all of them.
        distinct, inverse = np.unique(sums, axis=0, return_inverse=True)
        numbers = [reading.read(build(row)) for row in distinct.tolist()]
        table = np.array(numbers, dtype=np.float64).reshape(len(numbers), len(reading.fields))
        read_rows: Array = table[inverse.ravel()]
        return read_rows

    read = _read_at_once(reading, like) or one_by_one
    return (lambda sums: np.nan_to_num(read(sums), nan=0.0)) if zero else read


def read_items(tallies: Sequence[Tally], reading: Reading, *, zero: bool) -> Array:
    """Read some tallies under a metric: a row of numbers for each; an undefined one is NaN, or 0 if `zero`.

    >>> read_items([Tally.of(1, pred=2, gold=1), Tally.of(0, pred=0, gold=1)], READ_RATIOS, zero=False).tolist()
    [[0.5, 1.0, 0.6666666666666666], [nan, 0.0, 0.0]]
    """
    return reader_of(reading, tallies[0], zero=zero)(rows_of(tallies))


def _read_at_once(reading: Reading, like: Tally) -> Callable[[Array], Array] | None:
    """Return the function that reads all rows at once: the metric's own, or that of ratios or of means of parts."""
    if reading.read_many is not None:
        return reading.read_many
    if reading.read is READ_RATIOS.read:
        return read_ratios
    if not reading.mean_of or any(part.read is not READ_RATIOS.read for part in reading.mean_of):
        return None
    ends = [_OWN]
    for part in like.parts:
        ends.append(ends[-1] + len(flat(part)))
    return lambda sums: _read_mean_of_parts(sums, ends)


def part_of(sums: Array, index: int) -> Array:
    """Return the counts of a part of tallies whose parts have no parts."""
    start = (index + 1) * _OWN
    return sums[:, start : start + _OWN]


def share(part: Array, whole: Array) -> Array:
    """A share of something, for arrays; of nothing, undefined."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole != 0, part / whole, np.nan)


def _read_mean_of_parts(sums: Array, ends: Sequence[int]) -> Array:
    """The mean of the F1 of the parts; an undefined one counts as 0, unless all are undefined."""
    import numpy as np

    total, undefined = np.zeros(len(sums)), np.ones(len(sums), dtype=bool)
    for start in ends[:-1]:
        f1 = read_ratios(sums[:, start : start + _OWN])[:, 2]
        total += np.nan_to_num(f1, nan=0.0)
        undefined &= np.isnan(f1)
    return np.where(undefined, np.nan, total / (len(ends) - 1))[:, None]


def read_ratios(sums: Array) -> Array:
    """Precision, recall, F1 of many sums: the same formulas as :func:`tallystick.tally.f_measure`, for arrays."""
    import numpy as np

    _, matched_pred, matched_gold, pred_total, gold_total = sums[:, :_OWN].T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = matched_pred * gold_total + matched_gold * pred_total
        f1 = np.where(
            matched_pred == matched_gold,
            2 * matched_pred / (pred_total + gold_total),
            np.where(crossed != 0, 2 * matched_pred * matched_gold / crossed, 0.0),
        )
    f1[(pred_total == 0) & (gold_total == 0)] = np.nan
    return np.stack([share(matched_pred, pred_total), share(matched_gold, gold_total), f1], axis=1)


def read_means(sums: Array) -> Array:
    """Means, from rows of the sums of values times weights, and then of the weights."""
    import numpy as np

    values, weights = np.hsplit(sums, 2)
    return share(values, weights)
