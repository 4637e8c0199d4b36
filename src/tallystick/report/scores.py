"""The scores of a run as output formats see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.plain_values import as_dict, per_item
from tallystick.report.rows import (
    COUNTS,
    Row,
    counts_of,
    counts_something,
    fields_of,
    further_counts,
    rows_of,
)
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import (
    average_in_words,
    counted,
    groups_in_words,
    intervals_in_words,
    lone_groups_in_words,
    range_in_words,
    signatures_in_words,
    title_of,
)
from tallystick.results.report import MetricReport, Report

__all__ = ["ScoreView"]


@dataclass(frozen=True, slots=True)
class ScoreView(TableView):
    """A report of scores; with `items`, those of each item too."""

    kind: ClassVar[str] = "scores"

    report: Report
    items: bool = False

    def data(self) -> dict[str, object]:
        """Return what `-f json` writes, as plain values."""
        return as_dict(self.report, items=self.items)

    def lines(self) -> list[dict[str, object]]:
        """The corpus, then each item."""
        return [as_dict(self.report), *(per_item(self.report) if self.items else ())]

    def tables(self, style: Style) -> list[Table]:
        """A row for each metric, group and item; on a screen with the counts behind the numbers."""
        report = self.report
        if report.settings.over_groups and not self.items:
            return [_groups_as_rows(report, style)]
        # A group may have nothing of what most metrics count.
        rows = [
            row
            for row in rows_of(report, items=self.items)
            if row.group is None or counts_something(row.tally, row.reading)
        ]
        fields = fields_of(report)
        by, confidence = report.settings.by, report.settings.confidence
        # Of what is computed from other metrics nothing was counted.
        counts = style.screen and not all(metric.reading.parts for metric in report.metrics.values())
        header = ["metric", *([by] if by else []), *(["item"] if self.items else [])]
        left = len(header)
        header += map(title_of, fields)
        header += [f"{_headlines(report)} {100 * confidence:g} %"] if confidence else []
        # Counts that only some metrics have, and only where they were made.
        own_counts = list(dict.fromkeys(name for row in rows for name in row.reading.counted(row.tally)))
        header += ["matched", "pred", "gold", *map(title_of, own_counts)] if counts else []
        table = []
        for row in rows:
            cells = [row.metric.key]
            cells += [row.group or "all"] if by else []
            cells += [row.item or ""] if self.items else []
            cells += [style.number(row.values[name]) if name in row.values else "" for name in fields]
            cells += [_interval(row.metric, style) if row.item is None else ""] if confidence else []
            if counts:
                own = row.reading.counted(row.tally)
                cells += _counts(row) + [_amount(own[name]) if name in own else "" for name in own_counts]
            table.append(cells)
        return [Table(header, table, left)]

    def notes(self, style: Style) -> list[str]:
        """Which average the numbers are in, over how many items, and what was left out."""
        report = self.report
        average = average_in_words(report.settings.average)
        parts = [f"{report.task}, {counted(report.items, 'item')}, {average}{style.scale}"]
        if report.skipped:
            skipped = str(report.skipped) if report.part == "item" else counted(report.skipped, report.part)
            parts.append(f"{skipped} skipped")
        if report.zeroed:
            parts.append(f"{report.zeroed} counted as empty")
        if report.repaired:
            parts.append(f"{report.repaired} repaired")
        compared, *others = report.coverage.items() or [("", 0)]
        if any(count for _, count in others):
            parts.append(
                ", ".join(_counted_as(count, label) for label, count in (compared, *others) if count)
            )
        parts += [report.unproved, _own_headlines(report)]
        left_out = max((count for m in report.metrics.values() for count in m.undefined.values()), default=0)
        if left_out:
            parts.append(f"up to {counted(left_out, 'undefined item')} left out of means")
        parts.append(_legend(report) if style.screen else "")
        metrics = [metric for own in report.groups.values() for metric in own.values()]
        shown = [metric for metric in metrics if counts_something(metric.tally, metric.reading)]
        missing = groups_in_words(report.settings.by, shown)
        return ["; ".join(filter(None, parts)), *missing, *_intervals_in_words(report)]

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.report.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each metric; groups and items have their own columns.

        The numbers of items that were skipped, and counted as empty, are in the rows of the whole corpus.
        """
        report = self.report
        fields = fields_of(report)
        by, confidence = report.settings.by, report.settings.confidence
        limits = [f"{name}_{end}" for name in fields for end in ("low", "high")] if confidence else []
        labels = [*(["group"] if by else []), *(["item"] if self.items else [])]
        more = further_counts(report)
        repairs = ["repaired"] if report.settings.repair != "none" else []
        excluded = ["skipped", "zeroed", *repairs]
        yield ["metric", *labels, *fields, *limits, *COUNTS, *more, "average", "items", *excluded]
        for row in rows_of(report, items=self.items):
            whole = row.item is None and row.group is None
            names = [*([row.group or ""] if by else []), *([row.item or ""] if self.items else [])]
            values = [row.values.get(name) for name in fields]
            intervals = row.metric.intervals if row.item is None else {}
            ends = (
                [end for name in fields for end in intervals.get(name) or (None, None)] if confidence else []
            )
            average = report.settings.average if row.item is None else None
            numbers = [report.skipped, report.zeroed, report.repaired][: 2 + len(repairs)]
            left_out = numbers if whole else [None for _ in numbers]
            own = row.reading.counted(row.tally)
            counts = [*counts_of(row.tally, row.reading), *map(own.get, more)]
            yield [row.metric.key, *names, *values, *ends, *counts, average, row.tally.items, *left_out]


def _groups_as_rows(report: Report, style: Style) -> Table:
    """A row for each group and their mean, a column for each metric."""
    level = report.settings.confidence
    intervals = [f"{100 * level:g} %"] if level else []
    header = [str(report.settings.by), *(head for key in report.metrics for head in (key, *intervals))]
    rows = []
    for label, metrics in [*report.groups.items(), ("mean", report.metrics)]:
        cells = [label]
        for metric in metrics.values():
            cells.append(style.number(metric.value))
            cells += [_interval(metric, style)] if level else []
        rows.append(cells)
    return Table(header, rows, headed_by_metrics=True)


def _legend(report: Report) -> str:
    """A note on counts that are not whole numbers."""
    tallies = [metric.tally for metric in report.metrics.values() if not metric.reading.parts]
    sides = any(_amount(tally.matched_pred) != _amount(tally.matched_gold) for tally in tallies)
    shares = any(
        not float(matched).is_integer()
        for tally in tallies
        for matched in (tally.matched_pred, tally.matched_gold)
    )
    parts = ["a sum of credits, not a count"] * shares + [
        "shown as pred / gold where the sides differ"
    ] * sides
    return f"matched is {', '.join(parts)}" if parts else ""


def _intervals_in_words(report: Report) -> list[str]:
    """How the intervals were computed, if there are any."""
    settings = report.settings
    if not settings.confidence:
        return []
    # Only a mean over groups is drawn within them; each group has its own draws in any case.
    within = settings.by if settings.over_groups and report.whole_groups else None
    sizes = {label: next(iter(own.values())).tally.items for label, own in report.groups.items() if within}
    lone_groups = [label for label, size in sizes.items() if size == 1]
    lone = "item" if report.items == 1 else None
    return [
        *lone_groups_in_words(lone_groups if len(lone_groups) < len(sizes) else []),
        intervals_in_words(settings.confidence, "items", settings.resamples, settings.seed, within, lone),
    ]


def _headlines(report: Report) -> str:
    return ", ".join(dict.fromkeys(title_of(metric.reading.headline) for metric in report.metrics.values()))


def _interval(metric: MetricReport, style: Style) -> str:
    """The interval of the headline number; empty if a group has too few items for it."""
    interval = metric.intervals.get(metric.reading.headline)
    return range_in_words(interval, style.number) if interval else ""


def _counts(row: Row) -> list[str]:
    if row.reading.parts:
        return ["", "", ""]
    tally = row.tally
    matched_pred, matched_gold = _amount(tally.matched_pred), _amount(tally.matched_gold)
    both = matched_pred if matched_pred == matched_gold else f"{matched_pred} / {matched_gold}"
    return [both, _amount(tally.pred_total), _amount(tally.gold_total)]


def _amount(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


def _counted_as(number: int, label: str) -> str:
    """A number of things whose name is in the plural: ``items_without_a_prediction``."""
    noun, _, more = label.partition("_")
    return f"{number} {noun.removesuffix('s') if number == 1 else noun} {more.replace('_', ' ')}".rstrip()


def _own_headlines(report: Report) -> str:
    """Which number is the headline of each metric that names its normaliser, as text."""
    readings = {key: metric.reading for key, metric in report.metrics.items()}
    titles = {
        key: title_of(reading.normaliser) + ("" if reading.beta is None else f" (β = {reading.beta:g})")
        for key, reading in readings.items()
        if reading.normaliser not in ("", "f1")
    }
    if len(report.metrics) == 1:
        return "".join(f"headline: {title}" for title in titles.values())
    return "headline: " + ", ".join(f"{key} {title}" for key, title in titles.items()) if titles else ""
