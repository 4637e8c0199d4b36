"""The reference of output formats describes every key of the schema, which all output is checked against."""

import re
from pathlib import Path

from tests.output_schema import SCHEMA

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "output.md"


def keys_of(schema):
    """The names of all properties in a schema."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema))
    if not isinstance(schema, dict):
        return set()
    declared = schema.get("properties", {})
    inner = [value for key, value in schema.items() if key != "properties"]
    return {*declared}.union(*map(keys_of, [*declared.values(), *inner]))


def test_every_key_is_described():
    named = set(re.findall(r"`(\w+)`", PAGE.read_text("utf-8")))
    assert keys_of(SCHEMA) - named == set()
