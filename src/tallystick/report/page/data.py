"""Everything that the page shows, as plain data: an overview, and the items in packs that are opened on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.report.page.comparison import comparison_table
from tallystick.report.page.pack import packed, packed_text
from tallystick.report.page.schema import ConfusionTable, ItemLocation, ItemTable, Overview
from tallystick.report.page.summaries import metric_summary, system_summary
from tallystick.report.page.tables import confusion_table, error_table, field_table, finding_table
from tallystick.results.comparison import Comparison
from tallystick.results.report import ItemScore, Report
from tallystick.tasks.views.item import PageItem, json_text
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

    def score(self, key: _Key, metric: str) -> ItemScore | None:
        """The score of an item, None if this system has neither the item nor the metric."""
        index = self.indices.get(key)
        known = index is not None and metric in self.report.metrics
        return self.report[metric].items[index] if known and index is not None else None


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
        return set(sorted(numbers, key=self._lowest)[:count])

    def _lowest(self, number: int) -> float:
        scores = [system.score(self.keys[number], self.metrics[0]) for system in self.systems]
        # An undefined score is not a bad score: nothing was to be found, and nothing was.
        return min(
            (item.value for item in scores if item is not None and item.value is not None), default=1.0
        )

    def sizes(self) -> list[float | None]:
        """How many parts each gold item has, under the first metric that counts any."""
        return [self._size(key) for key in self.keys]

    def _size(self, key: _Key) -> float | None:
        for system in self.systems:
            scores = [system.score(key, metric) for metric in self.metrics]
            totals = [item.score.gold_total for item in scores if item is not None]
            if totals:
                return rounded(next(filter(None, totals), 0))
        return None

    def scores(self, system: _System, metric: str) -> list[list[float | None]] | None:
        """The numbers of all items, field by field; None for a metric that a system does not have."""
        if metric not in system.report.metrics:
            return None
        names = system.report[metric].reading.fields
        absent: dict[str, float | None] = dict.fromkeys(names)
        items = (system.score(key, metric) for key in self.keys)
        rows = [absent if item is None else item.values for item in items]
        return [[_rounded(row[name]) for row in rows] for name in names]

    def zeroed(self, system: _System) -> list[int]:
        """The items whose prediction counts as empty."""
        scores = [system.score(key, self.metrics[0]) for key in self.keys]
        return [number for number, item in enumerate(scores) if item is not None and item.zeroed]


def _rounded(value: float | None) -> float | None:
    return None if value is None else rounded(value)


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
        self._open: list[str] = []
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
            self._packing.append(self._threads.submit(packed_text, f"[{','.join(self._open)}]"))
            self._open = []

    def packs(self) -> tuple[str, ...]:
        """Return all packs."""
        self._close()
        self._threads.shutdown()
        return tuple([pack.result() for pack in self._packing])


def _detail(items: Sequence[PageItem | None]) -> str:
    """An :class:`ItemDetail` as JSON: the gold once for all systems."""
    gold = next((json_text(item.gold) for item in items if item is not None), "{}")
    systems = ["null" if item is None else json_text(item.system) for item in items]
    return f'{{"gold":{gold},"systems":[{",".join(systems)}]}}'
