"""The metric `valid`, and `check` against a schema."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import tallystick as ts
from tallystick.cli.app import run
from tallystick.errors import UsageError
from tallystick.tasks.json.schema.load import as_schema
from tallystick.tasks.json.schema.validate import Validator

SCHEMA = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "nullable": True},
        "rows": {"type": "array", "items": {"type": "object", "required": ["k"]}},
    },
    "required": ["n"],
}
GOLD = [{"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}]
PRED = ['{"n": 1}', "Here: {'n': null}", '{"n": 1.5}', "nothing"]


def test_shares_of_predictions() -> None:
    report = ts.score(GOLD, PRED, "valid", task="json", schema=SCHEMA, repair="lenient", on_error="zero")
    assert dict(report["valid"].values) == {"parsed": 0.5, "repaired": 0.25, "valid": 0.5}
    assert (report.repaired, report.zeroed) == (1, 1)
    summaries = [item.alignment.summary for item in report["valid"].items]
    assert summaries[0] == "read as it is; valid"
    assert summaries[1] == "repaired; valid"
    assert summaries[2].startswith("read as it is; n: 1.5 is not of type")
    assert summaries[3] == "the prediction cannot be read"


def test_without_a_schema_validity_is_undefined() -> None:
    report = ts.score(GOLD, GOLD, "valid", task="json")
    assert dict(report["valid"].values) == {"parsed": 1.0, "repaired": 0.0, "valid": None}


def test_schemas_that_are_not_valid_or_remote() -> None:
    with pytest.raises(UsageError, match="is not a valid JSON Schema"):
        Validator(as_schema({"minimum": "one"}))
    with pytest.raises(UsageError, match="refers to another file or URL"):
        Validator(as_schema({"not": {"$ref": "https://example.org/x.json"}}))


def test_schemas_travel_to_other_processes() -> None:
    size = 3000
    definitions = {f"d{n}": {"properties": {"next": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(size)}
    schema = as_schema({"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{size}": {"type": "string"}}})
    copy = pickle.loads(pickle.dumps(schema))
    assert (copy.digest, copy.origin) == (schema.digest, schema.origin)


def test_check_lists_errors_and_edits_with_their_locations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schema.json").write_text(json.dumps(SCHEMA))
    Path("pred.jsonl").write_text(
        '{"id": "a", "value": {"n": 1, "rows": [{"k": 1}, {}]}}\n'
        '{"id": "b", "output": "{\\"n\\": \\"x\\"}"}\n'
        '{"id": "c", "output": "So: {\\"n\\": 1}"}\n'
        '{"id": "c", "n": 1}\n'
    )
    arguments = ["check", "pred.jsonl", "--task", "json", "--schema", "schema.json", "--repair", "extract"]
    assert run([*arguments, "-f", "json"]) == 3
    problems = json.loads(capsys.readouterr().out)
    assert [(problem["code"], problem["line"], problem["column"]) for problem in problems] == [
        ("invalid", 1, 50),
        ("invalid", 2, 32),
        ("repaired", 3, 24),
    ]
    assert problems[0]["message"] == 'rows[1]: "k" is a required property'
    assert run(["check", "pred.jsonl", "--schema", "schema.json", "--repair", "extract", "-f", "json"]) == 3
    assert json.loads(capsys.readouterr().out) == problems
    assert run(["check", "pred.jsonl", "--task", "spans", "--schema", "schema.json"]) == 2


def test_the_command_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "a", "x": [1, 2]}\n{"id": "b", "x": [3, 4]}\n')
    assert run(["schema", str(gold)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed["properties"]) == ["x"]
    assert printed["properties"]["x"]["x-tally"] == {"order": "position"}
    # Where ids cannot pair documents, they are fields.
    gold.write_text('{"id": "a", "x": 1}\n{"id": "a", "x": 2}\n')
    assert run(["schema", str(gold)]) == 0
    assert list(json.loads(capsys.readouterr().out)["properties"]) == ["id", "x"]
    gold.write_text('{"x": 1,}\n')
    assert run(["schema", str(gold)]) == 3
    assert "gold.jsonl:1:8" in capsys.readouterr().err
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "a.json").write_text('[\n{"y": 1}]')
    assert run(["schema", str(folder), "-o", str(tmp_path / "schema.json")]) == 0
    assert json.loads((tmp_path / "schema.json").read_text())["type"] == "array"
