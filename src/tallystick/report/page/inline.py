"""The page in the output of a notebook's cell: all of it, or a single item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tallystick.errors import UsageError
from tallystick.notebook import InlinePage
from tallystick.report.page.page import report_page
from tallystick.results.comparison import Comparison
from tallystick.results.report import ItemScore, MetricReport, Report

__all__ = ["inline_page"]


def inline_page(
    report: Report | Mapping[str, Report],
    item: str | int | None = None,
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
    height: int = 720,
) -> InlinePage:
    """Return the page of one system or several for a notebook; with `item`, an id or an index, of that item alone."""
    if comparison is not None:
        lacking = [name for name in comparison.names if isinstance(report, Report) or name not in report]
        if lacking:
            raise UsageError(
                f"a page needs a report of each system compared: none is given of {', '.join(lacking)}"
            )
    if item is None:
        return InlinePage(report_page(report, comparison=comparison, title=title, worst=worst), height)
    single = isinstance(report, Report)
    reports = {"": report} if isinstance(report, Report) else report
    restricted = {name: _with_item(own, item) for name, own in reports.items()}
    page = report_page(restricted[""] if single else restricted, title=title, start="item=1")
    return InlinePage(page, height)


def _with_item(report: Report, item: str | int) -> Report:
    """Return the report of a single item."""
    index = _index(report, item)
    metrics = {key: _of_item(metric, metric.items[index]) for key, metric in report.metrics.items()}
    return replace(report, metrics=metrics, items=1, problems=(), groups={}, notes=())


def _of_item(metric: MetricReport, score: ItemScore) -> MetricReport:
    return replace(metric, score=score.score, values=score.values, undefined={}, intervals={}, items=(score,))


def _index(report: Report, item: str | int) -> int:
    scores = next(iter(report.metrics.values())).items
    if isinstance(item, int):
        if not -len(scores) <= item < len(scores):
            raise UsageError(f"there is no item {item}: the report has {len(scores)} items, from 0")
        return item
    for index, score in enumerate(scores):
        if score.id == item:
            return index
    raise UsageError(f"no item of the report has the id {item!r}")
