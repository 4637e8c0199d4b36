"""Conditions of values, as notes for types."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.dataclass import dataclass

__all__ = ["Check"]


@dataclass(frozen=True, slots=True)
class Check:
    """A note for a type: a condition that its values must meet. ``Annotated[int, Check(is_even, "…")]``."""

    predicate: Callable[..., bool]
    message: str
    """The message for a value that does not meet it."""
