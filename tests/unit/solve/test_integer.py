"""Integer programs against trying all 0/1 vectors, and how HiGHS is run."""

import os
import signal
import sys
from itertools import product
from threading import Timer
from time import monotonic

import highspy
import numpy as np
import pytest

from tallystick.solve.integer import IntegerResult, maximise, maximise_mixed


def test_agrees_with_trying_everything():
    generator = np.random.default_rng(4)
    for number in range(40):
        variables, rows = int(generator.integers(1, 9)), int(generator.integers(1, 6))
        objective = generator.integers(-2, 9, variables) / (1 if number % 2 else 4)
        matrix = generator.integers(-1, 3, (rows, variables))
        limit = generator.integers(0, 4, rows)
        row, col = np.nonzero(matrix)
        result = maximise(
            objective.tolist(), row.tolist(), col.tolist(), matrix[row, col].tolist(), limit.tolist()
        )
        tried = np.array(list(product((0, 1), repeat=variables)))
        feasible = tried[np.all(tried @ matrix.T <= limit, axis=1)]
        assert result.optimal
        assert result.score == result.upper_bound == pytest.approx((feasible @ objective).max())
        assert np.all(matrix @ np.array(result.values) <= limit)


def test_without_variables_or_constraints():
    assert maximise([], [], [], [], []) == IntegerResult((), 0.0, 0.0, True)
    assert maximise([1.0, -1.0], [], [], [], []) == IntegerResult((1, 0), 1.0, 1.0, True)
    assert maximise([0.0], [0], [0], [1.0], [0.0]) == IntegerResult((0,), 0.0, 0.0, True)


def independent_set(size):
    """The largest set of nodes without an edge between them, in a random graph: its edges, and the program."""
    generator = np.random.default_rng(5)
    pairs = [(i, j) for i in range(size) for j in range(i) if generator.random() < 0.3]
    row = [number for number in range(len(pairs)) for _ in range(2)]
    col = [node for pair in pairs for node in pair]
    return pairs, ([1.0] * size, row, col, [1.0] * len(row), [1.0] * len(pairs))


def test_running_out_of_time_still_bounds_the_optimum():
    pairs, program = independent_set(60)
    result = maximise(*program, time_limit=0.0)
    full = maximise(*program)
    assert full.optimal
    assert result.score <= full.score <= result.upper_bound
    assert result.score == sum(result.values)
    assert all(result.values[i] + result.values[j] <= 1 for i, j in pairs)


def test_entries_of_the_same_variable_are_added():
    # x + x + y <= 2 allows one of the two.
    result = maximise([2.0, 1.0], [0, 0, 0], [0, 1, 0], [1.0, 1.0, 1.0], [2.0])
    assert result == IntegerResult((1, 0), 2.0, 2.0, True)


def test_a_time_limit_is_kept():
    _, program = independent_set(200)
    result = maximise(*program, time_limit=0.5)
    assert 0 <= result.score < result.upper_bound <= 200
    assert not result.optimal


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send this signal to a process")
def test_ctrl_c_ends_a_search_at_once():
    _, program = independent_set(200)
    start = monotonic()
    # A process in the background may ignore it.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            maximise(*program, time_limit=300)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert monotonic() - start < 300


def test_callers_may_use_highs_themselves():
    def run_own(threads):
        own = highspy.Highs()
        own.silent()
        own.setOptionValue("threads", threads)
        own.addVar(0.0, 1.0)
        return own.run()

    _, program = independent_set(10)
    assert run_own(2) == highspy.HighsStatus.kOk
    try:
        assert maximise(*program).optimal
        assert run_own(2) == highspy.HighsStatus.kOk
    finally:
        highspy.Highs.resetGlobalScheduler(True)


def test_nothing_is_written(capfd):
    _, program = independent_set(10)
    maximise(*program)
    maximise_mixed([1.0], [({0: 1.0}, -1.0)], [1.0], integral=1)
    assert capfd.readouterr() == ("", "")


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="same length"):
        maximise([1.0], [0], [], [1.0], [1.0])
    with pytest.raises(ValueError, match="outside"):
        maximise([1.0], [1], [0], [1.0], [1.0])
    with pytest.raises(ValueError, match="negative"):
        maximise([1.0], [0], [0], [1.0], [-1.0])


def test_mixed_variables():
    # Two gifts of 3 and 2 into rooms of 4 and 1: the 3 fits the first room; the 2 fills the second to 1,
    # or the first to 4. Either way 4 is kept.
    objective = [0.0] * 4 + [1.0, 1.0]
    rows = [
        ({0: 1.0, 1: 1.0}, 1.0),
        ({2: 1.0, 3: 1.0}, 1.0),
        ({0: -3.0, 2: -2.0, 4: 1.0}, 0.0),
        ({1: -3.0, 3: -2.0, 5: 1.0}, 0.0),
    ]
    values = maximise_mixed(objective, rows, [1.0] * 4 + [4.0, 1.0], integral=4)
    assert sum(values[4:]) == pytest.approx(4.0)
    assert maximise_mixed([], [], [], integral=0) == ()
    assert maximise_mixed([1.0], [], [2.5], integral=0) == (2.5,)
    assert maximise_mixed([1.0], [({0: 1.0}, -1.0)], [1.0], integral=1) is None


def test_real_variables_are_used_before_whole_ones_that_cost_more():
    # HiGHS 1.14 says (5, 0), whose cost is 15 (its issue 3043).
    assert maximise_mixed([-3.0, -2.0], [({0: -1.0, 1: -1.0}, -4.5)], [10.0, 10.0], integral=1) == (0.0, 4.5)
