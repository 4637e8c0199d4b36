"""What is wrong with a UMR document, gathered with places in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from tallystick.errors import Problem
from tallystick.formats.base import Block

__all__ = ["Sheet", "shortened"]

#: So much of a text is shown in a message.
_LONGEST = 40


@dataclass(slots=True)
class Sheet:
    """The text of a document, its lines, and the problems found so far.

    >>> sheet = Sheet(Block("one\\ntwo three", "x.umr"))
    >>> sheet.add(8, "umr-word", "a word too many", "take it out", "snt1")
    >>> print(sheet.problems[0])
    x.umr:2:5: a word too many (item snt1)
    """

    block: Block
    problems: list[Problem] = field(default_factory=list)
    _starts: list[int] = field(init=False, repr=False)
    # Problems share the text of their line: there may be very many on a very long one.
    _lines: dict[int, str] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", self.block.text))]

    @property
    def text(self) -> str:
        """The text of the whole document."""
        return self.block.text

    def place(self, position: int) -> tuple[int, int]:
        """The line and the column of a position in the text, both from 1."""
        row = bisect_right(self._starts, position) - 1
        return self.block.line + row, position - self._starts[row] + 1

    def line_of(self, position: int) -> str:
        """The line at a position."""
        row = bisect_right(self._starts, position) - 1
        if row not in self._lines:
            end = self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self.text)
            self._lines[row] = self.text[self._starts[row] : end]
        return self._lines[row]

    def add(
        self, position: int, code: str, message: str, hint: str, item: str | None, level: str = "warning"
    ) -> None:
        """Note a problem at a position."""
        line, column = self.place(position)
        shown = self.line_of(position)
        self.problems.append(
            Problem(message, self.block.path, line, column, item, hint, code, level, shown)
        )  # fmt: skip

    def ordered(self) -> tuple[Problem, ...]:
        """All problems in the order of the text."""
        return tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))


def shortened(text: str) -> str:
    """A text as it is shown in a message: not too long, and harmless to a terminal.

    >>> shortened("a" * 50) == "a" * 40 + "…", shortened("a\\tb")
    (True, 'a\\\\tb')
    """
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
