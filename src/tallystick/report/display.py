"""Display of one metric or one item: as a line, and in a notebook."""

from __future__ import annotations

from itertools import islice

from tallystick.notebook import lines_html, table_html
from tallystick.report.alignment_text import alignment_lines, side_by_side
from tallystick.report.wording import (
    average_in_words,
    counted,
    numbers_in_words,
    percent,
    range_in_words,
    title_of,
)
from tallystick.results.report import ItemScore, MetricReport
from tallystick.visible import visible

__all__ = ["item_html", "item_line", "metric_html", "metric_line"]

#: How many lines of an alignment a notebook shows.
_MOST_LINES = 200


def item_line(item: ItemScore) -> str:
    """An item in one line: ``s1  P 66.67  R 50.00  F1 57.14``."""
    return (
        f"{visible(item.id)}  {numbers_in_words(item.values)}"
        + "  (the prediction counts as empty)" * item.zeroed
    )


def metric_line(metric: MetricReport) -> str:
    """A metric in one line: its numbers, over how many items, in which average."""
    return f"{metric.key}  {numbers_in_words(metric.values)}  ({_basis(metric)})"


def _basis(metric: MetricReport) -> str:
    return f"{counted(metric.tally.items, 'item')}, {average_in_words(metric.average)}, × 100"


def metric_html(metric: MetricReport) -> str:
    """A metric for a notebook: its numbers, the counts behind them, its signature."""
    tally = metric.tally
    header = [*map(title_of, metric.values)]
    cells = [percent(value) for value in metric.values.values()]
    for name, interval in metric.intervals.items():
        header.append(f"{title_of(name)} interval")
        cells.append(range_in_words(interval, percent))
    if not metric.reading.parts:
        header += ["matched pred", "matched gold", "pred", "gold"]
        counts = (tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total)
        cells += [f"{count:g}" for count in counts]
    note = f"{_basis(metric)}; {metric.signature}"
    return table_html(["metric", *header], [[metric.key, *cells]], note)


def item_html(item: ItemScore) -> str:
    """An item for a notebook: its numbers, and what matched, was missed, was spurious."""
    header = ["item", *map(title_of, item.values)]
    note = "the prediction counts as empty" if item.zeroed else ""
    table = table_html(header, [[item.id, *map(percent, item.values.values())]], note)
    alignment = item.alignment
    lines = list(islice(alignment_lines(alignment), _MOST_LINES + 1))
    if len(lines) > _MOST_LINES:
        more = sum(1 for _ in alignment_lines(alignment)) - _MOST_LINES
        lines[_MOST_LINES:] = [("label", f"… and {more} more")]
    if alignment.sides is not None:
        texts = [("label", line) for line in side_by_side(alignment.sides[0], alignment.sides[1], 160)]
        lines = [*texts, ("label", ""), *lines]
    return table + (lines_html(lines) if lines else "")
