"""Confidences of predicted leaves, against definitions written out over pairs and bins."""

import random

import pytest

import tallystick as ts
from tallystick.errors import DataError, UsageError
from tallystick.tasks.json.confidence import confidence_tree, without_confidence


def leaf(value, confidence):
    return {"value": value, "confidence": confidence}


def scored(gold, pred, **options):
    return ts.score(gold, pred, task="json", metrics=["leaf", "confidence"], confidences="inline", **options)


def test_confidences_are_no_fields():
    gold = {"name": "Acme", "items": [{"sku": "A", "qty": 2}, {"sku": "B", "qty": 5}]}
    pred = {
        "name": leaf("Acme", 0.9),
        "items": [leaf({"sku": "B", "qty": leaf(9, 0.3)}, 0.8), {"sku": leaf("A", 0.95), "qty": 2}],
    }
    assert without_confidence(pred) == {
        "name": "Acme",
        "items": [{"sku": "B", "qty": 9}, {"sku": "A", "qty": 2}],
    }
    assert confidence_tree(pred) == {
        "name": 0.9,
        "items": [{"sku": 0.8, "qty": 0.3}, {"sku": 0.95, "qty": None}],
    }
    report = scored([gold], [pred])
    assert report["leaf"].f1 == 0.8
    tally = report["confidence"].tally
    assert (tally.matched_pred, tally.pred_total) == (3, 4)
    assert report["confidence"].value == 1
    assert report["confidence"].values["brier"] == pytest.approx((0.01 + 0.04 + 0.09 + 0.0025) / 4)


def test_a_parallel_object_of_confidences():
    pred = {"value": {"a": 1, "b": ["x", "y"]}, "confidence": {"a": 0.5, "b": [0.6, 0.7]}}
    assert without_confidence(pred) == {"a": 1, "b": ["x", "y"]}
    assert confidence_tree(pred) == {"a": 0.5, "b": [0.6, 0.7]}
    report = scored([{"a": 1, "b": ["y", "z"]}], [pred])
    assert report["leaf"].score.tally.matched_gold == 2
    # Leaf x is wrong although it has more confidence than the right leaf a.
    assert report["confidence"].values["auroc"] == 0.5


def judged(seed):
    """Documents whose leaves are right or wrong at random, with confidences of two decimals."""
    generator = random.Random(seed)
    golds, preds, leaves = [], [], []
    for _ in range(20):
        gold, pred = {}, {}
        for key in "abcdefgh":
            confidence = generator.randrange(101) / 100
            right = generator.random() < confidence
            gold[key], pred[key] = 1, leaf(1 if right else 2, confidence)
            leaves.append((confidence, right))
        golds.append(gold)
        preds.append(pred)
    return golds, preds, leaves


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_those_of_their_definitions(seed):
    golds, preds, leaves = judged(seed)
    values = scored(golds, preds)["confidence"].values
    right = [confidence for confidence, is_right in leaves if is_right]
    wrong = [confidence for confidence, is_right in leaves if not is_right]
    won = sum((own > other) + (own == other) / 2 for own in right for other in wrong)
    assert values["auroc"] == pytest.approx(won / (len(right) * len(wrong)))
    assert values["brier"] == pytest.approx(sum((c - r) ** 2 for c, r in leaves) / len(leaves))
    bins = [[(c, r) for c, r in leaves if min(round(c * 100) // 10, 9) == index] for index in range(10)]
    error = sum(abs(sum(c for c, _ in members) - sum(r for _, r in members)) for members in bins)
    assert values["ece"] == pytest.approx(error / len(leaves))


def test_the_curve():
    golds, preds, leaves = judged(7)
    report = scored(golds, preds)
    data = report.to_dict()["scores"]["confidence"]
    for point in data["risk_coverage"]:
        kept = [is_right for confidence, is_right in leaves if confidence >= point["confidence"] - 1e-9]
        assert point["coverage"] == pytest.approx(len(kept) / len(leaves))
        assert point["risk"] == pytest.approx(1 - sum(kept) / len(kept))
    assert data["risk_coverage"][-1]["coverage"] == 1
    assert sum(row["leaves"] for row in data["reliability"]) == len(leaves)
    area = data["aurc"]
    assert 0 < area < data["risk_coverage"][-1]["risk"]


def test_high_confidences_are_told_apart():
    gold, pred = {"a": 1, "b": 1}, {"a": leaf(1, 0.9999), "b": leaf(2, 0.9951)}
    assert scored([gold], [pred])["confidence"].value == 1


def test_spurious_leaves_are_wrong_and_missed_ones_have_no_confidence():
    report = scored([{"a": 1, "b": 2}], [{"a": leaf(1, 0.9), "c": leaf([5, 6], 0.1)}])
    tally = report["confidence"].tally
    assert (tally.matched_pred, tally.pred_total) == (1, 3)


def test_undefined_without_right_or_wrong_leaves():
    assert scored([{"a": 1}], [{"a": leaf(1, 0.9)}])["confidence"].value is None
    assert scored([{"a": 1}], [{"a": 1}])["confidence"].values == dict.fromkeys(
        ("auroc", "ece", "brier", "aurc")
    )


def test_refusals():
    with pytest.raises(DataError, match="from 0 to 1"):
        scored([{"a": 1}], [{"a": leaf(1, 95)}])
    with pytest.raises(UsageError, match="not about calls"):
        ts.score([{"a": 1}], [{"a": 1}], task="json", metrics="confidence", calls="tools")
