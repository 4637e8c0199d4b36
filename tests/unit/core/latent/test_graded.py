import random
from dataclasses import dataclass
from itertools import product

import pytest

from tallystick import Var, bag, exact, f1, record, similarity, union
from tallystick.core.latent.graded import as_graded_graph
from tallystick.core.latent.linear import solve_linear
from tallystick.core.latent.maps import bound_by

X, Y, Z = map(Var, "xyz")


@dataclass(frozen=True)
class Concept:
    node: object
    label: int


@dataclass(frozen=True)
class Relation:
    source: object
    role: str
    target: object


def near(gold, pred):
    return max(0.0, 1 - abs(gold - pred) / 4)


CONCEPT = record(Concept, node=exact, label=similarity(near, peaked=True))
ELEMENT = union({Concept: CONCEPT, Relation: record(Relation, source=exact, role=exact, target=exact)})
#: The same as triples: a target is a variable or a number.
TRIPLE = record(
    Relation,
    source=exact,
    role=exact,
    target=union({Var: exact, int: similarity(near, peaked=True)}),
)


def test_labels_make_cells_and_relations_make_edges():
    gold = [Concept(X, 1), Relation(X, "to", Y), Relation(X, "to", "constant"), Concept("constant", 1)]
    pred = [Concept(Z, 2), Relation(Z, "to", "constant"), Relation(Z, "to", Z)]
    graph = as_graded_graph(bag(ELEMENT), gold, pred)
    assert (graph.gold, graph.pred) == (["x", "y"], ["z"])
    assert list(graph.cells) == [(0, 0, 1.75)]
    assert [(source, target) for source, target, _ in graph.gold_edges] == [(0, 1)]
    assert not graph.pred_edges


def test_labels_of_a_variable_are_matched_among_themselves():
    gold, pred = [Concept(X, 0), Concept(X, 3)], [Concept(Y, 1), Concept(Y, 2), Concept(Y, 9)]
    for match, earned in (("1:1", 1.5), ("N:N", 0.75 + 0.5 + 0.5 + 0.75)):
        assert list(as_graded_graph(bag(ELEMENT, match), gold, pred).cells) == [(0, 0, earned)]


@pytest.mark.parametrize(
    "metric",
    [
        bag(ELEMENT, "N:1"),
        bag(record(Relation, source=exact, role=similarity(lambda g, p: 0.5), target=exact)),
        bag(f1(bag(exact))),
        bag(similarity(lambda gold, pred: 1.0)),
        exact,
    ],
    ids=["covered", "graded edges", "bags inside", "functions of variables", "no collection"],
)
def test_other_shapes(metric):
    value = [Relation(X, "to", Y)]
    assert as_graded_graph(metric, value, value) is None


def test_three_variables_are_no_edge():
    metric = bag(exact.of(lambda triple: triple[:3]) * similarity(near).of(lambda triple: triple[3]))
    assert as_graded_graph(metric, [(X, Y, Z, 1)], [(X, Y, 0, 1)]) is None


def concepts(choose, prefix, most):
    names = [Var(f"{prefix}{number}") for number in range(choose.randrange(1, most + 1))]
    elements = [Concept(name, choose.randrange(6)) for name in names for _ in range(choose.randrange(3))]
    for _ in range(choose.randrange(2 * len(names) + 1)):
        elements.append(Relation(choose.choice([*names, "k"]), choose.choice("rs"), choose.choice(names)))
    choose.shuffle(elements)
    return elements


def as_triples(elements):
    return [
        element if isinstance(element, Relation) else Relation(element.node, "is", element.label)
        for element in elements
    ]


@pytest.mark.parametrize("match", ["1:1", "N:1", "1:N", "N:N"])
def test_against_the_integer_programme(match):
    choose = random.Random(match)
    metric = bag(ELEMENT, match, recall="literal")
    as_records = bag(TRIPLE, match, recall="literal")
    for _ in range(40):
        gold, pred = concepts(choose, "g", 5), concepts(choose, "p", 5)
        graph = as_graded_graph(metric, gold, pred)
        result = graph.align(None)
        expected = solve_linear(metric, gold, pred, None, {})
        assert result.optimal
        assert expected.optimal
        earned, best = (
            metric.compare(*bound_by(partner, gold, pred)) for partner in (result.partner, expected.partner)
        )
        assert earned == pytest.approx(best, abs=1e-9)
        assert as_records.score(as_triples(gold), as_triples(pred)).matched == pytest.approx(best, abs=1e-9)


def test_large_graphs_need_no_integer_programme(monkeypatch):
    def refused(*_arguments, **_options):
        raise AssertionError("an integer programme for a graph")

    monkeypatch.setattr("tallystick.solve.integer.maximise", refused)
    names = [Var(f"x{number}") for number in range(30)]
    value = [Concept(name, number % 7) for number, name in enumerate(names)]
    value += [Relation(left, "to", right) for left, right in product(names[:5], names[20:])]
    score = bag(ELEMENT).score(value, value[::-1])
    assert (score.matched, score.optimal) == (80, True)
