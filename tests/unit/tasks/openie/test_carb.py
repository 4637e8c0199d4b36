"""CaRB's matching of Open IE tuples, against its definition computed in the plainest way."""

from fractions import Fraction
from random import Random

import pytest

import tallystick as ts
from tallystick import UsageError
from tallystick.tasks.openie.carb import CarbScorer, compare_tuples
from tallystick.tasks.openie.task import Extraction, ExtractionDocument, RatedExtraction


def document(*extractions):
    return ExtractionDocument(tuple(Extraction(rel, tuple(args)) for rel, *args in extractions))


def score(gold, pred, **options):
    return ts.score([gold], [pred], "carb", task="openie", **options)["carb"]


def common_words(first, second):
    """How many words two texts have in common, one by one."""
    left = second.lower().split()
    count = 0
    for word in first.lower().split():
        if word in left:
            left.remove(word)
            count += 1
    return count


def reference_pair(gold, pred):
    """Precision and recall of two tuples (relation, argument, …)."""
    if not common_words(gold[0], pred[0]):
        return Fraction(0), Fraction(0)
    common = sum(common_words(mine, other) for mine, other in zip(gold, pred, strict=False))
    return (
        Fraction(common, sum(len(slot.split()) for slot in pred)),
        Fraction(common, sum(len(slot.split()) for slot in gold)),
    )


def f1(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def reference(golds, preds):
    """The sums of precision and recall: a table of all pairs, maxima of its rows, and pairs taken best first."""
    table = {
        (g, p): reference_pair(gold, pred) for g, gold in enumerate(golds) for p, pred in enumerate(preds)
    }
    recall = sum(
        max((table[g, p][1] for p in range(len(preds))), default=Fraction(0)) for g in range(len(golds))
    )
    precision, free = Fraction(0), dict(table)
    while free:
        best = min(
            free,
            key=lambda pair: (-f1(*free[pair]), -free[pair][0], golds[pair[0]], preds[pair[1]]),
        )
        precision += free[best][0]
        free = {pair: value for pair, value in free.items() if pair[0] != best[0] and pair[1] != best[1]}
    return precision, recall


def random_tuples(random):
    words = ["a", "b", "c", "d e", "a b", "", "B", "a a c"]
    relations = [word for word in words if word]
    return [
        (random.choice(relations), *(random.choice(words) for _ in range(random.randrange(4))))
        for _ in range(random.randrange(6))
    ]


def test_random_documents_agree_with_the_definition():
    random = Random(5)
    for _ in range(1500):
        golds, preds = random_tuples(random), random_tuples(random)
        tally = CarbScorer().tally(document(*golds), document(*preds))
        precision, recall = reference(golds, preds)
        assert tally.matched_pred == pytest.approx(float(precision)), (golds, preds)
        assert tally.matched_gold == pytest.approx(float(recall)), (golds, preds)
        assert (tally.gold_total, tally.pred_total) == (len(golds), len(preds))


def test_words_count_in_their_slot_only():
    gold = Extraction("born in", ("Ada", "London"))
    assert compare_tuples(gold, Extraction("born", ("Ada", "in London"))) == (0.75, 0.75, 0.75)
    assert compare_tuples(gold, Extraction("born in", ("London", "Ada"))) == (0.5, 0.5, 0.5)
    assert compare_tuples(gold, Extraction("lived", ("Ada", "London"))) == (0, 0, 0)


def test_case_is_ignored_and_repeated_words_count_as_often():
    assert compare_tuples(Extraction("Is", ("A a",)), Extraction("is", ("a",))) == (1, 2 / 3, 0.8)


def test_one_long_tuple_covers_several_gold_tuples_and_pays_in_precision():
    gold = document(("wrote", "Ada", "it"), ("sent", "Ada", "it"))
    pred = document(("wrote and sent", "Ada", "it"))
    result = score(gold, pred)
    assert (result.recall, result.precision) == (1, pytest.approx(3 / 5))
    assert score(pred, gold).recall == pytest.approx(3 / 5)


def test_a_second_copy_of_a_prediction_is_spurious():
    gold, pred = document(("is", "a", "b")), document(("is", "a", "b"), ("is", "a", "b"))
    assert (score(gold, pred).precision, score(gold, pred).recall) == (0.5, 1)


def test_nothing_is_undefined_and_one_empty_side_is_zero():
    assert score(document(), document()).f1 is None
    assert score(document(("is", "a")), document()).f1 == 0


def test_the_explanation_lists_what_precision_and_recall_count():
    gold = document(("wrote", "Ada", "it"), ("sent", "Ada", "it"), ("slept", "Ada"))
    pred = document(("wrote", "Ada", "it"), ("wrote and sent", "Ada", "it"), ("was", "Ada"))
    alignment = CarbScorer().align(gold, pred)
    assert [(pair.gold.rel, pair.pred.rel, pair.kind, pair.note) for pair in alignment.matched] == [
        ("wrote", "wrote", "matched", ""),
        ("sent", "wrote and sent", "partly", "precision 60.00, recall 100.00"),
    ]
    assert [extraction.rel for extraction in alignment.missed] == ["slept"]
    assert [extraction.rel for extraction in alignment.spurious] == ["was"]


def test_predictions_below_the_least_confidence_do_not_count():
    gold = document(("is", "a", "b"))
    pred = ExtractionDocument(
        (
            RatedExtraction("is", ("a", "b"), -0.5),
            RatedExtraction("is", ("a", "c"), -3.0),
            Extraction("is", ("x",)),
        )
    )
    assert CarbScorer().tally(gold, pred).pred_total == 3
    assert CarbScorer(-1.0).tally(gold, pred).pred_total == 2
    with pytest.raises(UsageError, match="not a number"):
        score(gold, pred, min_confidence="nan")


def test_a_relation_needs_a_word():
    with pytest.raises(ts.DataError, match="at least one word"):
        ts.score([{"extractions": [{"rel": " ", "args": []}]}], [{"extractions": []}], task="openie")


def test_counts_of_items_add():
    random = Random(2)
    pairs = [(document(*random_tuples(random)), document(*random_tuples(random))) for _ in range(20)]
    total = ts.score([gold for gold, _ in pairs], [pred for _, pred in pairs], task="openie")["carb"]
    tallies = [CarbScorer().tally(gold, pred) for gold, pred in pairs]
    precision = sum(tally.matched_pred for tally in tallies) / sum(tally.pred_total for tally in tallies)
    assert total.precision == pytest.approx(precision)
