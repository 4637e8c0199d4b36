"""Integer programs with binary variables, handed over to HiGHS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, fsum, isfinite

from tallystick.dataclass import dataclass
from tallystick.limits import current
from tallystick.solve.highs import Program, solve

# Bytes for one coefficient in the lists, in the matrix and in HiGHS.
ENTRY_BYTES = 100
# HiGHS takes a constraint as met within this.
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class IntegerResult:
    """The best values found, their objective, and how much better others could be."""

    values: tuple[int, ...]
    score: float
    upper_bound: float
    optimal: bool


def maximise(
    objective: Sequence[float],
    row: Sequence[int],
    col: Sequence[int],
    coefficient: Sequence[float],
    limit: Sequence[float],
    *,
    time_limit: float | None = None,
) -> IntegerResult:
    """Maximise a sum over binary variables, where each constraint row stays at or below its limit.

    The constraints are triplets. All zeros must be a solution: it is the answer where time runs out before
    any other is found.

    >>> maximise([2.0, 3.0], [0, 0], [0, 1], [1.0, 1.0], [1.0])
    IntegerResult(values=(0, 1), score=3.0, upper_bound=3.0, optimal=True)
    """
    if not len(row) == len(col) == len(coefficient):
        raise ValueError("row, col and coefficient must have the same length")
    if row and not (0 <= min(row) and max(row) < len(limit) and 0 <= min(col) and max(col) < len(objective)):
        raise ValueError("a coefficient lies outside the constraints or the variables")
    if limit and min(limit) < 0:
        raise ValueError("all zeros must be a solution: no limit may be negative")
    ceiling = fsum(gain for gain in objective if gain > 0)
    if not row or ceiling <= 0:
        values = tuple(int(gain > 0) for gain in objective)
        return IntegerResult(values, ceiling, ceiling, True)

    import numpy as np

    limits = current().within(time_limit)
    limits.reserve(ENTRY_BYTES * len(row), f"an integer program with {len(row):,} entries")
    count = len(objective)
    answer = solve(Program(objective, row, col, coefficient, limit, [1.0] * count, count), limits.remaining())
    values = (0,) * count
    proved = False
    if answer.values is not None:
        rounded = np.rint(answer.values)
        earned = np.asarray(coefficient) * rounded[np.asarray(col)]
        reached = np.bincount(row, weights=earned, minlength=len(limit))
        if np.all(reached <= np.asarray(limit) + TOLERANCE):
            values, proved = tuple(rounded.astype(int).tolist()), answer.optimal
    score = fsum(gain for gain, value in zip(objective, values, strict=True) if value)
    if proved:
        return IntegerResult(values, score, score, True)
    bound = min(ceiling, answer.bound) if isfinite(answer.bound) else ceiling
    if all(float(gain).is_integer() for gain in objective):
        bound = float(floor(bound + TOLERANCE))
    bound = max(bound, score)
    return IntegerResult(values, score, bound, bound <= score)


def maximise_mixed(
    objective: Sequence[float],
    rows: Sequence[tuple[Mapping[int, float], float]],
    upper: Sequence[float],
    *,
    integral: int,
) -> tuple[float, ...] | None:
    """Maximise a sum over variables from 0 to their upper ends, the first few of them whole numbers.

    A row has the coefficients of some variables, whose sum stays at or below the limit beside it. Returns the
    values of the variables, None if no values meet the rows.

    >>> maximise_mixed([0.0, 1.0], [({0: -3.0, 1: 1.0}, 0.0)], [1.0, 2.5], integral=1)
    (1.0, 2.5)
    """
    if not objective:
        return ()

    entries = [
        (number, column, value) for number, (row, _) in enumerate(rows) for column, value in row.items()
    ]
    number, column, value = zip(*entries, strict=True) if entries else ((), (), ())
    program = Program(objective, number, column, value, [limit for _, limit in rows], upper, integral)
    answer = solve(program, current().remaining())
    if answer.stopped:
        current().give_up()
    return None if answer.values is None else tuple(answer.values.tolist())
