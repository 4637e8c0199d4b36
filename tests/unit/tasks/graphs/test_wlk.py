"""WLK: identity, symmetry, and a cosine worked by hand."""

from math import sqrt
from random import Random

import pytest
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random, rewritten

from tallystick.formats.penman.reader import Graph
from tallystick.tally import total
from tallystick.tasks.graphs.metrics import WLK

SCORER = WLK.build(WLK.settle({}))


def score(gold, pred):
    return SCORER.reading(SCORER.tally(Graph.of(gold), Graph.of(pred)))["score"]


def test_identity_and_symmetry():
    random = Random(3)
    for _ in range(30):
        gold, pred = graph_at_random(random), graph_at_random(random)
        assert score(gold, gold) == pytest.approx(1)
        assert score(gold, rewritten(gold, random)) == pytest.approx(1)
        assert score(gold, pred) == pytest.approx(score(pred, gold), abs=1e-15)
        assert 0 <= score(gold, pred) <= 1 + 1e-12


def test_worked():
    # Levels 0, 1, 2: {x}, {x}, {x} against {x, y, x-r-y}, {x', y'}, {x'', y''}: only the label x is common.
    size = sqrt((1 + 1 / 4 + 1 / 9) * (3 + 2 / 4 + 2 / 9))
    assert score("(a / x)", "(a / x :r (b / y))") == pytest.approx(1 / size)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(a / x :r-of (b / y))", "(b / y :r (a / x))"),
        ("(a / x :mod (b / y))", "(b / y :domain (a / x))"),
        ("(a / x :mod 1)", "(a / x :domain-of 1)"),
    ],
)
def test_spellings_of_the_same_graph(one, other):
    assert score(one, other) == pytest.approx(1)


def test_a_constant_is_a_node_of_its_own():
    assert score("(a / x :r 1 :s 1)", "(a / x :r (b / 1) :s (c / 1))") == pytest.approx(1)
    assert score("(a / x :r 1 :s 1)", "(a / x :r (b / 1) :s b)") < 1


def test_the_mean_over_a_corpus_leaves_out_what_is_no_comparison():
    nothing, graph = Graph.nothing(), Graph.of("(a / x)")
    assert SCORER.reading(SCORER.tally(nothing, nothing))["score"] is None
    assert SCORER.reading(SCORER.tally(graph, nothing))["score"] == 0
    tallies = [SCORER.tally(nothing, nothing), SCORER.tally(graph, graph), SCORER.tally(graph, nothing)]
    assert SCORER.reading(total(tallies))["score"] == pytest.approx(1 / 2)


def test_the_explanation_lists_the_features():
    alignment = SCORER.align(Graph.of("(a / x)"), Graph.of("(a / x :r (b / y))"))
    assert [pair.note for pair in alignment.matched] == ["level 0"]
