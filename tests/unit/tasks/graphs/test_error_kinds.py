"""The errors of graphs by kind."""

from dataclasses import replace

import pytest

import tallystick as ts
from tallystick.formats.penman.reader import Graph
from tallystick.tally import Alignment, PartError
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS
from tallystick.tasks.graphs.smatch import explain_triples
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.triples import Triples

GOLD = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :quant 2)"


def explained(gold: Triples, pred: Triples, mapping: list[int]) -> Alignment:
    return replace(explain_triples(gold, pred, mapping), typology=GRAPH_ERRORS)


def errors(pred: str, mapping: list[int], gold: str = GOLD) -> dict[str, int]:
    return explained(of_graph(Graph.of(gold)), of_graph(Graph.of(pred)), mapping).errors


@pytest.mark.parametrize(
    ("pred", "mapping", "expected"),
    [
        (GOLD, [0, 1, 2], {}),
        ("(w / want-02 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :quant 2)", [0, 1, 2], {"wrong sense": 1}),
        ("(w / want-01 :ARG0 (b / girl) :ARG1 (g / go-02 :ARG0 b) :quant 2)", [0, 1, 2], {"wrong concept": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG1 b) :quant 2)", [0, 1, 2], {"relabelled relation": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 w) :quant 2)", [0, 1, 2], {"reattached relation": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02) :quant 2)", [0, 1, 2], {"missing relation": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :quant 3)", [0, 1, 2], {"wrong value": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :li 2)", [0, 1, 2], {"relabelled attribute": 1}),
        ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", [0, 1, 2], {"missing attribute": 1}),
        ("(b / boy :ARG0-of (w / want-01 :ARG1 (g / go-02 :ARG0 b) :quant 2))", [1, 0, 2], {"wrong root": 1}),
        (
            "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 (h / he)) :quant 2)",
            [0, 1, 2, -1],
            {"spurious node": 1, "reattached relation": 1},
        ),
        (
            "(w / want-01 :ARG0 (b / boy) :quant 2)",
            [0, 1],
            {"missing node": 1, "missing relation": 2},
        ),
    ],
)  # fmt: skip
def test_one_error_is_of_one_kind(pred, mapping, expected):
    assert errors(pred, mapping) == expected


def test_nodes_that_a_facet_leaves_out_are_no_errors():
    gold = Triples(("a", "b"), (None, None), (), ((0, "arg0", 1),))
    assert explained(gold, gold, [-1, -1]).errors == {"missing relation": 1, "spurious relation": 1}


def test_every_error_has_its_triples():
    pred = "(w / want-02 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 w))"
    alignment = explained(of_graph(Graph.of(GOLD)), of_graph(Graph.of(pred)), [0, 1, 2])
    assert alignment.error_list == (
        PartError("wrong sense", ("w", "instance", "want-01"), ("w", "instance", "want-02")),
        PartError("reattached relation", ("g", "arg0", "b"), ("g", "arg0", "w")),
        PartError("missing attribute", ("w", "quant", "2")),
    )


def test_an_empty_prediction_misses_everything():
    assert explained(of_graph(Graph.of(GOLD)), of_graph(Graph.nothing()), []).errors == {
        "missing node": 3, "missing relation": 3, "missing attribute": 1, "missing root": 1
    }  # fmt: skip


def test_partners_of_ancast_with_other_words():
    """AnCast aligns nodes that are not the same: the pair is the error."""
    aligned = ts.metric("ancast.concept").align(
        "(w / want-01 :ARG0 (b / boy))", "(w / want-02 :ARG0 (g / girl))"
    )
    assert aligned.errors == {"wrong sense": 1, "wrong concept": 1}
    assert [(pair.gold, pair.pred) for pair in aligned.nodes] == [("w", "w"), ("b", "g")]
