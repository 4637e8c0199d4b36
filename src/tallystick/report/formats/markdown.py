"""Markdown: tables for documents, and below them what the numbers are."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import Table, TableView, Target
from tallystick.visible import one_line

__all__ = ["FORMAT"]

#: Cells are text: neither HTML nor the end of a cell.
_ESCAPED = str.maketrans({"\\": "\\\\", "|": "\\|", "&": "&amp;", "<": "&lt;", ">": "&gt;"})


def _write(view: TableView, target: Target) -> Iterator[str]:
    yield "\n".join(map(_table, view.tables(target.document))) + "\n"
    notes = target.notes(view)
    bullet = "- " if view.bulleted or len(notes) > 1 else ""
    yield from (f"{bullet}{note}\n" for note in notes)


def _table(table: Table) -> str:
    """A table between its title and its note, which are paragraphs."""
    rule = ["---"] * table.left + ["---:"] * (len(table.header) - table.left)
    first, *rest = ([_escaped(cell) for cell in row] for row in (table.header, *table.rows))
    title = f"**{_escaped(table.title)}**\n\n" if table.title else ""
    note = f"\n{_escaped(table.note)}\n" if table.note else ""
    return title + "".join(f"| {' | '.join(row)} |\n" for row in (first, rule, *rest)) + note


def _escaped(text: str) -> str:
    return one_line(text).translate(_ESCAPED)


FORMAT = Format(
    "markdown",
    "Tables for documents",
    ("scores", "comparison", "ranking", "agreement", "correlations", "matrices", "statistics"),
    _write,
    rank=50,
    title="Markdown",
    percent=("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
)
