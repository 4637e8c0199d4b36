"""How calls are compared: by their own types, or as BFCL does."""

from __future__ import annotations

from functools import lru_cache

from tallystick.lazy import imported
from tallystick.tasks.json.fields import Convention
from tallystick.tasks.json.tools.calls import as_calls
from tallystick.tasks.json.tools.definitions import ToolDefinitions, as_tools, call_shape

__all__ = ["call_convention"]


def call_convention(name: str, tools: object) -> Convention:
    """Return the convention ``tools`` or ``bfcl`` for calls of some tools, if these are known."""
    return _convention(name, None if tools is None else as_tools(tools))


@lru_cache(maxsize=16)
def _convention(name: str, tools: ToolDefinitions | None) -> Convention:
    if name == "bfcl":
        convention: Convention = imported("tallystick.compat.bfcl.convention:convention")(tools)
        return convention
    return Convention(call_shape(tools), _prepare)


def _prepare(value: object, gold: bool) -> object:
    return as_calls(value, gold=gold)
