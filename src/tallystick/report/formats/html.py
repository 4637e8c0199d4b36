"""HTML: the page in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.formats import Format
from tallystick.report.view import ResultView, Target

if TYPE_CHECKING:
    from tallystick.report.page.data import PageBuilder
    from tallystick.results.comparison import Comparison
    from tallystick.results.report import Report

__all__ = ["FORMAT", "PageView"]


@dataclass(frozen=True, slots=True)
class PageView(ResultView):
    """One system or several, and how they compare: what a page shows."""

    kind: ClassVar[str] = "page"

    reports: Mapping[str, Report]
    comparison: Comparison | None
    title: str
    builder: PageBuilder
    """What took the systems as they were scored."""


def _write(view: PageView, _target: Target) -> Iterator[str]:
    # Imported here: every command lists the formats, and only one makes pages.
    from tallystick.report.page.page import page_of

    data = view.builder.finish(view.reports, view.comparison, view.title)
    yield page_of(view.reports, data, view.title)


FORMAT = Format("html", "A page that opens in a browser", ("page",), _write, rank=70)
