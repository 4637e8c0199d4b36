"""Documents that look like tool calls, and calls whose arguments could not be read."""

from __future__ import annotations

__all__ = ["looks_like_calls", "unread_arguments"]

#: Keys of messages that have calls in them.
_CALLS = frozenset({"tool_calls", "function_call", "functionCall"})
#: Keys beside the name of a call.
_ARGUMENTS = frozenset({"arguments", "args", "input", "parameters"})
#: Where a message is in a response, or blocks in a message.
_INSIDE = ("choices", "message", "content", "function", "parts", "candidates")
#: How deep calls are sought in a document.
_MOST_DEPTH = 6


def looks_like_calls(value: object, depth: int = 0) -> bool:
    """Return whether a document is a call, a list of calls, or a message or response with calls in it.

    >>> looks_like_calls([{"name": "pay", "arguments": '{"sum": 5}'}]), looks_like_calls({"name": "Ann"})
    (True, False)
    """
    if depth > _MOST_DEPTH:
        return False
    if isinstance(value, list):
        return any(looks_like_calls(part, depth + 1) for part in value)
    if not isinstance(value, dict):
        return False
    if any(value.get(key) for key in _CALLS) or value.get("type") == "tool_use":
        return True
    if isinstance(value.get("name"), str) and len(value) <= 4 and not value.keys().isdisjoint(_ARGUMENTS):
        return True
    return any(looks_like_calls(value.get(key), depth + 1) for key in _INSIDE)


def unread_arguments(calls: object) -> int:
    """Count the calls whose arguments are a text that is not JSON.

    >>> unread_arguments([{"name": "pay", "arguments": '{"sum": 5'}, {"name": "pay", "arguments": {"sum": 5}}])
    1
    """
    if not isinstance(calls, list):
        return 0
    return sum(isinstance(call, dict) and isinstance(call.get("arguments"), str) for call in calls)
