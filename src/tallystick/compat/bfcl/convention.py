"""How BFCL compares calls.

Every argument of the gold is a list of acceptable values; an empty text among them means that the argument may be left
out. Text is equal without case, spaces and the characters ``, . / - _ * ^``; lists are compared by position; a number
with a fraction is not an integer. BFCL takes the first call that fits; here the calls are matched optimally, so that a
correct answer is never rejected for its order.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from tallystick.tasks.json.fields import Convention, all_shapes
from tallystick.tasks.json.shape import Compare
from tallystick.tasks.json.tools.calls import as_calls
from tallystick.tasks.json.tools.definitions import ToolDefinitions, call_shape
from tallystick.tasks.json.tree import ANY

__all__ = ["convention"]

_FOLDED = Compare("text", normalise=("case", "separators"))


def convention(tools: ToolDefinitions | None) -> Convention:
    """Return BFCL's convention for calls of some tools."""
    parameters = {} if tools is None else {_name(name): part for name, part in tools.parameters.items()}
    shape = call_shape(None if tools is None else ToolDefinitions(parameters, tools.origin))
    for part in all_shapes(shape):
        part.compare = _FOLDED
        part.blank_is_value = False
    return Convention(shape, partial(_prepared, parameters), _FOLDED, "position")


def _prepared(parameters: Mapping[str, object], value: object, gold: bool) -> object:
    if gold and not (isinstance(value, dict) and "ground_truth" in value):
        value = {"ground_truth": value}
    calls: list[dict[str, object]] = []
    for call in as_calls(value, gold=gold):
        name, arguments = _name(str(call["name"])), call["arguments"]
        schema = parameters.get(name)
        if isinstance(schema, Mapping) and isinstance(arguments, dict):
            arguments = _required(arguments, schema) if gold else _typed_arguments(arguments, schema)
        calls.append({"name": name, "arguments": arguments})
    return calls


def _name(name: str) -> str:
    """Return the name of a tool as interfaces write it that allow no dots."""
    return name.replace(".", "_")


def _required(arguments: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a gold call; what the tool requires may not be left out, whatever the gold lists."""
    required = schema.get("required")
    names = required if isinstance(required, list) else ()
    return {
        key: {ANY: [choice for choice in value[ANY] if choice is not None]}
        if key in names and isinstance(value, dict) and ANY in value
        else value
        for key, value in arguments.items()
    }


def _typed_arguments(arguments: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a predicted call; numbers of a wrong type become text, which equals no number.

    BFCL checks the types of arguments and of the items of lists, not those inside of objects. A whole number will do
    where a number is due, except in lists that have to be given.
    """
    required = schema.get("required")
    names = required if isinstance(required, list) else ()
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return arguments
    return {key: _typed(value, properties.get(key), key in names) for key, value in arguments.items()}


def _typed(value: object, schema: Any, required: bool, *, in_list: bool = False) -> object:
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    if isinstance(value, list):
        items = schema.get("items") if isinstance(schema, Mapping) else None
        return [_typed(part, items, required, in_list=True) for part in value]
    if isinstance(value, bool):
        return value
    wrong = (
        isinstance(value, (float, Decimal))
        if kind == "integer"
        else kind == "number" and in_list and required and isinstance(value, int)
    )
    return str(value) if wrong else value
