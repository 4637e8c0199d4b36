"""The view of JSON: documents side by side in the order of the gold, fields, and what is wrong with predictions."""

import json

import pytest

import tallystick as ts
from tallystick.report.page.items import ReportItems


def item_of(gold, pred, **options):
    golds, preds = (json.dumps({"id": "d", "value": value}) + "\n" for value in (gold, pred))
    return ReportItems(ts.score(golds, preds, task="json", **options))[0]


def shown(gold, pred, metric="leaf", **options):
    """Each row in a word: depth, sign, labels and values."""
    tree = item_of(gold, pred, **options).detail()
    value = [*tree["values"], None]
    return [
        (
            depth,
            sign,
            own,
            other,
            value[-1 if first is None else first],
            value[-1 if second is None else second],
        )
        for depth, sign, own, other, first, second, _ in tree["rows"][tree["rows_of"][metric]]
    ]


def test_rows_are_in_the_order_of_the_gold():
    gold = {"name": "Acme", "items": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 5}, {"sku": "Z9"}]}
    pred = {
        "items": [{"sku": "C3"}, {"qty": 9, "sku": "B2"}, {"sku": "A1", "qty": 2}],
        "name": "Acme",
        "fax": 1,
    }
    assert shown(gold, pred, key=["items=sku"]) == [
        (0, "=", "name", "name", "Acme", "Acme"),
        (0, "", "items", "items", None, None),
        (1, "=", "[0]", "[2]", None, None),
        (2, "=", "sku", "sku", "A1", "A1"),
        (2, "=", "qty", "qty", "2", "2"),
        (1, "≈", "[1]", "[1]", None, None),
        (2, "=", "sku", "sku", "B2", "B2"),
        (2, "≠", "qty", "qty", "5", "9"),
        (1, "−", "[2]", None, None, None),
        (2, "−", "sku", None, "Z9", None),
        (1, "+", None, "[0]", None, None),
        (2, "+", None, "sku", None, "C3"),
        (0, "+", None, "fax", None, "1"),
    ]


def test_values_of_another_kind_are_missed_and_spurious():
    assert shown({"a": {"b": 1}}, {"a": "x"}) == [
        (0, "−", "a", None, None, None),
        (1, "−", "b", None, "1", None),
        (0, "+", None, "a", None, "x"),
    ]


def test_a_scalar_is_a_document():
    assert shown("x", "y") == [(0, "≠", "", "", "x", "y")]


def test_the_acceptable_value_that_was_met_is_shown():
    gold = {"city": {"$any": ["NYC", "New York"]}, "unit": {"$any": ["C", None]}}
    assert shown(gold, {"city": "New York"}) == [(0, "=", "city", "city", "New York", "New York")]


def test_partial_credit():
    tree = item_of({"a": "kitten"}, {"a": "sitting"}, text="levenshtein").detail()
    assert tree["rows"][tree["rows_of"]["leaf"]] == [[0, "≈", "a", "a", 0, 1, "0.5714 of 1"]]
    assert tree["rows"][tree["rows_of"]["leaf-exact"]] == [[0, "≠", "a", "a", 0, 1, ""]]
    assert tree["rows_of"]["document"] == tree["rows_of"]["leaf"]


def test_counts_by_field_are_in_the_order_of_the_documents():
    gold = {"z": 1, "items": [{"b": 1, "a": 2}], "m": "x"}
    fields = item_of(gold, {"items": [{"b": 1, "a": 3, "c": 4}], "m": "x"}).totals.fields["leaf"]
    assert [(name, own["path"]) for name, own in fields.by_name.items()] == [
        ("z", ["z"]), ("items[].b", ["items[]", "b"]), ("items[].a", ["items[]", "a"]),
        ("m", ["m"]), ("items[].c", ["items[]", "c"]),
    ]  # fmt: skip
    assert [[own["matched"], *own["counts"]] for own in fields.by_name.values()] == [
        [0, 0, 0, 0, 1, 0],
        [1, 1, 0, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1],
    ]


def test_confusions_are_values_of_one_field():
    gold = {"items": [{"sku": "A1", "unit": "kg"}]}
    confusions = item_of(gold, {"items": [{"sku": "A1", "unit": "g"}]}).totals.confusions
    assert confusions["leaf"].confused == {("items[].unit", "kg", "g"): 1}
    assert not any(confusions["leaf"].labels)
    assert not confusions["key"].confused


def test_findings():
    gold = '{"id": "d", "value": {"list": ["a"], "name": "Ann", "n": 1}}\n'
    pred = (
        json.dumps({"id": "d", "output": '```json\n{"list": [{"x": 1}], "name": "ANN", "n": "1"}\n```'})
        + "\n"
    )
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    pytest.importorskip("jsonschema_rs")
    report = ts.score(gold, pred, task="json", repair="extract", schema=schema)
    detail = ReportItems(report)[0].detail()
    findings = {(kind, text) for kind, text in detail["findings"]}
    assert ("repair", "code fence") in findings
    assert ("conflict", "list[]: text in the gold, object in the prediction") in findings
    assert ("difference", "case only") in findings
    assert ("difference", "type only") in findings
    assert [text.partition(":")[0] for kind, text in findings if kind == "invalid"] == ["n"]
    assert detail["pred"]["repairs"]


def test_a_missing_prediction_is_all_missed():
    report = ts.score('{"id": "d", "value": {"a": 1}}\n', "\n", task="json", on_error="zero")
    tree = ReportItems(report)[0].detail()
    assert [row[1] for row in tree["rows"][0]] == ["−"]
