"""The tags of a sentence, with where they were read."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import UNKNOWN, Problem
from tallystick.formats.tags.lenient import Flaw

__all__ = ["TagSequence"]


class TagSequence:
    """The tags of a sentence. Equal tags are equal, wherever they were read.

    A class, not a record: tags are read as spans before anything is compared.
    """

    __slots__ = ("cells", "flaws", "line", "path", "tags")

    def __init__(
        self,
        tags: Sequence[str],
        flaws: Sequence[Flaw] = (),
        path: str = UNKNOWN,
        line: int = 0,
        cells: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.tags = tuple(tags)
        self.flaws = tuple(flaws)
        """The tags that fit no scheme."""
        self.path = path
        self.line = line
        """The first line of the sentence, or its number; 0 if that is unknown."""
        self.cells = cells
        """The row of each tag in the sentence, and its column; empty if tags have no rows of their own."""

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
        if self.cells:
            row, column = self.cells[index]
            return Problem(message, self.path, self.line + row, column, hint=hint, code=code, level=level)
        return Problem(f"token {index}: {message}", self.path, self.line, hint=hint, code=code, level=level)
