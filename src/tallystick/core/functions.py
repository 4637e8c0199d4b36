"""Similarities from functions: any function of (gold, pred), called as rarely as possible."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product, repeat
from math import inf
from typing import Any

from tallystick.core.arguments import check_function, name_of
from tallystick.core.pairs import Pairs
from tallystick.core.similarity import Similarity
from tallystick.core.values import LatentFound, variables_of
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, current
from tallystick.solve.tables import PairColumns, first_invalid

__all__ = ["Function", "refuse_free_variables", "similarity"]

#: Types whose equal values are indistinguishable: a function is called once for them. (True equals 1, -0.0 equals 0.0.)
_ALIKE = frozenset({str, int})
#: Types whose values contain no variables.
_PLAIN = frozenset({str, int, float, bool})
#: How many pairs are compared between two checks of the clock.
_TOGETHER = 4096
#: Fewer pairs than this are compared one by one: columns cost more than they save.
_FEW = 32


@dataclass(frozen=True, repr=False)
class Function(Similarity):
    """Any function of (gold, pred) with values of at least 0; those above 1 weigh more."""

    function: Callable[[Any, Any], float]
    peaked: bool = False

    def __post_init__(self) -> None:
        check_function("similarity", self.function, "gold", "pred")

    def compare(self, gold: object, pred: object) -> float:
        refuse_free_variables((gold, pred))
        value = self.function(gold, pred)
        return value if type(value) is float and 0 <= value < inf else self._checked(value, gold, pred)

    def self_scores(self, values: Sequence[object]) -> list[float]:
        refuse_free_variables(values)
        scores = list(map(self.function, values, values))
        indices = range(len(values))
        return self._floats(scores, values, values, indices, indices)

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        # Each value is searched for variables once, not once for every pair.
        refuse_free_variables(golds)
        refuse_free_variables(preds)
        if len(golds) * len(preds) < _FEW:
            return self._few_pairs(golds, preds)
        distinct_golds, row_of = _distinct(golds)
        distinct_preds, column_of = _distinct(preds)
        columns = PairColumns(len(preds))
        rows = None if row_of is None else [self._row(gold, distinct_preds) for gold in distinct_golds]
        for i, gold in enumerate(golds):
            row = self._row(gold, distinct_preds) if rows is None or row_of is None else rows[row_of[i]]
            if columns.add_row(i, row, column_of) >= 0:
                row = [
                    self._checked(value, gold, pred) for value, pred in zip(row, distinct_preds, strict=True)
                ]
                columns.add_row(i, row, column_of)
        return Pairs(*columns.finish())

    def _few_pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        function = self.function
        values = [function(gold, pred) for gold in golds for pred in preds]
        gold, pred = _grid(len(golds), len(preds))
        if first_invalid(values) >= 0:
            values = self._floats(values, golds, preds, gold, pred)
        return Pairs(gold, pred, values).with_values(values)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        refuse_free_variables(golds)
        refuse_free_variables(preds)
        distinct_golds, row_of = _distinct(golds)
        distinct_preds, column_of = _distinct(preds)
        if 2 * len(distinct_golds) * len(distinct_preds) > len(gold):
            return self._called(golds, preds, gold, pred)
        # Many pairs of equal values, which are computed once.
        rows_of_pairs = gold if row_of is None else [row_of[i] for i in gold]
        columns_of_pairs = pred if column_of is None else [column_of[j] for j in pred]
        pairs = list(zip(rows_of_pairs, columns_of_pairs, strict=True))
        known: dict[tuple[int, int], float] = dict.fromkeys(pairs, 0.0)
        values = self._called(distinct_golds, distinct_preds, [i for i, _ in known], [j for _, j in known])
        known = dict(zip(known, values, strict=True))
        return [known[pair] for pair in pairs]

    def _called(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        """The values of some pairs, one call for each."""
        limits = current()
        values: list[Any] = []
        for start in range(0, len(gold), _TOGETHER):
            some_golds, some_preds = gold[start : start + _TOGETHER], pred[start : start + _TOGETHER]
            limits.spend(PYTHON_STEP * len(some_golds))
            values += map(
                self.function, map(golds.__getitem__, some_golds), map(preds.__getitem__, some_preds)
            )
        return self._floats(values, golds, preds, gold, pred)

    def _floats(
        self,
        values: list[Any],
        golds: Sequence[object],
        preds: Sequence[object],
        gold: Sequence[int],
        pred: Sequence[int],
    ) -> list[float]:
        if first_invalid(values) < 0:
            return values
        indices = zip(gold, pred, strict=True)
        return [
            self._checked(value, golds[i], preds[j]) for value, (i, j) in zip(values, indices, strict=True)
        ]

    def _row(self, gold: object, preds: Sequence[object]) -> list[Any]:
        current().spend(PYTHON_STEP * len(preds))
        return list(map(self.function, repeat(gold), preds))

    def _checked(self, value: Any, gold: object, pred: object) -> float:
        """The value as a float, or an error that says what the function returned instead of a similarity."""
        if type(value) is float and 0 <= value < inf:
            return value
        number: float | None = None
        if not isinstance(value, (str, bytes)):
            try:
                number = float(value)  # integers, truth values, numbers of other libraries
            except (TypeError, ValueError):
                number = None
        if number is None or not 0 <= number < inf:
            hint = " (is a return statement missing?)" if value is None else ""
            raise UsageError(
                f"{self!r} returned {value!r:.60}{hint} for gold {gold!r:.60} and pred {pred!r:.60}; "
                "a similarity must be a number of at least 0"
            )
        return number

    def __repr__(self) -> str:
        return f"similarity({name_of(self.function)}{', peaked=True' * self.peaked})"


@lru_cache(maxsize=256)
def _grid(rows: int, columns: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The indices of all pairs of a small table, row by row."""
    cells = list(product(range(rows), range(columns)))
    return tuple(i for i, _ in cells), tuple(j for _, j in cells)


def refuse_free_variables(values: Iterable[object]) -> None:
    """Raise `LatentFound` if a value contains a free variable."""
    for value in values:
        if type(value) not in _PLAIN and not isinstance(value, (str, int, float)) and variables_of(value):
            raise LatentFound


def _distinct(values: Sequence[object]) -> tuple[Sequence[object], array[int] | None]:
    """The different values, and for each value its index among them; None if all are different."""
    keys: Sequence[object] = values if set(map(type, values)) <= _ALIKE else list(map(id, values))
    numbers: dict[object, int] = {}
    indices = [numbers.setdefault(key, len(numbers)) for key in keys]
    if len(numbers) == len(values):
        return values, None
    distinct: list[object] = []
    for value, index in zip(values, indices, strict=True):
        if index == len(distinct):
            distinct.append(value)
    return distinct, array("i", indices)


def similarity(
    function: Callable[[Any, Any], float],
    *,
    peaked: bool = False,
    bulk: Callable[[Sequence[Any], Sequence[Any]], Any] | None = None,
) -> Similarity:
    """A similarity from a function of (gold, pred).

    `peaked=True` promises φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y), which saves the search for self-scores. A pair that
    breaks the promise is an error.

    `bulk` computes the same for two lists at once: a function of (golds, preds) that returns a table with a row for
    each gold value, such as a matrix product of embeddings.

    >>> soft = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)))
    >>> soft.compare(1, 2)
    0.5
    """
    if bulk is None:
        return Function(function, peaked)
    from tallystick.core.bulk import BulkFunction

    return BulkFunction(function, peaked, bulk)
