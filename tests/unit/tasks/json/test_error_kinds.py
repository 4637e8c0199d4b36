"""The errors of JSON documents by field."""

import tallystick as ts


def errors(gold, pred, metric="leaf", **options):
    return ts.metric(metric, task="json", **options).score(gold, pred).alignment.errors


def test_one_field_at_a_time():
    gold = {"name": "Ann", "age": 31, "city": "Rome"}
    assert errors(gold, gold) == {}
    assert errors(gold, {"name": "Leo", "age": 31, "city": "Rome"}) == {"wrong value: name": 1}
    assert errors(gold, {"name": "Ann", "age": 31}) == {"missing value: city": 1}
    assert errors(gold, {**gold, "job": "clerk"}) == {"spurious value: job": 1}


def test_fields_inside_lists_are_called_by_their_path():
    gold = {"items": [{"name": "bus", "price": 3}, {"name": "car", "price": 9}]}
    pred = {"items": [{"name": "bus", "price": 4}]}
    assert errors(gold, pred) == {"wrong value: items[].price": 1, "missing list item: items[]": 1}


def test_items_that_are_values():
    assert errors({"tags": ["a", "b"]}, {"tags": ["a", "c"]}) == {
        "missing value: tags[]": 1,
        "spurious value: tags[]": 1,
    }


def test_values_with_part_of_the_credit_are_inexact():
    gold, pred = {"name": "Ann Lee of Rome"}, {"name": "Ann Lee of Roma"}
    assert errors(gold, pred, compare="name=levenshtein") == {"inexact value: name": 1}


def test_long_texts_are_cut_where_they_differ():
    same = "the same words again and again, " * 4
    score = ts.metric("leaf", task="json").score({"a": f"{same}one. {same}"}, {"a": f"{same}two. {same}"})
    (error,) = score.alignment.error_list
    show_gold, show_pred = score.alignment.show
    gold, pred = show_gold(error.gold), show_pred(error.pred)
    assert gold.startswith("a …s again and again, one. the same")
    assert pred.startswith("…s again and again, two. the same")
    assert len(pred) == 60
    assert pred.endswith("…")
