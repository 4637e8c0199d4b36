"""WLK: identity, symmetry, and a cosine worked by hand."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random, rewritten

from tallystick.formats.penman.reader import Graph
from tallystick.tally import total
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.metrics import WLK
from tallystick.tasks.graphs.wlk import features_of, texts_of

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


def explained(gold, pred):
    return SCORER.explain(PairAnalysis(Graph.of(gold), Graph.of(pred)))


def test_explanations_name_what_is_around_a_node():
    aligned = explained("(g / go-02 :ARG0 (b / boy))", "(g / go-02 :ARG0 (b / boy :mod (s / small)))")
    assert [pair.gold for pair in aligned.matched] == [
        "go-02",
        "boy",
        "go-02 :arg0 boy",
        "level 1: go-02 :arg0 boy",
    ]
    assert aligned.missed == (
        "level 1: boy :arg0-of go-02",
        "level 2: go-02 :arg0 (boy :arg0-of go-02)",
        "level 2: boy :arg0-of (go-02 :arg0 boy)",
    )


@given(st.integers(0, 2**32))
@settings(max_examples=examples(60), deadline=None)
def test_every_feature_has_a_text_of_its_own(seed):
    random = Random(seed)
    gold, pred = (Graph.of(graph_at_random(random, nodes=7)) for _ in range(2))
    for graph in (gold, pred):
        assert texts_of(graph).keys() == features_of(graph).keys()
    aligned = SCORER.explain(PairAnalysis(gold, pred))
    golds, preds = features_of(gold), features_of(pred)
    assert len(aligned.matched) == (golds & preds).total()
    assert len(aligned.missed) == (golds - preds).total()
    assert len(set(aligned.missed)) == len(golds - preds)
    assert len(aligned.spurious) == (preds - golds).total()


def test_texts_of_crowded_nodes_are_cut():
    branches = " ".join(f":op{number} (n{number} / node)" for number in range(1, 900))
    texts = texts_of(Graph.of(f"(h / hub {branches})"))
    assert max(map(len, texts.values())) < 200
    assert len(set(texts.values())) == len(texts)
