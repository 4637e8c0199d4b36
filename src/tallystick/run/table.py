"""Outputs for people: an aligned table (×100), Markdown, LaTeX, and a table for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tallystick.report.rows import Row, fields_of, rows_of
from tallystick.run.report import Report

__all__ = ["aligned", "as_latex", "as_markdown", "as_text", "footer", "html_table", "plain_table"]

UNDEFINED = "–"
_TITLES = {"precision": "P", "recall": "R", "f1": "F1", "score": "score"}


def _percent(value: float | None) -> str:
    return UNDEFINED if value is None else f"{100 * value:.2f}"


def _fraction(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def _count(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


def _counts(row: Row) -> list[str]:
    if row.reading.parts:
        return ["", "", ""]
    tally = row.tally
    matched = _count(tally.matched_pred)
    if row.reading.sides and tally.matched_pred != tally.matched_gold:
        matched += f" / {_count(tally.matched_gold)}"
    return [matched, _count(tally.pred_total), _count(tally.gold_total)]


def _cells(report: Report, *, items: bool) -> tuple[list[str], list[list[str]]]:
    fields = fields_of(report)
    grouped = bool(report.groups)
    header = ["metric", *([str(report.settings.by)] if grouped else []), *(["item"] if items else [])]
    header += [_TITLES.get(name, name) for name in fields]
    with_intervals = any(metric.intervals for metric in report.metrics.values())
    if with_intervals:
        header.append(f"{_TITLES.get(fields[-1], fields[-1])} {100 * (report.settings.confidence or 0):g} %")
    header += ["matched", "pred", "gold"]
    body = []
    for row in rows_of(report, items=items):
        cells = [row.metric.key, *([row.group or "all"] if grouped else []), *([row.item or ""] if items else [])]
        cells += [_percent(row.values[name]) if name in row.values else "" for name in fields]
        if with_intervals:
            interval = row.metric.intervals.get(row.metric.reading.headline) if row.item is None else None
            cells.append(f"{_percent(interval.low)}–{_percent(interval.high)}" if interval else "")
        body.append(cells + _counts(row))
    return header, body


def aligned(header: Sequence[str], body: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Columns in line: the first ones to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in (header, *body)) for column in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([line(header), rule, *(line(row) for row in body)]) + "\n"


def footer(report: Report) -> str:
    """What the numbers are: which average, over how many items, what was left out."""
    average = {"micro": "micro", "macro": "mean over items"}.get(
        report.settings.average, f"mean weighted by {report.settings.average}"
    )
    parts = [f"{report.task}, {report.items} item{'s' * (report.items != 1)}, {average}, × 100"]
    if report.skipped:
        parts.append(f"{report.skipped} skipped")
    if report.zeroed:
        parts.append(f"{report.zeroed} counted as empty")
    unproved = max((m.tally.items - m.tally.proved for m in report.metrics.values()), default=0)
    if unproved:
        parts.append(f"{unproved} not proved optimal")
    left_out = max((count for m in report.metrics.values() for count in m.undefined.values()), default=0)
    if left_out:
        parts.append(f"{left_out} undefined item{'s' * (left_out != 1)} left out of means")
    return "; ".join(parts) + "\n"


def as_text(report: Report, *, items: bool = False) -> str:
    """The table for people."""
    header, body = _cells(report, items=items)
    left = 1 + bool(report.groups) + items
    return aligned(header, body, left=left) + footer(report)


def plain_table(report: Report) -> str:
    """The table as a string, for `print(report)`."""
    return as_text(report).rstrip("\n")


def _fraction_rows(report: Report, *, items: bool) -> tuple[list[str], list[list[str]]]:
    fields = fields_of(report)
    grouped = bool(report.groups)
    header = ["metric", *([str(report.settings.by)] if grouped else []), *(["item"] if items else [])]
    header += [_TITLES.get(name, name) for name in fields]
    body = []
    for row in rows_of(report, items=items):
        labels = [row.metric.key, *([row.group or "all"] if grouped else []), *([row.item or ""] if items else [])]
        body.append(labels + [_fraction(row.values[name]) if name in row.values else "" for name in fields])
    return header, body


def as_markdown(report: Report, *, items: bool = False) -> str:
    """A Markdown table of fractions."""
    header, body = _fraction_rows(report, items=items)
    left = 1 + bool(report.groups) + items
    rule = ["---"] * left + ["---:"] * (len(header) - left)
    rows = [header, rule, *([cell.replace("|", "\\|") for cell in row] for row in body)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


_LATEX = str.maketrans({"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
                        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"})  # fmt: skip


def as_latex(report: Report, *, items: bool = False) -> str:
    """A LaTeX table of fractions, for the booktabs package."""
    header, body = _fraction_rows(report, items=items)
    left = 1 + bool(report.groups) + items
    columns = "l" * left + "r" * (len(header) - left)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", " & ".join(header) + r" \\", r"\midrule"]
    lines += [" & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def html_table(report: Report) -> str:
    """The table for a notebook."""
    header, body = _cells(report, items=False)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{escape(footer(report))}</p>"
