"""Means of scores in which undefined values are left out, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from tallystick.dataclass import dataclass
from tallystick.tally import Numbers

__all__ = ["Averages", "average"]


@dataclass(frozen=True, slots=True)
class Averages(Numbers):
    """Means by name, with the number of items that each one leaves out because it is undefined there."""

    values: Mapping[str, float | None]
    undefined: Mapping[str, int]

    @property
    def jaccard(self) -> float | None:
        """The mean Jaccard similarity."""
        return self.values.get("jaccard")


def average(rows: Iterable[Mapping[str, float | None]], weights: Sequence[float] | None = None) -> Averages:
    """The (weighted) mean of each number.

    >>> average([{"f1": 0.5}, {"f1": None}, {"f1": 1.0}])
    Averages(values={'f1': 0.75}, undefined={'f1': 1})
    """
    rows = list(rows)
    weights = weights if weights is not None else [1.0] * len(rows)
    values: dict[str, float | None] = {}
    undefined: dict[str, int] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        known = [
            (row[name], weight)
            for row, weight in zip(rows, weights, strict=True)
            if row.get(name) is not None
        ]
        whole = fsum(weight for _, weight in known)
        values[name] = (
            fsum(value * weight for value, weight in known if value is not None) / whole if whole else None
        )
        undefined[name] = len(rows) - len(known)
    return Averages(values, undefined)
