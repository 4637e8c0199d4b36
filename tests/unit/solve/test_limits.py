"""Searches that are cut short: by clocks that stop them at any look, and by ceilings."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import count
from random import Random

import pytest
from tests.unit.solve.align.test_solver import NO_CELLS, Case, check_mapping, exhaustive, random_case

from tallystick import limits
from tallystick.errors import MemoryLimitError, TimeLimitError
from tallystick.limits import Limits, limited
from tallystick.solve.align import Edges, GraphPair
from tallystick.solve.assign.exact import assign_exactly
from tallystick.solve.broadcast.caster import Caster
from tallystick.solve.broadcast.finishing import finish_in_order
from tallystick.solve.broadcast.shape import Shape
from tallystick.solve.broadcast.table import full_table
from tallystick.solve.reach import reachability


def stopping_after(looks):
    """Limits whose deadline passes at that look at the clock."""
    now = count()
    return Limits(seconds=looks, clock=lambda: float(next(now)))


@pytest.fixture
def impatient(monkeypatch):
    """Look at the clock after every step of a search without a result before its end."""
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)


@pytest.fixture
def watchful(solve, monkeypatch):
    """Look at the clock after every step of a search that can stop at any time."""
    monkeypatch.setattr(solve.align.clock, "LOOK_EVERY", 0)


@pytest.mark.usefixtures("watchful")
def test_bounds_enclose_the_optimum_wherever_an_alignment_is_stopped(solve):
    random = Random(23)
    unproved = 0
    for number in range(300):
        case = random_case(random, 6)
        with limited(stopping_after(number % 30)):
            result = case.run(solve.align.align)
        check_mapping(case, result)
        assert result.score - 1e-9 <= exhaustive(case) <= result.upper_bound + 1e-9
        unproved += not result.optimal
    assert unproved > 30, "the clock stopped some of them"


@pytest.mark.usefixtures("watchful")
def test_restarts_end_with_the_time(solve):
    random = Random(24)
    cut = 0
    for _ in range(50):
        case = random_case(random, 6)._replace(cells={})
        with limited(stopping_after(20)):
            result = case.run(solve.align.climb, restarts=10**9)
        check_mapping(case, result)
        assert result.iterations <= 22
        assert result.score - 1e-9 <= exhaustive(case) <= result.upper_bound + 1e-9
        cut += not result.optimal
    assert cut


def test_no_restart_follows_a_score_that_meets_its_bound(solve):
    case = Case(1, 1, {(0, 0): 1.0}, {}, {})
    assert case.run(solve.align.climb, restarts=10**9).iterations == 1


@pytest.mark.usefixtures("impatient")
def test_an_assignment_is_complete_or_refused(solve):
    cells = [(i, j, 1.0 + i * j % 3) for i in range(8) for j in range(8)]
    problem = (8, 8, *[list(column) for column in zip(*cells, strict=True)])
    assert solve.assign.sparse.assign(*problem)[1] > 0
    with limited(stopping_after(0)), pytest.raises(TimeLimitError):
        solve.assign.sparse.assign(*problem)
    exact = [(i, j, Fraction(weight)) for i, j, weight in cells]
    assert assign_exactly(exact)
    with limited(stopping_after(0)), pytest.raises(TimeLimitError):
        assign_exactly(exact)


@pytest.mark.usefixtures("impatient")
def test_order_and_reachability_are_complete_or_refused(solve):
    with limited(stopping_after(1)), pytest.raises(TimeLimitError):
        solve.ordered.match_ordered(4, 4, range(4), range(4), [1.0] * 4, 0)
    with limited(stopping_after(1)), pytest.raises(TimeLimitError):
        reachability(4, [(0, 1), (1, 2), (2, 3)])


@pytest.mark.parametrize("step", ["labels", "descendants", "broadcast", "finish"])
def test_no_step_of_a_broadcast_goes_on_after_the_deadline(step, monkeypatch):
    chain = [number for node in range(149) for number in (node, 0, node + 1)]
    edges = array("i", chain)
    shape = Shape(150, 1, edges)
    same = full_table(150, 150, array("d", [1.0]) * 150**2)
    anchors = array("i", [0] + [-1] * 149)
    caster = Caster(shape, shape, same)
    caster.broadcast(anchors)
    order = array("i", range(150))
    keys = caster.keys(order[1:], order[1:])
    steps = {
        "labels": lambda: Caster(shape, shape, same),
        "descendants": shape.descendants,
        "broadcast": lambda: caster.broadcast(anchors),
        "finish": lambda: finish_in_order(keys, order[1:], order[1:], anchors, (shape, shape)),
    }
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    steps[step]()
    with limited(stopping_after(0)), pytest.raises(TimeLimitError):
        steps[step]()


def star(leaves):
    """Equal children: every edge of one side meets every edge of the other."""
    return Edges(leaves + 1, [0] * leaves, list(range(1, leaves + 1)), [0] * leaves, [1] * leaves)


def test_edge_pairs_are_counted_before_they_are_built(solve):
    graphs = GraphPair(star(1000), star(1000), NO_CELLS)
    with limited(Limits(memory=10**8)), pytest.raises(MemoryLimitError, match="1,000,000 pairs of equally"):
        solve.align.align(graphs)


@pytest.mark.usefixtures("impatient")
def test_time_that_is_up_while_building_leaves_a_bound(solve):
    graphs = GraphPair(star(270), star(270), NO_CELLS)
    assert solve.align.align(graphs, time_limit=0.0).upper_bound >= 270.0
    with limited(stopping_after(0)):
        cut = solve.align.align(graphs)
    assert (cut.score, cut.upper_bound, cut.optimal, cut.iterations) == (0.0, 270.0, False, 0)


def test_more_edge_pairs_than_can_be_numbered_are_refused(solve):
    """46,400² pairs: their number does not fit into the 31 bits in which indices are counted."""
    graphs = GraphPair(star(46_400), star(46_400), NO_CELLS)
    with limited(Limits(memory=10**15)), pytest.raises(MemoryLimitError, match="not supported"):
        solve.align.align(graphs)


def test_reachable_sets_are_counted_before_they_are_built():
    with (
        limited(Limits(memory=1000)),
        pytest.raises(MemoryLimitError, match="the sets that 1,000 nodes reach"),
    ):
        reachability(1000, [(node, node + 1) for node in range(999)])
