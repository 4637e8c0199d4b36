"""A comparison of systems as output formats see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import warnings_of
from tallystick.report.comparison_table import comparison_notes, comparison_table, letters_of, pair_table
from tallystick.report.view import Style, Table, TableView
from tallystick.report.wording import signatures_in_words
from tallystick.results.comparison import Comparison, SystemCoverage
from tallystick.stats.comparison import Difference, MetricComparison, SystemScore
from tallystick.version import VERSION

__all__ = ["ComparisonView", "as_dict", "records_of"]


@dataclass(frozen=True, slots=True)
class ComparisonView(TableView):
    """Systems against one gold."""

    kind: ClassVar[str] = "comparison"
    bulleted: ClassVar[bool] = True

    comparison: Comparison
    pairwise: bool = False
    """Whether a second table shows every pair of systems."""
    all_groups: bool = True
    """Whether tables show the groups of every metric, or only those of the first one."""

    def data(self) -> dict[str, object]:
        """All data."""
        return as_dict(self.comparison)

    def tables(self, style: Style) -> list[Table]:
        """A row for each metric and system; then one for each pair of systems if they are requested."""
        shown = self.shown
        table = comparison_table(shown, style)
        return [table, pair_table(shown, style)] if self.pairwise else [table]

    @property
    def shown(self) -> Comparison:
        """The comparison as tables show it."""
        first = next(iter(self.comparison.metrics.values())).key
        if self.all_groups:
            return self.comparison
        metrics = self.comparison.metrics.items()
        return replace(
            self.comparison,
            metrics={key: metric for key, metric in metrics if metric.group is None or metric.key == first},
        )

    def notes(self, style: Style) -> list[str]:
        """The tests, the intervals, what was left out."""
        shown = self.shown
        notes = comparison_notes(shown, style)
        if len(shown.metrics) < len(self.comparison.metrics):
            by, first = shown.settings.by, next(iter(shown.metrics.values())).key
            notes.insert(1, f"rows by {by} are of {first}; -m chooses other metrics, JSON and CSV have all")
        return notes

    def signatures(self) -> list[str]:
        """The signature of every metric."""
        return signatures_in_words(self.comparison.metrics.values())

    def records(self) -> Iterator[Sequence[object]]:
        """One row for each metric and system, compared with the baseline, then for each other comparison."""
        records = records_of(self.comparison)
        yield list(records[0])
        yield from (list(record.values()) for record in records)


def as_dict(comparison: Comparison) -> dict[str, object]:
    """Everything as plain data; fractions at full precision."""
    how = comparison.statistics
    return {
        "tallystick": VERSION,
        "task": comparison.task,
        "signature": {metric.key: metric.signature for metric in comparison.metrics.values()},
        "baseline": comparison.names[0],
        "systems": list(comparison.names),
        "letters": letters_of(comparison.names),
        "items": comparison.items,
        "unit": comparison.unit,
        "units": comparison.units,
        "average": comparison.settings.average,
        "level": how.level,
        "tests": list(how.tests),
        "trials": how.trials,
        "resamples": how.resamples,
        "seed": how.seed,
        "adjust": how.adjust,
        "comparisons": comparison.comparisons,
        "metrics": {
            key: _metric(metric, comparison)
            for key, metric in comparison.metrics.items()
            if metric.group is None
        },
        **_groups(comparison),
        "coverage": {name: _coverage(own) for name, own in comparison.coverage.items()},
        "warnings": warnings_of(comparison.problems),
        **({"notes": list(comparison.notes)} if comparison.notes else {}),
    }


def _groups(comparison: Comparison) -> dict[str, object]:
    """The metrics by group, where systems are compared by group."""
    groups: dict[str, dict[str, object]] = {}
    for metric in comparison.by_group:
        groups.setdefault(str(metric.group), {})[metric.key] = _metric(metric, comparison)
    return {"by": {str(comparison.settings.by): groups}} if groups else {}


def _coverage(own: SystemCoverage) -> dict[str, object]:
    counts = {"items": own.items, "skipped": own.skipped, "zeroed": own.zeroed, "left_out": own.left_out}
    counts |= {"repaired": own.repaired} if own.repaired else {}
    return counts | ({"unproved": own.unproved} if own.unproved else {})


def _metric(metric: MetricComparison, comparison: Comparison) -> dict[str, object]:
    return {
        "number": metric.headline,
        "systems": {
            name: _system(score) | {"better_than": metric.better_than(name, comparison.statistics)}
            for name, score in metric.systems.items()
        },
        "differences": [_difference(difference, comparison) for difference in metric.differences],
    }


def _system(score: SystemScore) -> dict[str, object]:
    return {
        **score.values,
        "ci": {name: list(interval) for name, interval in score.intervals.items()},
        "deviation": dict(score.deviations),
        "undefined_resamples": dict(score.undefined),
    }


def _difference(difference: Difference, comparison: Comparison) -> dict[str, object]:
    return {
        "base": difference.base,
        "system": difference.system,
        "difference": difference.value,
        "ci": list(difference.interval),
        "deviation": difference.deviation,
        "detectable": difference.detectable,
        "superiority": difference.superiority,
        "wins": difference.wins,
        "ties": difference.ties,
        "losses": difference.losses,
        "incomparable": difference.incomparable,
        "undefined_resamples": difference.undefined,
        "better": difference.better(comparison.statistics),
        "tests": {
            test: {
                "p": verdict.p,
                "adjusted": verdict.adjusted,
                "trials": verdict.trials,
                "exact": verdict.exact,
                "undefined": verdict.undefined,
            }
            for test, verdict in ((test, difference.tests[test]) for test in comparison.statistics.tests)
        },
    }


def records_of(comparison: Comparison) -> list[dict[str, object]]:
    """Everything as rows: each metric and system, compared with the baseline; then the other comparisons."""
    rows = []
    for metric in comparison.metrics.values():
        first, *others = comparison.names
        rows.append(_record(comparison, metric, first, None))
        rows += [_record(comparison, metric, name, metric.difference(first, name)) for name in others]
        rows += [
            _record(comparison, metric, difference.system, difference)
            for difference in metric.differences
            if difference.base != first
        ]
    return rows


def _record(
    comparison: Comparison, metric: MetricComparison, name: str, difference: Difference | None
) -> dict[str, object]:
    score = metric.systems[name]
    low, high = score.intervals[metric.headline]
    own = comparison.coverage[name]
    return {
        "metric": metric.key,
        **({"group": metric.group} if comparison.by_group else {}),
        "system": name,
        "base": difference.base if difference else None,
        "number": metric.headline,
        "value": score.values[metric.headline],
        "low": low,
        "high": high,
        "deviation": score.deviations[metric.headline],
        **_difference_record(comparison, difference),
        "items": comparison.items,
        "left_out": own.left_out,
        "skipped": own.skipped,
        "zeroed": own.zeroed,
    }


def _difference_record(comparison: Comparison, difference: Difference | None) -> dict[str, object]:
    """How a system compares with its base; every value is None for the baseline itself."""
    low, high = difference.interval if difference else (None, None)
    record: dict[str, object] = {
        "difference": difference.value if difference else None,
        "difference_low": low,
        "difference_high": high,
    }
    for count in ("wins", "ties", "losses", "incomparable", "superiority", "detectable"):
        record[count] = getattr(difference, count, None)
    for test in comparison.statistics.tests:
        verdict = difference.tests[test] if difference else None
        record[f"p_{test}"] = verdict.p if verdict else None
        record[f"p_{test}_adjusted"] = verdict.adjusted if verdict else None
        if test == "ar":
            record["exact_ar"] = verdict.exact if verdict else None
    return record | {"better": difference.better(comparison.statistics) if difference else None}
