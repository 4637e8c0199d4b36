"""CSV: a row for everything that has numbers, for spreadsheets and programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import ResultView, Target
from tallystick.visible import guarded_csv

__all__ = ["FORMAT"]


class _LastLine:
    """The file object for the CSV writer: it keeps the last line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def _write(view: ResultView, target: Target) -> Iterator[str]:
    line = _LastLine()
    writer = csv.writer(line, lineterminator="\n")
    for row in view.records():
        # The writer leaves the cell of a None empty; truth is written as in JSON.
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in row])
        yield guarded_csv(line.text) if target.guard_csv else line.text


FORMAT = Format(
    "csv",
    "A row for everything that has numbers",
    ("scores", "comparison", "ranking", "agreement", "correlations", "matrices", "statistics", "problems"),
    _write,
    rank=40,
)
