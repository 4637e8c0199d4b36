"""Everything that the page shows, as plain data: an overview, and the items in packs that are opened on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.errors import UsageError
from tallystick.registry import find_metric
from tallystick.report.comparison import as_dict
from tallystick.report.page.confusions import Confusions
from tallystick.report.page.pack import packed
from tallystick.report.page.parts import rounded
from tallystick.report.page.views import ItemView, kind_of, text_of, view_of
from tallystick.run.comparison import Comparison
from tallystick.run.report import ItemScore, MetricReport, Report
from tallystick.version import VERSION

__all__ = ["PageData", "page_data"]

#: Items in one pack, signs of an item's text in the table, and problems that are listed.
_PACK, _SNIPPET, _PROBLEMS = 50, 240, 200

#: An item of the gold: its id, and which one of those that have the same.
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page, ready to be put into it."""

    overview: str
    packs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _System:
    """One system: its report, and its items by what they have in common with those of other systems."""

    name: str
    report: Report
    places: dict[_Key, int]

    def item(self, key: _Key, metric: str) -> ItemScore | None:
        """The score of an item, None where this system has none."""
        place = self.places.get(key)
        return None if place is None else self.report[metric].items[place]


def page_data(
    reports: Mapping[str, Report],
    *,
    comparison: Comparison | None = None,
    title: str = "",
    worst: int | None = None,
) -> PageData:
    """The data of a page about one system or more; `worst` limits how many items are shown in detail."""
    systems = [_System(name, report, _places(report)) for name, report in reports.items()]
    keys = list(dict.fromkeys(key for system in systems for key in system.places))
    metrics = list(dict.fromkeys(key for report in reports.values() for key in report.metrics))
    shown = _shown(systems, keys, metrics, worst)
    texts: list[str] = []
    kinds: set[str] = set()
    packs: list[str] = []
    open_pack: list[object] = []
    confusions = [[Confusions() for _ in systems] for _ in metrics]
    where: list[list[int] | None] = []
    for number, key in enumerate(keys):
        item = _Item(systems, key, metrics, confusions, number)
        kinds.add(item.kind)
        texts.append(item.text[:_SNIPPET])
        if number not in shown:
            where.append(None)
            continue
        where.append([len(packs), len(open_pack)])
        open_pack.append(item.detail())
        if len(open_pack) == _PACK:
            packs.append(packed(open_pack))
            open_pack = []
    if open_pack:
        packs.append(packed(open_pack))
    first = systems[0].report
    overview: dict[str, object] = {
        "tallystick": VERSION,
        "title": title,
        "task": first.task,
        "kind": kinds.pop() if len(kinds) == 1 else "records",
        "part": first.part,
        "average": first.settings.average,
        "level": first.settings.confidence,
        "systems": [_system(system) for system in systems],
        "metrics": [_metric(systems, metric) for metric in metrics],
        "items": {
            "ids": [name if not again else f"{name} ({again + 1})" for name, again in keys],
            "texts": texts,
            "where": where,
            "detailed": len(shown),
            "sizes": [_size(systems, key, metrics) for key in keys],
            "scores": [[_column(system, keys, metric) for system in systems] for metric in metrics],
            "zeroed": [_zeroed(system, keys, metrics) for system in systems],
        },
        "confusions": [[found.as_data() for found in row] for row in confusions],
        "comparison": as_dict(comparison) if comparison is not None else None,
    }
    return PageData(packed(overview), tuple(packs))


def _places(report: Report) -> dict[_Key, int]:
    """The items of a report. An id may stand there again, where items are paired by order: they are counted."""
    metric = next(iter(report.metrics.values()))
    if len(metric.items) != report.items:
        raise UsageError("a page needs the items: score with items=True")
    seen: Counter[str] = Counter()
    found = {}
    for place, item in enumerate(metric.items):
        found[item.id, seen[item.id]] = place
        seen[item.id] += 1
    return found


def _shown(
    systems: Sequence[_System], keys: Sequence[_Key], metrics: Sequence[str], worst: int | None
) -> set[int]:
    """The items that are shown in detail: all, or those with the lowest scores under the first metric."""
    if worst is None or worst >= len(keys):
        return set(range(len(keys)))

    def lowest(number: int) -> float:
        items = [system.item(keys[number], metrics[0]) for system in systems]
        # An undefined score is no bad score: nothing was to be found, and nothing was.
        return min((item.value for item in items if item is not None and item.value is not None), default=1.0)

    return set(sorted(range(len(keys)), key=lowest)[:worst])


class _Item:
    """One item: what it is about, and what becomes of it under every system and metric."""

    def __init__(
        self, systems: Sequence[_System], key: _Key, metrics: Sequence[str],
        confusions: Sequence[Sequence[Confusions]], number: int,
    ) -> None:  # fmt: skip
        self.views: list[ItemView | None] = []
        self.text, self.kind = "", "records"
        for place, system in enumerate(systems):
            found = {
                metric: item
                for metric in metrics
                if metric in system.report.metrics and (item := system.item(key, metric)) is not None
            }
            reread = next((item.originals for item in found.values()), None)
            if reread is None:
                self.views.append(None)
                continue
            alignments = [found[metric].alignment if metric in found else None for metric in metrics]
            for row, alignment in zip(confusions, alignments, strict=True):
                if alignment is not None:
                    row[place].add(number, alignment)
            originals = reread()
            self.text = self.text or text_of(originals[0])
            self.kind = kind_of(originals[0].value)
            self.views.append(view_of(originals, alignments))

    def detail(self) -> dict[str, object]:
        """Everything about the item; the gold once for all systems."""
        gold = next((view.gold for view in self.views if view is not None), {})
        return {
            "gold": gold,
            "systems": [None if view is None else view.as_data() for view in self.views],
        }


def _system(system: _System) -> dict[str, object]:
    report = system.report
    return {
        "name": system.name,
        "items": report.items,
        "skipped": report.skipped,
        "zeroed": report.zeroed,
        "coverage": [[label.replace("_", " "), count] for label, count in report.coverage.items()],
        "unproved": report.unproved,
        "problems": [[problem.level, str(problem)] for problem in report.problems[:_PROBLEMS]],
        "more_problems": max(0, len(report.problems) - _PROBLEMS),
    }


def _metric(systems: Sequence[_System], key: str) -> dict[str, object]:
    first = next(system.report[key] for system in systems if key in system.report.metrics)
    known = find_metric(systems[0].report.task, first.signature.partition("|")[0])
    return {
        "key": key,
        "summary": known.summary if known else "",
        "definition": known.definition if known else "",
        "reference": known.reference if known else "",
        "signature": first.signature,
        "fields": list(first.reading.fields),
        "headline": first.reading.headline,
        "systems": [
            _numbers(system.report[key]) if key in system.report.metrics else None for system in systems
        ],
    }


def _numbers(metric: MetricReport) -> dict[str, object]:
    tally = metric.tally
    return {
        "values": [metric.values.get(name) for name in metric.reading.fields],
        # Nothing can be drawn from one item.
        "ci": {name: list(one) for name, one in metric.intervals.items()} if tally.items > 1 else {},
        "matched": [rounded(tally.matched_pred), rounded(tally.matched_gold)],
        "totals": [rounded(tally.pred_total), rounded(tally.gold_total)],
        "proved": [tally.proved, tally.items],
        "undefined": dict(metric.undefined),
    }


def _column(system: _System, keys: Sequence[_Key], metric: str) -> list[object] | None:
    """The numbers of all items, field by field; None for a metric that a system has not."""
    if metric not in system.report.metrics:
        return None
    fields = system.report[metric].reading.fields
    items = [system.item(key, metric) for key in keys]
    return [[None if item is None else rounded(item.values.get(name)) for item in items] for name in fields]


def _zeroed(system: _System, keys: Sequence[_Key], metrics: Sequence[str]) -> list[int]:
    items = [system.item(key, metrics[0]) if metrics[0] in system.report.metrics else None for key in keys]
    return [number for number, item in enumerate(items) if item is not None and item.zeroed]


def _size(systems: Sequence[_System], key: _Key, metrics: Sequence[str]) -> float | int | None:
    """How many parts the gold item has: those that the first metric counts which counts any."""
    for system in systems:
        items = [system.item(key, metric) for metric in metrics if metric in system.report.metrics]
        totals = [item.score.gold_total for item in items if item is not None]
        if totals:
            return rounded(next(filter(None, totals), 0))
    return None
