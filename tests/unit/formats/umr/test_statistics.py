"""What a UMR document holds, in numbers."""

from __future__ import annotations

from tests.unit.formats.umr.test_reader import NEW, document, with_graph

from tallystick.formats.umr.reader import loads
from tallystick.formats.umr.statistics import statistics


def test_a_document() -> None:
    """Counted by hand."""
    assert statistics(loads(NEW)) == {
        "documents": 1, "sentences": 2, "not_in_release": 0, "partial_conversion": 1, "unreadable": 0,
        "tokens": 5, "nodes": 4, "relations": 2, "attributes": 0, "aligned_nodes": 3,
        "sentences_with_reentrancy": 0, "sentences_with_inverse_relations": 0,
        "sentences_with_parallel_relations": 0, "sentences_with_uppercase_concepts": 0,
        "sentences_with_document_triples": 2, "document_triples": 4, "document_triples.temporal": 1,
        "document_triples.modal": 2, "document_triples.coref": 1, "document_triples.other": 0,
        "triple_ends.same_sentence": 3, "triple_ends.earlier_sentence": 1, "triple_ends.later_sentence": 0,
        "triple_ends.constant": 4, "temporal.before": 1, "modal.modal": 1, "modal.full-affirmative": 1,
        "coref.same-entity": 1,
    }  # fmt: skip


def test_kinds_of_graphs() -> None:
    text = with_graph(
        "(s1a / B :ARG0 (s1c / d :ARG0-of s1a :consist-of s1e) :ARG1 s1c :polarity - :op1 (s1e / f))"
    )
    found = statistics(document(text))
    assert (found["nodes"], found["relations"], found["attributes"]) == (3, 5, 1)
    assert found["sentences_with_reentrancy"] == 1
    assert found["sentences_with_inverse_relations"] == 1
    assert found["sentences_with_parallel_relations"] == 1
    assert found["sentences_with_uppercase_concepts"] == 1


def test_there_and_back_is_not_parallel_and_consist_of_is_not_inverse() -> None:
    found = statistics(document(with_graph("(s1a / b :consist-of (s1c / d :ARG0 s1a))")))
    assert found["sentences_with_parallel_relations"] == 0
    assert found["sentences_with_inverse_relations"] == 0
    assert found["sentences_with_reentrancy"] == 1


def test_unreadable_sentences_count_as_such() -> None:
    found = statistics(document(NEW.replace("(s1b / boy))", "(s1b / boy)")))
    assert (found["sentences"], found["unreadable"], found["tokens"]) == (2, 1, 5)
    assert (found["nodes"], found["document_triples"]) == (2, 1)
    # What it declares is declared: s1b is no constant.
    assert found["triple_ends.earlier_sentence"] == 1


def test_labels_in_other_spellings_and_of_no_component() -> None:
    text = (
        with_graph("(s1a / b)")
        + "(s1s0 / sentence :modal ((author :AFF s1a)) (s1a :about x) :topic ((s1a :overlaps y)))"
    )
    found = statistics(document(text))
    assert found["modal.full-affirmative"] == 1
    assert found["other.about"] == found["document_triples.other"] == 1
    assert found["temporal.overlap"] == found["document_triples.temporal"] == 1
