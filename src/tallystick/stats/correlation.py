"""Correlations of variables over the same items, with bootstrap intervals and tests of their differences.

Items are drawn with replacement. All correlations of one run share their resamples, so that differences are paired,
and a correlation has the same interval whatever else is computed. An item for which a variable is undefined is left
out of the correlations of this variable only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.solve.concordance import SUMS, TwoVariables
from tallystick.stats.bootstrap import Interval, bootstrap_p, expanded_tail, spread_of
from tallystick.stats.draws import draws
from tallystick.stats.resamples import RESAMPLES, check_resampling
from tallystick.stats.student import cdf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["COEFFICIENTS", "Correlated", "CorrelationTest", "Correlator", "williams"]

#: The coefficients, in the order of the columns of resamples; Kendall's is τ-b.
COEFFICIENTS = ("pearson", "spearman", "kendall")


#: Two variables by name, and the items for which they are correlated.
_Pair = tuple[str, str, bytes]


@dataclass(frozen=True, slots=True)
class Correlated:
    """Two variables: each coefficient with its interval."""

    items: int
    """How many items have both variables."""
    values: Mapping[str, float | None]
    """None if a variable is constant."""
    intervals: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class CorrelationTest:
    """How much more one variable correlates with a target than another one does."""

    items: int
    """How many items have all three variables: only they are compared."""
    value: float | None
    interval: Interval
    test: str
    """``williams``, or ``bootstrap`` where Williams' test does not apply."""
    p: float | None
    """Two-sided."""


class Correlator:
    """Correlates variables over the same items; each is an array in which undefined values are not numbers."""

    def __init__(
        self,
        variables: Mapping[str, Array],
        *,
        level: float = 0.95,
        resamples: int = RESAMPLES,
        seed: int = 12345,
    ) -> None:
        """Take the variables by name."""
        check_resampling(level, resamples)
        self.variables = variables
        self.level = level
        self.resamples = resamples
        self.seed = seed
        self._known: dict[_Pair, tuple[Array, Array]] = {}

    def correlate(self, pairs: Sequence[tuple[str, str]]) -> list[Correlated]:
        """Correlate pairs of variables."""
        masks = [self._mask(first, second) for first, second in pairs]
        self._resample([(*pair, mask) for pair, mask in zip(pairs, masks, strict=True)])
        return [self._correlated(*pair, mask) for pair, mask in zip(pairs, masks, strict=True)]

    def compare(
        self, target: str, pairs: Sequence[tuple[str, str]], coefficient: str
    ) -> list[CorrelationTest]:
        """Test for pairs (base, other) whether `other` correlates better with `target` than `base` does."""
        masks = [self._mask(base, other, target) for base, other in pairs]
        self._resample(
            [
                two
                for (base, other), mask in zip(pairs, masks, strict=True)
                for two in ((base, target, mask), (other, target, mask))
            ]
        )
        return [
            self._test(target, base, other, mask, coefficient)
            for (base, other), mask in zip(pairs, masks, strict=True)
        ]

    def _mask(self, *names: str) -> NDArray[np.bool_]:
        """Return the items for which all of these variables are defined."""
        import numpy as np

        defined = [~np.isnan(self.variables[name]) for name in names]
        mask: NDArray[np.bool_] = np.logical_and.reduce(defined)
        return mask

    def _correlated(self, first: str, second: str, mask: NDArray[np.bool_]) -> Correlated:
        observed, resampled = self._known[first, second, mask.tobytes()]
        items = int(mask.sum())
        tail = expanded_tail(self.level, items)
        return Correlated(
            items,
            {name: _defined(value) for name, value in zip(COEFFICIENTS, observed.tolist(), strict=True)},
            {
                name: spread_of(column, self.level, tail).interval
                for name, column in zip(COEFFICIENTS, resampled.T, strict=True)
            },
        )

    def _test(
        self, target: str, base: str, other: str, mask: NDArray[np.bool_], coefficient: str
    ) -> CorrelationTest:
        key, index, items = mask.tobytes(), COEFFICIENTS.index(coefficient), int(mask.sum())
        base_value, base_resampled = self._known[base, target, key]
        value, resampled = self._known[other, target, key]
        difference = _defined(float(value[index] - base_value[index]))
        if difference is None:
            return CorrelationTest(items, None, Interval(None, None), "bootstrap", None)
        moved = resampled[:, index] - base_resampled[:, index]
        interval = spread_of(moved, self.level, expanded_tail(self.level, items)).interval
        if coefficient == "pearson":
            between = float(_observed(self.variables[base], self.variables[other], mask)[0])
            p = williams(float(value[0]), float(base_value[0]), between, items)
            if p is not None:
                return CorrelationTest(items, difference, interval, "williams", p)
        return CorrelationTest(items, difference, interval, "bootstrap", bootstrap_p(moved, difference)[0])

    def _resample(self, wanted: Sequence[tuple[str, str, NDArray[np.bool_]]]) -> None:
        """Compute the coefficients of pairs of variables in all resamples, unless they are known already."""
        import numpy as np

        new: dict[_Pair, NDArray[np.bool_]] = {}
        for first, second, mask in wanted:
            pair = first, second, mask.tobytes()
            if pair not in self._known:
                new[pair] = mask
        if not new:
            return
        prepared = {
            pair: _two_variables(self.variables[pair[0]], self.variables[pair[1]], mask)
            for pair, mask in new.items()
        }
        columns: dict[_Pair, list[Array]] = {pair: [] for pair in new}
        for weights in draws(len(next(iter(self.variables.values()))), self.resamples, self.seed):
            for pair, variables in prepared.items():
                sums = np.empty((len(weights), SUMS))
                variables.sum_resamples(weights, sums)
                columns[pair].append(_coefficients(sums))
        for pair, mask in new.items():
            observed = _observed(self.variables[pair[0]], self.variables[pair[1]], mask)
            self._known[pair] = observed, np.concatenate(columns[pair])


def williams(first: float, second: float, between: float, items: int) -> float | None:
    """The two-sided p-value of Williams' test for two dependent correlations that share a variable.

    `first` and `second` are Pearson's correlations of two variables with a third one, `between` is that of the two
    with each other (Williams 1959; Steiger 1980, equation 7). None if the test is undefined: fewer than four items,
    or the two variables are the same up to scale.

    >>> round(williams(0.6, 0.5, 0.4, 103), 4), williams(0.6, 0.6, 1.0, 103)
    (0.2405, None)
    """
    if items < 4 or not all(abs(value) <= 1 for value in (first, second, between)):
        return None
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    scale = 2 * (items - 1) / (items - 3) * determinant + mean**2 * (1 - between) ** 3
    # Rounding errors of variables that are the same up to scale are not evidence.
    if scale <= 1e-12 or 1 - between <= 1e-12:
        return None
    statistic = (first - second) * sqrt((items - 1) * (1 + between) / scale)
    return 2 * cdf(-abs(statistic), items - 3)


def _two_variables(x: Array, y: Array, mask: NDArray[np.bool_]) -> TwoVariables:
    """Sort two variables by the first one, and rank both."""
    import numpy as np

    items = np.flatnonzero(mask)
    order = items[np.argsort(x[items], kind="stable")]
    x_rank, y_rank = (np.unique(values[order], return_inverse=True)[1].astype(np.int32) for values in (x, y))
    # Moved to the mean and scaled: sums of squares of large numbers would lose digits, those of tiny ones vanish.
    return TwoVariables(_standard(x[order]), _standard(y[order]), x_rank, y_rank, order.astype(np.int32))


def _standard(values: Array) -> Array:
    import numpy as np

    if not len(values):
        return values
    moved = values - values.mean()
    largest = np.abs(moved).max()
    standard: Array = np.ascontiguousarray(moved / largest if largest else moved)
    return standard


def _observed(x: Array, y: Array, mask: NDArray[np.bool_]) -> Array:
    """The coefficients over all items that have both variables."""
    import numpy as np

    sums = np.empty((1, SUMS))
    _two_variables(x, y, mask).sum_resamples(np.ones((1, len(mask)), dtype=np.int32), sums)
    observed: Array = _coefficients(sums)[0]
    return observed


def _coefficients(sums: Array) -> Array:
    """From sums, a row for each resample, to coefficients; not a number where a variable is constant."""
    import numpy as np

    xx, yy, xy, rank_xx, rank_yy, rank_xy, x_pairs, y_pairs, concordance = sums.T
    # Pairs are whole numbers, so this is exact: rounding does not make a constant vary.
    varies = (x_pairs > 0) & (y_pairs > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        table = np.stack(
            [
                xy / np.sqrt(xx * yy),
                rank_xy / np.sqrt(rank_xx * rank_yy),
                2 * concordance / np.sqrt(x_pairs * y_pairs),
            ],
            axis=1,
        )
    table[~varies] = np.nan
    clipped: Array = np.clip(table, -1.0, 1.0)
    return clipped


def _defined(value: float) -> float | None:
    return None if value != value else value
