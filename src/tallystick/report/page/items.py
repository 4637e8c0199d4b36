"""The items of a report for the page, computed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, overload

from tallystick.results.report import Report
from tallystick.tasks.views.item import PageItem

__all__ = ["ReportItems"]


class ReportItems(Sequence[PageItem | None]):
    """The page data of each item of a report, None if an item cannot be read again."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __len__(self) -> int:
        return self.report.items

    @overload
    def __getitem__(self, index: int) -> PageItem | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PageItem | None]: ...
    def __getitem__(self, index: int | slice) -> PageItem | Sequence[PageItem | None] | None:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        # All metrics have the same items.
        score = next(iter(self.report.metrics.values())).items[index]
        if score.page is not None:
            return cast(PageItem, score.page)
        return cast(PageItem, score.draw()) if score.draw is not None else None
