"""The items of a report for the page, computed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, overload

from tallystick.report.page.declaration import task_of
from tallystick.results.report import Report
from tallystick.tasks.views.item import PageItem, page_item
from tallystick.tasks.views.records import RECORDS

__all__ = ["ReportItems"]


class ReportItems(Sequence[PageItem | None]):
    """The page data of each item of a report, None if an item cannot be read again."""

    def __init__(self, report: Report) -> None:
        self.report = report
        task = task_of(report)
        self.view = task.page_view() if task else RECORDS

    def __len__(self) -> int:
        return self.report.items

    @overload
    def __getitem__(self, index: int) -> PageItem | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PageItem | None]: ...
    def __getitem__(self, index: int | slice) -> PageItem | Sequence[PageItem | None] | None:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        scores = {key: metric.items[index] for key, metric in self.report.metrics.items()}
        ready = next((score.page for score in scores.values()), None)
        if ready is not None:
            return cast(PageItem, ready)
        originals = next((score.originals for score in scores.values()), None)
        if originals is None:
            return None
        return page_item(self.view, *originals(), {key: score.alignment for key, score in scores.items()})
