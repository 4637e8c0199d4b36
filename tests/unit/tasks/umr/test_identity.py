"""Variables across a document: who declares them, and who is whose partner."""

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick.formats.umr.reader import Sentence, UmrDocument
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.identity import GOLD, PRED, declarations


@pytest.mark.parametrize(
    ("declaring", "place", "home"),
    [
        ((), 1, None),
        ((1,), 3, 1),
        ((3,), 1, 3),  # nothing before it: the nearest after it
        ((0, 2, 4), 2, 2),  # its own sentence first
        ((0, 2, 4), 3, 2),  # else the nearest before it
        ((2, 4), 1, 2),
        ((0, 4), 3, 0),  # before, however far
    ],
)
def test_the_sentence_that_declares_a_variable(declaring, place, home):
    sentences = [Sentence(number, declared=("x",) if number in declaring else ()) for number in range(5)]
    assert declarations(UmrDocument(tuple(sentences))).home("x", place) == home


GOLD_DOCUMENT = document(
    "(s1g / go-01 :ARG0 (s1b / boy))",
    "(s2s / see-01 :ARG0 (s2g / girl)) --- :coref ((s1b :same-entity s2g)) :modal ((AUTHOR :full-affirmative s2s))",
)
#: The same with other names, which partly mean other nodes in the gold.
RENAMED = document(
    "(s2g / go-01 :ARG0 (s2s / boy))",
    "(a / see-01 :ARG0 (b / girl)) --- :coref ((s2s :same-entity b)) :modal ((author :full-affirmative a))",
)


def test_partners_go_by_nodes_and_never_by_names():
    identity = DocumentComparison(GOLD_DOCUMENT, RENAMED).identity
    assert identity.node(PRED, "s2s", 1) == identity.node(GOLD, "s1b", 1) == (GOLD, 0, "s1b")
    assert identity.node(PRED, "b", 1) == (GOLD, 1, "s2g")
    assert identity.own(PRED, (GOLD, 0, "s1b")) == (PRED, 0, "s2s")


def test_a_renamed_document_is_the_same_document():
    for tally in DocumentComparison(GOLD_DOCUMENT, RENAMED).tallies().values():
        assert tally.matched_pred == tally.pred_total == tally.gold_total or not tally.pred_total


def test_what_no_sentence_declares_is_a_constant():
    identity = DocumentComparison(GOLD_DOCUMENT, RENAMED).identity
    assert identity.node(GOLD, "Author", 0) == identity.node(PRED, "author", 1) == "author"
    assert identity.exists(GOLD, "author")
    assert identity.exists(PRED, "document-creation-time")


def test_a_constant_is_no_variable_of_that_name():
    """`x` is declared on one side only: it is a node there, and a constant on the other."""
    gold = document("(x / boy) --- :modal ((author :full-affirmative x))")
    pred = document("(y / boy) --- :modal ((author :full-affirmative x))")
    tally = DocumentComparison(gold, pred).tally("modal")
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (0, 1, 1)


def test_nodes_without_partner_exist_on_their_own_side_only():
    gold = document("(s1g / go-01 :ARG0 (s1b / boy) :ARG1 (s1h / home))")
    pred = document("(s1x / go-01 :ARG0 (s1y / boy))")
    identity = DocumentComparison(gold, pred).identity
    home = identity.node(GOLD, "s1h", 0)
    assert identity.exists(GOLD, home)
    assert not identity.exists(PRED, home)
    assert identity.exists(PRED, identity.node(GOLD, "s1b", 0))


def test_a_variable_of_two_sentences_is_two_nodes():
    """The triple of a sentence means its own variable; both documents agree though the names are swapped about."""
    gold = document(
        "(x / boy) --- :modal ((author :full-affirmative x))",
        "(x / girl) --- :modal ((author :full-negative x))",
    )
    pred = document(
        "(a / boy) --- :modal ((author :full-affirmative a))",
        "(b / girl) --- :modal ((author :full-negative b))",
    )
    tally = DocumentComparison(gold, pred).tally("modal")
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (2, 2, 2)
