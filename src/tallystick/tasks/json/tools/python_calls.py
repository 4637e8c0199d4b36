"""Calls that a model writes as Python: ``[book(city="Leeds", nights=2), pay(5)]``."""

from __future__ import annotations

import ast

from tallystick.errors import DataError, Problem

__all__ = ["python_calls"]

#: Longer texts are not lists of calls, and Python's parser needs much memory for hostile ones.
_MOST_SIGNS = 100_000


def python_calls(text: str) -> list[dict[str, object]] | None:
    """Return the calls that a text consists of; None if it is something else.

    >>> python_calls("[math.add(a=1, b=[2.5, None])]")
    [{'name': 'math.add', 'arguments': {'a': 1, 'b': [2.5, None]}}]
    """
    text = text.strip()
    if len(text) > _MOST_SIGNS:
        return None
    try:
        tree = ast.parse(text, mode="eval").body
        nodes = tree.elts if isinstance(tree, (ast.List, ast.Tuple)) else [tree]
        if not all(isinstance(node, ast.Call) for node in nodes):
            return None
        return [_call(node) for node in nodes]  # type: ignore[arg-type]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _call(node: ast.Call) -> dict[str, object]:
    name = ast.unparse(node.func)
    arguments: dict[str, object] = {
        # Arguments by position have no names; they are kept under their numbers.
        str(index): _value(argument)
        for index, argument in enumerate(node.args)
    }
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in arguments:
            raise DataError([Problem(f"the call of {name} repeats an argument or uses **", code="calls")])
        arguments[keyword.arg] = _value(keyword.value)
    return {"name": name, "arguments": arguments}


def _value(node: ast.expr) -> object:
    try:
        return _plain(ast.literal_eval(node))
    except ValueError:
        return ast.unparse(node)  # an expression is not a value: it is kept as it is written


def _plain(value: object) -> object:
    """Return a literal of Python as a JSON value."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return value if isinstance(value, (str, bool, int, float, type(None))) else repr(value)
