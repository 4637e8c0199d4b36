"""The tags of a sentence, with where they were read."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UNKNOWN, Problem
from tallystick.formats.tags.lenient import Flaw

__all__ = ["TagSequence"]


class TagSequence:
    """The tags of a sentence. Equal tags are equal, wherever they were read.

    A class of its own, not a record: tags are read as spans before anything is compared.
    """

    __slots__ = ("flaws", "line", "lines", "path", "tags")

    def __init__(
        self,
        tags: Sequence[str],
        flaws: Sequence[Flaw] = (),
        path: str = UNKNOWN,
        lines: Sequence[int] = (),
        line: int = 0,
    ) -> None:
        self.tags = tuple(tags)
        self.flaws = tuple(flaws)
        """The tags that fit no scheme."""
        self.path = path
        self.lines = lines
        """The line of each tag; empty where the tags were not read from lines."""
        self.line = line
        """The number of the whole sentence otherwise, where it is known."""

    def __len__(self) -> int:
        return len(self.tags)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TagSequence) and self.tags == other.tags

    def __hash__(self) -> int:
        return hash(self.tags)

    def __repr__(self) -> str:
        return f"TagSequence({list(self.tags)})"

    def problem(self, index: int, message: str, code: str, level: str, hint: str | None = None) -> Problem:
        """Return a problem with one of the tags."""
        if self.lines:
            return Problem(message, self.path, self.lines[index], 1, hint=hint, code=code, level=level)
        return Problem(f"token {index}: {message}", self.path, self.line, hint=hint, code=code, level=level)
