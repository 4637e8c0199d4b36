"""Documents that overlap in part: what both have, and how much that is."""

import pytest
from tests.unit.tasks.umr.documents import document

import tallystick as ts
from tallystick.tasks.umr.overlap import in_common

ONE = "(s1a / sleep-01 :ARG0 (s1b / boy))"
TWO = "(s2a / sing-01 :ARG0 (s2b / boy) :ARG1 s1b) --- :coref ((s1b :same-entity s2b))"
TWO_ALONE = "(s2a / sing-01 :ARG0 (s2b / boy))"
THREE = "(s3a / go-02 :ARG0 (s3b / girl)) --- :coref ((s2b :same-entity s3b))"


def test_only_common_sentences_stay_with_the_relations_between_them():
    gold, pred = document(ONE, TWO, THREE), document(TWO_ALONE, THREE, first=2)
    ours, theirs = in_common(gold, pred)
    assert [len(sentence.graph) for sentence in ours.sentences] == [0, 2, 2]
    assert [len(sentence.triples) for sentence in ours.sentences] == [0, 0, 1]  # what leads to snt1 is gone
    assert ours.sentences[1].graph.constants == (None,)
    assert theirs == pred


def test_scoring_the_overlap_equals_agreement_on_it():
    gold, pred = document(ONE, TWO, THREE), document(TWO_ALONE, THREE, first=2)
    everything = ts.score([gold], [pred], task="umr", metrics=["ancast++"])["ancast++"]
    common = ts.score([gold], [pred], task="umr", metrics=["ancast++"], overlap="common")["ancast++"]
    assert everything.recall < 1
    assert (common.precision, common.recall) == (1, 1)
    agreed = ts.agree({"a": [gold], "b": [pred]}, ["ancast++", "smatch"], task="umr")
    assert agreed["ancast++"].mean == agreed["smatch"].mean == 1
    assert agreed.coverage[0].parts["sentences_paired"] == 2
    assert agreed.coverage[0].parts["gold_only"] == 1
    assert "overlap:common" in agreed["ancast++"].signature
    asked = ts.agree({"a": [gold], "b": [pred]}, ["ancast++"], task="umr", overlap="all")
    assert asked["ancast++"].mean == pytest.approx(everything.f1)


def test_twins_with_one_coreference_link_follow_it_in_any_layout():
    one = "(s1a / and :op1 (s1p / person) :op1 (s1q / person))"
    other = "(s1a / and :op1 (s1q / person) :op1 (s1p / person))"
    link = "(s2a / see-01 :ARG0 (s2b / boy)) --- :coref ((s1p :same-entity s2b))"
    scores = ts.score([document(one, link)], [document(other, link)], task="umr")
    assert scores["ancast++"].f1 == scores["ancast++.coref"].f1 == 1


def test_a_reference_from_another_sentence_tells_twins_apart():
    one = "(s1a / and :op1 (s1p / person) :op1 (s1q / person))"
    other = "(s1a / and :op1 (s1q / person) :op1 (s1p / person))"
    reference = "(s2a / see-01 :ARG0 s1p)"
    scores = ts.score([document(one, reference)], [document(other, reference)], task="umr")
    assert scores["ancast++.sentence"].f1 == 1


def test_missing_alignments_are_named_where_they_are_to_be_the_anchors():
    bare = document(ONE)
    for metric in ("ancast++", "ancast.concept"):
        report = ts.score([bare], [bare], task="umr", metrics=[metric], anchors="alignment")
        assert "no-alignment" in [problem.code for problem in report.problems]
        report = ts.score([bare], [bare], task="umr", metrics=[metric])
        assert "no-alignment" not in [problem.code for problem in report.problems]
