"""Graphs with many best maps: symmetric ones with repeated triples, against trying every map."""

from __future__ import annotations

from random import Random

import pytest
from tests.tiers import examples
from tests.unit.solve.align.test_solver import Case, check_mapping, exhaustive


def cycle(nodes):
    return [(node, (node + 1) % nodes) for node in range(nodes) if nodes > 1]


def both_ways(nodes):
    return [edge for source, target in cycle(nodes) for edge in ((source, target), (target, source))]


def star(nodes):
    return [(0, node) for node in range(1, nodes)]


def tree(nodes):
    return [((node - 1) // 2, node) for node in range(1, nodes)]


def complete(nodes):
    return [(source, target) for source in range(nodes) for target in range(nodes) if source != target]


def twins(nodes):
    """Two equal cycles, and perhaps a node left over."""
    half = nodes // 2
    return [
        edge for source, target in cycle(half) for edge in ((source, target), (source + half, target + half))
    ]


SHAPES = (cycle, both_ways, star, tree, complete, twins)


def symmetric_graph(random, nodes, labels):
    """A symmetric shape whose edges have few labels and occur several times; sometimes one edge breaks the symmetry."""
    edges = random.choice(SHAPES)(nodes)
    counts = random.choice(((1,), (2,), (1, 2, 3)))
    graph = {(*edge, random.randrange(labels)): random.choice(counts) for edge in edges}
    if nodes > 1 and random.random() < 0.4:
        graph[(*random.sample(range(nodes), 2), 0)] = random.choice(counts)
    names = random.sample(range(nodes), nodes)
    return {(names[source], names[target], label): count for (source, target, label), count in graph.items()}


def symmetric_case(random, largest=6):
    n, m = random.randint(1, largest), random.randint(1, largest)
    labels = random.choice((1, 1, 2))
    pred, gold = symmetric_graph(random, n, labels), symmetric_graph(random, m, labels)
    concepts = random.choice((0, 1, 2, 3))
    cells = {}
    if concepts:
        sides = [[random.randrange(concepts) for _ in range(nodes)] for nodes in (n, m)]
        cells = {(i, j): 1.0 for i in range(n) for j in range(m) if sides[0][i] == sides[1][j]}
    return Case(n, m, cells, pred, gold, random.choice((0, 0, 3, 1, 2)))


@pytest.mark.property
def test_symmetric_graphs_agree_with_trying_every_map(solve):
    random = Random(31)
    for _ in range(examples(10_000)):
        case = symmetric_case(random)
        result = case.run(solve.align.align)
        check_mapping(case, result)
        assert result.optimal
        assert result.score == result.upper_bound == exhaustive(case)
