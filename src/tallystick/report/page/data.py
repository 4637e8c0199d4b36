"""Everything that the page shows, as plain data: an overview, and the items in packs that are opened on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.report.page.comparison import comparison_table
from tallystick.report.page.items import ReportItems
from tallystick.report.page.pack import packed, packed_json
from tallystick.report.page.schema import ConfusionTable, ItemLocation, ItemTable, Overview
from tallystick.report.page.summaries import metric_summary, system_summary
from tallystick.report.page.tables import confusion_table, error_table, field_table, finding_table
from tallystick.results.comparison import Comparison
from tallystick.results.lazy_items import LazyItems
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.stats.readers import read_items
from tallystick.tally import Tally
from tallystick.tasks.views.item import PageItem, json_bytes
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.schema import Kind
from tallystick.tasks.views.totals import Confusions, PageTotals
from tallystick.version import VERSION

__all__ = ["PageBuilder", "PageData", "page_data"]

#: Items in one pack.
_PACK = 50

#: An item of the gold: its id, and how many items before it have the same id.
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page, ready to be put into it."""

    overview: str
    packs: tuple[str, ...]


class PageBuilder:
    """Takes the systems of a page one after another, each as soon as it is scored.

    What a page shows of one system alone is computed while the next system is scored, and the items are packed while
    systems are compared. `worst` limits how many items are shown in detail.
    """

    def __init__(self, worst: int | None = None) -> None:
        self._worst = worst
        self._systems: list[_System] = []
        self._numbers: dict[_Key, int] = {}
        self._details: _Details | None = None

    def add(self, name: str, report: Report) -> None:
        """Add a system: its numbers, and what the page shows of each item."""
        keys = _keys(report)
        for key in keys:
            self._numbers.setdefault(key, len(self._numbers))
        numbers = [self._numbers[key] for key in keys]
        self._systems.append(_System(name, report, ReportItems(report), numbers))

    def pack(self) -> _Details:
        """Pack the items of all systems."""
        if self._details is None:
            systems, size = self._systems, len(self._numbers)
            self._details = details = _Details()
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
        return self._details

    @property
    def _metrics(self) -> list[str]:
        """The metrics of all systems."""
        return list(dict.fromkeys(key for system in self._systems for key in system.report.metrics))

    def finish(self, *, comparison: Comparison | None = None, title: str = "") -> PageData:
        """Return the data of the page."""
        systems, size, metrics = self._systems, len(self._numbers), self._metrics
        details = self.pack()
        reports = [system.report for system in systems]
        first = reports[0]
        items: ItemTable = {
            "ids": [name if not again else f"{name} ({again + 1})" for name, again in self._numbers],
            "texts": details.texts,
            "where": details.where,
            "detailed": len(details.where) - details.where.count(None),
            "sizes": _sizes(systems, metrics, size),
            "scores": [[system.columns(metric, size) for system in systems] for metric in metrics],
            "zeroed": [system.zeroed(metrics[0]) for system in systems],
        }
        overview: Overview = {
            "tallystick": VERSION,
            "title": title,
            "task": first.task,
            "kind": details.kind,
            "part": first.part,
            "average": first.settings.average,
            "level": first.settings.confidence,
            "resamples": first.settings.resamples,
            "seed": first.settings.seed,
            "systems": [system_summary(system.name, system.report) for system in systems],
            "metrics": [metric_summary(reports, metric) for metric in metrics],
            "items": items,
            "confusions": [[system.confusions(metric) for system in systems] for metric in metrics],
            "errors": [
                [error_table(system.totals.errors[metric]) for system in systems] for metric in metrics
            ],
            "fields": [
                [field_table(system.totals.fields[metric]) for system in systems] for metric in metrics
            ],
            "findings": [finding_table(system.totals.findings) for system in systems],
            "comparison": comparison_table(comparison) if comparison is not None else None,
        }
        return PageData(packed(overview), details.packs())


def page_data(
    systems: Mapping[str, Report],
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
) -> PageData:
    """The data of a page about one system or more; `worst` limits how many items are shown in detail."""
    builder = PageBuilder(worst)
    for name, report in systems.items():
        builder.add(name, report)
    return builder.finish(comparison=comparison, title=title)


class _System:
    """One system: everything that the page shows of it alone."""

    def __init__(
        self, name: str, report: Report, items: Sequence[PageItem | None], numbers: Sequence[int]
    ) -> None:
        """Take the items in the order of the report, and their numbers on the page."""
        self.name = name
        self.report = report
        self.items = list(items)
        self.numbers = numbers
        self.totals = self._totals()
        # Metrics that count the same share their totals.
        tables = {id(counted): counted for counted in self.totals.confusions.values()}
        self._confusions = {key: confusion_table(counted) for key, counted in tables.items()}
        self._tallies = {key: _tallies(metric.items) for key, metric in report.metrics.items()}
        self._values = {key: self._values_of(metric) for key, metric in report.metrics.items()}

    def _totals(self) -> PageTotals:
        """Return what is counted over all items."""
        known: dict[int, tuple[PageTotals, list[int]]] = {}
        for item, number in zip(self.items, self.numbers, strict=True):
            if item is not None:
                # Items of one process share their totals.
                numbers = known.setdefault(id(item.totals), (item.totals, [0] * item.totals.size))[1]
                numbers[item.number] = number
        totals = PageTotals()
        for own, numbers in known.values():
            totals.merge(own, numbers)
        return totals

    def _values_of(self, metric: MetricReport) -> list[list[float | None]]:
        """The numbers of each item under a metric, field by field."""
        if not self.numbers:
            return [[] for _ in metric.reading.fields]
        zero = self.report.settings.undefined == "zero"
        table = read_items(self._tallies[metric.key], metric.reading, zero=zero)
        return [[_rounded(value) for value in column] for column in table.T.tolist()]

    def rows(self, size: int) -> list[int | None]:
        """The index of each item of the page, None if this system does not have it."""
        rows: list[int | None] = [None] * size
        for row, number in enumerate(self.numbers):
            rows[number] = row
        return rows

    def tallies(self, metric: str) -> list[Tally] | None:
        """The counts of each item under a metric, None if this system does not have it."""
        return self._tallies.get(metric)

    def columns(self, metric: str, size: int) -> list[list[float | None]] | None:
        """The numbers of all items of the page, field by field; None for a metric that this system does not have."""
        values = self._values.get(metric)
        if values is None or self.numbers == list(range(size)):
            return values
        return [[None if row is None else column[row] for row in self.rows(size)] for column in values]

    def zeroed(self, metric: str) -> list[int]:
        """The items whose prediction counts as empty."""
        if metric not in self.report.metrics:
            return []
        items = self.report[metric].items
        return [number for number, item in zip(self.numbers, items, strict=True) if item.zeroed]

    def confusions(self, metric: str) -> ConfusionTable:
        """Return the confusions and labels under a metric."""
        counted = self.totals.confusions.get(metric)
        return confusion_table(Confusions()) if counted is None else self._confusions[id(counted)]


def _tallies(items: Sequence[ItemScore]) -> list[Tally]:
    """The counts of items; a report knows them without a score for each."""
    return items.parts() if isinstance(items, LazyItems) else [item.score.tally for item in items]


def _keys(report: Report) -> list[_Key]:
    """The items of a report. Where items are paired by order, an id may be there more than once."""
    metric = next(iter(report.metrics.values()))
    if len(metric.items) != report.items:
        raise UsageError("a page needs the items: score with items=True")
    seen: Counter[str] = Counter()
    keys = []
    for item in metric.items:
        keys.append((item.id, seen[item.id]))
        seen[item.id] += 1
    return keys


def _worst(systems: Sequence[_System], metric: str, size: int, count: int | None) -> set[int]:
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


def _sizes(systems: Sequence[_System], metrics: Sequence[str], size: int) -> list[float | None]:
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


def _rounded(value: float) -> float | None:
    return None if value != value else rounded(value)


class _Details:
    """The details of items, packed as they come."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.where: list[ItemLocation | None] = []
        self._kinds: set[Kind] = set()
        self._open: list[bytes] = []
        self._threads = ThreadPoolExecutor()
        self._packing: list[Future[str]] = []

    @property
    def kind(self) -> Kind:
        """How the items are shown."""
        return next(iter(self._kinds)) if len(self._kinds) == 1 else "records"

    def add(self, items: Sequence[PageItem | None], *, shown: bool) -> None:
        """Add one item under all systems, and its details if these are shown."""
        present = [item for item in items if item is not None]
        self._kinds.update([item.kind for item in present])
        self.texts.append(next((item.text for item in present if item.text), ""))
        if not shown:
            self.where.append(None)
            return
        self.where.append(ItemLocation(len(self._packing), len(self._open)))
        self._open.append(_detail(items))
        if len(self._open) == _PACK:
            self._close()

    def _close(self) -> None:
        """Pack the items that are not packed yet."""
        if self._open:
            # Other threads compress, as that does not need the interpreter's lock.
            self._packing.append(self._threads.submit(packed_json, b"[%b]" % b",".join(self._open)))
            self._open = []

    def packs(self) -> tuple[str, ...]:
        """Return all packs."""
        self._close()
        self._threads.shutdown()
        return tuple([pack.result() for pack in self._packing])


def _detail(items: Sequence[PageItem | None]) -> bytes:
    """An :class:`ItemDetail` as JSON: the gold once for all systems."""
    gold = next((json_bytes(item.gold) for item in items if item is not None), b"{}")
    systems = [b"null" if item is None else json_bytes(item.system) for item in items]
    return b'{"gold":%b,"systems":[%b]}' % (gold, b",".join(systems))
