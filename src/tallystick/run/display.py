"""One metric, or one item, as it shows itself: in a line, and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from tallystick.core.describe import alignment_lines, side_by_side
from tallystick.notebook import lines_html, table_html
from tallystick.run.table import TITLES, average_in_words, percent
from tallystick.visible import visible

if TYPE_CHECKING:
    from tallystick.run.report import ItemScore, MetricReport

__all__ = ["item_html", "item_line", "metric_html", "metric_line"]

#: How many lines of an alignment a notebook shows.
_MOST_LINES = 200


def _numbers(values: Mapping[str, float | None]) -> str:
    return "  ".join(f"{TITLES.get(name, name)} {percent(value)}" for name, value in values.items())


def item_line(item: ItemScore) -> str:
    """An item in one line: ``s1  P 66.67  R 50.00  F1 57.14``."""
    return f"{visible(item.id)}  {_numbers(item.values)}" + "  (the prediction counts as empty)" * item.zeroed


def metric_line(metric: MetricReport) -> str:
    """A metric in one line: its numbers, over how many items, in which average."""
    items = metric.tally.items
    over = f"{items} item{'s' * (items != 1)}, {average_in_words(metric.average)}, × 100"
    return f"{metric.key}  {_numbers(metric.values)}  ({over})"


def metric_html(metric: MetricReport) -> str:
    """A metric for a notebook: its numbers, the counts behind them, its signature."""
    tally, items = metric.tally, metric.tally.items
    header = [TITLES.get(name, name) for name in metric.values]
    cells = [percent(value) for value in metric.values.values()]
    for name, interval in metric.intervals.items():
        header.append(f"{TITLES.get(name, name)} interval")
        cells.append(f"{percent(interval.low)}–{percent(interval.high)}")
    if not metric.reading.parts:
        header += ["matched pred", "matched gold", "pred", "gold"]
        counts = (tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total)
        cells += [f"{count:g}" for count in counts]
    over = f"{items} item{'s' * (items != 1)}, {average_in_words(metric.average)}, × 100"
    return table_html(["metric", *header], [[metric.key, *cells]], f"{over}; {metric.signature}")


def item_html(item: ItemScore) -> str:
    """An item for a notebook: its numbers, and what matched, was missed, was spurious."""
    header = ["item", *(TITLES.get(name, name) for name in item.values)]
    note = "the prediction counts as empty" if item.zeroed else ""
    table = table_html(header, [[item.id, *map(percent, item.values.values())]], note)
    alignment = item.alignment
    lines = list(islice(alignment_lines(alignment), _MOST_LINES + 1))
    if len(lines) > _MOST_LINES:
        more = sum(1 for _ in alignment_lines(alignment)) - _MOST_LINES
        lines[_MOST_LINES:] = [("label", f"… and {more} more")]
    if alignment.sides is not None:
        texts = [("label", line) for line in side_by_side(*alignment.sides, 160)]
        lines = [*texts, ("label", ""), *lines]
    return table + (lines_html(lines) if lines else "")
