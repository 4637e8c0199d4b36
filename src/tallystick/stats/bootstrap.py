"""The bootstrap: how far a corpus score would move on other samples of items.

Items are drawn with replacement; tallies add, so a resample costs one weighted sum of counts, whatever the
metric. Composite scores are read anew from the sums of each resample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tallystick.errors import UsageError
from tallystick.stats.averages import average as mean_of
from tallystick.tally import Reading, Tally

__all__ = ["Interval", "bootstrap", "flatten", "unflatten"]

#: Resamples are drawn in blocks, so that the table of draws stays small for large corpora.
_BLOCK_CELLS = 4_000_000


class Interval(NamedTuple):
    """A percentile interval; None where the score is undefined in every resample."""

    low: float | None
    high: float | None


def flatten(tally: Tally) -> list[float]:
    """The counts of a tally, and of its parts, in one row."""
    row = [tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total]
    for part in tally.parts:
        row.extend(flatten(part))
    return row


def unflatten(row: Sequence[float], like: Tally) -> Tally:
    """The tally behind a row of counts; `like` says how it is built."""
    return _unflatten(iter(row), like)


def _unflatten(row: Iterator[float], like: Tally) -> Tally:
    found_pred, found_gold, pred_total, gold_total = (float(next(row)) for _ in range(4))
    parts = tuple(_unflatten(row, part) for part in like.parts)
    return Tally(found_pred, found_gold, pred_total, gold_total, parts=parts)


def bootstrap(
    tallies: Sequence[Tally],
    reading: Reading,
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    average: str = "micro",
) -> dict[str, Interval]:
    """Percentile intervals for every number of a reading."""
    if not 0 < confidence < 1:
        raise UsageError(f"confidence={confidence} is not between 0 and 1")
    if resamples < 1:
        raise UsageError(f"resamples={resamples} is not a positive number")
    if average not in ("micro", "macro"):
        raise UsageError(f"average={average!r} is not one of micro, macro")
    if not tallies:
        return {name: Interval(None, None) for name in reading.fields}
    values = _macro_values(tallies, reading) if average == "macro" else _micro_values(tallies, reading)
    return _intervals(values, reading, len(tallies), confidence, resamples, seed)


Values = Callable[["object"], list[dict[str, float | None]]]


def _micro_values(tallies: Sequence[Tally], reading: Reading) -> Values:
    import numpy as np

    counts = np.array([flatten(tally) for tally in tallies])
    first = tallies[0]

    def values(draws: object) -> list[dict[str, float | None]]:
        return [reading(unflatten(row, first)) for row in (draws @ counts).tolist()]

    return values


def _macro_values(tallies: Sequence[Tally], reading: Reading) -> Values:
    rows = [reading(tally) for tally in tallies]

    def values(draws: object) -> list[dict[str, float | None]]:
        return [dict(mean_of(rows, weights).values) for weights in draws]  # type: ignore[attr-defined]

    return values


def _intervals(
    values: Values, reading: Reading, items: int, confidence: float, resamples: int, seed: int
) -> dict[str, Interval]:
    import numpy as np

    generator = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in reading.fields}
    block = max(1, _BLOCK_CELLS // items)
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        draws = generator.multinomial(items, [1 / items] * items, size=size).astype(float)
        for row in values(draws):
            for name, value in row.items():
                if value is not None:
                    found[name].append(value)
    tail = (1 - confidence) / 2
    result = {}
    for name, sample in found.items():
        if sample:
            low, high = np.quantile(sample, [tail, 1 - tail]).tolist()
            result[name] = Interval(low, high)
        else:
            result[name] = Interval(None, None)
    return result
