"""Mixed integer programs, solved by HiGHS: silently, on one thread, and interruptible by Ctrl-C."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import highspy
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Answer", "Program", "solve"]


#: Seconds until Python looks for Ctrl-C again.
_PATIENCE = 0.1


class Program(NamedTuple):
    """Maximise `objective` over variables from 0 to `upper`, the first `integral` of them whole numbers.

    The constraints are triplets of row, column and coefficient; a row stays at or below its limit. Coefficients of
    the same row and column are added.
    """

    objective: Sequence[float]
    row: Sequence[int]
    col: Sequence[int]
    coefficient: Sequence[float]
    limit: Sequence[float]
    upper: Sequence[float]
    integral: int


class Answer(NamedTuple):
    """Values that meet the constraints, if any were found; whether they are proved best; a bound on all values.

    `stopped` says that a limit ended the search.
    """

    values: NDArray[np.float64] | None
    optimal: bool
    stopped: bool
    bound: float


def solve(program: Program, seconds: float | None) -> Answer:
    """Solve a program within a time limit in seconds."""
    import highspy
    import numpy as np

    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("threads", 1)
    if seconds is not None:
        solver.setOptionValue("time_limit", seconds)
    solver.passModel(_model(program))
    _run(solver)
    status, info = solver.getModelStatus(), solver.getInfo()
    optimal = status == highspy.HighsModelStatus.kOptimal
    stopped = status in (highspy.HighsModelStatus.kTimeLimit, highspy.HighsModelStatus.kIterationLimit)
    values = None
    if optimal or (stopped and info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible):
        values = np.array(solver.getSolution().col_value)
    return Answer(values, optimal, stopped, info.mip_dual_bound)


def _model(program: Program) -> highspy.HighsLp:
    import highspy
    import numpy as np

    rows, columns = len(program.limit), len(program.objective)
    # HiGHS takes the entries row by row, and each only once.
    entry = np.asarray(program.row, dtype=np.int64) * columns + np.asarray(program.col, dtype=np.int64)
    entry, index = np.unique(entry, return_inverse=True)
    row, col = np.divmod(entry, columns)
    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_, model.num_row_ = columns, rows
    model.col_cost_ = np.asarray(program.objective, dtype=float)
    model.col_lower_ = np.zeros(columns)
    model.col_upper_ = np.asarray(program.upper, dtype=float)
    model.row_lower_ = np.full(rows, -np.inf)
    model.row_upper_ = np.asarray(program.limit, dtype=float)
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = columns, rows
    matrix.start_ = np.searchsorted(row, np.arange(rows + 1)).astype(np.int32)
    matrix.index_ = col.astype(np.int32)
    matrix.value_ = np.bincount(index, weights=np.asarray(program.coefficient)).astype(float)
    whole, real = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
    model.integrality_ = [whole] * program.integral + [real] * (columns - program.integral)
    return model


def _run(solver: highspy.Highs) -> None:
    """Run HiGHS in its own thread.

    HiGHS has a scheduler for each thread that calls it, whose size is fixed by the first call: callers who use HiGHS
    themselves must neither find ours nor we theirs. And Python handles Ctrl-C only while its main thread waits here.
    """
    import highspy

    cancelled, finished = Event(), Event()
    failures: list[Exception] = []

    def stop_if_cancelled(event: highspy.HighsCallbackEvent) -> None:
        if cancelled.is_set():
            event.interrupt()

    def run() -> None:
        try:
            solver.run()
        except Exception as error:
            failures.append(error)
        finally:
            highspy.Highs.resetGlobalScheduler(True)
            finished.set()

    solver.cbMipInterrupt.subscribe(stop_if_cancelled)
    Thread(target=run).start()
    try:
        # Not Thread.join: once interrupted, it takes a running thread for finished (Python 3.11). And not forever: a
        # signal that the system hands to another thread does not end the wait, and on Windows none does.
        while not finished.wait(_PATIENCE):
            pass
    except BaseException:
        cancelled.set()
        finished.wait()
        raise
    if failures:
        raise failures[0]
