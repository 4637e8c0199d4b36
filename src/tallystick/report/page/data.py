"""Everything that the page shows, as plain data: an overview, and the items in packs that are opened on demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf

from tallystick.dataclass import dataclass
from tallystick.report.page.comparison import comparison_table
from tallystick.report.page.details import Details
from tallystick.report.page.pack import PackedObject
from tallystick.report.page.schema import CountedOverview, ScoreOverview
from tallystick.report.page.summaries import metric_summary, system_summary
from tallystick.report.page.system import ItemKey, ShownSystem
from tallystick.report.page.tables import error_table, field_table, finding_table
from tallystick.results.comparison import Comparison
from tallystick.results.report import Report
from tallystick.tasks.views.parts import rounded
from tallystick.version import VERSION

__all__ = ["PageBuilder", "PageData", "page_data"]


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page, ready to be put into it."""

    overview: str
    packs: tuple[str, ...]


class PageBuilder:
    """Takes the systems of a page one after another, each as soon as it is scored.

    Threads count the items of one system while the next one is scored, and pack all items while intervals are computed
    and systems are compared. They begin to pack when all `systems` of a page have been added, by default when the page
    is finished. `worst` limits how many items are shown in detail.
    """

    def __init__(self, *, worst: int | None = None, systems: int = 0) -> None:
        self._worst = worst
        self._expected = systems
        self._systems: list[ShownSystem] = []
        self._numbers: dict[ItemKey, int] = {}
        self._threads = ThreadPoolExecutor()
        self._tables: list[Future[None]] = []
        self._packing: Future[tuple[PackedObject, Details]] | None = None

    def add(self, name: str, report: Report) -> None:
        """Add a system, by a report that need not have intervals yet."""
        if not self._systems:
            self._threads.submit(_prepare_frame)
        system = ShownSystem(name, report, self._numbers)
        self._systems.append(system)
        self._tables.append(self._threads.submit(system.tabulate))
        if len(self._systems) == self._expected:
            self._packing = self._threads.submit(self._pack)

    def finish(
        self, reports: Mapping[str, Report], comparison: Comparison | None = None, title: str = ""
    ) -> PageData:
        """Return the data of the page, with the intervals of these reports of its systems."""
        overview, details = self._packing.result() if self._packing is not None else self._pack()
        self._threads.shutdown()
        overview.add(self._scores(reports, comparison, title))
        return PageData(overview.packed(), details.packs())

    def _pack(self) -> tuple[PackedObject, Details]:
        """Pack the items, and what follows from their counts."""
        details = self._details()
        for table in self._tables:
            table.result()
        overview = PackedObject()
        overview.add(self._counted(details))
        return overview, details

    @property
    def _metrics(self) -> list[str]:
        """The metrics of all systems."""
        return list(dict.fromkeys(key for system in self._systems for key in system.report.metrics))

    def _details(self) -> Details:
        """Return the details of all items."""
        systems, size = self._systems, len(self._numbers)
        details = Details()
        shown = _worst(systems, self._metrics[0], size, self._worst)
        rows = [system.rows(size) for system in systems]
        for number in range(size):
            details.add(
                [
                    None if index is None else system.items[index]
                    for system, index in zip(systems, [row[number] for row in rows], strict=True)
                ],
                shown=number in shown,
            )
        return details

    def _counted(self, details: Details) -> CountedOverview:
        systems, size, metrics = self._systems, len(self._numbers), self._metrics
        return {
            "kind": details.kind,
            "items": {
                "ids": [name if not again else f"{name} ({again + 1})" for name, again in self._numbers],
                "texts": details.texts,
                "where": details.where,
                "detailed": len(details.where) - details.where.count(None),
                "sizes": _sizes(systems, metrics, size),
                "scores": [[system.columns(metric, size) for system in systems] for metric in metrics],
                "zeroed": [system.zeroed(metrics[0]) for system in systems],
            },
            "confusions": [[system.confusions(metric) for system in systems] for metric in metrics],
            "errors": [
                [error_table(system.totals.errors[metric]) for system in systems] for metric in metrics
            ],
            "fields": [
                [field_table(system.totals.fields[metric]) for system in systems] for metric in metrics
            ],
            "findings": [finding_table(system.totals.findings) for system in systems],
        }

    def _scores(
        self, reports: Mapping[str, Report], comparison: Comparison | None, title: str
    ) -> ScoreOverview:
        own = list(reports.values())
        first = own[0]
        return {
            "tallystick": VERSION,
            "title": title,
            "task": first.task,
            "part": first.part,
            "average": first.settings.average,
            "level": first.settings.confidence,
            "resamples": first.settings.resamples,
            "seed": first.settings.seed,
            "systems": [system_summary(name, report) for name, report in reports.items()],
            "metrics": [metric_summary(own, metric) for metric in self._metrics],
            "comparison": comparison_table(comparison) if comparison is not None else None,
        }


def _prepare_frame() -> None:
    """Read what all pages have in common, while there is time."""
    # Imported here: it takes as long as reading it.
    from tallystick.report.page.frame import frame

    frame()


def page_data(
    systems: Mapping[str, Report],
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
) -> PageData:
    """The data of a page about one system or more; `worst` limits how many items are shown in detail."""
    builder = PageBuilder(worst=worst)
    for name, report in systems.items():
        builder.add(name, report)
    return builder.finish(systems, comparison, title)


def _worst(systems: Sequence[ShownSystem], metric: str, size: int, count: int | None) -> set[int]:
    """The items that are shown in detail: all, or those with the lowest scores under a metric."""
    if count is None or count >= size:
        return set(range(size))
    lowest = [inf] * size
    for system in systems:
        if metric not in system.report.metrics:
            continue
        for number, item in zip(system.numbers, system.report[metric].items, strict=True):
            # An undefined score is not a bad score: nothing was to be found, and nothing was.
            if item.value is not None:
                lowest[number] = min(lowest[number], item.value)
    return set(
        sorted(range(size), key=lambda number: 1.0 if lowest[number] == inf else lowest[number])[:count]
    )


def _sizes(systems: Sequence[ShownSystem], metrics: Sequence[str], size: int) -> list[float | None]:
    """How many parts each gold item has, under the first metric that counts any."""
    sizes: list[float | None] = [None] * size
    for system in systems:
        tallies = [own for own in map(system.tallies, metrics) if own is not None]
        for row, number in enumerate(system.numbers):
            if sizes[number] is None:
                sizes[number] = rounded(
                    next((own[row].gold_total for own in tallies if own[row].gold_total), 0)
                )
    return sizes
