"""Document graphs taken apart: sentences and annotations from which they are built again."""

import pytest
from tests.unit.tasks.docamr.annotated import Graph, annotated, build, triples

from tallystick.formats.msamr.document import ImplicitRole, Mention
from tallystick.formats.penman.reader import dumps, loads
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.reverse.reverse import take_apart

TEXTS = [
    '# ::id d.1\n# ::tok Ann came\n(c / come-01~e.1 :ARG1 (p / person :wiki - :name (n / name :op1 "Ann"~e.0)))',
    "# ::id d.2\n# ::tok Ann saw it\n"
    '(s / see-01~e.1 :ARG0 (p / person :name (n / name :op1 "Ann"~e.0)) :ARG1 (i / it~e.2))',
    "# ::id d.3\n# ::tok A woman left\n(l / leave-11~e.2 :ARG0~e.0 (w / woman~e.1))",
]
CHAINS = ["1.p 2.p 3.w", "2.i 3.l:ARG1"]


def normal(document):
    """Chains by name, each with its members in a fixed order and without concepts."""
    return {
        chain.id: sorted(
            (member.sentence, member.variable)
            if isinstance(member, Mention)
            else (member.sentence, member.parent, member.role)
            for member in chain.members
        )
        for chain in document.chains
    }


def test_an_unmerged_graph_comes_apart_as_it_was():
    document, graphs = annotated(
        TEXTS, CHAINS, ["1.c", "3.l:ARG2"], [("part", "rel-0", ["singleton-0", "singleton-1"])]
    )
    graph = build_docamr(document, graphs, to="no-merge").graph
    apart = take_apart(loads(dumps(graph))[0])
    # What was annotated as implicit could as well be a mention that was merged.
    assert [problem.code for problem in apart.problems] == ["docamr-far"]
    assert [triples(sentence) for sentence in apart.sentences] == [triples(sentence) for sentence in graphs]
    assert [sentence.id for sentence in apart.sentences] == ["d.1", "d.2", "d.3"]
    assert [sentence.metadata["tok"] for sentence in apart.sentences] == [
        graph.metadata["tok"] for graph in graphs
    ]
    assert [dict(sentence.marks) for sentence in apart.sentences[2:]] == [dict(graphs[2].marks)]
    found = normal(apart.document)
    assert found["rel-0"] == normal(document)["rel-0"]
    # A chain of one mention is that mention: its own name is gone.
    assert found["chain-s2.i"] == normal(document)["rel-1"]
    assert sorted(relation.role for relation in apart.document.bridging) == ["part", "part"]
    again = build_docamr(apart.document, apart.sentences, to="no-merge").graph
    assert len(triples(again)) == len(triples(graph))


@pytest.mark.parametrize("to", ["merge-names", "docamr", "merge-all"])
def test_merged_graphs_can_be_built_again_from_their_parts(to):
    graph = build(TEXTS, CHAINS, to)
    apart = take_apart(graph)
    again = build_docamr(apart.document, apart.sentences, to=to).graph
    assert sorted(again.concepts) == sorted(graph.concepts)
    assert len(triples(again)) == len(triples(graph))
    assert any("s1.p" in problem.message for problem in apart.problems)


def test_edges_to_a_chain_are_implicit_roles():
    """The pronoun is gone; that its role is filled by the chain is not."""
    graph = build(
        ["(c / come-01 :ARG1 (b / boy))", "(l / leave-11 :ARG0 (h / he))", "(m / man)"], ["1.b 2.h 3.m"]
    )
    (chain,) = take_apart(graph).document.chains
    assert ImplicitRole("d.2", "l", "ARG0", "leave-11") in chain.members


def test_what_a_pronoun_brought_is_said_to_be_unclear():
    texts = ["(c / come-01 :ARG1 (b / boy))", "(l / leave-11 :ARG0 (h / he :mod (o / old)))", "(m / man)"]
    apart = take_apart(build(texts, ["1.b 2.h 3.m"]))
    assert [problem.code for problem in apart.problems] == ["docamr-moved", "docamr-member"]
    assert "s1.b" in apart.problems[1].message


def test_a_sentence_without_a_root_of_its_own_is_said():
    apart = take_apart(build(["(c / come-01 :ARG1 (b / boy))", "(h / he)"], ["1.b 2.h"]))
    assert [problem.code for problem in apart.problems] == ["docamr-root", "docamr-merged"]
    assert triples(apart.sentences[1]) == {"b / boy"}


def test_nodes_of_no_sentence_are_errors():
    apart = take_apart(Graph.of("(d / document :snt1 (s1.b / boy) :note (n / note))"))
    assert [(problem.level, problem.code) for problem in apart.problems] == [("error", "docamr-unreached")]


def test_ids_are_made_where_there_are_none():
    apart = take_apart(Graph.of("# ::id story\n(d / document :snt1 (a / b) :snt2 (e / f))"))
    assert [sentence.id for sentence in apart.sentences] == ["story.1", "story.2"]
