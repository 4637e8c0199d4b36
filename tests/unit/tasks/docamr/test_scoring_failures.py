"""Inputs on which docAMR 0.1.1 crashes, gives nonsense or goes quiet when it scores; what is right instead."""

import pytest

import tallystick as ts
from tallystick.errors import DataError

OK = "(d / document :snt1 (a / come-01 :ARG1 (h / he)) :snt2 (g / go-02 :ARG0 h))"
LONGER = "(d / document :snt1 (a / come-01 :ARG1 (h / he)) :snt2 (g / go-02 :ARG0 h) :snt3 (x / stop-01))"


def f1(gold, pred, metric="docsmatch"):
    return ts.score(gold, pred, metric, task="docamr")[metric].f1


@pytest.mark.parametrize("names", [("snt1", "snt3"), ("snt0", "snt1"), ("sntA", "sntB")])
def test_any_numbers_and_names_of_sentences_are_scored(names):
    """There, such a pair leaves the score without its triples."""
    text = OK.replace("snt1", "X").replace("snt2", names[1]).replace("X", names[0])
    assert f1(text, text) == 1
    # Against other names only the root may meet: its concept and being the root.
    report = ts.score(OK.replace("snt", "sntz"), text, "docsmatch", task="docamr")
    assert report["docsmatch"].tally.matched_pred == 2
    assert report["docsmatch"].tally.gold_total == 9


def test_a_node_in_no_sentence_is_of_the_document():
    text = "(d / document :snt1 (a / come-01) :extra (x / thing))"
    assert f1(text, text) == 1


def test_nothing_is_random():
    other = OK.replace("go-02", "leave-11")
    assert len({f1(OK, other) for _ in range(5)}) == 1


def test_a_single_graph_meets_the_sentence_of_a_document():
    single, document = "(a / come-01 :ARG1 (h / he))", "(d / document :snt1 (a / come-01 :ARG1 (h / he)))"
    assert ts.score(document, single, "docsmatch", task="docamr")["docsmatch"].tally.matched_pred == 3


def test_unbalanced_brackets_are_refused():
    with pytest.raises(DataError, match="bracket"):
        f1(OK, "(d / document :snt1 (a / come-01")


def test_different_numbers_of_documents_are_refused_or_counted():
    with pytest.raises(DataError, match="no partner"):
        f1(f"{OK}\n\n{LONGER}", OK)
    report = ts.score(f"{OK}\n\n{LONGER}", OK, "docsmatch", task="docamr", on_error="zero")
    assert (report.items, report.zeroed) == (2, 1)
    assert report["docsmatch"].recall == pytest.approx(9 / (9 + 11))


def test_surplus_sentences_count():
    assert f1(LONGER, OK) == pytest.approx(2 * 9 / (9 + 11))


def test_case_is_one_rule():
    upper = OK.replace("he)", "He)").replace("come-01", "Come-01")
    assert f1(OK, upper) == 1
    assert f1(OK, upper, "docsmatch.coref") == 1


def test_the_memory_of_a_search_is_no_matter():
    """Sixty sentences, one chain through all of them: proved, and what is missing is one edge."""
    parts = [f":snt{k} (s{k} / say-01 :ARG0 (h / he) :ARG1 (t{k} / thing))" if k == 1 else
             f":snt{k} (s{k} / say-01 :ARG0 h :ARG1 (t{k} / thing))" for k in range(1, 61)]  # fmt: skip
    gold = f"(d / document {' '.join(parts)})"
    pred = gold.replace("(s60 / say-01 :ARG0 h", "(s60 / say-01 :ARG0 (i / he)")
    report = ts.score(gold, pred, task="docamr")
    assert report["docsmatch"].tally.proved == 1
    assert report["docsmatch"].tally.gold_total - report["docsmatch"].tally.matched_gold == 1
    assert report["docsmatch.coref"].tally.gold_total - report["docsmatch.coref"].tally.matched_gold == 1
