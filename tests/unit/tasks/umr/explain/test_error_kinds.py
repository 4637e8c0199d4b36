"""The errors of UMR documents by kind, and explanations of one sentence."""

from dataclasses import replace

import pytest
from tests.unit.tasks.umr.documents import document

import tallystick as ts
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.explain.document import DocumentExplainer
from tallystick.tasks.umr.explain.error_kinds import ERRORS
from tallystick.tasks.umr.selection import EVERYTHING
from tallystick.tasks.umr.task import TASK

GOLD = document(
    "(s1g / go-01 :ARG0 (s1b / boy) :aspect activity)",
    "(s2s / see-01 :ARG0 s1b :ARG1 (s2h / home)) --- :temporal ((s1g :after s2s)) "
    ":modal ((author :full-affirmative s2s)) :coref ((s1b :same-entity s2h))",
)


def explained(pred, part="aggregate"):
    comparison = DocumentComparison(GOLD, document(*pred))
    return replace(DocumentExplainer(comparison, EVERYTHING).explain(part), typology=ERRORS)


FIRST = "(a / go-01 :ARG0 (b / boy) :aspect activity)"
RELATIONS = ":temporal ((a :after c)) :modal ((author :full-affirmative c)) :coref ((b :same-entity d))"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (FIRST, f"(c / see-01 :ARG0 b :ARG1 (d / home)) --- {RELATIONS}", {}),
        (FIRST, f"(c / see-01 :ARG0 b :ARG2 (d / home)) --- {RELATIONS}", {"relabelled relation": 1}),
        (
            "(a / go-01 :ARG0 (b / boy) :aspect state)",
            f"(c / see-01 :ARG0 b :ARG1 (d / home)) --- {RELATIONS}",
            {"wrong value": 1},
        ),
        (
            FIRST,
            f"(c / see-01 :ARG0 b :ARG1 (d / home)) --- {RELATIONS.replace('affirmative', 'negative')}",
            {"mislabelled modal relation": 1},
        ),
        (
            FIRST,
            f"(c / see-01 :ARG0 b :ARG1 (d / home)) --- {RELATIONS.replace('after', 'before')}",
            {"mislabelled temporal relation": 1},
        ),
        (
            FIRST,
            f"(c / see-01 :ARG0 b :ARG1 (d / home)) --- {RELATIONS.partition(':coref')[0]}",
            {"missing coref relation": 1, "unrelated coref node": 2},
        ),
    ],
)
def test_kinds_of_each_component(first, second, expected):
    assert explained((first, second)).errors == expected


def test_the_alignment_of_nodes_has_all_sentences():
    nodes = explained((FIRST, "(c / see-01 :ARG0 b :ARG1 (d / home))")).nodes
    assert [(pair.gold, pair.pred) for pair in nodes] == [
        ("s1g/go-01", "a/go-01"), ("s1b/boy", "b/boy"), ("s2s/see-01", "c/see-01"), ("s2h/home", "d/home"),
    ]  # fmt: skip
    assert all(pair.similarity == 1 for pair in nodes)


def test_one_sentence():
    pred = ("(a / go-02 :ARG0 (b / boy))", f"(c / see-01 :ARG0 b :ARG2 (d / home)) --- {RELATIONS}")
    whole = explained(pred)
    assert whole.errors == {"relabelled relation": 1, "missing attribute": 1}
    first = whole.sentences.restrict(whole, "1")
    second = whole.sentences.restrict(whole, "2")
    assert first.errors == {"missing attribute": 1}
    assert second.errors == {"relabelled relation": 1}
    # What is annotated with the second sentence and leads to the first concerns both.
    assert "temporal" in {pair.gold.component for pair in first.matched}
    assert {part.sentence for part in second.missed} == {2}
    assert first.sides[0].startswith("(s1g / go-01")
    assert "see-01" not in first.sides[0]
    assert [pair.gold for pair in second.nodes] == ["s2s/see-01", "s2h/home"]


def test_metrics_of_sentence_graphs():
    pred = document("(a / go-02 :ARG0 (b / boy) :aspect activity)", "(c / see-01 :ARG0 b :ARG2 (d / home))")
    (smatch,) = [metric for metric in TASK.metrics if metric.name == "smatch"]
    whole = smatch.scorer(smatch.settle({})).align(GOLD, pred)
    assert whole.errors == {"wrong sense": 1, "relabelled relation": 1}
    assert whole.sentences.restrict(whole, "2").errors == {"relabelled relation": 1}
    assert whole.sentences.restrict(whole, "1").missed == (("s1g", "instance", "go-01"),)


def test_document_graphs():
    gold = "(d / document :snt1 (a / go-01 :ARG0 (b / boy)) :snt2 (c / see-01 :ARG0 b :ARG1 (h / home)))"
    pred = (
        "(d / document :snt1 (a / go-02 :ARG0 (b / boy)) :snt2 (c / see-01 :ARG0 (e / he) :ARG1 (h / home)))"
    )
    report = ts.score(gold, pred, "docsmatch,docsmatch.coref", task="docamr")
    whole = report["docsmatch"].items[0].alignment
    assert whole.errors == {"wrong sense": 1, "spurious node": 1, "reattached relation": 1}
    assert whole.sentences.restrict(whole, "snt1").errors == {"wrong sense": 1}
    assert whole.sentences.restrict(whole, "2").errors == {"spurious node": 1, "reattached relation": 1}
    assert report["docsmatch.coref"].items[0].alignment.errors == {"missing chain": 1}
