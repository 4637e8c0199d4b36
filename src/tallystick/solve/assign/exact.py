"""Maximum-weight matching of exact weights: among the best matchings, the lexicographically first.

Rows in order each take the earliest column that keeps the maximum. Where scores depend on which of several
best matchings is taken, this makes them depend on the data alone. Weights are whole numbers or fractions, so that
neither a maximum nor a tie is a matter of rounding.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm

from tallystick.limits import PYTHON_STEP, current
from tallystick.solve.assign.first_of_best import FirstOfBest
from tallystick.solve.assign.sparse import Matcher

__all__ = ["assign_exactly"]

#: Whole numbers below this, and their sums and differences, are exact as doubles.
MOST_EXACT = 1 << 50
#: Fewer rows than this are matched before a compiled problem is set up.
FEW_ROWS = 12


def assign_exactly(cells: Iterable[tuple[int, int, Fraction | int]]) -> dict[int, int]:
    """The column of every matched row; cells are (row, column, weight), and only positive weights count.

    >>> assign_exactly([(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)])
    {0: 0, 1: 1}
    >>> assign_exactly([(0, 0, Fraction(1, 2)), (0, 1, Fraction(1, 3)), (1, 0, Fraction(2, 3))])
    {0: 1, 1: 0}
    """
    by_row: dict[int, dict[int, Fraction | int]] = {}
    for row, col, weight in cells:
        if weight.numerator > 0:
            by_row.setdefault(row, {})[col] = weight
    matched: dict[int, int] = {}
    for rows in _components(by_row):
        if len(rows) == 1 and len(by_row[rows[0]]) == 1:
            matched[rows[0]] = next(iter(by_row[rows[0]]))
        else:
            matched.update(_matched({row: by_row[row] for row in rows}))
    return dict(sorted(matched.items()))


def _components(by_row: dict[int, dict[int, Fraction | int]]) -> list[list[int]]:
    """The rows that are connected through shared columns, each group in order."""
    by_col: dict[int, list[int]] = {}
    for row, cells in by_row.items():
        for col in cells:
            by_col.setdefault(col, []).append(row)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for first in by_row:
        if first in seen:
            continue
        seen.add(first)
        group = [first]
        for row in group:
            for col in by_row[row]:
                fresh = [other for other in by_col.pop(col, ()) if other not in seen]
                seen.update(fresh)
                group.extend(fresh)
        groups.append(sorted(group))
    return groups


def _matched(by_row: dict[int, dict[int, Fraction | int]]) -> dict[int, int]:
    """The lexicographically first of the best matchings of a component."""
    scale = lcm(*(weight.denominator for cells in by_row.values() for weight in cells.values()))
    whole = {
        row: {col: weight.numerator * (scale // weight.denominator) for col, weight in cells.items()}
        for row, cells in by_row.items()
    }
    largest = max(max(cells.values()) for cells in whole.values())
    if len(whole) > FEW_ROWS and largest < MOST_EXACT:
        col_of, row_price, col_price = _solved_in_doubles(whole)
    else:
        search = _IntegerMatcher(whole)
        col_of, row_price, col_price = search.match(), search.row_price, search.col_price
    tight = {
        row: sorted(col for col, weight in cells.items() if row_price[row] + col_price[col] == weight)
        for row, cells in whole.items()
    }
    settled_rows = {row for row, price in row_price.items() if not price}
    settled_cols = {col for col, price in col_price.items() if not price}
    return FirstOfBest(tight, col_of, settled_rows, settled_cols).match()


def _solved_in_doubles(
    whole: dict[int, dict[int, int]],
) -> tuple[dict[int, int], Mapping[int, float], Mapping[int, float]]:
    """A best matching and its prices: exact, for all weights and prices are whole numbers that a double can hold."""
    rows, cols = sorted(whole), sorted({col for cells in whole.values() for col in cells})
    col_index = {col: at for at, col in enumerate(cols)}
    cells = [
        (at, col_index[col], float(weight))
        for at, row in enumerate(rows)
        for col, weight in whole[row].items()
    ]
    row, col, weight = zip(*cells, strict=True)
    problem = Matcher(len(rows), len(cols), array("i", row), array("i", col), array("d", weight))
    matching, _ = problem.solve()
    row_prices, col_prices = problem.prices()
    return (
        {rows[at]: cols[to] for at, to in enumerate(matching) if to >= 0},
        dict(zip(rows, row_prices, strict=True)),
        dict(zip(cols, col_prices, strict=True)),
    )


class _IntegerMatcher:
    """Rows matched one after the other by shortest augmenting paths, with prices in whole numbers."""

    def __init__(self, weights: dict[int, dict[int, int]]) -> None:
        self.weights = weights
        self.row_price = {row: max(cells.values()) for row, cells in weights.items()}
        self.col_price = {col: 0 for cells in weights.values() for col in cells}
        self.col_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}

    def match(self) -> dict[int, int]:
        """The best matching."""
        for row in sorted(self.weights):
            self._augment(row)
        return self.col_of

    def _augment(self, start: int) -> None:
        """Find the cheapest way to satisfy a row: a free column, or a row that is best left unmatched."""
        distance: dict[int, int] = {}
        reached_from: dict[int, int] = {}
        final: list[int] = []
        waiting: list[tuple[int, int]] = []
        row, here = start, 0
        shortest, end_col, end_row = self.row_price[start], -1, start
        limits = current()
        while True:
            limits.spend(PYTHON_STEP * len(self.weights[row]))
            for col, weight in self.weights[row].items():
                reach = here + self.row_price[row] + self.col_price[col] - weight
                if reach >= shortest or reach >= distance.get(col, reach + 1):
                    continue
                distance[col], reached_from[col] = reach, row
                if col in self.row_of:
                    heappush(waiting, (reach, col))
                else:
                    shortest, end_col = reach, col
            while waiting and waiting[0][0] > distance[waiting[0][1]]:
                heappop(waiting)
            if not waiting or waiting[0][0] >= shortest:
                break
            here, col = heappop(waiting)
            final.append(col)
            row = self.row_of[col]
            if here + self.row_price[row] < shortest:
                shortest, end_col, end_row = here + self.row_price[row], -1, row
        self._reprice(start, shortest, distance, final)
        self._switch(start, end_col, end_row, reached_from)

    def _reprice(self, start: int, shortest: int, distance: dict[int, int], final: list[int]) -> None:
        self.row_price[start] -= shortest
        for col in final:
            change = shortest - distance[col]
            self.col_price[col] += change
            self.row_price[self.row_of[col]] -= change

    def _switch(self, start: int, end_col: int, end_row: int, reached_from: dict[int, int]) -> None:
        """Exchange matched and unmatched cells along the way that was found."""
        if end_col < 0:
            if end_row == start:
                return
            end_col = self.col_of.pop(end_row)
        while True:
            row = reached_from[end_col]
            before = self.col_of.get(row, -1)
            self.col_of[row] = end_col
            self.row_of[end_col] = row
            if row == start:
                return
            end_col = before
