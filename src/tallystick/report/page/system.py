"""One system as a page shows it: its items, their numbers, and what is counted over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tallystick.errors import UsageError
from tallystick.report.page.items import ReportItems
from tallystick.report.page.schema import ConfusionTable
from tallystick.report.page.tables import confusion_table
from tallystick.results.lazy_items import LazyItems
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.stats.readers import read_items
from tallystick.tally import Tally
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.totals import Confusions, PageTotals

__all__ = ["ItemKey", "ShownSystem"]

#: An item of the gold: its id, and how many items before it have the same id.
ItemKey = tuple[str, int]


class ShownSystem:
    """Everything that a page shows of one system alone."""

    def __init__(self, name: str, report: Report, numbers: dict[ItemKey, int]) -> None:
        """Take a report. `numbers` are those of the items of the page; new items are added."""
        self.name = name
        self.report = report
        keys = _keys(report)
        for key in keys:
            numbers.setdefault(key, len(numbers))
        self.numbers = [numbers[key] for key in keys]
        self.items = list(ReportItems(report))

    def tabulate(self) -> None:
        """Count, and read the numbers of all items."""
        self.totals = self._totals()
        # Metrics that count the same share their totals.
        tables = {id(counted): counted for counted in self.totals.confusions.values()}
        self._confusions = {key: confusion_table(counted) for key, counted in tables.items()}
        self._tallies = {key: _tallies(metric.items) for key, metric in self.report.metrics.items()}
        self._values = {key: self._values_of(metric) for key, metric in self.report.metrics.items()}

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
        return [_rounded(column) for column in table.T.tolist()]

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
        if not self.report.zeroed or metric not in self.report.metrics:
            return []
        items = self.report[metric].items
        return [number for number, item in zip(self.numbers, items, strict=True) if item.zeroed]

    def confusions(self, metric: str) -> ConfusionTable:
        """Return the confusions and labels under a metric."""
        counted = self.totals.confusions.get(metric)
        return confusion_table(Confusions()) if counted is None else self._confusions[id(counted)]


def _keys(report: Report) -> list[ItemKey]:
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


def _tallies(items: Sequence[ItemScore]) -> list[Tally]:
    """The counts of items; a report knows them without a score for each."""
    return items.parts() if isinstance(items, LazyItems) else [item.score.tally for item in items]


def _rounded(values: Sequence[float]) -> list[float | None]:
    """Numbers as the page has them, None for those that are undefined. Most numbers of items repeat."""
    known = {value: rounded(value) for value in set(values) if value == value}
    return [known.get(value) for value in values]
