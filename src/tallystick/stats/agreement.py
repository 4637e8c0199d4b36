"""Chance-corrected agreement on labels: Cohen's κ, Fleiss' κ, Krippendorff's α for nominal labels.

All three compare how often annotators agree with how often they would by chance, and differ in what chance is: each
annotator's own distribution of labels (Cohen), the common distribution (Fleiss), or the common distribution without
replacement (Krippendorff). Each is a function of sums over units, so resamples of items are sums too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.stats.bootstrap import Interval, expanded_tail, spread_of
from tallystick.stats.draws import draws
from tallystick.stats.resamples import RESAMPLES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Coefficient", "Resampling", "Units", "alpha", "cohen_kappa", "fleiss_kappa", "label_alpha"]

#: The labels of the units of an item: by unit, then by annotator.
Units = Mapping[Hashable, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made; without a level there are none."""

    level: float | None = None
    resamples: int = RESAMPLES
    seed: int = 12345


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient and what it is computed from."""

    value: float | None
    """None if undefined: no units, or one label only."""
    units: int
    observed: float | None
    """How often annotators agree, uncorrected."""
    interval: Interval | None = None


def cohen_kappa(items: Sequence[Units], a: str, b: str, how: Resampling = Resampling()) -> Coefficient:  # noqa: B008
    """Cohen's κ of two annotators over the units that both labelled.

    >>> labels = [("x", "x"), ("x", "y"), ("y", "y"), ("y", "y")]
    >>> cohen_kappa([{n: {"a": a, "b": b} for n, (a, b) in enumerate(labels)}], "a", "b").value
    0.5
    """
    import numpy as np

    both = [[(own[a], own[b]) for own in units.values() if a in own and b in own] for units in items]
    index = _numbered(label for pairs in both for pair in pairs for label in pair)
    size = len(index)
    # For each item: units, units with the same label, then how often each annotator used each label.
    table = np.zeros((len(items), 2 + 2 * size))
    for row, pairs in zip(table, both, strict=True):
        for first, second in pairs:
            row[0] += 1
            row[1] += first == second
            row[2 + index[first]] += 1
            row[2 + size + index[second]] += 1

    def read(sums: Array) -> Array:
        expected = (sums[:, 2 : 2 + size] * sums[:, 2 + size :]).sum(axis=1) / sums[:, 0] ** 2
        return _corrected(sums[:, 1] / sums[:, 0], expected)

    return _coefficient(table, read, how)


def alpha(items: Sequence[Units], how: Resampling = Resampling()) -> Coefficient:  # noqa: B008
    """Krippendorff's α for nominal labels over the units with two labels or more; annotators may be missing.

    >>> labels = [("x", "x"), ("x", "y"), ("y", "y"), ("y", "y")]
    >>> round(alpha([{n: {"a": a, "b": b} for n, (a, b) in enumerate(labels)}]).value, 4)
    0.5333
    """
    return _from_coincidences([list(units.values()) for units in items], how, without_replacement=True)


def fleiss_kappa(items: Sequence[Units], annotators: int, how: Resampling = Resampling()) -> Coefficient:  # noqa: B008
    """Fleiss' κ over the units that all annotators labelled."""
    complete = [[own for own in units.values() if len(own) == annotators] for units in items]
    return _from_coincidences(complete, how, without_replacement=False)


def label_alpha(items: Sequence[Units], label: str) -> Coefficient:
    """α of one label against all others."""
    return alpha(
        [
            {
                unit: {name: "yes" if own == label else "no" for name, own in labels.items()}
                for unit, labels in units.items()
            }
            for units in items
        ]
    )


def _from_coincidences(
    items: Sequence[Sequence[Mapping[str, str]]], how: Resampling, *, without_replacement: bool
) -> Coefficient:
    """α or Fleiss' κ: both are functions of how often labels coincide within units."""
    import numpy as np

    labelled = [[list(own.values()) for own in units if len(own) > 1] for units in items]
    index = _numbered(label for units in labelled for labels in units for label in labels)
    # For each item: units, coincidences of the same label, then how often each label was used.
    table = np.zeros((len(items), 2 + len(index)))
    for row, units in zip(table, labelled, strict=True):
        for labels in units:
            same = sum(first == second for first, second in combinations(labels, 2))
            row[0] += 1
            row[1] += 2 * same / (len(labels) - 1)
            for label in labels:
                row[2 + index[label]] += 1

    def read(sums: Array) -> Array:
        used = sums[:, 2:]
        total = used.sum(axis=1)
        if without_replacement:
            expected = (used * (used - 1)).sum(axis=1) / (total * (total - 1))
        else:
            expected = (used**2).sum(axis=1) / total**2
        return _corrected(sums[:, 1] / total, expected)

    return _coefficient(table, read, how)


def _numbered(labels: object) -> dict[str, int]:
    return {label: index for index, label in enumerate(dict.fromkeys(labels))}  # type: ignore[call-overload]


def _corrected(observed: Array, expected: Array) -> Array:
    """Agreement beyond chance, as two columns: corrected, and as it was observed."""
    import numpy as np

    # Where only one label was used, chance agrees always, up to rounding.
    corrected = np.where(expected < 1 - 1e-12, (observed - expected) / (1 - expected), np.nan)
    return np.stack([corrected, observed], axis=1)


def _coefficient(table: Array, read: Callable[[Array], Array], how: Resampling) -> Coefficient:
    """Read the sums over all items, and over resamples of them."""
    import numpy as np

    sums = table.sum(axis=0, keepdims=True)
    units = round(float(sums[0, 0]))
    if not units:
        return Coefficient(None, 0, None, None if how.level is None else Interval(None, None))
    with np.errstate(divide="ignore", invalid="ignore"):
        value, observed = read(sums)[0].tolist()
        interval = None
        if how.level is not None:
            resampled = [
                read(weights.astype(np.float64) @ table)[:, 0]
                for weights in draws(len(table), how.resamples, how.seed, table.shape[1])
            ]
            tail = expanded_tail(how.level, len(table))
            interval = spread_of(np.concatenate(resampled), how.level, tail).interval
    return Coefficient(None if value != value else value, units, observed, interval)
