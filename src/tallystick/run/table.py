"""A report as a table for people: numbers × 100, in a terminal or a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from tallystick.run.rows import Row, fields_of, rows_of
from tallystick.tally import TITLES
from tallystick.visible import visible

if TYPE_CHECKING:
    from tallystick.run.report import Report

__all__ = [
    "TITLES",
    "Cells",
    "aligned",
    "as_html",
    "as_text",
    "average_in_words",
    "broken",
    "cells_of",
    "folded",
    "footer",
    "percent",
]

UNDEFINED = "–"
#: No column of text is narrower than this, however narrow the terminal.
_LEAST_ROOM = 12

#: The header of a table, its rows, and how many columns at the left are text.
Cells = tuple[list[str], list[list[str]], int]


def percent(value: float | None) -> str:
    """A fraction × 100."""
    return UNDEFINED if value is None else f"{100 * value:.2f}"


def _count(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


def _counts(row: Row) -> list[str]:
    if row.reading.parts:
        return ["", "", ""]
    tally = row.tally
    matched, found = _count(tally.matched_pred), _count(tally.matched_gold)
    if matched != found:
        matched += f" / {found}"
    return [matched, _count(tally.pred_total), _count(tally.gold_total)]


def cells_of(report: Report, shown: Callable[[float | None], str], *, items: bool, counts: bool) -> Cells:
    """The cells of a table; `shown` writes a number."""
    if report.settings.average == "groups" and not items:
        return _by_group(report, shown)
    fields = fields_of(report)
    by, confidence = report.settings.by, report.settings.confidence
    # Of what is computed from other metrics nothing was counted.
    counts = counts and not all(metric.reading.parts for metric in report.metrics.values())
    header = ["metric", *([by] if by else []), *(["item"] if items else [])]
    left = len(header)
    header += [TITLES.get(name, name) for name in fields]
    header += [f"{_headlines(report)} {100 * confidence:g} %"] if confidence else []
    header += ["matched", "pred", "gold"] if counts else []
    body = []
    for row in rows_of(report, items=items):
        if row.group is not None and not (row.tally.parts or row.tally.pred_total or row.tally.gold_total):
            continue  # a group has nothing of what most metrics count
        cells = [row.metric.key, *([row.group or "all"] if by else []), *([row.item or ""] if items else [])]
        cells += [shown(row.values[name]) if name in row.values else "" for name in fields]
        if confidence:
            interval = row.metric.intervals.get(row.metric.reading.headline) if row.item is None else None
            cells.append(f"{shown(interval.low)}–{shown(interval.high)}" if interval else "")
        body.append(cells + (_counts(row) if counts else []))
    return header, body, left


def _by_group(report: Report, shown: Callable[[float | None], str]) -> Cells:
    """A row for each group and their mean, a column for each metric."""
    header = [str(report.settings.by), *report.metrics]
    body = [
        [label, *(shown(metric.value) for metric in metrics.values())]
        for label, metrics in report.groups.items()
    ]
    return header, [*body, ["mean", *(shown(metric.value) for metric in report.metrics.values())]], 1


def _headlines(report: Report) -> str:
    names = dict.fromkeys(metric.reading.headline for metric in report.metrics.values())
    return ", ".join(TITLES.get(name, name) for name in names)


def aligned(header: Sequence[str], body: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Columns in line: the first ones to the left, numbers to the right. A head may be of several lines.

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
    """A table that would be too wide as several, one below the other, each with the first column.

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
    """Columns of text, of which the last one goes on in further lines where there is no room.

    >>> print(folded(["name", "meaning"], [["a", "of some length"]], 18), end="")
    name  meaning
    ────  ───────
    a     of some
          length
    """
    taken = sum(max(len(row[column]) for row in (header, *body)) + 2 for column in range(len(header) - 1))
    room = max(width - taken, _LEAST_ROOM)
    rows: list[list[str]] = []
    for row in body:
        first, *others = textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False) or [""]
        rows.append([*row[:-1], first])
        rows += [[""] * (len(header) - 1) + [other] for other in others]
    return aligned(header, rows, left=len(header))


def footer(report: Report, *, scale: str = "") -> str:
    """What the numbers are: which average, over how many items, what was left out."""
    average = average_in_words(report.settings.average)
    parts = [f"{report.task}, {_counted(report.items, 'item')}, {average}{scale}"]
    if report.skipped:
        parts.append(
            f"{_counted(report.skipped, report.part)} skipped"
            if report.part != "item"
            else f"{report.skipped} skipped"
        )
    if report.zeroed:
        parts.append(f"{report.zeroed} counted as empty")
    compared, *others = report.coverage.items() or [("", 0)]
    if any(count for _, count in others):
        told = [_counted_as(count, label) for label, count in (compared, *others) if count]
        parts.append(", ".join(told))
    if report.unproved:
        parts.append(report.unproved)
    if headlines := _own_headlines(report):
        parts.append(headlines)
    left_out = max((count for m in report.metrics.values() for count in m.undefined.values()), default=0)
    if left_out:
        parts.append(f"up to {_counted(left_out, 'undefined item')} left out of means")
    return "; ".join(parts)


def _own_headlines(report: Report) -> str:
    """Which number stands for each metric that names its normaliser, in words."""
    own = {key: metric.reading.normaliser for key, metric in report.metrics.items()}
    titles = {key: TITLES.get(name, name) for key, name in own.items() if name not in ("", "f1")}
    if len(report.metrics) == 1:
        return "".join(f"headline: {title}" for title in titles.values())
    return "headline: " + ", ".join(f"{key} {title}" for key, title in titles.items()) if titles else ""


def average_in_words(average: str) -> str:
    """Which average numbers are in, in words."""
    words = {"micro": "micro", "macro": "mean over items", "groups": "mean over groups"}
    return words.get(average, f"mean weighted by {average}")


def _counted_as(number: int, label: str) -> str:
    """A number of things whose name is in the plural: ``items_without_a_prediction``."""
    what, _, more = label.partition("_")
    return f"{number} {what.removesuffix('s') if number == 1 else what} {more.replace('_', ' ')}".rstrip()


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def as_text(report: Report, *, items: bool = False) -> str:
    """The table for people."""
    header, body, left = cells_of(report, percent, items=items, counts=True)
    return (
        f"{aligned([_stacked(head) for head in header], body, left=left)}{footer(report, scale=', × 100')}\n"
    )


def _stacked(name: str) -> str:
    """The name of a column in several lines: a metric, and below it its options.

    >>> _stacked("conll(match=head,singletons=drop)").splitlines()
    ['conll', 'match=head', 'singletons=drop']
    """
    return name.removesuffix(")").replace("(", "\n").replace(",", "\n") if "(" in name else name


def as_html(report: Report) -> str:
    """The table for a notebook."""
    header, body, _ = cells_of(report, percent, items=False, counts=True)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    note = escape(footer(report, scale=", × 100"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{note}</p>"
