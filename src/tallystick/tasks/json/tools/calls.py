"""Tool calls of any provider as a list of ``{"name": …, "arguments": {…}}``.

Calls come as messages, responses or lists of OpenAI, Anthropic, Google and LangChain, or as BFCL writes them. A message
without calls is an empty list: the model answered with text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tallystick.errors import DataError, Problem
from tallystick.formats.json.text import parse_exact
from tallystick.tasks.json.tools.python_calls import python_calls
from tallystick.tasks.json.tree import ANY

__all__ = ["as_calls"]

#: Where the arguments of a call are: in the order in which they are looked for.
_ARGUMENTS = ("arguments", "args", "input", "parameters")
#: Where a call, or a list of calls, is inside a larger object.
_CONTAINERS = (
    "tool_calls", "function_call", "functionCall", "function", "message", "content", "parts", "candidates", "output",
    "calls", "result",
)  # fmt: skip
#: Keys that only messages have: without calls in them, the model made none.
_MESSAGE = frozenset(("role", "content", "tool_calls", "stop_reason", "finish_reason"))
#: Kinds of blocks beside calls, in lists of content.
_OTHER_BLOCKS = frozenset(("text", "output_text", "thinking", "redacted_thinking", "reasoning", "message"))

_HINT = "a call is {name, arguments}; lists and messages of OpenAI, Anthropic, Google, LangChain and BFCL are read"


def as_calls(value: object, *, gold: bool = False) -> list[dict[str, object]]:
    """Return the calls in a value.

    >>> as_calls({"tool_calls": [{"type": "function", "function": {"name": "pay", "arguments": '{"sum": 5}'}}]})
    [{'name': 'pay', 'arguments': {'sum': 5}}]
    >>> as_calls({"role": "assistant", "content": [{"type": "tool_use", "name": "pay", "input": {"sum": 5}}]})
    [{'name': 'pay', 'arguments': {'sum': 5}}]
    >>> as_calls({"ground_truth": [{"pay": {"sum": [5, 6], "to": ["Ada", ""]}}]}, gold=True)
    [{'name': 'pay', 'arguments': {'sum': {'$any': [5, 6]}, 'to': {'$any': ['Ada', None]}}}]
    """
    if value is None:
        return []
    if isinstance(value, str):
        return _from_text(value, gold)
    if isinstance(value, (list, tuple)):
        return [call for part in value for call in as_calls(part, gold=gold)]
    if isinstance(value, Mapping):
        return _from_object(value, gold)
    raise _unknown(value, gold)


def _from_object(value: Mapping[str, Any], gold: bool) -> list[dict[str, object]]:
    if gold and len(value) == 1 and isinstance(value.get(ANY), list):
        message = f"acceptable values are listed for arguments, not for calls: {value!s:.80}"
        raise DataError([Problem(message, hint=_HINT, code="calls")])
    name = value.get("name")
    if isinstance(name, str) and "function" not in value:
        return [_call(name, next((value[key] for key in _ARGUMENTS if key in value), None))]
    if "ground_truth" in value:
        return [_acceptable(call) for call in as_calls(value["ground_truth"], gold=gold)]
    if "choices" in value and isinstance(value["choices"], list):
        # The first of several answers: they are alternatives, not a sequence.
        return as_calls(value["choices"][:1], gold=gold)
    if value.get("type") in _OTHER_BLOCKS and "tool_calls" not in value:
        return as_calls(value["content"]) if isinstance(value.get("content"), list) else []
    for key in _CONTAINERS:
        inner = value.get(key)
        if isinstance(inner, (dict, list)) or (key == "result" and isinstance(inner, str)):
            return as_calls(inner, gold=gold)
    if not value.keys().isdisjoint(_MESSAGE) or (value.keys() == {"text"} and isinstance(value["text"], str)):
        return []
    if len(value) == 1:
        ((key, arguments),) = value.items()
        if arguments is None or isinstance(arguments, (dict, str)):
            return [_call(key, arguments)]
    raise _unknown(value, gold)


def _from_text(text: str, gold: bool) -> list[dict[str, object]]:
    """Return calls that are written as text: JSON, or calls of Python functions."""
    if not text.strip():
        return []
    parsed = parse_exact(text)
    if not parsed.flaws and isinstance(parsed.value, (dict, list)):
        return as_calls(parsed.value, gold=gold)
    calls = python_calls(text)
    if calls is None:
        raise _unknown(text, gold)
    return calls


def _call(name: str, arguments: object) -> dict[str, object]:
    if isinstance(arguments, str):
        parsed = parse_exact(arguments) if arguments.strip() else None
        # Arguments that are not JSON stay text: the call counts, and its gold arguments are missed.
        arguments = {} if parsed is None else arguments if parsed.flaws else parsed.value
    return {"name": name, "arguments": {} if arguments is None else arguments}


def _acceptable(call: dict[str, object]) -> dict[str, object]:
    """Return a call of BFCL's gold, in which every argument is a list of acceptable values."""
    return {"name": call["name"], "arguments": _acceptable_members(call["arguments"])}


def _acceptable_members(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {
        key: {ANY: [_acceptable_value(choice) for choice in choices]}
        if isinstance(choices, list)
        else choices
        for key, choices in value.items()
    }


def _acceptable_value(choice: object) -> object:
    if choice == "" and isinstance(choice, str):
        return None  # it may be left out
    if isinstance(choice, list):
        return [_acceptable_members(part) for part in choice]
    return _acceptable_members(choice)


def _unknown(value: object, gold: bool) -> DataError:
    side = "gold" if gold else "prediction"
    return DataError([Problem(f"the {side} contains no tool calls: {value!s:.80}", hint=_HINT, code="calls")])
