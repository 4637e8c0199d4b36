"""What is told about two documents."""

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick.tasks.graphs.roles import Roles
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.explain import links as explain_links
from tallystick.tasks.umr.explain.document import DocumentExplainer
from tallystick.tasks.umr.selection import EVERYTHING, Selection

GOLD = document(
    "(s1g / go-01 :ARG0 (s1b / boy))",
    "(s2s / see-01 :ARG0 s1b :ARG1 (s2h / home)) --- :temporal ((s1g :after s2s) (s2s :after s2h)) "
    ":modal ((author :full-affirmative s2s)) :coref ((s1b :same-entity s2h))",
)
PRED = document(
    "(a / go-01 :ARG0 (b / boy))",
    "(c / see-01 :ARG0 b :ARG2 (d / home)) --- :temporal ((a :after c) (a :after d)) "
    ":modal ((author :full-negative c))",
)


def lines(part, gold=GOLD, pred=PRED, selection=EVERYTHING):
    """What is told, in the manner of `tallystick explain`."""
    alignment = DocumentExplainer(DocumentComparison(gold, pred), selection).explain(part)
    matched = [f"= {pair.gold} ← {pair.pred} ({pair.credit:g})" for pair in alignment.matched]
    return [*matched, *(f"- {one}" for one in alignment.missed), *(f"+ {one}" for one in alignment.spurious)]


def test_relations_of_sentences():
    assert lines("sentence") == [
        "= sentence snt1: (s1g/go-01 :arg0 s1b/boy) ← sentence snt1: (a/go-01 :arg0 b/boy) (1)",
        "= sentence snt2: (s2s/see-01 :arg0 s1b/boy) ← sentence snt2: (c/see-01 :arg0 b/boy) (1)",
        "- sentence snt2: (s2s/see-01 :arg1 s2h/home)",
        "+ sentence snt2: (c/see-01 :arg2 d/home)",
    ]


def test_the_graphs_stand_beside_each_other():
    alignment = DocumentExplainer(DocumentComparison(GOLD, PRED), EVERYTHING).explain("sentence")
    assert alignment.sides is not None
    assert alignment.sides[0].startswith("(s1g / go-01\n")
    assert "\n\n(c / see-01\n" in alignment.sides[1]


def test_modal_triples():
    assert lines("modal") == [
        "- modal snt2: (author :full-affirmative s2s/see-01)",
        "+ modal snt2: (author :full-negative c/see-01)",
    ]


def test_links_say_what_they_are_inferred_from():
    """Gold: going, then seeing, then home. Pred: going before both."""
    alignment = DocumentExplainer(DocumentComparison(GOLD, PRED), EVERYTHING).explain("temporal")
    assert [(str(pair.gold), str(pair.pred), pair.note) for pair in alignment.matched] == [
        (
            "temporal snt2, cluster 1: (s2s/see-01 :before s1g/go-01)",
            "temporal snt2, cluster 1: (c/see-01 :before a/go-01)",
            "",
        ),
        (
            "temporal cluster 1: (s2h/home :before s1g/go-01)",
            "temporal snt2, cluster 1: (d/home :before a/go-01)",
            "inferred in gold from (s2s/see-01 :after s2h/home), (s1g/go-01 :after s2s/see-01)",
        ),
    ]
    assert list(map(str, alignment.missed)) == ["temporal snt2, cluster 1: (s2h/home :before s2s/see-01)"]
    assert alignment.spurious == ()


def test_an_inferred_link_that_was_missed():
    pred = document("(a / go-01)", "(c / see-01 :ARG1 (d / home)) --- :temporal ((a :overlap c))")
    (first, second, third) = (
        DocumentExplainer(DocumentComparison(GOLD, pred), EVERYTHING).explain("temporal").missed[:3]
    )
    inferred = [part for part in (first, second, third) if part.origin]
    assert [str(part) for part in inferred] == [
        "temporal cluster 1: (s2h/home :before s1g/go-01)  inferred from "
        "(s2s/see-01 :after s2h/home), (s1g/go-01 :after s2s/see-01)"
    ]


def test_clusters_and_nodes_alone():
    alignment = DocumentExplainer(DocumentComparison(GOLD, PRED), EVERYTHING).explain("coref")
    assert tuple(alignment.sides) == (
        "cluster 1: 2 nodes, 0 of 1 link matched\n  (s1b/boy :same-entity s2h/home)  snt2",
        "alone: b/boy, d/home",
    )
    assert list(map(str, alignment.spurious)) == [
        "coref b/boy is alone: only gold relates it to another",
        "coref d/home is alone: only gold relates it to another",
    ]


def test_contradictions_are_told_with_their_chains():
    """The paper, at Figure 3: two links on one pair of nodes show an error in the annotation."""
    gold = document(
        "(a / one :x (b / two) :y (c / three)) --- :temporal ((a :before b) (b :before c) (a :overlap c))"
    )
    sides = DocumentExplainer(DocumentComparison(gold, gold), EVERYTHING).explain("temporal").sides
    assert sides is not None
    assert sides[0].splitlines()[-1] == (
        "contradiction: a/one, c/three: one is before the other, and they overlap: "
        "(a/one :before b/two), (b/two :before c/three) against (a/one :overlap c/three)"
    )


def test_containment_in_words():
    gold = document("(a / one :x (b / two)) --- :temporal ((a :contained b)) :coref ((a :subset-of b))")
    nothing = document("(a / one :x (b / two))")
    assert lines("temporal", gold, nothing)[0] == "- temporal snt1, cluster 1: (a/one :contained b/two)"
    assert lines("coref", gold, nothing)[0] == "- coref snt1, cluster 1: (a/one :subset-of b/two)"


def test_a_label_of_no_table():
    gold = document("(a / one :x (b / two)) --- :temporal ((a :beside b))")
    link = "temporal snt1, cluster 1: (a/one :beside b/two)"
    assert lines("temporal", gold, gold) == [f"= {link} ← {link} (1)"]


def test_the_aggregate_tells_all_components():
    alignment = DocumentExplainer(DocumentComparison(GOLD, PRED), EVERYTHING).explain("aggregate")
    parts = [
        DocumentExplainer(DocumentComparison(GOLD, PRED), EVERYTHING).explain(part)
        for part in ("sentence", "modal", "temporal", "coref")
    ]
    assert alignment.matched == tuple(pair for part in parts for pair in part.matched)
    assert alignment.missed == tuple(one for part in parts for one in part.missed)
    assert {one.component for one in alignment.missed} == {"sentence", "modal", "temporal", "coref"}


def test_only_what_counts_is_told():
    selection = Selection(only=Roles("arg0,after"))
    assert len(lines("sentence", selection=selection)) == 2
    assert lines("modal", selection=selection) == []
    assert len(lines("temporal", selection=selection)) == 3


def test_great_clusters_are_cut_short_and_say_so(monkeypatch):
    """Four nodes in a row have six links. The prediction lacks the last relation, and with it three links."""
    monkeypatch.setattr(explain_links, "MOST_LINKS", 3)
    graph = "(a / one :x (b / two) :y (c / three) :z (d / four))"
    gold = document(f"{graph} --- :temporal ((a :before b) (b :before c) (c :before d))")
    pred = document(f"{graph} --- :temporal ((a :before b) (b :before c))")
    found = lines("temporal", gold, pred)
    rest = "temporal cluster 1: 1 more that follow from what is annotated"
    assert found[2] == f"= {rest} ← {rest} (1)"
    assert found[3:] == [
        "- temporal snt1, cluster 1: (c/three :before d/four)",
        "- temporal cluster 1: 2 more that follow from what is annotated",
        "+ temporal d/four is alone: only gold relates it to another",
    ]
    assert lines("temporal", pred, gold)[3:] == [
        "- temporal d/four is alone: only pred relates it to another",
        "+ temporal snt1, cluster 1: (c/three :before d/four)",
        "+ temporal cluster 1: 2 more that follow from what is annotated",
    ]


@pytest.mark.parametrize("part", ["sentence", "modal", "temporal", "coref", "aggregate"])
def test_a_sentence_that_only_one_side_has(part):
    gold = document(
        "(s1g / go-01)",
        "(s2s / see-01 :ARG1 (s2h / home)) --- :temporal ((s1g :after s2s)) :modal ((author :AFF s2s)) "
        ":coref ((s2s :same-event s1g))",
    )
    pred = document("(s1g / go-01)")
    assert lines(part, gold, pred)
    assert not DocumentExplainer(DocumentComparison(gold, pred), EVERYTHING).explain(part).matched
