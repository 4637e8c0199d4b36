"""Tables in plain text: columns in line, broken or folded where they would be too wide."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.visible import visible

__all__ = ["aligned", "broken", "folded"]

#: No column of text is narrower than this, however narrow the terminal.
_LEAST_ROOM = 12


def aligned(header: Sequence[str], body: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Align columns: the first columns to the left, numbers to the right. A header may have several lines.

    >>> print(aligned(["a", "of\\nb"], [["x", "1"]]), end="")
       of
    a   b
    ─  ──
    x   1
    """
    parts = [[visible(line) for line in head.split("\n")] for head in header]
    body = [[visible(cell) for cell in row] for row in body]
    height = max(map(len, parts))
    heads = [
        [column[row] for column in (([""] * height + part)[-height:] for part in parts)]
        for row in range(height)
    ]
    widths = [max(len(row[column]) for row in (*heads, *body)) for column in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([*map(line, heads), rule, *map(line, body)]) + "\n"


def broken(header: Sequence[str], body: Sequence[Sequence[str]], width: int) -> str:
    """Split a table that is too wide into several, one below the other, each with the first column.

    >>> print(broken(["file", "nodes", "edges"], [["a", "12", "7"]], 11), end="")
    file  nodes
    ────  ─────
    a        12
    <BLANKLINE>
    file  edges
    ────  ─────
    a         7
    """
    body = [[visible(cell) for cell in row] for row in body]
    first, *others = (max(map(len, column)) for column in zip(header, *body, strict=True))
    groups: list[list[int]] = []
    room = 0
    for column, needed in enumerate(others, 1):
        if not groups or needed + 2 > room:
            groups.append([])
            room = width - first
        groups[-1].append(column)
        room -= needed + 2
    tables = [[[row[column] for column in (0, *group)] for row in (header, *body)] for group in groups]
    return "\n".join(aligned(head, rows) for head, *rows in tables)


def folded(header: Sequence[str], body: Sequence[Sequence[str]], width: int) -> str:
    """Columns of text; the last column wraps to further lines.

    >>> print(folded(["name", "meaning"], [["a", "of some length"]], 18), end="")
    name  meaning
    ────  ───────
    a     of some
          length
    """
    import textwrap  # few results have a column of prose

    taken = sum(max(len(row[column]) for row in (header, *body)) + 2 for column in range(len(header) - 1))
    room = max(width - taken, _LEAST_ROOM)
    rows: list[list[str]] = []
    for row in body:
        first, *others = textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False) or [""]
        rows.append([*row[:-1], first])
        rows += [[""] * (len(header) - 1) + [other] for other in others]
    return aligned(header, rows, left=len(header))
