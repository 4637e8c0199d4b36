"""A ranking of systems as output formats see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.comparison import as_dict as comparison_as_dict
from tallystick.report.comparison_table import statistics_in_words
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import average_in_words, counted, range_in_words, signatures_in_words, title_of
from tallystick.results.ranking import Gap, MetricRanking, RankedSystem, Ranking

__all__ = ["RankingView", "records_of"]

#: The width in characters that a table of text is broken at: a column for each data set would not fit.
_WIDE = 120
#: Data sets with their scores, after the columns that every leaderboard has.
_MEAN = "mean"


@dataclass(frozen=True, slots=True)
class RankingView(TableView):
    """Leaderboards over data sets."""

    kind: ClassVar[str] = "ranking"
    bulleted: ClassVar[bool] = True

    ranking: Ranking

    def data(self) -> dict[str, object]:
        """All data: the leaderboards, and how systems compare."""
        ranking = self.ranking
        compared = comparison_as_dict(ranking.comparison)
        del compared["baseline"], compared["letters"]
        return {
            **compared,
            "datasets": list(ranking.datasets),
            "ranking": {
                key: [_system(system) for system in metric.systems] for key, metric in ranking.metrics.items()
            },
            "gaps": [_gap(gap) for gap in ranking.gaps],
        }

    def tables(self, style: Style) -> list[Table]:
        """A table for each metric: a row for each system, the best first."""
        return [self._table(metric, style) for metric in self.ranking.metrics.values()]

    def _table(self, metric: MetricRanking, style: Style) -> Table:
        level = f"{100 * self.ranking.comparison.statistics.level:g} %"
        labels = [label for label in self.ranking.datasets if label in metric.systems[0].datasets]
        header = ["system", "rank", level, title_of(metric.headline), level, *labels]
        rows = []
        for system in metric.systems:
            low, high = system.rank_interval
            ranks = f"{low:g}" if low == high else f"{low:g}–{high:g}"
            cells = [system.name, str(system.rank), ranks]
            cells += [style.number(system.value), range_in_words(system.interval, style.number)]
            rows.append([*cells, *(style.number(system.datasets[label]) for label in labels)])
        title = f"{metric.key}  {title_of(metric.headline)}"
        return Table(header, rows, title=title, widest=_WIDE)

    def notes(self, style: Style) -> list[str]:
        """Notes: what was ranked, the rule for shared ranks, what was missing."""
        ranking, comparison = self.ranking, self.ranking.comparison
        average = average_in_words(comparison.settings.average).replace("groups", "data sets")
        sizes = f"{counted(len(ranking.datasets), 'data set')}, {counted(comparison.items, 'item')}"
        lines = [
            f"{comparison.task}, {sizes}, {average}{style.scale}",
            "systems share a rank unless the best of them is significantly better; rank intervals are based on "
            "scores alone, without shared ranks",
        ]
        lines += [_gap_in_words(gap) for gap in ranking.gaps]
        # Ranks depend only on the differences of means, not on those within data sets.
        means = {key: metric for key, metric in comparison.metrics.items() if metric.group is None}
        return lines + statistics_in_words(replace(comparison, metrics=means), style)

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.ranking.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each metric, system and data set, and for each mean."""
        records = records_of(self.ranking)
        yield list(records[0])
        yield from (list(record.values()) for record in records)


def records_of(ranking: Ranking) -> list[dict[str, object]]:
    """Everything as rows."""
    return [
        record
        for metric in ranking.metrics.values()
        for system in metric.systems
        for record in _records(ranking, metric, system)
    ]


def _records(ranking: Ranking, metric: MetricRanking, system: RankedSystem) -> Iterator[dict[str, object]]:
    gaps = {gap.dataset: gap for gap in ranking.gaps if gap.system == system.name}
    for label in (_MEAN, *metric.systems[0].datasets):
        mean = label == _MEAN
        interval = system.interval if mean else system.intervals[label]
        low, high = (None, None) if label in system.absent else interval
        gap = None if mean else gaps.get(label)
        yield {
            "metric": metric.key,
            "system": system.name,
            "dataset": label,
            "number": metric.headline,
            "value": system.value if mean else system.datasets[label],
            "low": low,
            "high": high,
            "rank": system.rank if mean else None,
            "rank_low": system.rank_interval.low if mean else None,
            "rank_high": system.rank_interval.high if mean else None,
            "gap": gap.reason if gap else None,
            "counted": gap.counted if gap else None,
        }


def _system(system: RankedSystem) -> dict[str, object]:
    return {
        "system": system.name,
        "rank": system.rank,
        "score_rank": system.score_rank,
        "rank_ci": list(system.rank_interval),
        "value": system.value,
        "ci": list(system.interval),
        "datasets": dict(system.datasets),
        "left_out": sorted(system.absent),
    }


def _gap(gap: Gap) -> dict[str, object]:
    return {
        "system": gap.system,
        "dataset": gap.dataset,
        "file": gap.file,
        "reason": gap.reason,
        "counted": gap.counted,
        "problems": [problem.to_dict() for problem in gap.problems],
    }


def _gap_in_words(gap: Gap) -> str:
    counted_as = "counted as empty" if gap.counted == "zero" else "left out of its mean"
    return f"{gap.system}: {gap.file} is {gap.reason}, {counted_as}"
