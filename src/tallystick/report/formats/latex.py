"""LaTeX: tables for the booktabs package; comments say what the numbers are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import Table, TableView, Target
from tallystick.report.wording import LOWERED, RAISED
from tallystick.visible import one_line

__all__ = ["FORMAT"]

_ESCAPED = str.maketrans({"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
                          "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
                          "–": "--"})  # fmt: skip
#: The sign of a number; a hyphen would be too short for it.
_SIGN = r"(?<![\w-])([+-])(?=\d)"
_RAISED = f"[{''.join(map(chr, RAISED.values()))}]+"


def _write(view: TableView, target: Target) -> Iterator[str]:
    yield from (f"% {note}\n" for note in view.notes(target.document))
    yield "\n".join(map(_table, view.tables(target.document)))


def _table(table: Table) -> str:
    columns = "l" * table.left + "r" * (len(table.header) - table.left)
    first, *rest = (_row(cells, table.left) for cells in (table.header, *table.rows))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", first, r"\midrule", *rest, r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


def _row(cells: list[str], left: int) -> str:
    escaped = [one_line(cell).translate(_ESCAPED) for cell in cells]
    return " & ".join(escaped[:left] + [_number(cell) for cell in escaped[left:]]) + r" \\"


def _number(cell: str) -> str:
    """A number with its sign and with raised letters as LaTeX sets them."""
    signed = re.sub(_SIGN, r"$\1$", cell)
    return re.sub(_RAISED, lambda match: rf"\textsuperscript{{{match[0].translate(LOWERED)}}}", signed)


FORMAT = Format(
    "latex",
    "Tables for the booktabs package",
    ("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
    _write,
    rank=60,
    percent=("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
)
