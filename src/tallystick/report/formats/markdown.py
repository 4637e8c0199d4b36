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
    notes = view.notes(target.document)
    bullet = "- " if view.bulleted or len(notes) > 1 else ""
    yield from (f"{bullet}{note}\n" for note in notes)


def _table(table: Table) -> str:
    rule = ["---"] * table.left + ["---:"] * (len(table.header) - table.left)
    first, *rest = (
        [one_line(cell).translate(_ESCAPED) for cell in row] for row in (table.header, *table.rows)
    )
    return "".join(f"| {' | '.join(row)} |\n" for row in (first, rule, *rest))


FORMAT = Format(
    "markdown",
    "Tables for documents",
    ("scores", "comparison", "ranking", "agreement", "correlations", "matrices", "statistics"),
    _write,
    rank=50,
    percent=("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
)
