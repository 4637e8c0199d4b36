"""Integer programs with binary variables, handed over to HiGHS through SciPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, fsum, isfinite

from tallystick.dataclass import dataclass
from tallystick.limits import current

# What one coefficient takes in the lists, in the matrix and in HiGHS.
ENTRY_BYTES = 100
# HiGHS takes a constraint as met within this.
TOLERANCE = 1e-6
# The status of HiGHS at its time limit, or at its limit of iterations.
TIME_IS_UP = 1


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
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    limits = current().within(time_limit)
    limits.reserve(ENTRY_BYTES * len(row), f"an integer programme of {len(row):,} entries")
    matrix = coo_array((coefficient, (row, col)), shape=(len(limit), len(objective))).tocsr()
    options: dict[str, float | bool] = {"mip_rel_gap": 0.0, "presolve": True}
    left = limits.remaining()
    if left is not None:
        options["time_limit"] = left
    answer = milp(
        -np.asarray(objective, dtype=float),
        integrality=np.ones(len(objective)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, -np.inf, np.asarray(limit, dtype=float)),
        options=options,
    )
    values = (0,) * len(objective)
    if answer.x is not None:
        rounded = np.rint(answer.x)
        if np.all(matrix @ rounded <= np.asarray(limit) + TOLERANCE):
            values = tuple(int(value) for value in rounded)
    score = fsum(gain for gain, value in zip(objective, values, strict=True) if value)
    if answer.status == 0:
        return IntegerResult(values, score, score, True)
    bound = ceiling
    dual = answer.get("mip_dual_bound")
    if dual is not None and isfinite(dual):
        bound = min(bound, -float(dual))
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

    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    entries = [
        (number, column, value) for number, (row, _) in enumerate(rows) for column, value in row.items()
    ]
    constraints = []
    if entries:
        number, column, value = zip(*entries, strict=True)
        matrix = coo_array((value, (number, column)), shape=(len(rows), len(objective))).tocsr()
        constraints.append(LinearConstraint(matrix, -np.inf, np.array([limit for _, limit in rows])))
    left = current().remaining()
    answer = milp(
        -np.asarray(objective, dtype=float),
        integrality=np.arange(len(objective)) < integral,
        bounds=Bounds(0, np.asarray(upper, dtype=float)),
        constraints=constraints,
        options={"mip_rel_gap": 0.0, "presolve": True} | ({} if left is None else {"time_limit": left}),
    )
    if answer.status == TIME_IS_UP:
        current().give_up()
    return None if answer.x is None else tuple(answer.x.tolist())
