"""Files of columns: one row per token, sentences divided by blank lines, comments with ``#``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Line, Source

__all__ = ["RowNotes", "block_of", "sentence_blocks", "unreadable"]

_ID = re.compile(r"#\s*(?:sent_id|id)\s*=(.*)")

#: Characters that separate columns, and that a blank line may contain. Unicode has more spaces; they belong to words.
SPACES = " \t\r\f\v"


def sentence_blocks(source: Source, is_row: Callable[[str], bool]) -> Iterator[Block]:
    """One block for each group of lines that has rows, or at least an id."""
    group: list[Line] = []
    for line in source.lines():
        if line.problem is None and not line.text.strip(SPACES):
            yield from block_of(source, group, is_row)
            group = []
        else:
            group.append(line)
    yield from block_of(source, group, is_row)


def block_of(source: Source, group: list[Line], is_row: Callable[[str], bool]) -> Iterator[Block]:
    """Make a block of a group of lines, unless it has neither rows nor an id."""
    name = next((match[1].strip() for line in group if (match := _ID.match(line.text))), None) or None
    problems = tuple(replace(line.problem, item=name) for line in group if line.problem)
    if problems or name is not None or any(is_row(line.text) for line in group):
        text = "\n".join(line.text for line in group)
        yield Block(text, source.shown, group[0].number, name, problems, group[-1].end)


def unreadable(block: Block) -> Item | None:
    """The item of a block that has errors already; None for any other."""
    if block.problems and any(problem.level == "error" for problem in block.problems):
        return Item(None, block.id, block.problems, path=block.path, line=block.line)
    return None


@dataclass(slots=True)
class RowNotes:
    """The problems of a block, collected row by row."""

    block: Block
    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        message: str,
        row: int,
        column: int,
        code: str,
        *,
        text: str,
        level: str = "error",
        hint: str | None = None,
    ) -> None:
        """Note something at a row, counted from 0 within the block, and a column, counted from 1."""
        block = self.block
        self.problems.append(
            Problem(message, block.path, block.line + row, column, block.id, hint, code, level, text)
        )  # fmt: skip

    def item(self, value: Callable[[], object], words: Sequence[str]) -> Item:
        """The item: with its value if there is nothing worse than warnings."""
        block = self.block
        failed = any(problem.level == "error" for problem in self.problems)
        return Item(
            None if failed else value(), block.id, tuple(self.problems), path=block.path, line=block.line,
            words=tuple(words),
        )  # fmt: skip
