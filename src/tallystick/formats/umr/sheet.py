"""The problems of a UMR document, collected with their locations in the file."""

from __future__ import annotations

from bisect import bisect_right

from tallystick.errors import Problem
from tallystick.formats.base import Block
from tallystick.formats.frozen import maker
from tallystick.formats.umr.lines import line_starts

__all__ = ["Sheet", "shortened"]

_problem = maker(Problem)
#: So much of a text is shown in a message.
_LONGEST = 40


class Sheet:
    """The text of a document, its lines, and the problems found so far.

    >>> sheet = Sheet(Block("one\\ntwo three", "x.umr"))
    >>> sheet.add(8, "umr-word", "a word too many", "take it out", "snt1")
    >>> print(sheet.problems[0])
    x.umr:2:5: a word too many (item snt1)
    """

    __slots__ = ("_lines", "_starts", "block", "problems", "text")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.text: str = block.text
        self.problems: list[Problem] = []
        self._starts = line_starts(block.text)
        # Problems share the text of their line: there may be very many on a very long one.
        self._lines: dict[int, str] = {}

    def location(self, position: int) -> tuple[int, int]:
        """The line and the column of a position in the text, both from 1."""
        row = bisect_right(self._starts, position) - 1
        return self.block.line + row, position - self._starts[row] + 1

    def _line(self, row: int) -> str:
        """The text of a line, by its index in the document."""
        line = self._lines.get(row)
        if line is None:
            end = self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self.text)
            line = self._lines[row] = self.text[self._starts[row] : end]
        return line

    def add(
        self, position: int, code: str, message: str, hint: str, item: str | None, level: str = "warning"
    ) -> None:
        """Note a problem at a position."""
        block = self.block
        row = bisect_right(self._starts, position) - 1
        column = position - self._starts[row] + 1
        self.problems.append(
            _problem(
                message, block.path, block.line + row, column, item, hint, code, level, self._line(row)
            )
        )  # fmt: skip

    def ordered(self) -> tuple[Problem, ...]:
        """All problems in the order of the text."""
        return tuple(sorted(self.problems, key=_location))


def _location(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column


def shortened(text: str) -> str:
    """A text as it is shown in a message: not too long, and harmless to a terminal.

    >>> shortened("a" * 50) == "a" * 40 + "…", shortened("a\\tb")
    (True, 'a\\\\tb')
    """
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else repr(sign)[1:-1] for sign in text])
