"""Hostile JSON by the command: answered, or refused with file, line and column."""

from __future__ import annotations

import json
import random

import pytest

PLAIN = '{"id": "1", "value": {"a": 1}}\n'


def document(text):
    return f'{{"id": "1", "value": {text}}}\n'


def test_lists_of_five_thousand_objects(command, tmp_path):
    random.seed(1)
    rows = [{"sku": f"S{n}", "desc": f"thing {7919 * n % 5003}", "qty": n % 97} for n in range(5000)]
    changed = [{**row, "qty": row["qty"] + 1} if n % 5 == 0 else row for n, row in enumerate(rows)]
    random.shuffle(changed)
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text(document(json.dumps({"items": rows})))
    pred.write_text(document(json.dumps({"items": changed})))
    for options in ([], ["--key", "items=sku"]):
        result = command("score", gold, pred, "--task", "json", "-f", "json", *options)
        assert result.status == 0, result.err
        assert result.json["scores"]["leaf"]["matched"] == 14_000
        assert result.json["scores"]["item"]["matched"] == 4_000


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ('{"a":' * 10_000 + "1" + "}" * 10_000, 1017, "more than 200 levels"),
        ("[" * 10_000 + "]" * 10_000, 221, "more than 200 levels"),
        ('{"a": 1, "a": 2}', 31, "the key 'a'"),
        ('{"a": 1e999999999}', 28, "more than 4300 digits"),
        ('{"a": ' + "9" * 100_000 + "}", 28, "more than 4300 digits"),
        ('{"a": -1e-999999999}', 28, "more than 4300 digits"),
        (r'{"a": "\ud800"}', 29, "unpaired surrogate"),
        (r'{"\udfff": 1}', 24, "unpaired surrogate"),
        ('{"a": NaN}', 28, "NaN is not a number"),
        ('{"a": "b\x00c"}', 1, ""),
        ('{"a": [1, 2}', 33, ""),
    ],
)
@pytest.mark.parametrize("side", ["gold", "pred"])
def test_documents_are_refused_with_their_location(command, tmp_path, text, column, message, side):
    paths = {name: tmp_path / f"{name}.jsonl" for name in ("gold", "pred")}
    for name, path in paths.items():
        path.write_text(document(text) if name == side else PLAIN)
    result = command("score", *paths.values(), "--task", "json")
    assert result.status == 3
    assert result.out == ""
    first = result.err.splitlines()[0]
    assert first.startswith(f"{paths[side]}:1:"), first
    assert message in first
    if message:
        assert first.startswith(f"{paths[side]}:1:{column}: "), first


def test_five_thousand_definitions_in_a_circle(command, tmp_path):
    size = 5000
    definitions = {
        f"d{n}": {
            "properties": {
                "next": {"$ref": f"#/$defs/d{(n + 1) % size}"},
                "v": {"x-tally": {"weight": 1 + n % 2}},
            }
        }
        for n in range(size)
    }
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps({"$ref": "#/$defs/d0", "$defs": definitions}))
    value: dict[str, object] = {"v": "x"}
    for _ in range(99):
        value = {"v": "x", "next": value}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(document(json.dumps(value)))
    result = command("score", gold, gold, "--task", "json", "-f", "json", "--schema", schema)
    assert result.status == 0, result.err
    assert result.json["scores"]["leaf"]["matched"] == 150


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}},
        {"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}] * 2},
                                        "b": {"oneOf": [{"$ref": "#/$defs/a"}] * 2}}},
        {"properties": {"a": {"$ref": "#"}}, "additionalProperties": {"$ref": "#"}},
    ],
)  # fmt: skip
def test_schemas_that_go_round_in_circles(command, tmp_path, schema):
    path, gold = tmp_path / "schema.json", tmp_path / "gold.jsonl"
    path.write_text(json.dumps(schema))
    gold.write_text(PLAIN)
    result = command("score", gold, gold, "--task", "json", "-f", "json", "--schema", path)
    assert result.status == 0, result.err
    assert result.json["scores"]["leaf"]["f1"] == 1


def test_a_broken_schema_is_refused_with_its_location(command, tmp_path):
    path, gold = tmp_path / "schema.json", tmp_path / "gold.jsonl"
    path.write_text('{"properties": {\n  "a": {"$ref": "#/$defs/none"},\n  "b": {"x-tally": {"wieght": 2}}}}')
    gold.write_text(PLAIN)
    result = command("score", gold, gold, "--task", "json", "--schema", path)
    assert result.status == 3
    assert [line.split(": ")[0] for line in result.err.splitlines() if "schema.json:" in line] == [
        f"{path}:2:17",
        f"{path}:3:31",
    ]


def test_files_that_complete_items_and_hold_none(command, folder):
    folder.write("gold.jsonl", '{"id": "a", "x": 1}\n')
    folder.write("empty.jsonl", "")
    folder.write("text.txt", "hello\n")
    result = command("score", "gold.jsonl", "gold.jsonl", "--task", "json", "--alternatives", "empty.jsonl")
    assert result.status == 3
    assert "empty.jsonl:1:1: the input contains no items" in result.err
    result = command(
        "score", "gold.jsonl", "gold.jsonl", "--task", "json", "-m", "confidence", "--confidences", "text.txt"
    )
    assert result.status == 3
    assert "text.txt:1:1: not JSON" in result.err
