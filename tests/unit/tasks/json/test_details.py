"""Details of the definition, one test for each: small cases that were computed by hand.

The numbers are those of the list of details in the definition of the task.
"""

import json
from pathlib import Path

import pytest

import tallystick as ts
from tallystick.cli.app import run

LEAVES = ("leaf", "leaf-exact", "key")


def counts(gold, pred, metric="leaf", **options):
    """The counts of one pair of documents: matched, pred, gold."""
    report = ts.score([{"value": gold}], [{"value": pred}], metric, task="json", **options)
    score = report[metric].score
    return score.matched, score.pred_total, score.gold_total


def rows(gold, pred, **options):
    """The outcomes of each field: correct, partial, wrong, missed, spurious."""
    report = ts.score([{"value": gold}], [{"value": pred}], "leaf", task="json", by="field", **options)
    return {
        name: tuple(row["leaf"].score.counts.values())[:5]
        for name, row in report.groups.items()
        if row["leaf"].score.pred_total or row["leaf"].score.gold_total
    }


def items(tally, **item):
    return {"type": "array", "items": item, "x-tally": tally}


def of(**properties):
    return {"type": "object", "properties": properties}


def compared(**tally):
    return {"x-tally": tally}


# --- Metrics -----------------------------------------------------------------------------------------------------


def test_01_each_metric_has_its_own_best_matching():
    # anls pairs the descriptions, equality the numbers, and key anything.
    gold = [{"a": "abcd", "n": 1}, {"a": "wxyz", "n": 2}]
    pred = [{"a": "abcx", "n": 2}, {"a": "wxya", "n": 1}]
    found = [counts(gold, pred, metric, compare=["[].a=levenshtein"], weight=["[].a=2"]) for metric in LEAVES]
    assert found == [(3, 6, 6), (2, 6, 6), (6, 6, 6)]


@pytest.mark.parametrize(
    ("schema", "gold", "pred"),
    [
        (compared(compare="anls", at=0.5), "abcd", "abcx"),
        ({"type": "string", "format": "date-time"}, "2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"),
        ({"type": "string", "format": "uuid"}, "AB", "ab"),
        (compared(compare={"number": {"abs": 1}}), 1, 2),
        (compared(normalise=["case"]), "A", "a"),
    ],
)
def test_02_leaf_exact_knows_equality_only(schema, gold, pred):
    assert counts(gold, pred, schema=schema)[0] == 1
    assert counts(gold, pred, "leaf-exact", schema=schema)[0] == 0


def test_02_an_exact_field_stays_exact():
    assert [counts("a b", "a  b", metric, schema=compared(compare="exact"))[0] for metric in LEAVES] == [
        0,
        0,
        1,
    ]
    assert counts("a b", "a  b", "leaf-exact")[0] == 1


def test_03_a_key_is_earned_by_any_scalar():
    assert counts({"a": 1, "b": "x", "c": [1]}, {"a": "y", "b": True, "c": 1}, "key") == (2, 3, 3)
    gold, pred = [{"id": 1, "v": "x"}], [{"id": 2, "v": "x"}]
    assert counts(gold, pred, "key", key=[".=id"]) == (0, 2, 2)
    # Under the values of this metric the pair passes a gate that it does not pass as leaves.
    gated = items({"item-from": 0.7})
    assert [counts([{"a": 1, "b": 2}], [{"a": 3, "b": 2}], m, schema=gated)[0] for m in LEAVES] == [0, 0, 2]


@pytest.mark.parametrize(
    ("gold", "pred", "options", "expected"),
    [
        ([1, 2, [], None, ""], [2, {}, 3], {}, (1, 2, 2)),
        ({"a": [["x"], ["y"]]}, {"a": [["y"]]}, {}, (1, 1, 2)),
        ({"a": ["x"], "b": ["y"]}, {"a": "x", "b": ["y"]}, {}, (1, 1, 2)),
        ([{"a": 1, "b": 2}], [{"a": 1, "b": 3}], {"item_at": "0.5"}, (1, 1, 1)),
        ([{"a": 1, "b": 2}], [{"a": 1, "b": 3}], {"item_at": "0.51"}, (0, 1, 1)),
        (["a", "b"], ["b", "a"], {"ordered": ["."]}, (1, 2, 2)),
        ({"x": {"n": 1}, "y": {"n": 2}}, {"z": {"n": 2}},
         {"schema": {"additionalProperties": {}, "x-tally": {"keys": "free"}}}, (1, 1, 2)),
        (["a", {"$any": ["b", None]}], ["a"], {}, (1, 1, 1)),
        (["a", {"$any": ["b", None]}], ["b", "a"], {}, (2, 2, 2)),
    ],
)  # fmt: skip
def test_04_items_of_outermost_lists(gold, pred, options, expected):
    assert counts(gold, pred, "item", **options) == expected


def test_04_most_items_are_right_under_a_matching_of_their_own():
    # The leaves earn most with the first prediction for the first gold, where neither item is right.
    gold = [{"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 1}]
    pred = [{"a": 1, "b": 2, "c": 3, "d": 9}, {"a": 1, "b": 2, "c": 9, "d": 4}]
    assert counts(gold, pred, "item", item_at="0.4") == (2, 2, 2)


def test_05_documents():
    assert counts({}, None, "document") == (1, 1, 1)
    assert counts({}, None) == (0, 0, 0)
    assert counts({"a": 1}, {"a": 1, "b": 2}, "document") == (0, 1, 1)
    golds = [{"id": "1", "value": {"a": 1}}, {"id": "2", "value": {"a": 1}}]
    report = ts.score(golds, golds[:1], task="json", on_error="zero")
    assert (report["document"].score.matched, report["document"].score.gold_total) == (1, 2)
    assert (report["leaf"].score.pred_total, report["leaf"].score.gold_total) == (1, 2)


def test_06_undefined_ratios():
    report = ts.score([{"value": {"a": 1}}], [{"value": {}}], "leaf", task="json")
    assert (report["leaf"].precision, report["leaf"].recall, report["leaf"].f1) == (None, 0, 0)
    assert ts.score([{"value": {}}], [{"value": {}}], "leaf", task="json")["leaf"].f1 is None


# --- Rows --------------------------------------------------------------------------------------------------------


def test_07_outcomes_are_sums_of_weights():
    schema = of(a=compared(weight=3), b=compared(weight=2, compare="levenshtein"), c=compared(weight=5))
    gold, pred = {"a": 1, "b": "abcd", "c": 1}, {"a": 1, "b": "abcx", "c": 2, "d": 1}
    assert rows(gold, pred, schema=schema) == {
        "a": (3, 0, 0, 0, 0),
        "b": (0, 2, 0, 0, 0),
        "c": (0, 0, 5, 0, 0),
        "d": (0, 0, 0, 0, 1),
    }


@pytest.mark.parametrize(
    ("order", "expected"),
    [("free", (0, 0, 0, 1, 1)), ("strict", (0, 0, 0, 1, 1)), ("position", (0, 0, 1, 0, 0))],
)
def test_08_a_pair_that_earns_nothing_is_no_pair(order, expected):
    assert rows(["x"], ["y"], schema=items({"order": order}))["[]"] == expected


def test_08_what_cannot_be_compared_is_missed_and_spurious():
    assert rows({"a": ["x"]}, {"a": "x"}) == {"a": (0, 0, 0, 0, 1), "a[]": (0, 0, 0, 1, 0)}
    gate = items({"item-from": 0.8})
    assert rows([{"a": 1, "b": 2}], [{"a": 1, "b": 3}], schema=gate)["[].a"] == (0, 0, 0, 1, 1)
    union = {"anyOf": [of(t={"const": "p"}), of(t={"const": "q"})]}
    assert rows({"t": "p", "v": 1}, {"t": "q", "v": 1}, schema=union)["v"] == (0, 0, 0, 1, 1)


@pytest.mark.parametrize(
    ("value", "schema", "names"),
    [
        ({"a": {"b": 1}, "c": [{"d": 1}, 2]}, {}, {"a.b", "c[].d", "c[]"}),
        ([1, {"n": 1}], {}, {"[]", "[].n"}),
        (5, {}, {"."}),
        ({"m": {"x": 1, "y": {"n": 1}}}, of(m={"additionalProperties": {}}), {"m{}", "m{}.n"}),
        ({"m": {"x": 1, "p": 1}}, of(m={"properties": {"p": {}}, "patternProperties": {"^x": {}}}), {"m{}", "m.p"}),
        ({"m": {"x": 1}}, of(m={"additionalProperties": True}), {"m.x"}),
        ({"m": [{"a": 1, "b": 2}]}, of(m=items({"count": "items"})), {"m[]"}),
    ],
)  # fmt: skip
def test_09_names_of_rows(value, schema, names):
    assert set(rows(value, value, schema=schema)) == names


def test_09_items_that_count_are_correct_or_partial():
    schema = items({"count": "items"})
    gold, pred = [{"a": 1, "b": 2}, {"a": 3}], [{"a": 3}, {"a": 1, "b": 9}, {"a": 7}]
    assert rows(gold, pred, schema=schema) == {"[]": (1, 1, 0, 0, 1)}
    assert counts(gold, pred, schema=schema) == (1.5, 3, 2)
    # An item that may be left out counts where it meets one.
    assert counts([{"$any": ["a", None]}, "b"], ["b"], schema=schema) == (1, 1, 1)
    assert rows([{"$any": ["a", None]}, "b"], ["b"], schema=schema) == {"[]": (1, 0, 0, 0, 0)}


# --- Comparing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("compare", "gold", "pred", "earned"),
    [
        ("levenshtein", 12, "12", 0),
        ("levenshtein", 12, 12.0, 1),
        ({"number": {"abs": 9}}, "1", "2", 0),
        ({"number": {"abs": 9}}, True, True, 1),
        ("date", 20240101, 20240101, 1),
        # 11
        ({"number": {"abs": 0.01}}, 12.35, 12.34, 1),
        ({"number": {"abs": 0.01}}, 12.35, 12.339, 0),
        ({"number": {"rel": 0.1}}, 90, 100, 1),
        ({"number": {"rel": 0.1}}, 100, 90, 1),
        ({"number": {"rel": 0.1}}, -90, -100, 1),
        ({"number": {"abs": 1, "rel": 0.1}}, 100, 109, 1),
        ({"levenshtein": {"from": 0.75}}, "abcd", "abcx", 0.75),
        ({"levenshtein": {"at": 0.75}}, "abcd", "abcx", 1),
        # 12
        ("date", "2024-03-04", "2024-03-04T00:00:00", 0),
        ("date", "2024-03-04T00:00:00", "2024-03-04T00:00:00Z", 0),
        ("date", "2024-03-04T23:30:00.5Z", "2024-03-05T00:30:00.50+01:00", 1),
        ({"date": {"within": 1}}, "2024-02-28", "2024-02-29", 1),
        ({"date": {"within": 1}}, "2024-02-28", "2024-03-01", 0),
        ({"date": {"formats": ["%d/%m/%Y", "%m/%d/%Y"]}}, "04/03/2024", "2024-03-04", 1),
        ("date", "soon", " soon", 1),
        ("date", "soon", "2024-03-04", 0),
        # 13
        ("levenshtein", " a  b", "a c", 2 / 3),
        ("levenshtein", "e\u0301", "\u00e9", 1),
        ("anls", "ab", "ax", 0.5),
        ("anls", "abc", "axy", 0),
        ("anls", "Ab", "ab", 0.5),
        ("exact", "e\u0301", "\u00e9", 0),
        ("exact", "a ", "a", 0),
    ],
)
def test_10_to_13_comparators(compare, gold, pred, earned):
    assert counts(gold, pred, schema=compared(compare=compare))[0] == pytest.approx(earned, abs=1e-12)


def test_10_null_equals_null():
    assert counts({"a": None}, {"a": None}, null="value") == (1, 1, 1)
    assert counts({"a": None}, {"a": "None"}, null="value") == (0, 1, 1)


@pytest.mark.parametrize(
    ("field", "earned"),
    [
        ({}, 0.75),
        ({"type": "string"}, 0.75),
        ({"type": "string", "format": "email"}, 0.75),
        ({"enum": ["abcd", "abcx"]}, 0),
        ({"const": "abcd"}, 0),
        ({"type": "string", "format": "date"}, 0),
        ({"type": "string", "format": "uuid"}, 0),
        (compared(compare="text"), 0),
    ],
)
def test_14_the_comparator_of_free_text(field, earned):
    assert counts({"a": "abcd"}, {"a": "abcx"}, schema=of(a=field), text="anls")[0] == earned
    assert counts({"b": "abcd"}, {"b": "abcx"}, schema=of(a=field), text="anls")[0] == 0.75


def test_15_white_space_and_blank_strings():
    assert counts("a\u00a0\u2003b\n", " a b") == (1, 1, 1)
    assert counts({"a": "\u00a0\t", "b": "x"}, {"b": "x"}) == (1, 1, 1)
    listed = of(a={"enum": ["", "x"]})
    assert counts({"a": "", "b": ""}, {"a": " ", "b": " "}, schema=listed) == (1, 1, 1)
    assert counts({"a": ""}, {"a": None}, schema=listed) == (0, 0, 1)


def test_16_null_as_a_value_makes_blank_strings_values():
    gold, pred = {"a": None, "b": "", "c": [], "d": "x"}, {"b": None, "d": "x", "e": None, "f": {}}
    assert counts(gold, pred, null="value") == (1, 3, 3)
    assert counts(gold, pred) == (1, 1, 1)


# --- Structure ---------------------------------------------------------------------------------------------------


def test_17_the_nearest_weight_counts():
    schema = of(o={**of(a=compared(weight=3), b={}), "x-tally": {"weight": 2}}, z=compared(ignore=True))
    document = {"o": {"a": 1, "b": 1}, "c": 1, "z": {"y": 1}}
    assert counts(document, document, schema=schema) == (6, 6, 6)
    by_item = items({"count": "items", "weight": 4}, **of(a=compared(weight=3)))
    assert counts([{"a": 1, "b": 1}], [{"a": 1, "b": 2}], schema=by_item) == (
        pytest.approx(4 * 3 / 7), 4, 4,  # b inherits the weight of the list
    )  # fmt: skip


def test_18_members_of_lists_are_not_inherited_and_options_go_first():
    nested = items({"order": "strict"}, **items({}))
    assert counts([["a", "b"]], [["b", "a"]], schema=nested) == (2, 2, 2)
    assert counts(["a", "b"], ["b", "a"], schema=items({"order": "free"}), ordered=["."]) == (1, 2, 2)
    fuzzy = {**of(a={}), "x-tally": {"compare": "levenshtein"}}
    assert counts({"a": "abcd"}, {"a": "abcx"}, schema=fuzzy)[0] == 0
    assert (
        counts({"a": "abcd"}, {"a": "abcx"}, schema=of(a=compared(compare="exact")), compare=["a=anls"])[0]
        == 0.75
    )


def test_19_keys():
    schema = items({"key": ["k"]})
    assert counts([{"v": 1}], [{"k": "", "v": 1}, {"k": None, "v": 2}], schema=schema) == (1, 2, 1)
    assert counts([{"k": 1, "v": 1}], [{"k": "1", "v": 1}], schema=schema) == (0, 2, 2)
    assert counts([{"k": 1, "v": 1}], [{"k": 1.0, "v": 1}], schema=schema) == (2, 2, 2)
    assert counts(["x", {"k": 1}], [{"k": 1}, "x"], schema=schema) == (2, 2, 2)


def test_20_positions_are_those_of_the_json():
    schema = items({"order": "position", "key": ["k"], "item-from": 0.9})
    assert counts([None, "a"], ["a"], schema=schema) == (0, 1, 1)
    assert counts([None, "a"], ["x", "a"], schema=schema) == (1, 2, 1)
    assert counts([{"k": 1, "v": 1}], [{"k": 2, "v": 1}], schema=schema) == (1, 2, 2)


@pytest.mark.parametrize(
    ("schema", "matched"),
    [
        ({"prefixItems": [{}, {}]}, 0),
        ({"minItems": 2, "maxItems": 2, "items": {"type": "integer"}}, 0),
        ({"minItems": 2, "maxItems": 2, "items": {}}, 2),
        ({"minItems": 1, "maxItems": 2, "items": {"type": "integer"}}, 2),
        ({"items": {"type": "integer"}}, 2),
    ],
)
def test_21_lists_by_position(schema, matched):
    assert counts([1, 2], [2, 1], schema=schema)[0] == matched


@pytest.mark.parametrize(
    ("golds", "matched"),
    [([[1, 2]], 0), ([[1, 2], []], 0), ([[1, 2], [1]], 2), ([[1, 2], [1, "a"]], 2), ([[1, 2], [1, 2, 3]], 2)],
)
def test_21_lists_by_position_without_a_schema(golds, matched):
    report = ts.score(
        [{"b": gold} for gold in golds], [{"b": [2, 1]}, *[{}] * (len(golds) - 1)], "leaf", task="json"
    )
    assert report["leaf"].score.matched == matched


def test_22_a_gate_for_items():
    gold, pred = [{"a": 1, "b": 2}], [{"a": 1, "b": 3}]
    assert counts(gold, pred, schema=items({"item-from": 0.5})) == (1, 2, 2)
    assert counts(gold, pred, schema=items({"item-from": 0.51})) == (0, 2, 2)


def test_23_branches():
    kinds = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "number"}]}
    assert counts("2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00", schema=kinds)[0] == 1
    one = {"anyOf": [of(t={"const": "p"}), of(u={})]}
    two = {"oneOf": [of(t={"const": "p"}), of(t={"const": "q"})]}
    gold = {"t": "p", "v": 1}
    assert counts(gold, {"t": "q", "v": 1}, schema=one)[0] == 1
    assert counts(gold, {"t": "q", "v": 1}, schema=two)[0] == 0
    assert counts(gold, {"v": 1}, schema=two)[0] == 0
    beside = {"$ref": "#/$defs/d", "x-tally": {"weight": 5}, "$defs": {"d": compared(weight=2)}}
    assert counts(1, 1, schema=beside) == (5, 5, 5)
    merged = {"allOf": [compared(weight=2), compared(compare="anls")]}
    assert counts("abcd", "abcx", schema=merged) == (1.5, 2, 2)


def test_24_acceptable_values():
    gold = {"a": {"$any": [{"x": 1, "y": 2}, {"x": 1}, None]}}
    assert counts(gold, {"a": {"x": 1}}) == (1, 1, 1)
    assert counts(gold, {"a": {"x": 1, "y": 2}}) == (2, 2, 2)
    assert counts(gold, {}) == (0, 0, 0)
    assert counts(gold, {"a": {"x": 9}}, "key") == (1, 1, 1)
    # Only the gold lists acceptable values.
    assert counts({"a": 1}, {"a": {"$any": [1, 2]}}) == (0, 2, 1)


def test_24_acceptable_values_choose_their_branches():
    union = {"anyOf": [of(t={"const": "p"}), of(t={"const": "q"})]}
    gold = {"$any": [{"t": "p", "v": 1}, {"t": "q", "v": 2}]}
    assert counts(gold, {"t": "q", "v": 2}, schema=union) == (2, 2, 2)
    kinds = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "number"}]}
    gold = {"$any": ["2024-01-01T00:00:00Z", 5]}
    assert counts(gold, "2024-01-01T01:00:00+01:00", schema=kinds)[0] == 1
    listed = {**kinds, "x-tally": {"alternatives": True}}
    assert counts(["2024-01-01T00:00:00Z", 5], "2024-01-01T01:00:00+01:00", schema=listed) == (1, 1, 1)


# --- Reading -----------------------------------------------------------------------------------------------------


def lines(path, *values):
    Path(path).write_text("".join([f"{json.dumps(value)}\n" for value in values]))
    return str(path)


def score_files(gold, pred, *options):
    return ts.score(gold, pred, "leaf", task="json", **dict(options))["leaf"].score


def test_25_wrappers_line_by_line(tmp_path):
    gold = lines(tmp_path / "g", {"id": "1", "value": {"id": "x", "a": 1}}, {"id": "2", "a": 1, "value": 3})
    pred = lines(tmp_path / "p", {"id": "2", "a": 1, "value": 3}, {"id": "1", "output": {"id": "x", "a": 1}})
    # The pairing id is left out of the second document, which has no wrapper.
    assert score_files(gold, pred).gold_total == 4
    repeated = lines(tmp_path / "r", {"id": "1", "a": 1}, {"id": "1", "a": 2})
    assert score_files(repeated, repeated).gold_total == 4
    absent = lines(tmp_path / "n", {"id": "1", "value": None})
    assert score_files(absent, absent).gold_total == 0


@pytest.mark.parametrize(
    ("text", "level", "value"),
    [
        # 26
        ('\ufeff{"a": 1}', "extract", {"a": 1}),
        ('Use {this}:\n```json\n{"a": 1}\n```\nDone.', "extract", {"a": 1}),
        ('See [1]. {"a": 1}', "extract", None),
        ('A {b} then {"a": 1}', "extract", None),
        ('{"a": 1} is {"a": 1.0}', "extract", {"a": 1}),
        ("It is 5.", "extract", None),
        # 27
        ("So: {'it': 'isn\\'t', /* x */ b: True,} // end", "lenient", {"it": "isn't", "b": True}),
        ('```json\n{"a": "x", "b": ["y"', "lenient", {"a": "x", "b": ["y"]}),
        # 28
        ('{"a": [true, "x', "lenient", {"a": [True]}),
        ('{"a": "x", "b":', "lenient", {"a": "x"}),
        ('{"a": "x", "b": 12', "lenient", {"a": "x"}),
        ('{"a": "x", "b": nul', "lenient", {"a": "x"}),
        ('{"a": "x", "b": [[null', "lenient", {"a": "x", "b": [[None]]}),
        # 29
        ('{"a": 1 "b": 2}', "lenient", None),
        ('{"a": yes}', "lenient", None),
        ('{"a": 1} {"a": 2}', "lenient", None),
        ('{"a": 1, "a": 2}', "lenient", {"a": 2}),
    ],
)
def test_26_to_29_repairs(text, level, value):
    options = {"task": "json", "repair": level, "null": "value"}
    if value is None:
        with pytest.raises(ts.DataError):
            ts.score([{"value": {}}], [text], "leaf", **options)
    else:
        assert ts.score([{"value": value}], [text], "document", **options)["document"].f1 == 1


def test_30_the_gold_is_never_repaired_nor_skipped(tmp_path, capsys):
    (tmp_path / "gold").write_text('{"id": "1", "output": "{\'a\': 1}"}\n')
    pred = lines(tmp_path / "pred", {"id": "1", "value": {"a": 1}})
    for policy in ("fail", "zero", "skip"):
        options = ["--task", "json", "--repair", "lenient", "--on-error", policy]
        assert run(["score", str(tmp_path / "gold"), pred, *options]) == 3
        assert "gold:1:25" in capsys.readouterr().err
