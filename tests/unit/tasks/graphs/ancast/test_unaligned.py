"""Token alignments as anchors: where there are none, that is said."""

import tallystick as ts
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.ancast.span_anchors import spans, unaligned

MARKED = "(a / see-01~e.1 :ARG0 (b / boy~e.0))"
ADDRESSED = "# ::id x\n# ::alignments 0-1|0.0 1-2|0\n(a / see-01 :ARG0 (b / boy))"


def test_a_graph_without_marks_is_named_with_what_it_has_instead():
    marked, bare = Graph.of(MARKED), Graph.of(ADDRESSED)
    assert unaligned(marked, marked) == []
    (problem,) = unaligned(marked, bare)
    assert "predicted graph has no token alignments" in problem.message
    assert "# ::alignments" in problem.message


def test_the_warning_is_given_once_for_all_metrics():
    report = ts.score(ADDRESSED, ADDRESSED, task="amr", metrics=["ancast"], anchors="alignment")
    assert [problem.code for problem in report.problems] == ["no-alignment"]
    assert not ts.score(ADDRESSED, ADDRESSED, task="amr", metrics=["ancast"]).problems


def test_numbers_of_any_length_are_tokens():
    graph = Graph.of(f"(a / see-01~e.{'9' * 5000} :ARG0 (b / boy~e.007,3))")
    assert spans(graph) == ["9" * 5000, "3,7"]


def test_aligned_nodes_without_anything_in_common_are_shown_as_aligned():
    gold, pred = "(w / want-01 :ARG1 (x / zzz))", "(w / want-01 :ARG1 (y / qqq))"
    found = ts.score(gold, pred, task="amr", metrics=["ancast.concept"])["ancast.concept"].items[0].alignment
    assert [(pair.gold[0], pair.pred[0], pair.credit) for pair in found.matched] == [
        ("w", "w", 1.0),
        ("x", "y", 0.0),
    ]
    assert not found.missed
    assert not found.spurious
