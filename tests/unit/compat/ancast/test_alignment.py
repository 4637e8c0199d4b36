"""The released program's readings and its departures from the paper (spec/amr.md, Part 2)."""

import pytest

from tallystick.compat.ancast.view import released_view
from tallystick.formats.penman.reader import Graph
from tallystick.tally import total
from tallystick.tasks.graphs.ancast import METRICS

BY_NAME = {metric.name.removeprefix("ancast."): metric for metric in METRICS}


def scorer(name, convention="ancast-0.1.1"):
    return BY_NAME[name].build(BY_NAME[name].settle({"convention": convention}))


def values(name, gold, pred, convention="ancast-0.1.1"):
    made = scorer(name, convention)
    return made.reading(made.tally(Graph.of(gold), Graph.of(pred)))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("(x / a :mod (y / b))", {("y", "mod-of", "x")}),
        ("(x / a :domain (y / b))", {("x", "domain", "y")}),
        ("(x / a :ARG0-of (y / b))", {("y", "arg0", "x")}),
        ("(x / a :consist-of (y / b))", {("y", "consist", "x")}),
        (
            "(x / a :mode imperative :quant 3 :aspect state)",
            {("x", "mode", "imperative"), ("x", "quant", "3")},
        ),
        ('(x / a :op1 "New York")', {("x", "op1", "new york")}),
    ],
)
def test_reading(text, facts):
    assert released_view(Graph.of(text), umr=False).facts == facts


def test_umr_reading_keeps_bare_constants():
    graph = Graph.of("(s1x / a :aspect state :ARG0 s1y2)")
    assert released_view(graph, umr=True).facts == {("s1x", "aspect", "state")}


def test_bare_constants_are_lost():
    # The graphs differ, and the program gives 1.
    found = values("relation", "(a / x :quant many :ARG0 (b / y))", "(a / x :quant few :ARG0 (b / y))")
    assert found["f1"] == 1.0


def test_concept_recall_is_the_precision():
    found = values("concept", "(a / x :ARG0 (b / y))", "(a / x)")
    assert found == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_without_relations_the_concept_score_stands_in_for_one_item_only():
    made = scorer("relation")
    single = made.tally(Graph.of("(a / go-01)"), Graph.of("(a / go-02)"))
    assert made.reading(single) == {"precision": 0.9, "recall": 0.9, "f1": pytest.approx(0.9)}
    pair = made.tally(Graph.of("(a / x :ARG0 (b / y))"), Graph.of("(a / x :ARG0 (b / y))"))
    # In the sums of a corpus it counts nothing.
    assert made.reading(total([single, pair])) == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
