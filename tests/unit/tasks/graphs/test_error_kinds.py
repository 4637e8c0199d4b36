"""The errors of graphs by kind."""

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.error_kinds import graph_errors
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.triples import Triples

GOLD = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :quant 2)"


def errors(pred: str, mapping: list[int], gold: str = GOLD) -> dict[str, int]:
    counts = graph_errors(of_graph(Graph.of(gold)), of_graph(Graph.of(pred)), mapping)
    return {kind: count for kind, count in counts.items() if count}


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
    assert not any(graph_errors(gold, gold, [-1, -1])[kind] for kind in ("missing node", "spurious node"))
