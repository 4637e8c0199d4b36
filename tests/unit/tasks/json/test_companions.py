"""Files that complete items: other gold documents, and the confidences of predictions."""

from __future__ import annotations

from pathlib import Path

import pytest

import tallystick as ts
from tallystick.errors import DataError, UsageError

GOLD = [
    {"id": "1", "value": {"a": "x", "b": "y"}},
    {"id": "2", "value": {"a": "p", "items": [{"k": 1}, {"k": 2}]}},
]
OTHER = [
    {"id": "2", "value": {"a": "q", "items": [{"k": 1}]}},
    {"id": "1", "value": {"a": "z"}},
]
PRED = [
    {"id": "1", "value": {"a": "z"}},
    {"id": "2", "value": {"a": "p", "items": [{"k": 1}]}},
]


def _file(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_the_best_gold_document_counts_for_each_metric_by_itself() -> None:
    report = ts.score(GOLD, PRED, task="json", alternatives=[OTHER])
    leaf = report["leaf"]
    # Document 1 meets the alternative, 1 of 1; document 2 the first gold, 2 of 3 (F1 4/5, not 1/2).
    assert (leaf.tally.matched_pred, leaf.tally.pred_total, leaf.tally.gold_total) == (3, 3, 4)
    assert report["document"].tally.matched_pred == 1
    # Items: against the alternative all of them are right.
    assert report["item"].f1 == 1
    assert "|alternatives:file|" in leaf.signature


def test_ties_go_to_the_smaller_gold_and_nothing_against_nothing_is_right() -> None:
    tied = ts.score([{"a": 1, "b": 2, "c": 3}], [{"z": 1}], "leaf", task="json", alternatives=[[{"a": 1}]])
    assert tied["leaf"].tally.gold_total == 1
    empty = ts.score([{"a": 1}], [{}], ["leaf", "document"], task="json", alternatives=[[{}]])
    assert empty["leaf"].tally.gold_total == 0
    assert empty["document"].f1 == 1


def test_fields_and_explanations_follow_the_gold_that_counts() -> None:
    report = ts.score(GOLD, PRED, "leaf", task="json", by="field", alternatives=[OTHER])
    assert report.groups["a"]["leaf"].f1 == 1
    assert report.groups["b"]["leaf"].tally.gold_total == 0
    assert report["leaf"].items[0].alignment.missed == ()


def test_several_gold_files_on_disk_and_in_workers(tmp_path: Path) -> None:
    gold = _file(
        tmp_path / "gold.jsonl", ['{"id": "1", "value": {"a": 1}}', '{"id": "2", "value": {"a": 2}}']
    )
    pred = _file(
        tmp_path / "pred.jsonl", ['{"id": "2", "value": {"a": 5}}', '{"id": "1", "value": {"a": 4}}']
    )
    second = _file(tmp_path / "second.jsonl", ['{"id": "2", "value": {"a": 5}}'])
    third = _file(tmp_path / "third.jsonl", ['{"id": "1", "value": {"a": 4}}'])
    for jobs in (None, 2):
        report = ts.score(gold, pred, "leaf", task="json", alternatives=[second, third], jobs=jobs)
        assert report["leaf"].f1 == 1
        assert "|alternatives:2-files|" in report["leaf"].signature


def test_without_ids_files_are_joined_by_order() -> None:
    report = ts.score([{"a": 1}, {"a": 2}], [{"a": 3}, {"a": 4}], "leaf", task="json",
                      alternatives=[[{"a": 3}, {"a": 4}]])  # fmt: skip
    assert report["leaf"].f1 == 1
    with pytest.raises(DataError, match="ends before item 2"):
        ts.score([{"a": 1}, {"a": 2}], [{"a": 3}, {"a": 4}], task="json", alternatives=[[{"a": 3}]])
    with pytest.raises(DataError, match="this item has no gold item"):
        ts.score([{"a": 1}], [{"a": 3}], task="json", alternatives=[[{"a": 3}, {"a": 4}]])


def test_a_file_that_fits_no_item_or_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    gold = _file(tmp_path / "gold.jsonl", ['{"id": "1", "value": {"a": 1}}'])
    pred = _file(tmp_path / "pred.jsonl", ['{"id": "1", "value": {"a": 1}}'])
    stray = _file(tmp_path / "stray.jsonl", ['{"id": "9", "value": {"a": 1}}'])
    broken = _file(tmp_path / "broken.jsonl", ['{"id": "1", "value": {"a": 1,}}'])
    with pytest.raises(DataError, match=r"stray\.jsonl:1:1: no gold item has this id"):
        ts.score(gold, pred, task="json", alternatives=stray)
    with pytest.raises(DataError, match=r"broken\.jsonl:1:"):
        ts.score(gold, pred, task="json", alternatives=broken)
    with pytest.raises(DataError, match="no such file"):
        ts.score(gold, pred, task="json", alternatives=str(tmp_path / "none.jsonl"))
    with pytest.raises(UsageError, match="alternatives names files"):
        ts.agree([gold, pred], "leaf", task="json", alternatives=stray)


def test_confidences_from_another_file_are_those_of_the_same_values_inline() -> None:
    golds = [{"id": "1", "value": {"a": 1, "b": [1, 2]}}, {"id": "2", "value": {"a": 2}}]
    plain = [{"id": "1", "value": {"a": 1, "b": [9, 2]}}, {"id": "2", "value": {"a": 7}}]
    inline = [
        {"id": "1", "value": {"value": {"a": 1, "b": [9, 2]}, "confidence": {"a": 0.9, "b": [0.2, 0.8]}}},
        {"id": "2", "value": {"a": {"value": 7, "confidence": 0.4}}},
    ]
    side = [{"id": "2", "confidence": {"a": 0.4}}, {"id": "1", "value": {"a": 0.9, "b": [0.2, 0.8]}}]
    expected = ts.score(golds, inline, ["leaf", "confidence"], task="json", confidences="inline")
    report = ts.score(golds, plain, ["leaf", "confidence"], task="json", confidences=side)
    assert report["confidence"].tally == expected["confidence"].tally
    assert report["leaf"].tally == expected["leaf"].tally
    assert report["confidence"].tally.pred_total == 4
    assert "|confidences:file|" in report["confidence"].signature


def test_confidences_of_a_file_belong_to_one_system(tmp_path: Path) -> None:
    gold = _file(
        tmp_path / "gold.jsonl", ['{"id": "1", "value": {"a": 1}}', '{"id": "2", "value": {"a": 1}}']
    )
    side = _file(
        tmp_path / "side.jsonl", ['{"id": "1", "confidence": 0.5}', '{"id": "2", "confidence": 0.5}']
    )
    with pytest.raises(UsageError, match="one system"):
        ts.compare(gold, [gold, gold], "leaf", task="json", confidences=side)
