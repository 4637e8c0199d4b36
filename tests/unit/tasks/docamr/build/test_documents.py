"""Document graphs as input: unmerged ones in any layout, and those with edges between two mentions."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, triples

from tallystick.errors import DataError, UsageError
from tallystick.formats.penman.reader import Graph, dumps, loads
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.build.documents import draft_of


def document(text):
    return Graph.of(f"(d / document {text})")


def test_both_directions_of_a_link_are_one_link():
    text = ":snt1 (b / boy :coref-of (e / coref-entity :coref b :coref c)) :snt2 (c / child :coref-of e)"
    graph = build_docamr(document(text), to="no-merge").graph
    assert edges(graph) == {"d :snt1 b", "d :snt2 c", "e :coref b", "e :coref c"}


def test_chains_that_share_a_mention_are_united():
    text = ":snt1 (b / boy :coref-of (e / coref-entity) :coref-of (f / coref-entity)) :snt2 (c / child :coref-of f)"
    graph = build_docamr(document(text), to="no-merge").graph
    assert {edge for edge in edges(graph) if "coref" in edge} == {"e :coref b", "e :coref c"}


def test_a_chain_in_a_chain_is_that_chain():
    text = ":snt1 (b / boy :coref-of (e / coref-entity :coref-of (f / coref-entity :coref (c / child))))"
    assert {"e :coref b", "e :coref c"} <= edges(build_docamr(document(text), to="no-merge").graph)


def test_the_names_of_nodes_need_not_tell_their_sentence():
    """The first mention is the one in the first sentence: dragon and wyrm are as frequent."""
    text = (
        ':snt1 (x / say-01 :ARG0 (z / wyrm :name (n / name :op1 "A") :coref-of (e / coref-entity)))'
        ' :snt2 (y / say-01 :ARG0 (a / dragon :name (m / name :op1 "A") :coref-of e))'
    )
    assert concepts(build_docamr(document(text)).graph)["z"] == "wyrm"


def test_sentences_are_found_through_edges_in_either_direction():
    text = ":snt1 (a / x :ARG0-of (b / y :ARG1 (c / z))) :snt2 (e / w :part (f / v) :subset (g / u))"
    draft = draft_of(document(text))
    assert {node: draft.sentence[node] for node in "abce"} == {"a": 1, "b": 1, "c": 1, "e": 2}
    # A part may be one of another sentence's chain: it tells nothing.
    assert "f" not in draft.sentence


def test_labels_of_sentences_may_be_any():
    text = ":snt3 (s3.a / x :ARG0 (s3.h / he)) :snt12 (s12.b / y :ARG0 (s12.h / he)) :note (n / note)"
    graph = document(text)
    assert triples(build_docamr(graph).graph) == triples(graph)
    assert draft_of(graph).sentence["s12.h"] == 2


@pytest.mark.parametrize("text", ["(a / b)", "(d / document :mod (a / b))", '(d / document :snt1 "x")'])
def test_other_graphs_are_no_documents(text):
    with pytest.raises(DataError, match="expected a document graph"):
        draft_of(Graph.of(text))


PAIRS = (
    ":snt1 (s1.c / come-01 :ARG1 (s1.b / boy)) "
    ":snt2 (s2.l / leave-11 :ARG0 (s2.h / he :same-as s1.b) :ARG1 (s2.m / man)) "
    ":snt3 (s3.s / see-01 :ARG0 (s3.k / child :same-as-of s2.h))"
)


@pytest.mark.parametrize("to", ["no-merge", "merge-names", "docamr", "merge-all"])
def test_pairs_are_chains_transitively(to):
    texts = [
        "(c / come-01 :ARG1 (b / boy))",
        "(l / leave-11 :ARG0 (h / he) :ARG1 (m / man))",
        "(s / see-01 :ARG0 (k / child))",
    ]
    wanted = {triple.replace("rel-0", "cc") for triple in triples(build(texts, ["1.b 2.h 3.k"], to))}
    assert triples(build_docamr(document(PAIRS), to=to, pairwise_role="same-as").graph) == wanted
    assert triples(build_docamr(document(PAIRS), to=to, pairwise_role=":same-as").graph) == wanted


def test_another_edge_between_two_mentions_stays():
    text = ":snt1 (a / x :ARG0 (b / boy :poss (c / child :same-as b)))"
    assert "b :poss c" in edges(build_docamr(document(text), to="no-merge", pairwise_role="same-as").graph)


def test_bridging_between_sentences_is_between_chains_and_within_one_it_stays():
    text = (
        ":snt1 (s1.c / car :part (s1.w / wheel)) :snt2 (s2.i / thing :same-as s1.c :part (s2.d / door))"
        " :snt3 (s3.w / wheel :part-of s1.c)"
    )
    graph = build_docamr(document(text), to="no-merge", pairwise_role="same-as").graph
    assert {"s1.c :part s1.w", "s2.i :part s2.d", "cc :part s3.w"} <= edges(graph)
    assert "s1.c :part s3.w" not in edges(graph)


def test_pairs_and_chains_may_stand_together():
    text = ":snt1 (b / boy :coref-of (e / coref-entity)) :snt2 (c / child :coref-of e) :snt3 (m / man :same-as c)"
    graph = build_docamr(document(text), to="no-merge", pairwise_role="same-as").graph
    assert {"e :coref b", "e :coref c", "e :coref m"} <= edges(graph)


@pytest.mark.parametrize("role", ["", "a b", "(x"])
def test_what_is_no_role_is_refused(role):
    with pytest.raises(UsageError, match="is not a role"):
        build_docamr(document(PAIRS), pairwise_role=role)


def test_options_that_mean_nothing_are_refused(tmp_path):
    with pytest.raises(UsageError, match="--amr does not apply to a document graph"):
        build_docamr(document(PAIRS), amr="(a / b)")
    with pytest.raises(UsageError, match="--pairwise-role does not apply to sentence graphs"):
        build_docamr(Graph.of("(a / b)"), pairwise_role="x")
    with pytest.raises(UsageError, match="unknown preset"):
        build_docamr(document(PAIRS), preset="x")
    with pytest.raises(UsageError, match="on_error"):
        build_docamr(document(PAIRS), on_error="zero")
    with pytest.raises(UsageError, match="expected one document, not none"):
        _ = build_docamr([]).graph
    with pytest.raises(DataError, match="no such file"):
        build_docamr(tmp_path / "nothing.xml")


def test_the_text_of_a_graph_is_the_same_for_any_layout_of_its_sentences():
    texts = ["(c / come-01 :ARG1 (b / boy :mod (o / old)) :time (n / now))", "(l / leave-11 :ARG0 (h / he))"]
    other = [
        "(c / come-01 :time (n / now) :ARG1 (b / boy :mod (o / old)))",
        "(l / leave-11 :ARG0-of-of (h / he))",
    ]
    assert dumps(build(texts, ["1.b 2.h"])) == dumps(build(other, ["1.b 2.h"]))


def test_every_node_is_written_in_its_own_sentence():
    texts = ["(c / come-01 :ARG1 (b / boy))", "(g / go-02 :ARG0 (k / child) :purpose (p / play-01 :ARG0 k))"]
    text = dumps(build(texts, ["1.b 2.k"], bridging=(), to="no-merge"))
    assert text.partition("\n(")[2] == (
        "d / document\n"
        "    :snt1 (s1.c / come-01\n"
        "        :ARG1 (s1.b / boy\n"
        "            :coref-of (rel-0 / coref-entity\n"
        "                :coref s2.k)))\n"
        "    :snt2 (s2.g / go-02\n"
        "        :ARG0 (s2.k / child)\n"
        "        :purpose (s2.p / play-01\n"
        "            :ARG0 s2.k)))"
    )
    assert loads(text)[0].triples() == build(texts, ["1.b 2.k"], to="no-merge").triples()
