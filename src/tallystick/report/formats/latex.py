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
                          "–": "--", "…": r"\dots{}", "<": "$<$", ">": "$>$", "×": r"$\times$",
                          "κ": r"$\kappa$", "α": r"$\alpha$", "ρ": r"$\rho$", "τ": r"$\tau$"})  # fmt: skip
#: The sign of a number; a hyphen would be too short for it.
_SIGN = r"(?<![\w-])([+-])(?=\d)"
_RAISED = f"[{''.join(map(chr, RAISED.values()))}]+"


def _write(view: TableView, target: Target) -> Iterator[str]:
    yield from (f"% {note}\n" for note in target.notes(view))
    yield "\n".join(map(_table, view.tables(target.document)))


def _table(table: Table) -> str:
    """A table; one with a title floats, and has its title and its note as the caption."""
    columns = "l" * table.left + "r" * (len(table.header) - table.left)
    first, *rest = (_row(cells, table.left) for cells in (table.header, *table.rows))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", first, r"\midrule", *rest, r"\bottomrule"]
    lines.append(r"\end{tabular}")
    if table.title:
        caption = _escaped(". ".join(filter(None, (table.title, table.note))))
        lines = [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", *lines, r"\end{table}"]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return one_line(text).translate(_ESCAPED)


def _row(cells: list[str], left: int) -> str:
    escaped = list(map(_escaped, cells))
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
    title="LaTeX",
    percent=("scores", "comparison", "ranking", "agreement", "correlations", "matrices"),
)
