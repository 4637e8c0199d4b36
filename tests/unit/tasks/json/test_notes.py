"""Notes on a run: what was assumed, where shapes differ, what wrong values have in common."""

import json
import pickle

import pytest

import tallystick as ts
from tallystick.tasks.json.documents import DocumentPair
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.notes import observe
from tallystick.tasks.json.shape import Shape
from tallystick.tasks.notes import without_hints


def notes(gold, pred, **options):
    return ts.score([{"value": gold}], [{"value": pred}], "leaf", task="json", **options).notes


def test_lists_without_order():
    (types,) = notes({"items": [{"a": 1}], "box": [1, 2]}, {})
    assert "1 list compared in any order: items[]" in types
    assert "1 list of numbers compared by position: box[]" in types


def test_lists_of_a_schema():
    schema = {"properties": {"tags": {"items": {}}, "steps": {"items": {}, "x-tally": {"order": "strict"}}}}
    assert notes({"tags": ["a"]}, {}, schema=schema) == ("1 list compared in any order: tags[]",)


def test_shapes_in_conflict():
    gold, pred = {"by": ["a", "b"], "at": {"x": 1}}, {"by": [{"name": "a"}], "at": 3}
    assert notes(gold, pred)[-2:] == (
        "by[]: text 2 times in the gold, object 1 time in the prediction",
        "at: object 1 time in the gold, number 1 time in the prediction",
    )


@pytest.mark.parametrize(
    ("gold", "pred", "reason"),
    [
        (3.95, "3.95", "type"),
        (True, "true", "type"),
        ("Acme", "ACME", "case"),
        ("ASurvey of Maps", "A Survey of Maps", "space"),
        ("2024-03-04", "04.03.2024", "date"),
        ("Acme, Ltd.", "acmé ltd", "signs"),
        ("Acme", "Acme Ltd", "part"),
    ],
)
def test_what_wrong_values_have_in_common(gold, pred, reason):
    documents = DocumentPair(Scheme(Shape()), {"v": gold}, {"v": pred})
    assert observe(documents) == {"items": 1, "errors v": 1, "wrong": 1, f"wrong {reason}": 1}


def test_nothing_in_common():
    assert len(notes({"v": "left"}, {"v": "right"})) == 1


def test_nulls_and_blank_texts_are_counted():
    gold, pred = {"a": None, "b": {"c": " "}, "d": 1}, {"d": 1, "e": [None, ""], "f": None}
    note = "nulls and blank texts treated as absent: 2 in the gold, 3 in the predictions; --null value counts them"
    assert note in notes(gold, pred)
    assert not any("absent" in note for note in notes(gold, pred, null="value"))


def test_predictions_that_are_null_are_counted():
    golds = [{"a": 1}, {"a": 2}, {"a": 3}]
    report = ts.score(golds, [None, {"a": None}, None], "leaf", task="json")
    assert report.notes[1:] == (
        "2 predictions are null, scored as an empty document",
        "nulls and blank texts treated as absent: 1 in the predictions; --null value counts them",
    )
    unreadable = ts.score(golds, ["{", {"a": 2}, {"a": 3}], "leaf", task="json", on_error="zero")
    assert unreadable.zeroed == 1
    assert not any("null" in note for note in unreadable.notes)


CALLS = [{"name": "pay", "arguments": {"sum": 5}}]


@pytest.mark.parametrize(
    "pred",
    [
        {
            "role": "assistant",
            "tool_calls": [{"type": "function", "function": {"name": "pay", "arguments": "{}"}}],
        },
        {"role": "assistant", "content": [{"type": "tool_use", "name": "pay", "input": {"sum": 5}}]},
        {"choices": [{"message": {"tool_calls": [{"function": {"name": "pay", "arguments": "{}"}}]}}]},
        [{"name": "pay", "arguments": "{}"}],
    ],
)
def test_documents_that_look_like_tool_calls(pred):
    assert "1 prediction looks like tool calls; --preset tools reads them" in notes(CALLS, pred)
    assert not any("look" in note for note in notes(CALLS, pred, preset="tools"))


def test_documents_that_do_not_look_like_tool_calls():
    assert not any("tool calls" in note for note in notes({"name": "Ann"}, {"name": "Ann", "age": 3}))


def test_arguments_that_are_not_json():
    pred = [{"name": "pay", "arguments": '{"sum": 5'}]
    told = notes(CALLS, pred, preset="tools")
    assert "1 call with arguments that are not JSON: all are missed" in told
    assert not any("not JSON" in note for note in notes(CALLS, CALLS, preset="tools"))


def test_a_whole_document_has_no_path():
    assert "the document: list 1 time in the gold, object 1 time in the prediction" in notes(
        [1, "a"], {"a": 1}
    )


def test_notes_say_how_many_items_they_are_about():
    report = ts.score([{"a": "x"}] * 1200, [{"a": "X"}] * 1200, "leaf", task="json")
    assert report.notes[-1] == (
        "differences in 500 wrong values: case only (500) (500 of 1,200 items were examined)"
    )


def test_an_evaluator_without_types_says_what_to_do():
    golds, preds = [{"box": [1, 2]}, {"box": [3, 4]}], [{"box": [2, 1]}, {"box": [3, 4]}]
    evaluator = ts.Evaluator(task="json")
    evaluator.update(golds, preds)
    report = evaluator.compute()
    assert report["leaf"].f1 == 1
    assert report.notes == (
        "2 lists of numbers compared in any order, because there are no types: pass schema=…, or the gold to "
        "Evaluator(gold, …)",
    )
    typed = ts.Evaluator(golds, task="json")
    typed.update(preds)
    assert typed.compute()["leaf"].f1 == 0.5 == ts.score(golds, preds, task="json")["leaf"].f1


def test_the_fields_with_most_errors():
    gold = {"a": ["p", "q", "r"], "b": 1, "c": "x", "d": "y", "e": 5}
    pred = {"a": ["s"], "b": 2, "c": "x", "d": "z", "f": 6, "g": 7}
    assert "9 errors, most in a[] (4), b (1), d (1); --by field lists all fields" in notes(gold, pred)
    assert not any("most in" in note for note in notes({"a": 1, "b": 2}, {"a": 2}))


def test_answers_inside_of_a_field():
    pred = {"model": "m", "response": '{"a": 1}'}
    note = "no prediction has a key in common with its gold; if the answers are in 'response', add --pred-at /response"
    assert note in notes({"a": 1}, pred)
    assert "no prediction has a key in common with its gold" in notes({"a": 1}, {"b": 2})
    assert not any("in common with" in note for note in notes({"a": 1}, {"a": 2, "response": "{}"}))


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ({"compare": {"nme": "anls"}},
         "--compare nme=anls has no effect: no document has a text at nme (did you mean name?)"),
        ({"compare": {"rows.k": "anls"}}, "no document has a text at rows.k (did you mean rows[].k?)"),
        ({"compare": {"tags": "anls"}}, "no document has a text at tags (did you mean tags[]?)"),
        ({"ordered": ["name"]}, "--ordered name has no effect: no document has a list at name"),
        ({"key": {"rows": "id"}}, "--key rows=id has no effect: no document has a value at rows[].id"),
        ({"ignore": ["meta"]}, "--ignore meta has no effect: no document has a value at meta"),
        ({"weight": {"total": 3}}, "--weight total=3 has no effect: no document has a value at total"),
    ],
)  # fmt: skip
def test_options_for_fields_that_no_document_has(options, note):
    gold, pred = {"name": "x", "rows": [{"k": "a"}], "tags": ["t"]}, {"name": "x", "extra": 1}
    (found,) = [line for line in notes(gold, pred, **options) if "no effect" in line]
    assert note in found


@pytest.mark.parametrize(
    "options",
    [
        {"compare": {"name": "anls", "rows[].k": "anls", "tags[]": "anls", "box": "iou", "city": "anls", "n": "anls"}},
        {"ordered": ["rows", "tags[]"], "key": {"rows": "k"}},
        {"ignore": ["extra"], "weight": {"rows": 2}},
        {"compare": {"later": "anls", "map{}.n": "anls", "map.x.n": "anls"}, "schema": {"properties": {
            "later": {"type": "string"}, "map": {"additionalProperties": {"properties": {"n": {"type": "string"}}}}}}},
    ],
)  # fmt: skip
def test_options_for_fields_that_a_document_or_the_schema_has(options):
    gold = {"name": "x", "rows": [{"k": "a"}], "tags": ["t"], "box": [1, 2], "city": {"$any": ["A", None]}}
    assert not any("no effect" in note for note in notes(gold, {"extra": 1, "n": "n"}, **options))


@pytest.mark.parametrize(
    ("compare", "kind"),
    [
        ({"n": "anls"}, "text"),
        ({"n": lambda pairs: [1 for _ in pairs]}, "text"),
        ({"t": "number(abs=1)"}, "number"),
        ({"n": "number(abs=1)", "t": "text(case)", "b": "exact"}, None),
    ],
)
def test_comparators_of_another_kind_of_value(compare, kind):
    told = [note for note in notes({"n": 1, "t": "1", "b": True}, {}, compare=compare) if "no effect" in note]
    assert [note.partition(": ")[2] for note in told] == [
        f"no document has a {kind} at {name}" for name in compare if kind
    ]


@pytest.mark.parametrize("metric", ["leaf", "leaf-exact", "key", "item", "document"])
def test_options_without_effect_under_every_metric(metric):
    gold, pred = [{"a": 1}], [{"a": 2, "b": 1}]
    report = ts.score(gold, pred, metric, task="json", ignore=["b", "c"])
    assert [note for note in report.notes if "no effect" in note] == [
        "--ignore c has no effect: no document has a value at c"
    ]


def test_options_without_effect_in_every_kind_of_result(tmp_path):
    gold, pred, other = [{"a": 1}, {"a": 5}], [{"a": 2}, {"a": 5}], [{"a": 2, "b": 3}, {"a": 6}]
    options = {"task": "json", "ignore": ["b", "c.d"]}
    note = "--ignore c.d has no effect: no document has a value at c.d"
    unused = [
        ts.compare(gold, {"x": pred, "y": other}, "leaf", **options).notes,
        ts.agree({"x": pred, "y": other}, "leaf", **options).notes,
        ts.matrix({"x": pred, "y": other}, "leaf", **options).notes,
        ts.correlate(gold, other, [1, 2], "leaf", **options).notes,
    ]
    for name, items in (("gold", gold), ("x", pred), ("y", other)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jsonl").write_text("".join(f"{json.dumps(item)}\n" for item in items))
    systems = {name: tmp_path / name for name in ("x", "y")}
    unused.append(ts.rank(tmp_path / "gold", systems, "leaf", **options).comparison.notes)
    assert [[own for own in notes if "no effect" in own] for notes in unused] == [[note]] * 5


def test_weights_change_what_counts_are():
    note = "with weights, all counts are sums of weights, not numbers of values"
    assert note in notes({"a": 1}, {"a": 2}, weight={"a": 3})
    assert note in notes({"a": 1}, {"a": 2}, schema={"properties": {"a": {"x-tally": {"weight": 2}}}})
    assert note not in notes({"a": 1}, {"a": 2}, weight={"a": 1})


def test_a_page_has_notes_without_hints():
    report = ts.score([{"a": 1, "b": None}], [{"a": 1}], task="json")
    copied = pickle.loads(pickle.dumps(report.notes))
    assert (
        without_hints(copied)
        == without_hints(report.notes)
        == [
            "types inferred from the gold",
            "nulls and blank texts treated as absent: 1 in the gold",
        ]
    )
    assert json.loads(json.dumps(report.notes)) == list(report.notes)


def test_lists_by_position_are_not_called_free():
    tools = [
        {"name": "f", "parameters": {"type": "dict", "properties": {"tags": {"type": "array", "items": {}}}}}
    ]
    gold, pred = {"ground_truth": [{"f": {"tags": [["a", "b"]]}}]}, {"result": "[f(tags=['a', 'b'])]"}
    report = ts.score([{"id": "1", **gold}], [{"id": "1", **pred}], task="json", preset="bfcl", tools=tools)
    assert not any("any order" in note for note in report.notes)


@pytest.mark.parametrize(
    ("schema", "note"),
    [
        ({"items": {"type": "object", "x-tally": {"key": "k", "item-from": 0.5}}},
         "x-tally.key and x-tally.item-from at [] of the schema: no effect, because the type is not array"),
        ({"properties": {"a": {"type": "string", "x-tally": {"keys": "free"}}}},
         "x-tally.keys at a of the schema: no effect, because the type is not object"),
    ],
)  # fmt: skip
def test_members_of_x_tally_in_a_wrong_place(schema, note):
    assert note in notes([{"k": 1}], [{"k": 1}], schema=schema)


def test_members_of_x_tally_in_their_place():
    schema = {"type": ["array", "null"], "items": {"type": "object", "x-tally": {"keys": "free"}},
              "x-tally": {"key": "k", "order": "strict", "count": "items"}}  # fmt: skip
    assert not any("no effect" in note for note in notes([{"k": 1}], [{"k": 1}], schema=schema))


@pytest.mark.parametrize("metrics", [["leaf", "leaf-exact"], ["leaf-exact", "leaf"], ["key", "leaf"]])
def test_notes_do_not_depend_on_the_order_of_metrics(metrics):
    gold, pred = [{"a": "Ann", "b": "x"}], [{"a": "ann", "b": "x"}]
    notes = ts.score(gold, pred, metrics, task="json").notes
    assert any(note.startswith("differences in 1 wrong value: case only") for note in notes), notes
