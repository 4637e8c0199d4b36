"""What docAMR 0.1.1 gets wrong or fails on: each is a located error or the right result here."""

import pytest
from tests.unit.tasks.docamr.annotated import build, concepts, edges, triples, values

from tallystick.errors import DataError, UsageError
from tallystick.formats.msamr.reader import read_msamr
from tallystick.formats.penman.reader import dumps, loads
from tallystick.tasks.docamr.build.build import build_docamr

BOY = "(c / come-01 :ARG1 (b / boy))"
HE = "(l / leave-11 :ARG0 (h / he))"


def xml(members, sentences='<amr id="d.1"/><amr id="d.2"/>', bridging=""):
    return f"""<document>
<sentences docid="d">{sentences}</sentences>
<relations><identity><identchain relationid="rel-0">
{members}
</identchain></identity><bridging>{bridging}</bridging></relations></document>"""


AMRS = f"# ::id d.1\n{BOY}\n\n# ::id d.2\n{HE}"
BOTH = '<mention id="d.1" variable="b"/><mention id="d.2" variable="h"/>'


def errors_of(text, amrs=AMRS, **options):
    with pytest.raises(DataError) as caught:
        build_docamr(read_msamr(text, "x.xml"), amrs, **options)
    return caught.value.problems


def test_one_sentence_has_the_shape_of_any_document():
    text = '(m / meet-03 :ARG0 (p / person :name (n / name :op1 "A")) :ARG1 (q / person :name (o / name :op1 "A")))'
    graph = build([text], ["1.p 1.q"])
    assert {"d :snt1 s1.m", "s1.m :ARG0 s1.p", "s1.m :ARG1 s1.p"} <= edges(graph)
    assert edges(build([BOY])) == {"d :snt1 s1.c", "s1.c :ARG1 s1.b"}


def test_sentences_without_text_are_accepted():
    graph = build([BOY, HE], ["1.b 2.h"])
    assert dict(graph.metadata) == {"id": "d", "sentence_ids": "d.1 d.2"}


def test_a_mention_of_an_unknown_variable_says_document_chain_sentence_and_variable():
    (problem,) = errors_of(xml('<mention id="d.1" variable="b"/>\n<mention id="d.2" variable="z"/>'))
    assert problem.location == "x.xml:5:1"
    for word in ("rel-0", "document d", "d.2", "variable z"):
        assert word in problem.message
    assert problem.hint == "its variables are l, h"


def test_a_mention_in_an_unknown_sentence_does_too():
    (problem,) = errors_of(xml('<mention id="e.7" variable="b"/>'))
    assert "the sentence e.7 does not belong to the document" in problem.message
    assert problem.code == "msamr-unknown-sentence"


def test_an_implicit_role_of_an_unknown_parent_does_too():
    (problem,) = errors_of(xml('<implicitrole id="d.1" parentvariable="z" argument="ARG1"/>'))
    assert problem.code == "msamr-unknown-variable"


def test_all_unknown_members_are_listed():
    members = '<mention id="d.1" variable="x"/><mention id="d.2" variable="y"/>'
    assert [problem.message.split()[-1] for problem in errors_of(xml(members))] == ["x", "y"]


def test_unknown_members_can_be_left_out():
    members = f'{BOTH}<mention id="d.2" variable="z"/>'
    built = build_docamr(read_msamr(xml(members)), AMRS, on_error="skip")
    assert edges(built.graph) == edges(build([BOY, HE], ["1.b 2.h"]))
    assert [(problem.level, problem.code) for problem in built.problems] == [
        ("warning", "msamr-unknown-variable")
    ]


def test_a_sentence_without_an_amr_is_an_error():
    (problem,) = errors_of(xml(BOTH, '<amr id="d.1"/><amr id="d.2"/>\n<amr id="d.3"/>'))
    assert problem.location == "x.xml:3:1"
    assert "the sentence d.3 of the document d has no AMR" in problem.message


def test_amrs_without_an_id_are_mentioned_where_one_is_missing():
    (problem,) = errors_of(xml(BOTH), f"{AMRS.replace('# ::id d.2', '')}")
    assert "1 AMRs there have no # ::id" in problem.hint


def test_a_malformed_amr_is_told_with_its_place(tmp_path):
    path = tmp_path / "a.amr"
    path.write_text(f"# ::id d.1\n{BOY}\n\n# ::id d.2\n(l / leave-11 :ARG0)\n\n# ::id x\n(not used")
    (problem,) = errors_of(xml(BOTH), path)
    assert problem.location == f"{path}:5:15"
    assert problem.item == "d.2"


def test_sections_may_be_missing_or_in_another_order():
    text = f"""<document><comment/><relations><identity><identchain relationid="r">{BOTH}</identchain></identity>
    </relations><sentences docid="d"><amr id="d.1"/><amr id="d.2"/></sentences></document>"""
    graph = build_docamr(read_msamr(text), AMRS).graph
    assert edges(graph) == edges(build([BOY, HE], ["1.b 2.h"]))


def test_sentences_stand_in_their_order():
    text = xml(BOTH, '<amr id="d.2" order="2"/><amr id="d.1" order="1"/>')
    assert edges(build_docamr(read_msamr(text), AMRS).graph) == edges(build([BOY, HE], ["1.b 2.h"]))


@pytest.mark.parametrize("to", ["no-merge", "merge-names", "docamr", "merge-all"])
def test_our_own_unmerged_graphs_are_read_back(to):
    texts = [BOY, HE, '(s / see-01 :ARG1 (p / person :name (n / name :op1 "A")) :ARG0 (h / he))', BOY]
    chains = ["1.b 2.h 4.b", "3.p 3.h", "2.l:ARG1"]
    unmerged = loads(dumps(build(texts, chains, "no-merge")))[0]
    assert triples(build_docamr(unmerged, to=to).graph) == triples(build(texts, chains, to))


@pytest.mark.parametrize(
    "layout",
    [
        '(s / see-01 :ARG0 (p / person :name (n / name :op1 "A") :ARG0-of (h / have-org-role-91 :ARG2 (k / king))))',
        '(s / see-01 :ARG0 (p / person :ARG0-of (h / have-org-role-91 :ARG2 (k / king)) :name (n / name :op1 "A")))',
        '(s / see-01 :ARG0 (p / person :ARG0-of (h / have-org-role-91 :ARG2 (k/king)) :name-of-of (n/name :op1 "A")))',
    ],
)
def test_another_layout_of_a_sentence_changes_nothing(layout):
    """docAMR 0.1.1 merges what stands below a node in the text."""
    role = '(s / say-01 :ARG0 (p / person :name (n / name :op1 "A") :ARG0-of (h / have-org-role-91 :ARG2 (k / king))))'
    graph = build([role, layout], ["1.p 2.p"])
    assert list(graph.concepts).count("have-org-role-91") == 1
    assert triples(graph) == triples(build([role, role.replace("say", "see")], ["1.p 2.p"]))


def test_chains_that_share_a_mention_are_one_in_every_representation():
    texts = [BOY, HE, "(s / see-01 :ARG0 (m / man))"]
    graph = build(texts, ["1.b 2.h", "2.h 3.m"], "no-merge")
    assert {edge for edge in edges(graph) if ":coref" in edge} == {
        "rel-0 :coref s1.b", "rel-0 :coref s2.h", "rel-0 :coref s3.m",
    }  # fmt: skip
    assert edges(build(texts, ["1.b 2.h", "2.h 3.m"])) == edges(build(texts, ["1.b 2.h 3.m"]))


def test_implicit_roles_unite_nothing():
    graph = build([BOY, HE], ["1.b 2.l:ARG1", "2.h 2.l:ARG1"], "no-merge")
    assert {"s2.l :ARG1 s1.b", "s2.l :ARG1 s2.h"} <= edges(graph)


def test_a_chain_of_implicit_roles_keeps_its_entity():
    graph = build([BOY, HE], ["1.c:ARG4 2.l:ARG1"])
    assert {"s1.c :ARG4 rel-0", "s2.l :ARG1 rel-0"} <= edges(graph)
    assert concepts(graph)["rel-0"] == "coref-entity"
    assert concepts(build([BOY], ["1.c:ARG4"]))["rel-0"] == "coref-entity"


def test_a_role_that_is_filled_gets_its_second_edge():
    assert {"s2.l :ARG0 s1.b", "s2.l :ARG0 s2.h"} <= edges(build([BOY, HE], ["1.b 2.l:ARG0"]))
    # The filler is in the chain itself: both edges are the same one.
    graph = build([BOY, HE], ["1.b 2.h 2.l:ARG0"])
    assert list(zip(graph.roles, graph.targets, strict=True)).count(("ARG0", 2)) == 1


def test_true_roles_that_end_in_of_stay():
    texts = ["(t / team :consist-of (m / man :name (n / name :op1 \"A\")))",
             "(s / see-01 :prep-out-of (m / man :name (n / name :op1 \"A\")))"]  # fmt: skip
    graph = build(texts, ["1.m 2.m"])
    assert {"s1.t :consist-of s1.m", "s2.s :prep-out-of s1.m"} <= edges(graph)
    assert edges(loads(dumps(graph))[0]) == edges(graph)


def test_a_concept_in_quotation_marks_keeps_them():
    graph = build(['(c / come-01 :ARG1 (o / "odd thing"))'])
    assert concepts(loads(dumps(graph))[0])["s1.o"] == '"odd thing"'


def test_constants_keep_their_type():
    graph = build(['(t / team :quant 6 :polarity - :mode expressive :value "6")'])
    assert values(loads(dumps(graph))[0]) == {
        "s1.t :quant 6", "s1.t :polarity -", "s1.t :mode expressive", 's1.t :value "6"',
    }  # fmt: skip


@pytest.mark.parametrize("name", ["docAMR", "merge", ""])
def test_an_unknown_representation_is_refused(name):
    with pytest.raises(UsageError, match="available: no-merge, merge-names, docamr, merge-all, flipped"):
        build([BOY], to=name)


def test_an_id_that_two_amrs_have_is_an_error(tmp_path):
    path = tmp_path / "a.amr"
    path.write_text(f"{AMRS}\n\n# ::id d.2\n{BOY}\n")
    (problem,) = errors_of(xml(BOTH), path)
    assert problem.location == f"{path}:7:1"
    assert f"already given to another AMR at {path}:4" in problem.message


def test_two_equal_ids_that_no_document_uses_are_no_concern():
    amrs = f"{AMRS}\n\n# ::id x\n{BOY}\n\n# ::id x\n{BOY}"
    assert build_docamr(read_msamr(xml(BOTH)), amrs).graph.id == "d"


def test_a_bridging_id_that_names_no_chain_is_a_warning():
    bridging = '<setmember relationid="b"><superset id="rel-0"/><member id="rel-9"/></setmember>'
    built = build_docamr(read_msamr(xml(BOTH, bridging=bridging), "x.xml"), AMRS)
    (problem,) = built.problems
    assert (problem.level, problem.code) == ("warning", "msamr-unknown-chain")
    assert "rel-9" in problem.message
    assert problem.line == 5


def test_all_members_of_a_bridging_relation_are_kept():
    graph = build(
        [f"(f / fall-0{k} :ARG1 (s / soldier))" for k in (1, 2, 3)],
        singletons=["1.s", "2.s", "3.s"],
        bridging=[("subset", "singleton-0", ["singleton-1", "singleton-2"])],
    )
    assert {"s1.s :subset s2.s", "s1.s :subset s3.s"} <= edges(graph)


def test_a_singleton_in_a_chain_means_the_chain():
    bridging = [("part", "singleton-0", ["singleton-1"])]
    graph = build([BOY, HE, "(m / man)"], ["1.b 3.m"], singletons=["1.b", "2.h"], bridging=bridging)
    assert "rel-0 :part s2.h" in edges(graph)


def test_a_singleton_may_be_an_implicit_role():
    graph = build(
        [BOY, HE], ["1.b 2.h"], singletons=["2.l:ARG1"], bridging=[("part", "rel-0", ["singleton-0"])]
    )
    assert {"s2.l :ARG1 s2.li", "s1.b :part s2.li"} <= edges(graph)
    assert concepts(graph)["s2.li"] == "implicit-role"


def test_a_concept_that_is_not_the_one_annotated_is_a_warning():
    members = '<mention id="d.1" variable="b" concept="girl"/><mention id="d.2" variable="h" concept="he"/>'
    (problem,) = build_docamr(read_msamr(xml(members)), AMRS).problems
    assert problem.code == "msamr-concept"
    assert "is boy, not girl" in problem.message


def test_names_that_cannot_stand_in_a_text_are_changed():
    text = xml('<mention id="d.1" variable="b"/><mention id="d.2" variable="l"/>').replace("rel-0", "rel (0)")
    built = build_docamr(read_msamr(text), AMRS).text
    assert concepts(loads(built)[0])["rel__0_"] == "coref-entity"


def test_a_chain_may_be_named_like_a_node():
    text = xml('<mention id="d.1" variable="b"/><mention id="d.1" variable="c"/>').replace("rel-0", "d")
    assert concepts(build_docamr(read_msamr(text), AMRS).graph)["d1"] == "coref-entity"


def test_annotations_need_their_amrs():
    with pytest.raises(UsageError, match="--amr"):
        build_docamr(read_msamr(xml(BOTH)))
