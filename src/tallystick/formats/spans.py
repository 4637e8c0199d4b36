"""Spans of tokens."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

__all__ = ["Located", "Offsets"]


class Offsets(NamedTuple):
    """The first and the last token of a span, both inside it."""

    left: int
    right: int

    @property
    def last_token(self) -> int:
        """The last token inside."""
        return self.right


@runtime_checkable
class Located(Protocol):
    """Something that covers tokens."""

    @property
    def last_token(self) -> int:
        """The last token inside, counted from 0."""
