"""Checks of arguments: wrong arguments fail early, with a message that says what was expected."""

from __future__ import annotations

import inspect
from typing import Any, get_args

from tallystick.errors import UsageError

__all__ = ["check_choice", "check_function", "name_of"]


def name_of(function: object) -> str:
    """Return the name of a function, or its representation if it has none."""
    return getattr(function, "__name__", None) or repr(function)


def check_choice(option: str, value: object, choices: object) -> None:
    """Reject a value that a `Literal` type does not list."""
    known = get_args(choices)
    if value not in known:
        raise UsageError(f"{option}={value!r} is not one of {', '.join(known)}")


def check_function(whole: str, function: Any, *parameters: str, hint: str = "") -> None:
    """Reject what cannot be called with the parameters."""
    expected = (
        f"a function of {parameters[0]}"
        if len(parameters) == 1
        else f"a function of ({', '.join(parameters)})"
    )
    if not callable(function):
        raise UsageError(f"{whole} takes {expected}, not {function!r:.60}{hint}")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # built-in functions and types need not have one
        return
    try:
        signature.bind(*parameters)
    except TypeError:
        raise UsageError(
            f"{whole} takes {expected}; {name_of(function)}{signature} cannot be called with these arguments"
        ) from None
