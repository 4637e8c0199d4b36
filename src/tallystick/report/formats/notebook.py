"""HTML that notebooks show: tables with numbers × 100. Not offered by commands, whose HTML is the page."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import SCREEN, TableView, Target

__all__ = ["FORMAT"]


def _write(view: TableView, _target: Target) -> Iterator[str]:
    # Imported here: every command lists the formats, and none shows this one.
    from html import escape

    from tallystick.notebook import table_html

    for table in view.tables(SCREEN):
        yield table_html(table.header, table.rows, table.note, table.title)
    yield f"<p>{'<br>'.join(map(escape, view.notes(SCREEN)))}</p>"


FORMAT = Format(
    "notebook",
    "Tables for a notebook",
    ("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
    _write,
    offered=False,
)
