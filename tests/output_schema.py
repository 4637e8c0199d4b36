"""Checks that what commands write as JSON is what the schema in the documentation declares."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jsonschema_rs

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "report.schema.json").read_text("utf-8"))

#: The definitions of what each command writes.
OUTPUTS = {
    "score": ("report",),
    "compare": ("comparison",),
    "rank": ("ranking",),
    "agree": ("agreement",),
    "correlate": ("correlations",),
    "matrix": ("matrices",),
    "stats": ("statistics",),
    "check": ("problems", "problem_summary"),
    "explain": ("explanations",),
    "metrics": ("metrics", "presets"),
}


@cache
def validator(definition: str) -> jsonschema_rs.Draft202012Validator:
    """A validator for one definition of the schema."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]})


def check_output(arguments: Sequence[object], text: str) -> None:
    """Check the standard output of a command if it is JSON."""
    words = list(map(str, arguments))
    definitions = OUTPUTS.get(words[0]) if words else None
    if definitions is None or not text or _format(words) not in ("json", "jsonl"):
        return
    if _format(words) == "jsonl":
        first, *items = text.splitlines()
        _check(("report",), json.loads(first))
        for line in items:
            _check(("item",), json.loads(line))
        return
    _check(definitions, json.loads(text))


def _format(words: Sequence[str]) -> str | None:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in ("-f", "--format"):
            return following
        if word.startswith("--format="):
            return word.removeprefix("--format=")
    return None


def _check(definitions: Sequence[str], data: object) -> None:
    failures = {}
    for definition in definitions:
        failures[definition] = [
            f"{error.instance_path}: {error.message[:300]}"
            for error in validator(definition).iter_errors(data)
        ]
        if not failures[definition]:
            return
    raise AssertionError(f"the output does not match docs/report.schema.json: {failures}")
