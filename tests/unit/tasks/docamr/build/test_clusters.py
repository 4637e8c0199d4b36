"""Predicted clusters of text spans: which node a mention is, and which mentions count."""

import pytest
from tests.unit.tasks.docamr.annotated import edges

from tallystick.errors import DataError, UsageError
from tallystick.formats.penman.reader import Graph, dumps
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.build.cluster_files import read_clusters
from tallystick.tasks.docamr.build.clusters import spans_of

OBAMA = """# ::id d.1
# ::tok Barack Obama of Hawaii saw a dog
(s / see-01~e.4
   :ARG0 (p / person :name (n / name :op1 "Barack"~e.0 :op2 "Obama"~e.1)
                     :source (h / state :name (m / name :op1 "Hawaii"~e.3)))
   :ARG1 (d / dog~e.6))"""
HE = "# ::id d.2\n# ::tok He petted it\n(e / pet-01~e.1 :ARG0 (h / he~e.0) :ARG1 (i / it~e.2))"


def spans(text):
    return {span.variable: (span.first, span.last) for span in spans_of(Graph.of(text))}


def test_a_span_covers_all_that_is_below():
    assert spans(OBAMA) == {"s": (0, 6), "p": (0, 3), "n": (0, 1), "h": (3, 3), "m": (3, 3), "d": (6, 6)}


def test_a_second_way_to_a_node_gives_no_span():
    """The boy is below want-01 first: going has its own token alone."""
    text = "(w / want-01~e.1 :ARG0 (b / boy~e.0) :ARG1 (g / go-02~e.3 :ARG0 b))"
    assert spans(text) == {"w": (0, 3), "b": (0, 0), "g": (3, 3)}


def test_inverse_roles_lead_down_where_nothing_else_does():
    text = "(b / boy~e.0 :ARG0-of (s / sing-01~e.2 :ARG1 (t / tune~e.4)))"
    assert spans(text) == {"b": (0, 4), "s": (2, 4), "t": (4, 4)}
    # Here forward edges lead to sing-01 as well: it is not below the boy.
    text = "(n / know-01~e.1 :ARG0 (b / boy~e.0 :ARG0-of (s / sing-01~e.3)) :ARG1 s)"
    assert spans(text)["b"] == (0, 0)


def test_spans_do_not_depend_on_the_layout():
    one = "(a / and :op1 (x / x~e.1 :r (z / z~e.3)) :op2 (y / y~e.2 :r z))"
    other = "(a / and :op2 (y / y~e.2 :r (z / z~e.3 :r-of (x / x~e.1 :op1-of a))))"
    assert spans(one) == spans(other)


def built(clusters, *texts, **options):
    return build_docamr([Graph.of(text) for text in texts or (OBAMA, HE)], clusters=clusters, **options)


def test_the_shortest_span_that_contains_the_mention_wins_and_then_the_highest():
    # "Obama": name and person end at Hawaii for the person, so the name is shorter than the person.
    assert "s2.e :ARG0 s1.n" in edges(built([[(0, 1, 1), (1, 0, 0)]]).graph)
    # "Barack Obama of Hawaii": the person.
    assert "s2.e :ARG0 s1.p" in edges(built([[(0, 0, 3), (1, 0, 0)]]).graph)
    # "Hawaii": the state and its name have one span; the state is the higher one.
    assert "s2.e :ARG0 s1.h" in edges(built([[(0, 3, 3), (1, 0, 0)]]).graph)
    assert "s2.e :ARG1 s1.d" in edges(built([[(0, 6, 6), (1, 2, 2)]]).graph)


def test_of_two_mentions_in_one_sentence_the_first_counts():
    found = built([[(0, 6, 6), (1, 2, 2), (1, 0, 0)]], to="no-merge")
    assert {edge for edge in edges(found.graph) if "coref" in edge} == {
        "cluster-0 :coref s1.d", "cluster-0 :coref s2.h",
    }  # fmt: skip
    assert [(problem.level, problem.code) for problem in found.problems] == [("note", "docamr-same-sentence")]


def test_a_mention_that_no_span_contains_is_told():
    found = built([[(0, 0, 0), (1, 0, 0)]], "# ::tok a b\n(x / x~e.1)", HE)
    (problem,) = found.problems
    assert problem.code == "docamr-no-node"
    assert "tokens 0 to 0 of sentence 1" in problem.message
    assert "coref" not in dumps(found.graph)


def test_clusters_that_meet_in_a_node_are_one():
    found = built([[(0, 6, 6), (1, 2, 2)], [(0, 6, 6), (1, 0, 0)]], to="no-merge")
    assert sum("coref " in edge for edge in edges(found.graph)) == 3


def test_without_clusters_nothing_corefers():
    graph = build_docamr([Graph.of(OBAMA), Graph.of(HE)]).graph
    assert {"d :snt1 s1.s", "d :snt2 s2.e"} <= edges(graph)
    assert "coref-entity" not in graph.concepts


def write(path, text):
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "d", "clusters": [[[6, 6], [9, 9]]]}',
        '{"doc_key": "d", "clusters": [[[0, 6, 6], [1, 2, 2]]]}',
        '{"clusters": [[[6, 6], [9, 9]]], "sentences": [["a", "b", "c", "d", "e", "f", "g"], ["h", "i", "j"]]}',
        '{"clusters": [[[6, 6], [9, 9]]], "tokens": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}',
        "#begin document (d); part 000\n"
        + "a -\n" * 6
        + "dog (3)\n\nHe -\npetted -\nit (3)\n#end document\n",
    ],
)
def test_clusters_may_stand_in_files(tmp_path, text):
    path = write(tmp_path / "clusters", text)
    assert "s2.e :ARG1 s1.d" in edges(built(path).graph)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"clusters": [[[6, 6], [9, 9]]], "tokens": ["a"]}', "are of 1 words, the sentences have 10"),
        ('{"clusters": 3}', "clusters"),
        ("", "no clusters"),
        ("#begin document (d)\na (1\n#end document\n", "clusters:2"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path, text, words):
    path = write(tmp_path / "clusters", text)
    with pytest.raises(DataError, match=words):
        built(path)


@pytest.mark.parametrize("mention", ["[6, 7]", "[10, 10]", "[2, 0, 0]", "[0, 5, 4]", "[-1, 0]", "[3]"])
def test_mentions_outside_of_sentences_are_left_out_with_a_warning(tmp_path, mention):
    path = write(tmp_path / "clusters", f'{{"clusters": [[{mention}, [9, 9]]]}}')
    found = built(path)
    assert [problem.level for problem in found.problems] == ["warning"]
    assert f"the mention {mention} is not inside any sentence" in found.problems[0].message


def test_several_documents_take_their_sentences_by_their_ids(tmp_path):
    path = write(tmp_path / "c", '{"id": "d", "clusters": []}\n{"id": "e", "clusters": [[[0, 1, 1]]]}\n')
    texts = (OBAMA, HE, "# ::id e.1\n# ::tok It barked\n(b / bark-01~e.1)")
    found = built(path, *texts)
    assert [graph.id for graph in found.graphs] == ["d", "e"]
    assert [graph.metadata["sentence_ids"] for graph in found.graphs] == ["d.1 d.2", "e.1"]
    with pytest.raises(DataError, match="sentence 3 belongs to none of the 2 documents"):
        built(path, *texts[:2], texts[2].replace("e.1\n", "x.1\n"))
    with pytest.raises(DataError, match="the document e has no sentences"):
        built(path, *texts[:2])


def test_read_clusters_names_documents(tmp_path):
    path = write(tmp_path / "c", '{"id": "d", "clusters": [[[0, 1]]]}')
    (found,) = read_clusters(path)
    assert (found.name, found.clusters, found.words) == ("d", (((0, 1),),), -1)


def test_the_released_program_has_no_graph_of_clusters():
    """Its baseline ends with an exception before it writes anything."""
    with pytest.raises(UsageError, match="--preset does not apply to sentence graphs"):
        built([], preset="docamr-0.1.1")
