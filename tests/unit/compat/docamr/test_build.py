"""The released program's graphs, quirk by quirk; all golden ones are in tests/golden."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, values

from tallystick.errors import DataError, UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.build.build import build_docamr

PRESET = "docamr-0.1.1"
OTHER = "(z / z)"


def released(texts, chains=(), to="docamr", **more):
    return build([*texts, OTHER], chains, to, preset=PRESET, **more)


def ann(inside, root="say-01"):
    return f'(s / {root} :ARG0 (p / person :name (n / name :op1 "Ann") {inside}))'


def test_constants_are_quoted():
    assert values(released(['(t / team :quant 6 :polarity - :value "6")'])) == {
        's1.t :quant "6"', 's1.t :polarity "-"', 's1.t :value "6"',
    }  # fmt: skip


def test_children_of_one_role_and_concept_are_merged_whatever_they_say():
    graph = released([ann(":ARG1-of (t / tall-02)"), ann(":ARG1-of (t / tall-02 :polarity -)")], ["1.p 2.p"])
    assert list(graph.concepts).count("tall-02") == 1
    assert 's1.t :polarity "-"' in values(graph)


def test_an_edge_between_merged_nodes_is_lost():
    text = '(c / come-01 :ARG1 (p / person :name (n / name :op1 "J") :source (q / person :name (m / name :op1 "J"))))'
    assert not any(":source" in edge for edge in edges(released([text], ["1.p 1.q"])))


def test_only_the_last_part_is_kept():
    texts = [f"(f / fall-0{k} :ARG1 (s / soldier))" for k in (1, 2, 3)]
    bridging = [("subset", "singleton-0", ["singleton-1", "singleton-2"])]
    graph = released(texts, singletons=["1.s", "2.s", "3.s"], bridging=bridging)
    assert {edge for edge in edges(graph) if ":subset" in edge} == {"s1.s :subset s3.s"}


def test_where_the_program_ends_with_an_exception_there_is_an_error():
    with pytest.raises(DataError, match="dragon, wyrm: its table has none of them"):
        released([ann("").replace("person", "dragon"), ann("").replace("person", "wyrm")], ["1.p 2.p"])
    with pytest.raises(DataError, match="no document graph from a single sentence"):
        build(["(a / b)"], preset=PRESET)


def test_a_true_role_is_turned_round_where_its_target_came_first():
    texts = [
        '(m / man :name (n / name :op1 "A"))',
        '(t / team :consist-of (m / man :name (n / name :op1 "A")))',
    ]
    assert "s1.m :consist s2.t" in edges(released(texts, ["1.m 2.m"]))


def test_unmerged_graphs_of_its_own_are_not_read_as_it_does():
    with pytest.raises(UsageError, match="reads its own unmerged graphs differently"):
        build_docamr(Graph.of("(d / document :snt1 (a / b))"), preset=PRESET)


def test_pairs_lose_whatever_else_connects_them():
    text = "(d / document :snt1 (a / x :ARG0 (b / boy :poss (c / child :same-as b)) :ARG1 c))"
    graph = build_docamr(Graph.of(text), to="no-merge", pairwise_role="same-as", preset=PRESET).graph
    assert "b :poss c" not in edges(graph)
    assert {"cc :coref b", "cc :coref c"} <= edges(graph)


def test_pairs_that_join_two_chains_make_one():
    text = (
        "(d / document :snt1 (s / x :r (a / p) :r (b / q)) :snt2 (t / x :r (c / p2 :same-as a) :r (e / q2 :same-as b))"
        " :snt3 (u / x :r (f / z :same-as a :same-as b)))"
    )
    graph = build_docamr(Graph.of(text), to="no-merge", pairwise_role="same-as", preset=PRESET).graph
    assert {edge for edge in edges(graph) if "coref" in edge} == {f"cc :coref {node}" for node in "abcef"}
    assert list(concepts(graph).values()).count("coref-entity") == 1
