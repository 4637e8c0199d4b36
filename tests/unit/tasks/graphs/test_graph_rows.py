"""Alignments by rows say what explanations in words say."""

import json
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random

from tallystick.formats.penman.graph import Graph
from tallystick.registry import tasks
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.error_kinds import ERROR_KINDS, GRAPH_ERRORS
from tallystick.tasks.graphs.graph_rows import AlignedGraphs
from tallystick.tasks.graphs.page_view import VIEW
from tallystick.tasks.graphs.triple_errors import errors_of
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.totals import PageTotals

MODIFIERS = ("mod", "domain")
METRICS = (
    "smatch",
    "ancast.concept",
    "ancast.relation",
    "ancast.unlabeled",
    "ancast.weighted",
    "ancast.smatch",
    "smatch.instance",
    "smatch.relation",
    "smatch.attribute",
    "smatch.unlabeled",
    "smatch.no-wsd",
    "smatch.reentrancy",
    "smatch.srl",
)
GOLD = '(w / want-01 :ARG0 (b / boy :name "Bo") :ARG1 (g / go-02 :ARG0 b :polarity -) :mod (s / sad))'
#: The same with another sense, another role, another name, a modifier written the other way round, two roles at once.
PRED = '(w / want-02 :ARG0 (b / boy :name "Al") :ARG2 (g / go-02 :ARG0 b :ARG1 b) :domain-of (s / sad))'


def all_aligned(metrics: Sequence[str], gold: Graph, pred: Graph) -> dict[str, AlignedGraphs]:
    task = tasks()["amr"]
    pair = PairAnalysis(gold, pred)
    found = {}
    for metric in metrics:
        declared = task.metric(metric)
        rows = declared.build(declared.settle({})).rows(pair)
        assert isinstance(rows, AlignedGraphs)
        found[metric] = rows
    return found


def aligned(metric: str, gold: Graph, pred: Graph) -> AlignedGraphs:
    return all_aligned([metric], gold, pred)[metric]


def random_pairs():
    generator = random.Random(5)
    for _ in range(60):
        yield Graph.of(graph_at_random(generator)), Graph.of(graph_at_random(generator))


def written(metrics, gold, pred):
    """The details of a system as data."""
    return json.loads(VIEW.write(Original(gold), Original(pred), all_aligned(metrics, gold, pred)).system)


def codes(parts):
    return [None if number < 0 else f"{'nbtr'[number & 3]}{number >> 2}" for number in parts["elements"]]


@pytest.mark.parametrize("metric", METRICS)
def test_errors_by_rows_are_those_of_the_triples_in_words(metric):
    for gold, pred in [(Graph.of(GOLD), Graph.of(PRED)), *random_pairs()]:
        rows = aligned(metric, gold, pred)
        words = rows.alignment()
        if words.nodes:
            errors = Counter((error.kind, error.gold, error.pred) for error in GRAPH_ERRORS.errors(words))
            triple, other = rows.rows.gold.triple, rows.rows.pred.triple
            assert errors == Counter(
                (ERROR_KINDS[kind], triple(own) if own >= 0 else None, other(theirs) if theirs >= 0 else None)
                for kind, own, theirs in errors_of(rows.rows)
            )
        # Every counted row is matched, or missed, or spurious.
        pairs, (missed, spurious) = rows.rows.pairs(), rows.rows.unmatched()
        assert len(words.matched) == len(pairs)
        assert not {pair[0] for pair in pairs} & set(missed)
        assert not {pair[1] for pair in pairs} & set(spurious)


@pytest.mark.parametrize("metric", METRICS)
def test_what_the_drawing_says_is_what_explanations_say(metric):
    """Whatever text of a part the page makes, and whatever text it is given."""
    for graph, _ in random_pairs():
        words = aligned(metric, graph, graph).alignment()
        expected = [
            words.show[0](triple) for triple in (*(pair.gold for pair in words.matched), *words.missed)
        ]
        detail = written([metric], graph, graph)
        parts, (golds, _, _) = detail["parts"][0], detail["columns"][0]
        texts = dict(parts.get("texts", ()))
        numbers = [*golds, *detail["alignments"][0][1]]
        for part, text in zip(numbers, expected, strict=True):
            found = texts.get(part) or text_of(graph, parts["elements"][part])
            # Inverse modifiers of constants are shown as they are written, and so are loops.
            if found.split()[0] == found.split()[-1]:
                continue
            found = found.replace(":mod-of", ":domain").replace(":domain-of", ":mod")
            assert found.lower().replace('"', "") == text.lower().replace('"', "")


def text_of(graph, element):
    """The text of a part as the script of the page makes it from the drawing."""
    named = [
        f"{variable}/{concept}" for variable, concept in zip(graph.variables, graph.concepts, strict=True)
    ]
    if element & 3 == 3:
        return f"root {named[0]}"
    if element & 3 == 0:
        return named[element >> 2].replace("/", " / ", 1)
    branch = element >> 2
    role, constant = graph.roles[branch].lower(), graph.constants[branch]
    ends = named[graph.sources[branch]], constant or named[graph.targets[branch]]
    if element & 3 == 2:
        role = {"mod": "domain", "domain": "mod"}.get(role) or role.removesuffix("-of")
        ends = ends[::-1]
    return f"{ends[0]} :{role} {ends[1]}"


@pytest.mark.parametrize("metric", ["smatch", "ancast.relation"])
def test_elements_by_rows_are_those_of_the_words(metric):
    for graph, _ in random_pairs():
        rows = aligned(metric, graph, graph).rows.gold
        found = codes(written([metric], graph, graph)["parts"][0])
        triples = [rows.triple(row) for row in range(len(rows))]
        for triple, code, expected in zip(triples, found, element_codes(graph, triples), strict=True):
            # By its words, a loop is the same in both directions, and `mod-of` is not recognised as `domain`.
            assert code == expected or triple[0] == triple[2] or (triple[1] in MODIFIERS and expected is None)


def test_what_follows_from_the_drawing_needs_no_text():
    graph = Graph.of("(b / boy :ARG0-of (r / run-02) :age 7 :mod (s / sad))")
    parts = written(["smatch"], graph, graph)["parts"][0]
    assert codes(parts) == ["n0", "n1", "n2", "b1", "r0", "t0", "t2"]
    assert parts["shown"] == parts["at"] == []
    assert "texts" not in parts


@pytest.mark.parametrize(
    ("branch", "text"),
    [
        (":ARG0-of (r / Run-02)", "r/run-02 :arg0 b/boy"),
        (":prep-by-of (r / run-02)", None),
        (":ARG0-of-of-of (r / run-02)", "r/run-02 :arg0 b/boy"),
    ],
)
def test_what_is_not_read_as_drawn_has_a_text(branch, text):
    graph = Graph.of(f"(b / boy {branch})")
    assert written(["smatch"], graph, graph)["parts"][0].get("texts") == (text and [[3, text]])


def test_repeated_triples_are_found_by_their_words():
    graph = Graph.of("(b / boy :mod (s / sad) :mod s)")
    parts = written(["smatch"], graph, graph)["parts"][0]
    assert codes(parts) == ["n0", "n1", "r0", "t0"]


@pytest.mark.parametrize("branches", [":arg0 2 :ARG0 2 :ARG0-of -", ":mod-of b :domain b"])
def test_facets_change_nothing_for_the_whole_graph(branches):
    graph = Graph.of(f"(b / boy {branches})")
    alone = written(["smatch"], graph, graph)["parts"][0]
    beside = written(["smatch", "smatch.relation", "smatch.unlabeled"], graph, graph)["parts"][0]
    assert beside["elements"][: len(alone["elements"])] == alone["elements"]


def test_pairs_with_several_roles_have_a_text():
    graph = Graph.of("(b / boy :ARG0 (s / sad) :ARG1 s)")
    parts = written(["ancast.relation"], graph, graph)["parts"][0]
    assert parts["texts"] == [[5, "b/boy :arg0, arg1 s/sad"]]


def test_metrics_with_the_same_alignment_share_it():
    graph = Graph.of(GOLD)
    detail = written(METRICS[:6], graph, graph)
    assert detail["metrics"]["ancast.relation"] == detail["metrics"]["ancast.unlabeled"] == 2
    assert len(detail["alignments"]) == len(detail["columns"]) == 5
    # All credits are 1.
    assert detail["columns"][0][2] == []


def confused(metric):
    totals = PageTotals()
    gold, pred = Graph.of(GOLD), Graph.of(PRED)
    originals = Original(gold), Original(pred)
    VIEW.count({metric: aligned(metric, gold, pred)}, totals, totals.begin(), originals)
    totals.spell()
    return dict(totals.confusions[metric].confused)


def test_confusions_of_rows():
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
