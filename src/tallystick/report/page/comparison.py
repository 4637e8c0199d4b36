"""The comparison of systems as the page shows it."""

from __future__ import annotations

from tallystick.report.page.schema import ComparedMetric, ComparisonTable, Interval, SystemDifference
from tallystick.results.comparison import Comparison
from tallystick.stats.comparison import Difference, MetricComparison, Statistics

__all__ = ["comparison_table"]


def comparison_table(comparison: Comparison) -> ComparisonTable:
    """Return a comparison as plain data; fractions at full precision."""
    statistics = comparison.statistics
    return {
        "systems": list(comparison.names),
        "items": comparison.items,
        "unit": comparison.unit,
        "level": statistics.level,
        "tests": list(statistics.tests),
        "adjust": statistics.adjust,
        "pairs": statistics.pairs,
        "comparisons": comparison.comparisons,
        "trials": statistics.trials,
        "resamples": statistics.resamples,
        "metrics": {key: _metric(metric, statistics) for key, metric in comparison.metrics.items()},
        "coverage": {
            name: {"skipped": own.skipped, "zeroed": own.zeroed, "left_out": own.left_out}
            for name, own in comparison.coverage.items()
        },
    }


def _metric(metric: MetricComparison, statistics: Statistics) -> ComparedMetric:
    headline = metric.headline
    by_score = {name: own.rank for name, own in metric.ranks.items()}
    # Ties need the tests of all pairs; without them ranks are by score alone.
    shared = metric.shared_ranks(statistics) if statistics.pairs == "all" else by_score
    return {
        "number": headline,
        "systems": {
            name: {"value": score.values[headline], "ci": Interval(*score.intervals[headline])}
            for name, score in metric.systems.items()
        },
        "ranks": {name: rank and shared[name] for name, rank in by_score.items()},
        "differences": [_difference(difference, statistics) for difference in metric.differences],
    }


def _difference(difference: Difference, statistics: Statistics) -> SystemDifference:
    results = ((test, difference.tests[test]) for test in statistics.tests)
    return {
        "base": difference.base,
        "system": difference.system,
        "difference": difference.value,
        "ci": Interval(*difference.interval),
        "wins": difference.wins,
        "ties": difference.ties,
        "losses": difference.losses,
        "incomparable": difference.incomparable,
        "better": difference.better(statistics),
        "tests": {test: {"p": result.p, "adjusted": result.adjusted} for test, result in results},
    }
