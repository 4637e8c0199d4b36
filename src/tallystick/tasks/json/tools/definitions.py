"""Definitions of tools, from which arguments take their types."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.json.text import parse_exact
from tallystick.tasks.json.schema.load import flaw_problem
from tallystick.tasks.json.schema.read import read_schema
from tallystick.tasks.json.schema.source import SchemaSource
from tallystick.tasks.json.shape import Branch, Branches, Shape

__all__ = ["ToolDefinitions", "as_tools", "call_shape", "load_tools"]

#: Where the parameters of a tool are.
_PARAMETERS = ("parameters", "input_schema", "inputSchema", "args_schema")
#: Names of types that are not JSON Schema's. A type without a counterpart is ignored.
_TYPES = {
    "dict": "object", "hashmap": "object", "float": "number", "double": "number", "long": "integer", "int": "integer",
    "str": "string", "char": "string", "bool": "boolean", "tuple": "array", "list": "array", "arraylist": "array",
    "any": None,
}  # fmt: skip
_KNOWN = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


@dataclass(frozen=True, slots=True, eq=False)
class ToolDefinitions:
    """The schemas of arguments by the names of tools."""

    parameters: Mapping[str, object]
    origin: str = "<tools>"

    @property
    def fingerprint(self) -> str:
        """The definitions as they are written in a signature."""
        text = json.dumps(self.parameters, sort_keys=True, separators=(",", ":"), default=str)
        return sha256(text.encode()).hexdigest()[:12]


def load_tools(path: str) -> ToolDefinitions | None:
    """Return the tools that a file defines: a JSON list, or JSON lines with lists under ``function``."""
    if path in ("", "none"):
        return None
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(Problem("expected UTF-8 text", path, 1, 1, code="encoding")) from error
    except OSError as error:
        message = f"cannot read the tools: {error.strerror or error}"
        raise DataError(Problem(message, path, code="no-file")) from error
    parsed = parse_exact(text)
    if not parsed.flaws:
        return as_tools(parsed.value, path)
    definitions: list[object] = []
    for line in text.splitlines():
        if line.strip():
            definition = parse_exact(line)
            if definition.flaws:
                raise DataError([flaw_problem(text, path, flaw) for flaw in parsed.flaws])
            definitions.append(definition.value)
    return as_tools(definitions, path)


def as_tools(given: object, origin: str = "<tools>") -> ToolDefinitions:
    """Return the tools that values define, as OpenAI, Anthropic, MCP or BFCL write them."""
    if isinstance(given, ToolDefinitions):
        return given
    if isinstance(given, (str, Path)):
        read = load_tools(str(given))
        assert read is not None, given
        return read
    parameters: dict[str, object] = {}
    for definition in _definitions(given, origin):
        name = definition.get("name")
        if not isinstance(name, str):
            raise _unknown(definition, origin)
        schema: object = next((definition[key] for key in _PARAMETERS if definition.get(key) is not None), {})
        parameters[name] = _spelled(schema)
    return ToolDefinitions(parameters, origin)


def _definitions(given: object, origin: str) -> list[Mapping[str, Any]]:
    if isinstance(given, Sequence) and not isinstance(given, str):
        return [definition for part in given for definition in _definitions(part, origin)]
    if isinstance(given, Mapping):
        for key in ("function", "tools", "functions"):
            if isinstance(given.get(key), (Mapping, list)):
                return _definitions(given[key], origin)
        return [given]
    raise _unknown(given, origin)


def _unknown(value: object, origin: str) -> DataError:
    hint = "a tool is {name, parameters}, alone, in a list, or under function or tools"
    return DataError(Problem(f"not a tool definition: {value!s:.80}", origin, hint=hint, code="tools"))


def _spelled(schema: object) -> object:
    """Return a schema with JSON Schema's names of types."""
    if not isinstance(schema, Mapping):
        return schema
    spelled: dict[str, object] = {}
    for keyword, value in schema.items():
        if keyword == "type" and isinstance(value, str):
            name = value if value in _KNOWN else _TYPES.get(value.lower(), value.lower())
            if name in _KNOWN:
                spelled[keyword] = name
        elif keyword in ("properties", "$defs", "definitions", "patternProperties") and isinstance(
            value, Mapping
        ):
            spelled[keyword] = {key: _spelled(part) for key, part in value.items()}
        elif keyword in ("items", "additionalProperties", "not") and isinstance(value, Mapping):
            spelled[keyword] = _spelled(value)
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems") and isinstance(value, list):
            spelled[keyword] = [_spelled(part) for part in value]
        else:
            spelled[keyword] = value
    return spelled


def call_shape(tools: ToolDefinitions | None) -> Shape:
    """Return the shape of a list of calls: calls of one name meet, and their arguments have that tool's types."""
    call = Shape(properties={"name": Shape(), "arguments": Shape()})
    if tools is not None and tools.parameters:
        branches = []
        for name, schema in tools.parameters.items():
            arguments = read_schema(SchemaSource(schema, f"{tools.origin} ({name})"))
            shape = Shape(properties={"name": Shape(), "arguments": arguments})
            branches.append(Branch(shape, {"name": (name,)}))
        call.branches = Branches(tuple(branches), discriminated=True)
    return Shape(items=call, key=("name",), order="free")
