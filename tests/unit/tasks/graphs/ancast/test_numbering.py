"""Node numbers: what they mean, and that long chains of equal nodes have them in no time."""

import random

import pytest
from tests.unit.tasks.graphs.ancast.test_ancast import random_graph, written

from tallystick.formats.penman.reader import Graph
from tallystick.solve import compiled
from tallystick.tasks.graphs.ancast.aligner import align
from tallystick.tasks.graphs.ancast.graph import GraphNumbers, ancast_graph
from tallystick.tasks.graphs.ancast.numbering import number_nodes
from tallystick.tasks.graphs.to_triples import of_graph


def ranks(keys):
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return [places[key] for key in keys]


def by_definition(seen):
    """Every node in every round told apart by all that it is joined to."""
    nodes = range(seen.size)
    triples = of_graph(seen.graph)
    values = [
        sorted((role, value) for one, role, value in triples.attributes if one == node and role != "TOP")
        for node in nodes
    ]
    roots = [(node, "TOP") in {(one, role) for one, role, _ in triples.attributes} for node in nodes]
    found = ranks(
        [(seen.lemmas[node], seen.senses[node], tuple(values[node]), roots[node]) for node in nodes]
    )
    relations = [
        (tail, "mod", head) if role == "domain" else (head, role, tail)
        for head, role, tail in triples.relations
    ]
    while True:
        around = [
            sorted(
                [(">", role, found[tail]) for head, role, tail in relations if head == node]
                + [("<", role, found[head]) for head, role, tail in relations if tail == node]
            )
            for node in nodes
        ]
        finer = ranks([(found[node], tuple(around[node])) for node in nodes])
        if len(set(finer)) == len(set(found)):
            return sorted(nodes, key=found.__getitem__)
        found = finer


def test_numbers_are_those_of_the_definition():
    generator = random.Random(11)
    for number in range(400):
        size = generator.randrange(1, 30) if number < 390 else generator.randrange(60, 120)
        concepts, branches = random_graph(generator, size)
        if generator.random() < 0.6:  # only what nodes are joined to tells them apart
            concepts = ["dog"] * len(concepts)
            role = generator.choice(["ARG0", "domain"])
            branches = [
                [(role, end, new) for _, end, new in mine if isinstance(end, int)] for mine in branches
            ]
        seen = ancast_graph(written((concepts, branches)), GraphNumbers())
        assert list(number_nodes(seen).order) == by_definition(seen)


def chain(size):
    opened = "".join(f"(n{node} / and :op1 " for node in range(size))
    return Graph.of(f"{opened}(last / and){')' * size}")


def test_a_long_chain_of_equal_nodes_is_numbered():
    seen = ancast_graph(chain(6000), GraphNumbers())
    order = number_nodes(seen).order
    assert len(set(order)) == 6001


@pytest.mark.skipif(not compiled(), reason="the extensions are not built here")
def test_long_chains_of_equal_nodes_are_aligned():
    gold, pred = chain(2000), chain(1999)
    columns = align(gold, pred).columns
    assert len(set(columns)) == 2000
