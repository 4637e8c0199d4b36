"""AnCast++ as ancast 0.1.1 computes it: pairing, identity of nodes, components and their aggregate."""

from dataclasses import replace

import pytest
from tests.unit.tasks.umr.documents import document

from tallystick import score
from tallystick.compat.ancast.umr import RELEASED_READING, released_left_out, released_tallies
from tallystick.formats.umr.document import DocumentTriple, Sentence, UmrDocument
from tallystick.formats.umr.reader import loads
from tallystick.tally import Tally, total

TWO = "(s1a / alpha :ARG0 (s1b / bravo))"


def values(gold, pred, part):
    return RELEASED_READING(released_tallies(gold, pred)[part])


def counts(gold, pred, part):
    tally = released_tallies(gold, pred)[part]
    return tally.matched_pred, tally.pred_total, tally.matched_gold, tally.gold_total


def with_words(words, graph):
    return loads(f"# :: snt1\nWords: {words}\n\n# sentence level graph:\n{graph}\n")


def test_what_is_a_share_of_nothing_is_nothing():
    one = document(TWO)
    assert values(one, one, "modal") == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert values(one, one, "aggregate") == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_without_relations_the_concepts_stand_in_and_weigh_nothing():
    # Run with the program: sent .9, comprehensive 0.
    gold, pred = document("(s1a / go-01)"), document("(s1a / go-02)")
    assert values(gold, pred, "sentence") == {"precision": 0.9, "recall": 0.9, "f1": pytest.approx(0.9)}
    assert values(gold, pred, "aggregate")["f1"] == 0.0


def test_each_side_has_its_own_concepts():
    # Run with the program: precision 0, recall 1, and the other way round.
    one, two = document("(s1a / alpha)"), document(TWO)
    assert values(one, two, "sentence") == {"precision": 0.0, "recall": 1.0, "f1": 0.0}
    assert values(two, one, "sentence") == {"precision": 1.0, "recall": 0.0, "f1": 0.0}


def test_in_the_sum_of_documents_concepts_do_not_stand_in():
    single, pair = (document(text) for text in ("(s1a / go-01)", TWO))
    tallies = [released_tallies(one, one)["sentence"] for one in (single, pair)]
    assert RELEASED_READING(total(tallies)) == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert total(tallies).pred_total == 1


def test_sentences_are_paired_by_position_up_to_the_shorter_document():
    gold = document(TWO, "(s2a / charlie :ARG0 (s2b / delta)) --- :coref ((s1b :same-entity s2b))")
    assert counts(gold, document(TWO), "sentence") == (1.0, 1, 1.0, 1)
    assert counts(gold, document(TWO), "coref") == (0.0, 0, 0.0, 0)
    # Their numbers do not matter.
    assert counts(document(TWO, first=7), document(TWO), "sentence") == (1.0, 1, 1.0, 1)


def test_a_pair_that_cannot_be_read_disappears_with_its_triples():
    modal = "--- :modal ((author :full-affirmative s1a))"
    gold = document(f"{TWO} {modal}", TWO.replace("s1", "s2"))
    # The program cannot take a concept with a slash apart.
    pred = document(f"{TWO.replace('bravo', '1/2')} {modal}", TWO.replace("s1", "s2"))
    assert counts(gold, pred, "sentence") == (1.0, 1, 1.0, 1)
    assert counts(gold, pred, "modal") == (0, 0, 0, 0)
    assert released_left_out(gold, pred) == released_left_out(pred, gold) == (0,)
    assert released_left_out(gold, gold) == ()


def test_how_much_is_left_out_is_said(tmp_path):
    text = "# :: snt{0} x\n# sentence level graph:\n(s{0}a / alfa :ARG0 (s{0}b / {1}))\n\n# alignment:\n\n\n"
    gold, pred = tmp_path / "gold.umr", tmp_path / "pred.umr"
    gold.write_text("".join(text.format(number, "bravo") for number in (1, 2, 3)))
    pred.write_text(text.format(1, "bravo") + text.format(2, "1/2") + text.format(3, "1/2"))

    def told_of(pred, **options):
        report = score(gold, pred, ["ancast++", "ancast++.modal"], task="umr", **options)
        return [problem for problem in report.problems if problem.code == "released-left-out"]

    (told,) = told_of(pred, preset="ancast-0.1.1")  # once, not for each metric
    assert (
        told.message
        == "2 sentence pairs are left out (of 3), because ancast 0.1.1 cannot read one of the graphs"
    )
    assert (told.level, told.path, told.line) == ("warning", str(gold), 8)
    assert "snt2" in told.hint
    assert told_of(pred) == told_of(gold, preset="ancast-0.1.1") == []


def test_an_emptied_sentence_has_no_nodes():
    gold = document(f"{TWO} --- :modal ((author :full-affirmative s1a))")
    emptied = replace(gold, sentences=tuple(sentence.emptied() for sentence in gold.sentences))
    assert counts(emptied, emptied, "aggregate") == (0.0, 0, 0.0, 0)
    # Alone on its side it leaves the other's relations and triples unmatched.
    assert counts(gold, emptied, "sentence") == (0.0, 0, 0.0, 1)
    assert counts(gold, emptied, "modal") == (0, 0, 0, 1)


def test_names_of_nodes_without_mention_in_their_own_sentence_count():
    # units rename_unmentioned: with other variables the antecedent is another node.
    def made(antecedent):
        return document(
            f"(s1a / alpha :ARG0 ({antecedent} / bravo))",
            f"(s2a / charlie :ARG0 (s2b / delta)) --- :coref (({antecedent} :same-entity s2b))",
        )

    assert counts(made("s1b"), made("s1b"), "coref") == (2.0, 2, 2.0, 2)
    assert counts(made("s1b"), made("s1x"), "coref") == (0.0, 2, 0.0, 2)


def test_names_of_nodes_mentioned_in_their_own_sentence_do_not():
    # units rename_mentioned.
    def made(antecedent):
        return document(
            f"(s1a / alpha :ARG0 ({antecedent} / bravo)) --- :modal ((author :full-affirmative {antecedent}))",
            f"(s2a / charlie :ARG0 (s2b / delta)) --- :coref (({antecedent} :same-entity s2b))",
        )

    assert counts(made("s1b"), made("s1x"), "coref") == (2.0, 2, 2.0, 2)
    assert counts(made("s1b"), made("s1x"), "modal") == (1, 1, 1, 1)


def test_the_later_label_of_a_pair_stays():
    # units modal_two_labels.
    gold = document(f"{TWO} --- :modal ((author :neg s1a)\n (author :aff s1a))")
    pred = document(f"{TWO} --- :modal ((author :aff s1a)\n (author :neg s1a))")
    assert counts(gold, pred, "modal") == (0, 1, 0, 1)


def test_the_root_of_the_modal_annotation_counts_once():
    root = "--- :modal ((root :modal author))"
    one = document(f"{TWO} {root}", f"{TWO.replace('s1', 's2')} {root}")
    assert counts(one, one, "modal") == (1, 1, 1, 1)


def test_labels_are_case_sensitive():
    gold, pred = (document(f"{TWO} --- :modal ((author :{label} s1a))") for label in ("aff", "AFF"))
    assert counts(gold, pred, "modal") == (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("gold_words", "pred_words", "f1"), [("q", "q", 0.0), ("q", "Delta: 1", 1 / 3), ("Delta: 1", "q", 0.0)]
)
def test_lemmas_are_looked_up_before_the_graph_of_the_prediction(gold_words, pred_words, f1):
    # Run with the program. With the anchor on `delta` the first nodes meet, without it the two `x` do.
    gold = with_words(gold_words, "(s1a / x :ARG1 (s1b / delta))")
    pred = with_words(pred_words, "(s1a / bravo :ARG1 (s1b / delta :ARG0 (s1c / x)))")
    assert values(gold, pred, "sentence")["f1"] == pytest.approx(f1)


def test_the_aggregate_is_the_sum():
    gold = document(
        f"{TWO} --- :temporal ((s1a :before s1b))\n :modal ((author :aff s1a)\n (author :aff s1b))"
    )
    pred = document(f"{TWO} --- :temporal ((s1b :before s1a))\n :modal ((author :aff s1a))")
    found = released_tallies(gold, pred)
    parts = [found[part] for part in ("sentence", "modal", "temporal", "coref")]
    assert found["aggregate"] == replace(
        total([replace(part, parts=()) for part in parts]), items=1, proved=1
    )
    assert found["aggregate"] == Tally(2.0, 2.0, 4, 5)


def test_documents_without_text_are_compared_by_their_graphs_and_triples():
    made = document(f"{TWO} --- :modal ((author :aff s1a))")
    bare = UmrDocument(
        (
            Sentence(
                1,
                made.sentences[0].graph,
                ("s1a", "s1b"),
                triples=(DocumentTriple("author", "aff", "s1a", "modal"),),
            ),
        )
    )
    assert counts(made, bare, "aggregate") == (2.0, 2, 2.0, 2)
