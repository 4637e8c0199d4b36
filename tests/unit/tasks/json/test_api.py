"""JSON documents in Python: metric objects, classes, evaluators."""

import json
from dataclasses import dataclass
from decimal import Decimal

import pydantic
import pytest

import tallystick as ts

GOLD = {"name": "Acme", "items": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 5}]}
PRED = {"name": "Acme", "items": [{"sku": "B2", "qty": 9}, {"sku": "A1", "qty": 2}]}


class Line(pydantic.BaseModel):
    sku: str
    qty: int


class Invoice(pydantic.BaseModel):
    name: str
    items: list[Line]


@dataclass
class Place:
    town: str
    codes: tuple[int, ...]


def test_a_metric_of_two_documents():
    score = ts.json().score(GOLD, PRED)
    assert score.f1 == 0.8
    assert score.by_field["items[].qty"].wrong == 1
    assert score.by_field["items[].qty"].f1 == 0.5
    assert [pair.kind for pair in score.alignment.matched] == ["matched", "matched", "partly"]
    with pytest.raises(AttributeError, match="it has correct"):
        score.by_field["name"].incorrect  # noqa: B018


def test_text_and_objects():
    text = '{"name": "Acme", "items": [{"sku": "B2", "qty": 9.0}, {"sku": "A1", "qty": 2}]}'
    assert ts.json().score(Invoice(**GOLD), text).f1 == 0.8
    assert ts.json().score(Place("York", (1, 2)), {"town": "York", "codes": [1, 2]}).f1 == 1
    with pytest.raises(ts.DataError, match="<pred>:1:"):
        ts.json().score(GOLD, '{"name": ')


def test_options():
    assert ts.json(ignore=["items"]).score(GOLD, PRED).f1 == 1
    assert ts.json(weight={"name": 3}).score(GOLD, PRED).matched == 6
    assert ts.json(text="levenshtein").score(["kitten"], ["sitting"]).matched == pytest.approx(4 / 7)
    assert ts.json(ordered=["items"]).score(GOLD, PRED).matched == 3
    assert ts.json(metric="document").score(GOLD, GOLD).f1 == 1
    with pytest.raises(ts.UsageError, match="unknown comparator 'levenstein'"):
        ts.json(compare={"name": "levenstein"})


def test_a_pydantic_class_is_a_task():
    report = ts.score([Invoice(**GOLD)], [Invoice(**PRED)], task=Invoice)
    assert report["leaf"].f1 == 0.8
    assert "schema:" in report["leaf"].signature
    assert list(report) == ["leaf", "leaf-exact", "key", "item", "document"]


def test_a_metric_object_goes_where_names_go():
    golds, preds = [{"box": [1, 2, 3]}], [{"box": [3, 2, 1]}]
    for metric in (ts.json(), "leaf"):
        # The gold decides that the list is read by position.
        assert ts.score(golds, preds, [metric], task="json")["leaf"].tally.matched_gold == 1
    assert ts.json().score(golds[0], preds[0]).matched == 1


def test_an_evaluator_takes_its_types_from_the_gold():
    evaluator = ts.Evaluator([{"box": [1, 2]}, {"box": [3, 4]}], "leaf", task="json")
    evaluator.update([{"box": [2, 1]}, {"box": [3, 4]}])
    assert evaluator.compute()["leaf"].tally.matched_gold == 2


def test_no_key_is_a_text():
    with pytest.raises(ts.DataError, match="keys of a JSON object are texts"):
        ts.json().score({1: 2}, {})


def test_deep_values_are_refused():
    value = 1
    for _ in range(201):
        value = [value]
    with pytest.raises(ts.DataError, match="nested more than 200"):
        ts.json().score(value, value)


def test_documents_without_leaves_have_no_rows():
    golds = [{"id": "1", "value": {"a": 1}}, {"id": "2", "value": {}}, {"id": "3", "value": None}]
    for documents in (golds, golds[::-1], golds[1:]):
        report = ts.score(documents, documents, task="json", by="field")
        assert report["document"].f1 == 1
        assert (
            sum(rows["leaf"].score.matched for rows in report.groups.values()) == report["leaf"].score.matched
        )


def test_outcomes_of_fields_in_a_batch():
    golds, preds = [{"a": 1, "b": ["x", "y"]}, {"a": 1}], [{"a": 2, "b": ["y"]}, {"c": 1}]
    report = ts.score(golds, preds, "leaf", task="json", by="field")
    assert report["leaf"].score.counts == {
        "correct": 1, "partial": 0, "wrong": 1, "missed": 2, "spurious": 1, "absent": 1,
    }  # fmt: skip
    assert report.groups["b[]"]["leaf"].score.counts["missed"] == 1


def test_values_without_end_are_refused():
    circle = {}
    circle["a"] = circle
    deep = 1
    for _ in range(20_000):
        deep = {"properties": deep}
    for value in (circle, deep):
        for refused in (
            lambda v=value: ts.json().score(v, {}),
            lambda v=value: ts.score([v], [{}], task="json"),
        ):
            with pytest.raises(ts.DataError):
                refused()
    with pytest.raises(ts.DataError):
        ts.json(deep)


@pytest.mark.parametrize("number", [float("nan"), float("-inf"), Decimal("NaN")])
def test_numbers_that_json_does_not_have_are_refused(number):
    for refused in (
        lambda: ts.json().score({"a": number}, {}),
        lambda: ts.score([{"a": number}], [{}], task="json"),
    ):
        with pytest.raises(ts.DataError):
            refused()


def test_objects_inside_of_lines_have_the_names_of_their_json():
    class Transfer(pydantic.BaseModel):
        source: str = pydantic.Field(alias="from")

    transfer = Transfer(**{"from": "Ada"})
    for gold in (transfer, {"value": transfer}):
        assert ts.score([gold], ['{"from": "Ada"}'], "leaf", task=Transfer)["leaf"].f1 == 1


def test_long_lines_are_recognised_by_their_beginning(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_text(json.dumps({"id": 'a "quoted" id', "value": {"text": "x" * 2_000_000}}) + "\n")
    report = ts.score(str(path), str(path), "leaf")
    assert (report.task, report["leaf"].f1) == ("json", 1)
