"""The page itself: one file with its script, its style and its data; it opens from disk and asks for nothing.

Text is only ever set as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tallystick.report.formats import render
from tallystick.report.page.data import PageData, page_data
from tallystick.report.page.frame import frame
from tallystick.report.scores import ScoreView
from tallystick.results.comparison import Comparison
from tallystick.results.report import Report

__all__ = ["page_of", "report_page"]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="tallystick">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<noscript>
<h1>{title}</h1>
<p>Showing the items of this report needs JavaScript, which is disabled. These are the scores.</p>
{tables}
</noscript>
<div id="app" data-start="{start}"></div>
<script type="text/plain" id="overview">{overview}</script>
{packs}
<script>{script}</script>
</body>
</html>
"""


def report_page(
    report: Report | Mapping[str, Report],
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
    start: str = "",
) -> str:
    """Return a report as a single HTML page: of one system, or of several by name.

    The reports must have their items, as those of :func:`~tallystick.run.score.score` have. `worst` limits the
    items that are shown in detail to those with the lowest scores; the page says so. `start` is the
    view that the page opens, as in its address: ``"item=3"``. The same reports give the same page.

    >>> import tallystick as ts
    >>> gold = [{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}]
    >>> page = ts.report_page(ts.score(gold, gold, task="spans"), title="<one>")
    >>> page[:15], "<title>&lt;one&gt;</title>" in page
    ('<!doctype html>', True)
    """
    reports = {"prediction": report} if isinstance(report, Report) else dict(report)
    shown = title or next(iter(reports.values())).task
    data = page_data(reports, comparison=comparison, title=shown, worst=worst)
    return page_of(reports, data, shown, start)


def page_of(reports: Mapping[str, Report], data: PageData, title: str, start: str = "") -> str:
    """Return the page that shows `data`; without a script it shows the scores of the reports."""
    style, script, policy = frame()
    tables = "\n".join(
        f"<h2>{_safe(name)}</h2>{_written(render('notebook', ScoreView(own)))}"
        for name, own in reports.items()
    )
    packs = "\n".join(
        f'<script type="text/plain" id="pack{number}">{pack}</script>'
        for number, pack in enumerate(data.packs)
    )
    return _PAGE.format(
        policy=policy,
        title=_safe(title),
        style=style,
        tables=tables,
        overview=data.overview,
        packs=packs,
        start=_safe(start),
        script=script,
    )


def _safe(text: str) -> str:
    return _written(escape(text))


def _written(text: str) -> str:
    """Half a surrogate pair cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
