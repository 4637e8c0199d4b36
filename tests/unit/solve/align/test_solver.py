"""Exact graph alignment against trying every map."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import permutations
from math import perm
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.solve.align import Cells, Edges, GraphPair, NodePairs, align, evaluate

EdgeCounts = dict[tuple[int, int, int], int]


class Case(NamedTuple):
    """Two graphs, as the tests like them."""

    n: int
    m: int
    cells: dict[tuple[int, int], float]
    pred: EdgeCounts
    gold: EdgeCounts
    rule: int = 0
    allowed: list[tuple[int, int]] | None = None

    def graphs(self):
        """The case as the solver takes it."""
        rows, cols = transposed(self.cells, 2)
        allowed = None if self.allowed is None else NodePairs(*reversed(transposed(self.allowed, 2)))
        return GraphPair(
            gold=Edges(self.m, *transposed(self.gold, 3), list(self.gold.values())),
            pred=Edges(self.n, *transposed(self.pred, 3), list(self.pred.values())),
            cells=Cells(gold=cols, pred=rows, weight=list(self.cells.values())),
            rule=self.rule,
            allowed=allowed,
        )

    def run(self, function, **options):
        return function(self.graphs(), **options)

    def worth(self, mapping):
        return evaluate(self.graphs(), mapping)


def transposed(rows, width):
    """The columns of a table, so many even where it has no rows."""
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


@cache
def injections(n, m):
    return np.array(list(permutations(range(m), n)), dtype=np.intp).reshape(perm(m, n), n)


def exhaustive(case):
    """The best score of any map.

    Nothing costs, so some best map leaves no node of the smaller side over; a cell that is not allowed counts
    as unmapped.
    """
    n, m, pred, gold, rule = case.n, case.m, case.pred, case.gold, case.rule
    weights = np.zeros((n, m))
    for cell, weight in case.cells.items():
        weights[cell] += weight
    allowed = np.ones((n, m))
    if case.allowed is not None:
        allowed[:] = 0.0
        for cell in case.allowed:
            allowed[cell] = 1.0
    if n > m:
        n, m, pred, gold, rule = m, n, gold, pred, (0, 2, 1, 3)[rule]
        weights, allowed = weights.T, allowed.T
    maps = injections(n, m)
    scores = np.zeros(len(maps))
    weights = weights * allowed
    for i in range(n):
        scores += weights[i, maps[:, i]]
    by_label: dict[int, list] = {}
    for (j, k, label), count in gold.items():
        by_label.setdefault(label, []).append((j, k, count))
    for (i, k, label), count in pred.items():
        credit = np.zeros((m, m))
        for j, target, found in by_label.get(label, ()):
            credit[j, target] = (
                (min(count, found), count, found, count * found)[rule] * allowed[i, j] * allowed[k, target]
            )
        scores += credit[maps[:, i], maps[:, k]]
    return float(scores.max()) if len(maps) else 0.0


def random_edges(random, nodes, labels, most_count):
    edges = {}
    if nodes > 1:
        for _ in range(random.randint(0, 2 * nodes)):
            source, target = random.sample(range(nodes), 2)
            edges[source, target, random.randrange(labels)] = random.randint(1, most_count)
    shuffled = list(edges)
    random.shuffle(shuffled)
    return {edge: edges[edge] for edge in shuffled}


def random_case(random, largest=8):
    # Mostly near the largest size, where the search has something to do.
    smallest = random.choice((0, largest // 2, largest - 2))
    n, m = random.randint(smallest, largest), random.randint(smallest, largest)
    labels, most_count = random.randint(1, 4), random.choice((1, 1, 3))
    density, whole = random.choice((0.0, 0.15, 0.4)), random.random() < 0.8
    cells = {
        (i, j): float(random.randint(1, 3)) if whole else random.random() * 2
        for i in range(n)
        for j in range(m)
        if random.random() < density
    }
    pred = random_edges(random, n, labels, most_count)
    if random.random() < 0.5:
        gold = random_edges(random, m, labels, most_count)
    else:  # a copy with some edges lost and the nodes renamed
        names = random.sample(range(max(n, m)), max(n, m))
        gold = {
            (names[i], names[k], label): count
            for (i, k, label), count in pred.items()
            if names[i] < m and names[k] < m and random.random() < 0.8
        }
    allowed = None
    if random.random() < 0.25:
        allowed = [(i, j) for i in range(n) for j in range(m) if random.random() < 0.6]
    return Case(n, m, cells, pred, gold, random.randrange(4), allowed)


def check_mapping(case, result):
    mapped = [(i, j) for i, j in enumerate(result.mapping) if j >= 0]
    assert len(result.mapping) == case.n
    assert len({j for _, j in mapped}) == len(mapped)
    if case.allowed is not None:
        assert set(mapped) <= set(case.allowed)
    assert result.score == pytest.approx(case.worth(result.mapping))
    assert result.score <= result.upper_bound


def test_agrees_with_trying_every_map(solve, cases):
    random = Random(20)
    for _ in range(cases):
        case = random_case(random)
        result = case.run(solve.align.align)
        check_mapping(case, result)
        assert result.optimal
        assert result.score == result.upper_bound == pytest.approx(exhaustive(case), abs=1e-9)


@pytest.mark.parametrize(
    "limit", [{"node_limit": 0}, {"node_limit": 1}, {"node_limit": 3}, {"time_limit": 0.0}]
)
def test_bounds_enclose_the_optimum_when_stopped(solve, limit):
    random = Random(21)
    for _ in range(150):
        case = random_case(random, 7)._replace(cells={})
        result = case.run(solve.align.align, **limit)
        check_mapping(case, result)
        assert result.score - 1e-9 <= exhaustive(case) <= result.upper_bound + 1e-9
        assert result.optimal == (result.score == result.upper_bound)


def test_climbing_stays_below_the_optimum(solve):
    random = Random(22)
    missed = 0
    for number in range(200):
        case = random_case(random, 7)
        result = case.run(solve.align.climb, restarts=3, seed=number)
        check_mapping(case, result)
        best = exhaustive(case)
        assert result.score - 1e-9 <= best <= result.upper_bound + 1e-9
        missed += result.score < best - 1e-9
        assert result == case.run(solve.align.climb, restarts=3, seed=number)
    assert missed < 20  # it is a heuristic, but not a bad one


def large_case(random, nodes, labels=6):
    """A tree of so many nodes with some edges more, concepts of which some are equal."""
    edges = {(random.randrange(node), node, random.randrange(labels)): 1 for node in range(1, nodes)}
    for _ in range(nodes // 6):
        source, target = random.sample(range(nodes), 2)
        edges[source, target, random.randrange(labels)] = 1
    concepts = [random.randrange(nodes) for _ in range(nodes)]
    return edges, concepts


def test_a_graph_against_itself_is_proved(solve):
    random = Random(23)
    for _ in range(3):
        edges, concepts = large_case(random, 60)
        cells = {(i, j): 1.0 for i in range(60) for j in range(60) if concepts[i] == concepts[j]}
        result = Case(60, 60, cells, edges, edges).run(solve.align.align)
        assert (result.optimal, result.score) == (True, 60.0 + len(edges))


def test_the_order_of_nodes_does_not_matter(solve):
    random = Random(24)
    edges, concepts = large_case(random, 30)
    others, other_concepts = large_case(random, 30)
    cells = {(i, j): 1.0 for i in range(30) for j in range(30) if concepts[i] == other_concepts[j]}
    names = random.sample(range(30), 30)
    renamed = {(names[i], names[k], label): count for (i, k, label), count in others.items()}
    renamed_cells = {(i, names[j]): weight for (i, j), weight in cells.items()}
    one = Case(30, 30, cells, edges, others).run(solve.align.align)
    two = Case(30, 30, renamed_cells, edges, renamed).run(solve.align.align)
    assert one.optimal
    assert two.optimal
    assert one.score == two.score


def test_compiled_and_interpreted_agree_in_every_detail(solve, cases):
    random = Random(25)
    for _ in range(cases):
        case = random_case(random)
        assert tuple(case.run(solve.align.align)) == tuple(case.run(align))
    edges, concepts = large_case(random, 40, labels=3)
    others, other_concepts = large_case(random, 40, labels=3)
    cells = {(i, j): 1.0 for i in range(40) for j in range(40) if concepts[i] == other_concepts[j]}
    case = Case(40, 40, cells, edges, others)
    assert tuple(case.run(solve.align.align, node_limit=5)) == tuple(case.run(align, node_limit=5))


def test_independent_parts_are_solved_apart(solve):
    # Two copies of a hard little problem that share nothing: the bound and the score double.
    random = Random(26)
    for _ in range(20):
        case = random_case(random, 6)._replace(allowed=None)
        n, m = case.n, case.m
        allowed = [(i + a * n, j + a * m) for a in (0, 1) for i in range(n) for j in range(m)]
        twice = Case(
            2 * n,
            2 * m,
            {(i + a * n, j + a * m): weight for a in (0, 1) for (i, j), weight in case.cells.items()},
            {(i + a * n, k + a * n, label): c for a in (0, 1) for (i, k, label), c in case.pred.items()},
            {(j + a * m, k + a * m, label): c for a in (0, 1) for (j, k, label), c in case.gold.items()},
            case.rule,
            allowed,
        )
        result = twice.run(solve.align.align)
        assert result.optimal
        assert result.score == pytest.approx(2 * exhaustive(case))


def test_empty_graphs_and_pairs_that_earn_nothing(solve):
    empty = Case(0, 0, {}, {}, {}).run(solve.align.align)
    assert tuple(empty) == (array("i"), 0.0, 0.0, True, 0, 0)
    apart = Case(2, 2, {}, {(0, 1, 0): 1}, {(0, 1, 1): 1}).run(solve.align.align)
    assert (apart.mapping.tolist(), apart.score, apart.optimal) == ([-1, -1], 0.0, True)


def test_label_numbers_may_be_large_or_negative(solve):
    case = Case(2, 2, {}, {(0, 1, -5): 1, (1, 0, 2**30): 1}, {(1, 0, -5): 1, (0, 1, 2**30): 1})
    result = case.run(solve.align.align)
    assert (result.mapping.tolist(), result.score) == ([1, 0], 2.0)


def test_repeated_cells_add_up(solve):
    cells = Cells(gold=[0, 1, 0], pred=[0, 0, 0], weight=[1.0, 1.5, 1.0])
    result = solve.align.align(GraphPair(edgeless(2), edgeless(1), cells))
    assert (result.mapping.tolist(), result.score) == ([0], 2.0)


NO_CELLS = Cells([], [], [])


def edgeless(nodes):
    return Edges(nodes, [], [], [], [])


@pytest.mark.parametrize(
    ("graphs", "message"),
    [
        (GraphPair(edgeless(1), edgeless(1), Cells([0], [0], [])), "same length"),
        (GraphPair(edgeless(1), edgeless(1), Cells(gold=[1], pred=[0], weight=[1.0])), "outside"),
        (GraphPair(edgeless(1), Edges(2, [0], [2], [0], [1]), NO_CELLS), "outside"),
        (GraphPair(edgeless(1), Edges(1, [0], [0], [0], [1]), NO_CELLS), "self loop"),
        (GraphPair(edgeless(1), edgeless(1), NO_CELLS, rule=4), "rule"),
    ],
)
def test_bad_input_is_refused(solve, graphs, message):
    with pytest.raises(ValueError, match=message):
        solve.align.align(graphs)


@st.composite
def small_cases(draw):
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 5))

    def edges(nodes):
        node = st.integers(0, nodes - 1)
        label = st.integers(0, 1)
        keys = st.tuples(node, node, label).filter(lambda edge: edge[0] != edge[1])
        return st.dictionaries(keys, st.integers(1, 2), max_size=8) if nodes > 1 else st.just({})

    cell = st.tuples(st.integers(0, n - 1), st.integers(0, m - 1))
    cells = draw(st.dictionaries(cell, st.sampled_from((0.0, 0.5, 1.0, 2.0)), max_size=8))
    return Case(n, m, cells, draw(edges(n)), draw(edges(m)), draw(st.integers(0, 3)))


@settings(max_examples=examples(200), deadline=None)
@given(small_cases())
def test_any_small_case_is_proved(case):
    result = case.run(align)
    check_mapping(case, result)
    assert result.optimal
    assert result.score == pytest.approx(exhaustive(case))


@settings(max_examples=examples(100), deadline=None)
@given(small_cases())
def test_exchanging_the_sides_changes_nothing(case):
    turned = Case(
        case.m,
        case.n,
        {(j, i): weight for (i, j), weight in case.cells.items()},
        case.gold,
        case.pred,
        (0, 2, 1, 3)[case.rule],
    )
    assert turned.run(align).score == pytest.approx(case.run(align).score)
