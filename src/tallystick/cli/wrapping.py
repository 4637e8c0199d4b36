"""Tables of text on a terminal: no wider than it is."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from tallystick.run.table import aligned

__all__ = ["fitted", "text_table"]

#: A column of text is not made narrower than this.
_FEW_WORDS = 20


def text_table(
    header: Sequence[str], body: Sequence[Sequence[str]], texts: int, output: str | None = None
) -> str:
    """A table whose last columns hold text: broken into lines on a terminal, one line a row for programs."""
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        body = fitted(header, body, shutil.get_terminal_size((120, 24)).columns, texts)
    return aligned(header, body, left=len(header))


def fitted(header: Sequence[str], body: Sequence[Sequence[str]], width: int, texts: int) -> list[list[str]]:
    """Rows whose last columns, so many as hold text, are broken into lines, so that a table is not wider than this.

    >>> fitted(["name", "text"], [["a", "there is one line, and another"]], 26, 1)
    [['a', 'there is one line,'], ['', 'and another']]
    """
    widths = [max(len(row[column]) for row in (header, *body)) for column in range(len(header))]
    room = width - sum(widths[:-texts]) - 2 * (len(header) - 1)
    for left in range(texts, 0, -1):
        # Narrow columns leave what they do not need to the others; below the width of a few words nothing is gained.
        widths[-left] = max(min(widths[-left], room // left), _FEW_WORDS)
        room -= widths[-left]
    rows: list[list[str]] = []
    for row in body:
        cells = [
            [cell]
            if column < len(row) - texts
            else textwrap.wrap(cell, widths[column], break_on_hyphens=False) or [""]
            for column, cell in enumerate(row)
        ]
        rows += [list(line) for line in zip_longest(*cells, fillvalue="")]
    return rows
