"""Which sentences are compared, and what becomes of those that cannot be read."""

from dataclasses import replace

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick.errors import UsageError
from tallystick.formats.umr.reader import Sentence, UmrDocument
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.pairing import coverage, pair_sentences
from tallystick.tasks.umr.repair import mend

HIDDEN = {"type": "not_in_release"}


def numbered(*numbers, **where):
    return UmrDocument(tuple(Sentence(number, **where) for number in numbers))


@pytest.mark.parametrize(
    ("gold", "pred", "by", "pairs"),
    [
        ((1, 2), (2, 1), "number", ((0, 1), (1, 0))),
        ((1, 2, 5), (5, 7), "number", ((0, None), (1, None), (2, 0), (None, 1))),
        ((1, 1), (1, 2), "position", ((0, 0), (1, 1))),  # a number twice
        ((1, 2), (3, 4, 5), "position", ((0, 0), (1, 1), (None, 2))),  # no number in common
        ((), (1,), "position", ((None, 0),)),
        ((), (), "position", ()),
    ],
)
def test_by_number_or_position(gold, pred, by, pairs):
    found = pair_sentences(numbered(*gold), numbered(*pred))
    assert (found.by, found.pairs, found.left_out) == (by, pairs, ())


def test_what_is_not_in_the_release_counts_on_neither_side():
    gold = UmrDocument((Sentence(1, metadata=HIDDEN), Sentence(2), Sentence(3)))
    pred = UmrDocument((Sentence(1), Sentence(2), Sentence(3, metadata=HIDDEN), Sentence(4, metadata=HIDDEN)))
    found = pair_sentences(gold, pred)
    assert found.pairs == ((1, 1),)
    assert found.left_out == ((0, 0), (2, 2), (None, 3))
    assert coverage(gold, pred) == {
        "sentences_paired": 1,
        "gold_only": 0,
        "pred_only": 0,
        "not_in_release": 3,
        "paired_by_position": 0,
    }


def test_coverage_says_when_sentences_go_by_position():
    found = coverage(numbered(1, 2), numbered(3, 4, 5))
    assert (found["sentences_paired"], found["pred_only"], found["paired_by_position"]) == (2, 1, 2)


GRAPHS = ("(s1a / go-01 :ARG0 (s1b / boy))", "(s2a / see-01 :ARG1 (s2b / girl))")


def test_unpaired_sentences_stay_in_the_totals_of_their_side():
    gold = document(f"{GRAPHS[0]} --- :modal ((author :full-affirmative s1a))", GRAPHS[1])
    pred = document(
        f"{GRAPHS[1]} --- :modal ((author :full-negative s2a)) :coref ((s2b :same-entity s3x))",
        "(s3x / woman)",
        first=2,
    )
    tallies = DocumentComparison(gold, pred).tallies()
    assert (tallies["sentence"].matched_pred, tallies["sentence"].pred_total) == (1, 1)
    assert tallies["sentence"].gold_total == 2
    assert (tallies["modal"].matched_pred, tallies["modal"].pred_total, tallies["modal"].gold_total) == (
        0,
        1,
        1,
    )
    # s2b exists in the gold and is alone there; s3x has no partner and adds nothing.
    assert (tallies["coref"].pred_total, tallies["coref"].gold_total) == (2, 1)


def broken(value, *places):
    """The document with sentences that could not be read, as the reader gives them."""
    sentences = [
        replace(sentence.emptied(), readable=False) if place in places else sentence
        for place, sentence in enumerate(value.sentences)
    ]
    return replace(value, sentences=tuple(sentences))


def test_skip_leaves_out_the_pair_on_both_sides():
    gold = document(*GRAPHS)
    mended = mend(gold, broken(gold, 1), "skip")
    assert mended.parts == 1
    tally = DocumentComparison(mended.gold, mended.pred).tally("sentence")
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (1, 1, 1)


def test_skip_counts_pairs_not_sentences():
    gold = document(*GRAPHS)
    assert mend(broken(gold, 0, 1), broken(gold, 1), "skip").parts == 2


def test_zero_empties_the_prediction_alone():
    gold = document(*GRAPHS)
    mended = mend(gold, broken(gold, 1), "zero")
    assert mended.gold is gold
    tally = DocumentComparison(mended.gold, mended.pred).tally("sentence")
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (1, 1, 2)


def test_relations_that_name_a_skipped_sentence_are_skipped_with_it():
    """Nobody can say whether they are right: a document against itself scores 1 in what is left."""
    gold = document(
        GRAPHS[0], f"{GRAPHS[1]} --- :coref ((s1b :same-entity s2b)) :modal ((s1b :full-affirmative s2a))"
    )
    mended = mend(broken(gold, 0), gold, "skip")
    tallies = DocumentComparison(mended.gold, mended.pred).tallies()
    for component in ("modal", "coref"):
        tally = tallies[component]
        assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (0, 0, 0)


def test_variables_of_a_sentence_counted_as_empty_have_no_partner():
    """The triples of other sentences that name them stay, and cannot match."""
    gold = document(GRAPHS[0], f"{GRAPHS[1]} --- :modal ((s1b :full-affirmative s2a))")
    mended = mend(gold, broken(gold, 0), "zero")
    tally = DocumentComparison(mended.gold, mended.pred).tallies()["modal"]
    assert (tally.matched_pred, tally.pred_total, tally.gold_total) == (0, 1, 1)


def test_documents_without_faults_stay_the_same():
    gold = document(*GRAPHS)
    mended = mend(gold, gold, "skip")
    assert mended.gold is gold
    assert mended.pred is gold
    assert mended.parts == 0


def test_only_documents_are_paired():
    with pytest.raises(UsageError, match="expected a UMR document, not str"):
        coverage(UmrDocument(), "text")
