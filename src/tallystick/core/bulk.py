"""Similarities that are computed for two lists at once."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallystick.core.arguments import check_function, name_of
from tallystick.core.functions import Function, refuse_free_variables
from tallystick.core.pairs import LARGE, Pairs, reserve_pairs
from tallystick.errors import UsageError
from tallystick.limits import current
from tallystick.solve.tables import positive_pairs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BulkFunction"]

#: A table of all pairs is worth computing if at least one in this many pairs is requested.
_WORTH_A_TABLE = 16


@dataclass(frozen=True, repr=False)
class BulkFunction(Function):
    """A function of (gold, pred), and the same for two lists: a table with a row for each gold value."""

    bulk: Callable[[Sequence[Any], Sequence[Any]], Any] = lambda golds, preds: ()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_function("bulk", self.bulk, "golds", "preds")

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        refuse_free_variables(golds)
        refuse_free_variables(preds)
        table = self._table(golds, preds)
        columns = positive_pairs(table)
        if columns is None:
            self._refuse_entries(table, golds, preds)
        assert columns is not None
        return Pairs(*columns)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        if len(golds) * len(preds) > _WORTH_A_TABLE * len(gold):
            return super().values(golds, preds, gold, pred)
        refuse_free_variables(golds)
        refuse_free_variables(preds)
        values: list[float] = self._table(golds, preds)[list(gold), list(pred)].tolist()
        return self._floats(values, golds, preds, gold, pred)

    def _table(self, golds: Sequence[object], preds: Sequence[object]) -> NDArray[np.float64]:
        import numpy as np

        rows, columns = len(golds), len(preds)
        current().spend(rows * columns)
        if rows * columns > LARGE:
            reserve_pairs(rows * columns)
        if not rows or not columns:
            return np.zeros((rows, columns))
        answer = self.bulk(golds, preds)
        try:
            table = np.ascontiguousarray(answer, dtype=float)
        except (TypeError, ValueError):
            table = np.zeros(0)
        if table.shape != (rows, columns):
            raise UsageError(
                f"bulk={name_of(self.bulk)} returned {answer!r:.60} for {rows} gold and {columns} pred values; "
                "expected a table of numbers, with a row for each gold value and a column for each pred value"
            )
        return table

    def _refuse_entries(
        self, table: NDArray[np.float64], golds: Sequence[object], preds: Sequence[object]
    ) -> None:
        for gold, row in zip(golds, table.tolist(), strict=True):
            for pred, value in zip(preds, row, strict=True):
                self._checked(value, gold, pred)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, bulk={name_of(self.bulk)})"
