"""Tables of fractions for documents: Markdown and LaTeX."""

from __future__ import annotations

from tallystick.run.report import Report
from tallystick.run.table import UNDEFINED, cells_of, footer
from tallystick.visible import visible

__all__ = ["as_latex", "as_markdown", "fraction", "latex_table", "markdown_table"]


def fraction(value: float | None) -> str:
    """A number as it stands in a document."""
    return UNDEFINED if value is None else f"{value:.4f}"


def _one_line(cell: str) -> str:
    """A cell without anything that would end a row: ids may hold whatever they like."""
    return visible(" ".join(cell.split()))


#: Cells are text: neither HTML nor the end of a cell.
_MARKDOWN = str.maketrans({"\\": "\\\\", "|": "\\|", "&": "&amp;", "<": "&lt;", ">": "&gt;"})


def markdown_table(header: list[str], body: list[list[str]], left: int) -> str:
    """A Markdown table; `left` columns are text, the rest are numbers."""
    rule = ["---"] * left + ["---:"] * (len(header) - left)
    escaped = ([_one_line(cell).translate(_MARKDOWN) for cell in row] for row in (header, *body))
    first, *rest = escaped
    return "".join(f"| {' | '.join(row)} |\n" for row in (first, rule, *rest))


def as_markdown(report: Report, *, items: bool = False) -> str:
    """A Markdown table, and below it what the numbers are."""
    table = markdown_table(*cells_of(report, fraction, items=items, counts=False))
    return f"{table}\n{footer(report)}\n"


_LATEX = str.maketrans({"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
                        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
                        "–": "--"})  # fmt: skip


def latex_table(header: list[str], body: list[list[str]], left: int) -> str:
    """A LaTeX table for the booktabs package."""
    columns = "l" * left + "r" * (len(header) - left)
    first, *rest = (
        " & ".join(_one_line(cell).translate(_LATEX) for cell in row) + r" \\" for row in (header, *body)
    )
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", first, r"\midrule", *rest, r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


def as_latex(report: Report, *, items: bool = False) -> str:
    """A LaTeX table for the booktabs package; a comment says what the numbers are."""
    table = latex_table(*cells_of(report, fraction, items=items, counts=False))
    return f"% {footer(report)}\n{table}"
