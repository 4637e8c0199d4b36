"""The sentence component: labelled relations, relations between sentences, constants."""

from itertools import count

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick import limits
from tallystick.formats.umr.reader import loads
from tallystick.limits import Limits, limited
from tallystick.tasks.graphs.ancast.aligner import align
from tallystick.tasks.graphs.ancast.counts import counts
from tallystick.tasks.graphs.roles import Roles
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.selection import Selection


def tally(gold, pred, **selection):
    return DocumentComparison(gold, pred).tally("sentence", Selection(**selection))


def numbers(found):
    return found.matched_pred, found.pred_total, found.gold_total


GO = "(s1g / go-01 :ARG0 (s1b / boy :refer-number singular) :aspect activity)"


def test_one_sentence_counts_as_ancast_does():
    gold, pred = document(GO), document("(x / go-02 :ARG0 (y / boy) :aspect activity)")
    whole = counts(align(gold.sentences[0].graph, pred.sentences[0].graph))["relation"]
    assert numbers(tally(gold, pred)) == (whole.matched_pred, whole.pred_total, whole.gold_total)
    # go-01 and go-02: a lemma of another sense .9, one shared attribute of one, so S = .95. The relation to the boy is
    # worth (.95 + 1)/2, the aspect the same: an equal constant has similarity 1.
    assert numbers(tally(gold, pred)) == (pytest.approx(0.975 + 0.975), 2, 3)


def test_sentences_add():
    gold, pred = document(GO, GO.replace("s1", "s2")), document(GO, "(s2b / boy :refer-number singular)")
    assert numbers(tally(gold, pred)) == (4, 4, 6)


TWO = "(s1b / boy :age 7)"


@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        ("(s2g / go-01 :ARG0 s1b)", "(x / go-01 :ARG0 y)"),
        ("(s2g / go-01 :ARG0 s1b)", "(x / go-01 :arg0 y)"),  # roles have no case
        ("(s2g / big :mod s1b)", "(x / big :domain-of y)"),  # two ways to write one relation
        ("(s2g / go-01 :ARG0-of s1b)", "(x / go-01 :ARG0-of y)"),
    ],
)
def test_a_relation_to_a_node_of_another_sentence(gold, pred):
    found = tally(document(TWO, gold), document("(y / boy :age 7)", pred))
    assert numbers(found) == (2, 2, 2)


def test_a_relation_between_sentences_is_not_seen_by_the_node_mapping():
    """As an attribute the name would have changed the similarity of its node."""
    gold, pred = document(TWO, "(s2g / go-01 :ARG0 s1b)"), document("(s1x / boy)", "(s2x / go-01 :ARG0 s1x)")
    (_, second) = DocumentComparison(gold, pred).pairs
    assert list(second.aligned.similarity.flat()) == [1.0]
    assert not second.aligned.gold.edges


def test_a_relation_between_sentences_earns_the_similarity_of_its_ends():
    gold, pred = (
        document("(s1b / boy)", "(s2g / go-01 :ARG0 s1b)"),
        document("(a / boys)", "(b / go-02 :ARG0 a)"),
    )
    # S: go-01, go-02 .9; boy in boys 3/4.
    assert numbers(tally(gold, pred)) == (pytest.approx((0.9 + 0.75) / 2), 1, 1)


@pytest.mark.parametrize(
    ("pred", "matched"),
    [
        ("(s2g / go-01 :ARG1 s1b)", 0),  # another role
        ("(s2g / go-01 :ARG0 s1c)", 0),  # another node
        ("(s2g / go-01 :ARG0-of s1b)", 0),  # the other way round
        ('(s2g / go-01 :ARG0 "s1b")', 0),  # a string is a constant
        ("(s2g / go-01 :ARG0 (s2b / boy))", 0),
    ],
)
def test_other_relations_between_sentences_do_not_match(pred, matched):
    first = "(s1b / boy :ARG9 (s1c / child))"
    found = tally(document(first, "(s2g / go-01 :ARG0 s1b)"), document(first, pred))
    assert numbers(found) == (1 + matched, 2, 2)


def test_a_relation_into_a_sentence_that_is_not_compared_cannot_match():
    gold = document(TWO, "(s2g / go-01 :ARG0 s1b)")
    pred = document("(s2g / go-01 :ARG0 s3b)", "(s3b / boy :age 7)", first=2)
    assert numbers(tally(gold, pred)) == (0, 2, 2)


def test_a_bare_value_that_nobody_declares_is_a_constant():
    gold, pred = document("(s1g / go-01 :ARG0 s7x)"), document("(a / go-01 :ARG0 S7X)")
    assert numbers(tally(gold, pred)) == (1, 1, 1)


def test_empty_graphs_count_nothing():
    gold, pred = document("", GO), document(GO, "")
    assert numbers(tally(gold, pred)) == (0, 3, 3)


def test_relations_that_count():
    gold, pred = document(GO), document("(x / go-01 :ARG0 (y / boy) :aspect state)")
    # The attribute differs, and half of S is attributes: S(go) = .5.
    assert numbers(tally(gold, pred, only=Roles("arg0"))) == (0.75, 1, 1)
    assert numbers(tally(gold, pred, only=Roles("ARG0-of"))) == (0.75, 1, 1)
    assert numbers(tally(gold, pred, without=Roles("arg0"))) == (0, 1, 2)
    assert numbers(tally(gold, pred, only=Roles("arg0"), without=Roles("arg0"))) == (0, 0, 0)
    assert numbers(tally(gold, pred)) == (0.75, 2, 3)


def test_relations_between_sentences_are_selected_too():
    gold = document(TWO, "(s2g / go-01 :ARG0 s1b)")
    assert numbers(tally(gold, gold, only=Roles("ARG0"))) == (1, 1, 1)
    assert numbers(tally(gold, gold, without=Roles("ARG0"))) == (1, 1, 1)


ALIGNED = """# :: snt1\tone two

# sentence level graph:
({a} / {first} :op (b{a} / {second}))

# alignment:
{a}: {there}-{there}
b{a}: 0-0

# document level annotation:
(s1s0 / sentence)
"""


def test_anchors_from_alignments():
    """Nodes without a similar name are the same where they stand for the same token."""
    gold = loads(ALIGNED.format(a="x", first="water", second="bird", there=2))
    pred = loads(ALIGNED.format(a="y", first="bird", second="water", there=2))
    by_lemma, by_token = (
        DocumentComparison(gold, pred, anchors).pairs[0].aligned for anchors in ("lemma", "alignment")
    )
    assert list(by_lemma.columns) == [1, 0]
    assert list(by_token.columns) == [0, 1]


def test_a_document_that_is_cut_short_keeps_its_totals(monkeypatch):
    """Against itself it even keeps its score: whatever is written alike is aligned node by node."""
    gold, pred = document(TWO, "(s2g / go-01 :ARG0 s1b)"), document(TWO, "(s2g / go-01 :ARG0 s1b)")
    whole = DocumentComparison(gold, pred).tallies()
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    now = count()
    with limited(Limits(seconds=0, clock=lambda: float(next(now)))):
        cut = DocumentComparison(gold, pred).tallies()
    for part, tally in cut.items():
        assert (tally.pred_total, tally.gold_total) == (whole[part].pred_total, whole[part].gold_total)
        assert tally.matched_pred == whole[part].matched_pred
