"""Presets of other programs."""

import pytest

import tallystick as ts


@pytest.mark.parametrize(
    ("gold", "pred", "f1"),
    [
        # What struct-extract-eval 0.1.0 gives.
        ({"a": "x", "b": None}, {"a": "x"}, 2 / 3),
        ({"a": "x", "b": None}, {"a": "x", "b": ""}, 1 / 2),
        ({"a": "x", "b": "q"}, {"a": "x", "b": None}, 1 / 2),
        ({"a": "x"}, {"a": "x", "b": "q"}, 2 / 3),
        ({"a": None}, {"a": None}, 1),
        ({"a": "x", "t": ["p", "q"]}, {"a": "x", "t": ["q", "p"]}, 1),
        ({"a": "x", "t": ["p"]}, {"a": "x", "t": ["p", "p"]}, 4 / 5),
        ({"a": "x", "b": 100}, {"a": "x", "b": 1000}, 1 / 2),
        ({"a": "x", "b": "Acme"}, {"a": "x", "b": " acme"}, 1 / 2),
        ({"a": "x", "b": "\u00e9"}, {"a": "x", "b": "e\u0301"}, 1 / 2),
        ({"a": "x"}, {}, 0),
    ],
)
def test_struct_extract_eval(gold, pred, f1):
    report = ts.score([gold], [pred], task="json", preset="struct-extract-eval")
    assert report["leaf"].f1 == pytest.approx(f1)


def test_struct_extract_eval_is_a_mean_over_documents():
    gold = [{"a": 1, "b": 2, "c": 3}, {"a": 1}]
    pred = [{"a": 1, "b": 2, "c": 3}, {"a": 2}]
    report = ts.score(gold, pred, task="json", preset="struct-extract-eval")
    assert (report["leaf"].average, report["leaf"].f1) == ("macro", 0.5)


def test_text_that_counts_code_point_by_code_point():
    assert ts.json(text="exact").score({"b": "a  b"}, {"b": "a b"}).f1 == 0
    assert ts.json(text="exact", metric="leaf-exact").score({"b": "a  b"}, {"b": "a b"}).f1 == 0
    assert ts.json().score({"b": "a  b"}, {"b": "a b"}).f1 == 1


def test_an_average_that_is_asked_for_goes_before_that_of_a_preset() -> None:
    golds, preds = [{"a": 1, "b": 2, "c": 3}, {"a": 1}], [{"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 1, "c": 1}]
    options = {"task": "json", "preset": "struct-extract-eval"}
    assert ts.score(golds, preds, **options)["leaf"].f1 == 1 / 2
    assert ts.score(golds, preds, average="micro", **options)["leaf"].f1 == 3 / 5
    assert ts.score(golds, preds, task="json")["leaf"].f1 == 3 / 5
