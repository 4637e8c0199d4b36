"""Alignments by rows say what explanations in words say."""

import random
from collections import Counter

import pytest
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random

from tallystick.formats.penman.graph import Graph
from tallystick.registry import tasks
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS
from tallystick.tasks.graphs.graph_rows import AlignedGraphs
from tallystick.tasks.graphs.page_view import VIEW
from tallystick.tasks.views.base import Original

MODIFIERS = ("mod", "domain")
METRICS = (
    "smatch",
    "ancast.concept",
    "ancast.relation",
    "ancast.unlabeled",
    "ancast.weighted",
    "ancast.smatch",
)
GOLD = '(w / want-01 :ARG0 (b / boy :name "Bo") :ARG1 (g / go-02 :ARG0 b :polarity -) :mod (s / sad))'
#: The same with another sense, another role, another name, a modifier written the other way round, two roles at once.
PRED = '(w / want-02 :ARG0 (b / boy :name "Al") :ARG2 (g / go-02 :ARG0 b :ARG1 b) :domain-of (s / sad))'


def aligned(metric: str, gold: Graph, pred: Graph) -> tuple[AlignedGraphs, PairAnalysis]:
    task = tasks()["amr"]
    declared = task.metric(metric)
    pair = PairAnalysis(gold, pred)
    rows = declared.build(declared.settle({})).rows(pair)
    assert isinstance(rows, AlignedGraphs)
    return rows, pair


def random_pairs():
    generator = random.Random(5)
    for _ in range(60):
        yield Graph.of(graph_at_random(generator)), Graph.of(graph_at_random(generator))


@pytest.mark.parametrize("metric", METRICS)
def test_errors_by_rows_are_those_of_the_triples_in_words(metric):
    for gold, pred in [(Graph.of(GOLD), Graph.of(PRED)), *random_pairs()]:
        rows, _ = aligned(metric, gold, pred)
        words = rows.alignment()
        if words.nodes:
            errors = Counter((error.kind, error.gold, error.pred) for error in GRAPH_ERRORS.errors(words))
            triple, other = rows.golds.rows.triple, rows.preds.rows.triple
            assert errors == Counter(
                (kind, own if own is None else triple(own), theirs if theirs is None else other(theirs))
                for kind, own, theirs in rows.errors()
            )
        # Every counted row is matched, or missed, or spurious.
        columns, encoded = rows.columns(0, 0), rows.encoded(0, 0)
        assert len(words.matched) == len(columns.gold) == len(columns.pred)
        assert not set(columns.gold) & set(encoded.missed)
        assert not set(columns.pred) & set(encoded.spurious)


@pytest.mark.parametrize("metric", ["smatch", "ancast.relation"])
def test_elements_by_rows_are_those_of_the_words(metric):
    for graph, _ in random_pairs():
        parts = aligned(metric, graph, graph)[0].golds
        side = VIEW.sides(Original(graph), Original(graph))[0]
        found = parts.page_parts(side, 0)
        triples = [parts.rows.triple(row) for row in range(len(parts))]
        for triple, code, expected in zip(triples, found["at"], element_codes(graph, triples), strict=True):
            # By its words, a loop is the same in both directions, and `mod-of` is not recognised as `domain`.
            assert code == expected or triple[0] == triple[2] or (triple[1] in MODIFIERS and expected is None)


def test_what_is_read_as_written_needs_no_text():
    graph = Graph.of("(b / boy :ARG0-of (r / run-02) :age 7)")
    parts = aligned("smatch", graph, graph)[0].golds
    found = parts.page_parts(VIEW.sides(Original(graph), Original(graph))[0], 0)
    assert found == {"shown": ["", "", "", "", "r/run-02 :arg0 b/boy"], "at": ["n0", "n1", "b1", "r0", "t0"]}


def test_repeated_triples_are_found_by_their_words():
    graph = Graph.of("(b / boy :mod (s / sad) :mod s)")
    parts = aligned("smatch", graph, graph)[0].golds
    found = parts.page_parts(VIEW.sides(Original(graph), Original(graph))[0], 0)
    assert found["at"] == ["n0", "n1", "r0", "t0"]


def test_confusions_of_rows():
    def confused(metric):
        return dict(aligned(metric, Graph.of(GOLD), Graph.of(PRED))[0].confusions().confused)

    expected = {
        ("concept", "want-01", "want-02"): 1,
        ("role", "arg1", "arg2"): 1,
        ("value of name", "bo", "al"): 1,
    }
    assert confused("smatch") == confused("ancast.smatch") == expected
    # Parent–child pairs have all of their roles.
    assert confused("ancast.unlabeled") == {
        ("role", "arg1", "arg2"): 1,
        ("role", "arg0", "arg0, arg1"): 1,
        ("value of name", "bo", "al"): 1,
    }
    assert confused("ancast.concept") == {("concept", "want-01", "want-02"): 1}
