"""The facets of Smatch, one example for each worked by hand."""

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.facets import BAGS, RESTRICTIONS, without_sense
from tallystick.tasks.graphs.metrics import FACETS

BY_NAME = {metric.name.removeprefix("smatch."): metric for metric in FACETS}


def counts(facet, pred, gold, **options):
    metric = BY_NAME[facet]
    tally = metric.build(metric.settle(options)).tally(Graph.of(gold), Graph.of(pred))
    assert tally.proved == 1
    return tally.matched_pred, tally.pred_total, tally.gold_total


GOLD = "(w / want-01 :ARG0 (b / boy :quant 2) :ARG1 (g / go-02 :ARG0 b) :polarity -)"
PRED = "(w / want-02 :ARG0 (b / girl :quant 2) :ARG2 (g / go-02 :ARG1 b))"

# (facet, pred, gold, (matched, pred, gold))
WORKED = [
    # go-02 only.
    ("instance", PRED, GOLD, (1, 3, 3)),
    # ARG0 from w to b matches under w, b → w, b; ARG1 under g, b → w, g, which no ARG0 bears. Never both.
    ("relation", PRED, GOLD, (1, 3, 3)),
    # TOP and quant 2; polarity is missing.
    ("attribute", PRED, GOLD, (2, 2, 3)),
    # 1 instance, 3 relations, quant 2, TOP; the gold has polarity too.
    ("unlabeled", PRED, GOLD, (6, 8, 9)),
    # Roles that become one: ARG0 and ARG1 between the same nodes count once. 2 instances, 1 relation, TOP.
    ("unlabeled", "(a / b :ARG0 (c / d) :ARG1 c)", "(a / b :ARG2 (c / d))", (4, 4, 4)),
    # want and go without senses, ARG0 of want, quant 2, TOP.
    ("no-wsd", PRED, GOLD, (5, 8, 9)),
    # Bag {want-02, girl, go-02} against {want-01, boy, go-02}.
    ("concepts", PRED, GOLD, (1, 3, 3)),
    # A bag, not a set.
    ("concepts", "(a / and :op1 (b / x) :op2 (c / x))", "(a / and :op1 (b / x))", (2, 3, 2)),
    # Two or more digits: mid-1 is no frame.
    ("frames", "(a / go-02 :x (b / mid-1) :y (c / have-rel-role-91))", "(a / go-02 :x (b / mid-1))", (1, 2, 1)),
    # The concepts of what has a name, once each, whatever the name; name-of turned round is a name.
    (
        "named-entities",
        '(c / city :name (n / name :op1 "Rome") :name (m / name :op1 "Roma"))',
        '(n / name :op1 "Paris" :name-of (c / city))',
        (1, 1, 1),
    ),
    ("named-entities", '(c / city :name "Rome")', '(c / town :name "Rome")', (0, 1, 1)),
    # Values of wiki, - among them.
    (
        "wiki",
        '(a / and :op1 (b / x :wiki "Q1") :op2 (c / y :wiki -))',
        '(a / and :op1 (b / x :wiki "q1") :op2 (c / y :wiki "Q2") :op3 (d / z :wiki "-"))',
        (2, 2, 3),
    ),
    # Only polarity - negates.
    (
        "negation",
        "(a / and :op1 (b / x :polarity -) :op2 (c / y :polarity +))",
        "(a / and :op1 (b / x :polarity -) :op2 (c / y :polarity -))",
        (1, 1, 2),
    ),
    # Gold: boy has two incoming relations, so 2 relations and the concepts of 3 ends. Pred: girl likewise.
    # go-02 and one ARG0: w, b → w, b and g → g earn the concept go-02 and w's ARG0.
    ("reentrancy", PRED, GOLD, (2, 5, 5)),
    # mod points from head to modifier: small has two heads, so 2 relations and 3 concepts. Turned the other way
    # no node would have two incoming ones.
    (
        "reentrancy",
        "(a / and :op1 (b / boy :mod (s / small)) :op2 (g / girl :mod s))",
        "(a / and :op1 (b / boy :mod (s / small)) :op2 (g / girl :mod s))",
        (5, 5, 5),
    ),
    # The other way round: boy has two modifiers, which is no re-entrancy.
    ("reentrancy", "(b / boy :mod (s / small) :mod (o / old))", "(b / boy)", (0, 0, 0)),
    # All relations of PRED and GOLD are arguments: go-02 and one ARG0, no TOP, no attributes.
    ("srl", PRED, GOLD, (2, 6, 6)),
    # ARG0 of sing only: 1 relation and 2 concepts; ARGM and op1 are no arguments with a number.
    (
        "srl",
        "(s / sing-01 :ARG0 (b / boy) :ARGM (x / y) :op1 (o / z))",
        "(b / boy :ARG0-of (s / sing-01))",
        (3, 3, 3),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("facet", "pred", "gold", "expected"), WORKED)
def test_worked(facet, pred, gold, expected):
    assert counts(facet, pred, gold) == expected
    matched, ours, theirs = expected
    assert counts(facet, gold, pred) == (matched, theirs, ours)


def test_every_facet_has_an_example():
    assert {facet for facet, *_ in WORKED} == set(BY_NAME) == set(RESTRICTIONS) | set(BAGS)


def test_top_counts_as_an_attribute_and_as_no_other():
    graph = "(a / b :c (d / e))"
    assert counts("attribute", graph, graph) == (1, 1, 1)
    assert counts("attribute", graph, graph, root="none") == (0, 0, 0)
    assert counts("relation", graph, graph) == (1, 1, 1)


def test_an_unlabeled_value_is_still_compared():
    assert counts("unlabeled", "(a / b :op1 x)", "(a / b :quant x)") == (3, 3, 3)
    assert counts("unlabeled", "(a / b :op1 x)", "(a / b :op1 y)") == (2, 3, 3)
    # TOP is no role: a constant "top" is not the mark of the root.
    assert counts("unlabeled", "(a / b :op1 top)", "(a / b)") == (2, 3, 2)


def test_senses():
    assert without_sense("want-01") == "want"
    assert without_sense("číst-002") == "číst"
    assert without_sense("mid-1") == "mid-1"
    assert without_sense("01-want") == "01-want"
