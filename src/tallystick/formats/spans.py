"""Spans of tokens and of characters."""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["CharacterSpan", "Located", "Offsets"]


class Offsets(NamedTuple):
    """The first and the last token of a span, both inside it."""

    left: int
    right: int

    @property
    def last_token(self) -> int:
        """The last token inside."""
        return self.right


class Located(Protocol):
    """Something that covers tokens."""

    @property
    def last_token(self) -> int:
        """The last token inside, counted from 0."""


class CharacterSpan(NamedTuple):
    """A span of characters; the end is excluded, as in Python."""

    start: int
    end: int

    @property
    def left(self) -> int:
        """The first character."""
        return self.start

    @property
    def right(self) -> int:
        """The last character inside."""
        return self.end - 1
