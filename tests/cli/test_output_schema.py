"""The JSON of every command, against the schema in the documentation."""

import json

import jsonschema_rs
import pytest
from tests.output_schema import OUTPUTS, SCHEMA, check_output

from tallystick.report.formats import formats

#: A call of each command that writes JSON.
CALLS = {
    "score": ["gold.jsonl", "pred.jsonl", "--items", "--confidence", "--by", "type"],
    "compare": ["gold.jsonl", "pred.jsonl", "gold.jsonl", "--names", "a,b"],
    "rank": ["golds", "systems"],
    "agree": ["gold.jsonl", "pred.jsonl", "--labels", "--confidence"],
    "correlate": ["gold.jsonl", "pred.jsonl", "-m", "span,span-type"],
    "matrix": ["gold.jsonl", "pred.jsonl"],
    "stats": ["gold.jsonl"],
    "check": ["gold.jsonl", "bad.jsonl"],
    "explain": ["gold.jsonl", "pred.jsonl"],
    "metrics": [],
}


@pytest.mark.parametrize("name", CALLS)
def test_every_command_has_a_definition(name, command, folder):
    for path in ("golds/set.jsonl", "systems/a/set.jsonl", "systems/b/set.jsonl"):
        folder.write(path, (folder.gold if "golds" in path else folder.pred).read_text())
    folder.write("bad.jsonl", '{"id": "a", "spans": 3}\n')
    result = command(name, *CALLS[name], "-f", "json")  # checks its output against the schema
    assert result.status == (3 if name == "check" else 0), result.err
    assert result.json


def test_the_schema_is_one():
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    assert set(CALLS) == set(OUTPUTS)
    assert len(formats()["json"].kinds) == len(OUTPUTS)


def test_unknown_keys_are_found():
    with pytest.raises(AssertionError, match="surprise"):
        check_output(["stats", "-f", "json"], json.dumps({"surprise": 1}))
