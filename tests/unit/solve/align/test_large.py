"""Alignment by generating cells, tried on graphs small enough to try every map."""

from __future__ import annotations

from array import array
from itertools import accumulate
from random import Random

import pytest
from tests.unit.solve.align.test_solver import Case, check_mapping, exhaustive, large_case, random_case
from tests.unit.solve.test_limits import stopping_after

from tallystick.errors import MemoryLimitError
from tallystick.limits import Limits, limited
from tallystick.solve.align import align
from tallystick.solve.align import solver as installed
from tallystick.solve.align.large import solver as generating


@pytest.fixture
def large(solve, monkeypatch):
    """Align every graph as if it were large."""
    monkeypatch.setattr(solve.align.solver, "LARGE", -1)
    monkeypatch.setattr(solve.align.solver, "_large_solver", lambda: solve.align.large.solver)
    monkeypatch.setattr(solve.align.large.solver, "OVERGROWN", 2)
    return solve.align.align


def with_groups(case, random, solve):
    """Return a pair of graphs whose nodes belong to groups, and the case with the pairs that share one."""
    sets = [sorted(random.sample(range(4), random.randint(1, 2))) for _ in range(6)]
    golds = [random.randrange(len(sets)) for _ in range(case.m)]
    preds = [random.randrange(len(sets)) for _ in range(case.n)]
    allowed = [
        (i, j) for i in range(case.n) for j in range(case.m) if set(sets[preds[i]]) & set(sets[golds[j]])
    ]
    groups = solve.align.NodeGroups(
        gold=array("i", golds),
        pred=array("i", preds),
        start=array("i", [0, *accumulate(map(len, sets))]),
        group=array("i", [group for groups in sets for group in groups]),
    )
    return case.graphs()._replace(allowed=groups), case._replace(allowed=allowed)


def test_agrees_with_trying_every_map(large, cases):
    random = Random(30)
    for _ in range(cases // 2):
        case = random_case(random)._replace(allowed=None)
        result = case.run(large)
        check_mapping(case, result)
        assert result.optimal
        assert result.score == result.upper_bound == pytest.approx(exhaustive(case), abs=1e-9)


def test_nodes_are_aligned_within_their_groups(solve, large, cases):
    random = Random(31)
    for _ in range(cases // 2):
        graphs, case = with_groups(random_case(random), random, solve)
        result = large(graphs)
        check_mapping(case, result)
        assert result.optimal
        assert result.score == pytest.approx(exhaustive(case), abs=1e-9)


def test_bounds_hold_for_all_cells_without_an_exact_search(solve, large, monkeypatch):
    """The prices alone prove most of these problems, and bound the others."""
    monkeypatch.setattr(solve.align.large.solver, "FEW_CELLS", 0)
    random = Random(32)
    proved = 0
    for _ in range(300):
        case = random_case(random)._replace(allowed=None)
        result = case.run(large)
        check_mapping(case, result)
        assert result.score - 1e-9 <= exhaustive(case) <= result.upper_bound + 1e-9
        proved += result.optimal
    assert proved > 150


def test_bounds_enclose_the_optimum_wherever_it_is_stopped(large):
    random = Random(33)
    unproved = 0
    for number in range(300):
        case = random_case(random, 7)._replace(allowed=None)
        with limited(stopping_after(number % 8)):
            result = case.run(large)
        check_mapping(case, result)
        assert result.score - 1e-9 <= exhaustive(case) <= result.upper_bound + 1e-9
        unproved += not result.optimal
    assert unproved, "the clock stopped some of them"


def tree_pair(nodes):
    """Two trees of so many nodes, of which the second differs here and there."""
    random = Random(nodes)
    edges, concepts = large_case(random, nodes)
    others = {edge: 1 for edge in edges if random.random() < 0.9}
    other_concepts = [concept if random.random() < 0.9 else -1 for concept in concepts]
    cells = {(i, j): 1.0 for i in range(nodes) for j in range(nodes) if concepts[i] == other_concepts[j]}
    return Case(nodes, nodes, cells, edges, others)


def test_agrees_with_the_alignment_at_once(solve, large, monkeypatch):
    for nodes in (20, 40, 60):
        case = tree_pair(nodes)
        result = case.run(large)
        monkeypatch.setattr(solve.align.solver, "LARGE", 1 << 60)
        at_once = case.run(solve.align.align)
        monkeypatch.setattr(solve.align.solver, "LARGE", -1)
        check_mapping(case, result)
        assert (result.score, result.upper_bound) == (at_once.score, at_once.upper_bound)
        assert result.optimal


def test_compiled_and_interpreted_agree_in_every_detail(large, monkeypatch):
    monkeypatch.setattr(installed, "LARGE", -1)
    monkeypatch.setattr(generating, "OVERGROWN", 2)
    random = Random(34)
    for _ in range(100):
        case = random_case(random)._replace(allowed=None)
        assert tuple(case.run(large)) == tuple(case.run(align))
    case = tree_pair(60)
    assert tuple(case.run(large)) == tuple(case.run(align))


def test_equal_nodes_are_aligned_at_once(solve, monkeypatch):
    """Where every cell matters, generating them is no gain."""
    monkeypatch.setattr(solve.align.solver, "LARGE", -1)
    chain = {(node, node + 1, 0): 1 for node in range(12)}
    cells = {(i, j): 1.0 for i in range(13) for j in range(13)}
    result = Case(13, 13, cells, chain, chain).run(solve.align.align)
    assert (result.score, result.optimal) == (25.0, True)


@pytest.mark.parametrize("memory", [10**4, 10**5])
def test_a_ceiling_is_kept(large, memory):
    case = tree_pair(60)
    with limited(Limits(memory=memory)), pytest.raises(MemoryLimitError):
        case.run(large)


def test_a_graph_against_itself_needs_no_search(large):
    """However little time there is: the identity is a bound that proves itself."""
    edges, concepts = large_case(Random(35), 60)
    cells = {(i, j): 1.0 for i in range(60) for j in range(60) if concepts[i] == concepts[j]}
    with limited(stopping_after(0)):
        result = Case(60, 60, cells, edges, edges).run(large)
    assert (result.optimal, result.score, result.iterations) == (True, 60.0 + len(edges), 0)
    assert result.mapping.tolist() == list(range(60))
