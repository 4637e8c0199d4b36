"""Everything that the page shows, as plain data: an overview, and the items in packs that are opened on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.report.page.comparison import comparison_table
from tallystick.report.page.pack import packed, packed_json
from tallystick.report.page.schema import ConfusionTable, ItemLocation, ItemTable, Overview
from tallystick.report.page.summaries import metric_summary, system_summary
from tallystick.report.page.tables import confusion_table, error_table, field_table, finding_table
from tallystick.results.comparison import Comparison
from tallystick.results.report import Report
from tallystick.stats.readers import read_items
from tallystick.tally import Tally
from tallystick.tasks.views.item import PageItem, json_bytes
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.schema import Kind
from tallystick.tasks.views.totals import Confusions, PageTotals
from tallystick.version import VERSION

__all__ = ["PageData", "ReportWithItems", "page_data"]

#: Items in one pack.
_PACK = 50

#: An item of the gold: its id, and how many items before it have the same id.
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class ReportWithItems:
    """One system: its numbers, and what the page shows of each item, in the order of the report."""

    report: Report
    items: Sequence[PageItem | None]


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page, ready to be put into it."""

    overview: str
    packs: tuple[str, ...]


def page_data(
    systems: Mapping[str, ReportWithItems],
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
) -> PageData:
    """The data of a page about one system or more; `worst` limits how many items are shown in detail."""
    columns = _Columns([_System(name, own) for name, own in systems.items()])
    keys, metrics = columns.keys, columns.metrics
    details = _Details(columns, columns.worst(worst))
    for number in range(len(keys)):
        details.add(number)
    totals = details.totals()
    # Metrics that count the same share their totals.
    confusions: dict[int, ConfusionTable] = {}
    for system_totals in totals:
        for counted in system_totals.confusions.values():
            if id(counted) not in confusions:
                confusions[id(counted)] = confusion_table(counted)
    first = columns.systems[0].report
    items: ItemTable = {
        "ids": [name if not again else f"{name} ({again + 1})" for name, again in keys],
        "texts": details.texts,
        "where": details.where,
        "detailed": len(details.shown),
        "sizes": columns.sizes(),
        "scores": [[columns.scores(system, metric) for system in columns.systems] for metric in metrics],
        "zeroed": [columns.zeroed(system) for system in columns.systems],
    }
    reports = [system.report for system in columns.systems]
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
        "systems": [system_summary(system.name, system.report) for system in columns.systems],
        "metrics": [metric_summary(reports, metric) for metric in metrics],
        "items": items,
        "confusions": [
            [
                confusions[id(own.confusions[metric])]
                if metric in own.confusions
                else confusion_table(Confusions())
                for own in totals
            ]
            for metric in metrics
        ],
        "errors": [[error_table(own.errors[metric]) for own in totals] for metric in metrics],
        "fields": [[field_table(own.fields[metric]) for own in totals] for metric in metrics],
        "findings": [finding_table(own.findings) for own in totals],
        "comparison": comparison_table(comparison) if comparison is not None else None,
    }
    return PageData(packed(overview), details.packs())


class _System:
    """One system, with its items by what they have in common with those of other systems."""

    def __init__(self, name: str, system: ReportWithItems) -> None:
        self.name = name
        self.report = system.report
        self.items = system.items
        self.indices = _indices(system.report)

    def item(self, key: _Key) -> PageItem | None:
        """The data of an item, None if this system does not have it."""
        index = self.indices.get(key)
        return None if index is None else self.items[index]

    def rows(self, keys: Sequence[_Key]) -> list[int | None]:
        """The index of each item, None if this system does not have it."""
        return [self.indices.get(key) for key in keys]

    def has(self, metric: str) -> bool:
        """Whether this system has a metric, and any items."""
        return metric in self.report.metrics and bool(self.indices)

    def tallies(self, metric: str) -> list[Tally]:
        """The counts of each item under a metric."""
        return [item.score.tally for item in self.report[metric].items]

    def values(self, metric: str) -> list[list[float | None]]:
        """The numbers of each item under a metric, field by field."""
        zero = self.report.settings.undefined == "zero"
        table = read_items(self.tallies(metric), self.report[metric].reading, zero=zero)
        return [[_rounded(value) for value in column] for column in table.T.tolist()]


def _indices(report: Report) -> dict[_Key, int]:
    """The items of a report. Where items are paired by order, an id may be there more than once."""
    metric = next(iter(report.metrics.values()))
    if len(metric.items) != report.items:
        raise UsageError("a page needs the items: score with items=True")
    seen: Counter[str] = Counter()
    indices = {}
    for index, item in enumerate(metric.items):
        indices[item.id, seen[item.id]] = index
        seen[item.id] += 1
    return indices


class _Columns:
    """The items and metrics of all systems together."""

    def __init__(self, systems: Sequence[_System]) -> None:
        self.systems = systems
        self.keys = list(dict.fromkeys(key for system in systems for key in system.indices))
        self.metrics = list(dict.fromkeys(key for system in systems for key in system.report.metrics))

    def worst(self, count: int | None) -> set[int]:
        """The items that are shown in detail: all, or those with the lowest scores under the first metric."""
        numbers = range(len(self.keys))
        if count is None or count >= len(numbers):
            return set(numbers)
        lowest = [inf] * len(numbers)
        for system in self.systems:
            if not system.has(self.metrics[0]):
                continue
            headline = [item.value for item in system.report[self.metrics[0]].items]
            for number, row in enumerate(system.rows(self.keys)):
                value = headline[row] if row is not None else None
                # An undefined score is not a bad score: nothing was to be found, and nothing was.
                if value is not None:
                    lowest[number] = min(lowest[number], value)
        return set(
            sorted(numbers, key=lambda number: 1.0 if lowest[number] == inf else lowest[number])[:count]
        )

    def sizes(self) -> list[float | None]:
        """How many parts each gold item has, under the first metric that counts any."""
        sizes: list[float | None] = [None] * len(self.keys)
        for system in self.systems:
            totals = [
                [tally.gold_total for tally in system.tallies(metric)]
                for metric in self.metrics
                if system.has(metric)
            ]
            for number, row in enumerate(system.rows(self.keys)):
                if row is not None and totals and sizes[number] is None:
                    sizes[number] = rounded(next((own[row] for own in totals if own[row]), 0))
        return sizes

    def scores(self, system: _System, metric: str) -> list[list[float | None]] | None:
        """The numbers of all items, field by field; None for a metric that a system does not have."""
        if metric not in system.report.metrics:
            return None
        if not system.has(metric):
            return [[None] * len(self.keys) for _ in system.report[metric].reading.fields]
        rows = system.rows(self.keys)
        return [[None if row is None else column[row] for row in rows] for column in system.values(metric)]

    def zeroed(self, system: _System) -> list[int]:
        """The items whose prediction counts as empty."""
        if not system.has(self.metrics[0]):
            return []
        items = system.report[self.metrics[0]].items
        return [
            number
            for number, row in enumerate(system.rows(self.keys))
            if row is not None and items[row].zeroed
        ]


def _rounded(value: float) -> float | None:
    return None if value != value else rounded(value)


class _Details:
    """The details of items, packed as they come, and what is counted over all of them."""

    def __init__(self, columns: _Columns, shown: set[int]) -> None:
        self.columns = columns
        self.shown = shown
        self.texts: list[str] = []
        self.where: list[ItemLocation | None] = []
        # By system: totals of some items, and the numbers that these items have here.
        self._totals: list[dict[int, tuple[PageTotals, list[int]]]] = [{} for _ in columns.systems]
        self._kinds: set[Kind] = set()
        self._open: list[bytes] = []
        self._threads = ThreadPoolExecutor()
        self._packing: list[Future[str]] = []

    @property
    def kind(self) -> Kind:
        """How the items are shown."""
        return next(iter(self._kinds)) if len(self._kinds) == 1 else "records"

    def add(self, number: int) -> None:
        """Add one item."""
        key = self.columns.keys[number]
        items = [system.item(key) for system in self.columns.systems]
        present = [item for item in items if item is not None]
        self._kinds.update(item.kind for item in present)
        self.texts.append(next((item.text for item in present if item.text), ""))
        for item, known in zip(items, self._totals, strict=True):
            if item is not None:
                # Items of one process share their totals.
                numbers = known.setdefault(id(item.totals), (item.totals, [0] * item.totals.size))[1]
                numbers[item.number] = number
        if number not in self.shown:
            self.where.append(None)
            return
        self.where.append(ItemLocation(len(self._packing), len(self._open)))
        self._open.append(_detail(items))
        if len(self._open) == _PACK:
            self._close()

    def totals(self) -> list[PageTotals]:
        """Return what is counted over all items, by system."""
        merged = []
        for known in self._totals:
            totals = PageTotals()
            for own, numbers in known.values():
                totals.merge(own, numbers)
            merged.append(totals)
        return merged

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
