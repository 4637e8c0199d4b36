"""The systems and the metrics of a page in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.report.calibration import calibration_of
from tallystick.report.page.declaration import task_of
from tallystick.report.page.schema import Interval, MetricNumbers, MetricSummary, SystemSummary
from tallystick.results.report import MetricReport, Report
from tallystick.tasks.notes import without_hints
from tallystick.tasks.views.parts import rounded

__all__ = ["metric_summary", "system_summary"]

#: Most problems that are listed.
_PROBLEMS = 200


def system_summary(name: str, report: Report) -> SystemSummary:
    """Return what was scored of a system, and what was wrong with its items."""
    return {
        "name": name,
        "items": report.items,
        "skipped": report.skipped,
        "zeroed": report.zeroed,
        "coverage": [
            *((label.replace("_", " "), count) for label, count in report.coverage.items()),
            *([("repaired", report.repaired)] if report.repaired else []),
        ],
        "unproved": report.unproved,
        "notes": without_hints(report.notes),
        "problems": [(problem.level, str(problem)) for problem in report.problems[:_PROBLEMS]],
        "more_problems": max(0, len(report.problems) - _PROBLEMS),
    }


def metric_summary(reports: Sequence[Report], key: str) -> MetricSummary:
    """Return a metric with its numbers for every system."""
    first = next(report[key] for report in reports if key in report.metrics)
    task = task_of(reports[0])
    declared = task.metric(first.signature.partition("|")[0]) if task else None
    return {
        "key": key,
        "summary": declared.summary if declared else "",
        "definition": declared.definition if declared else "",
        "reference": declared.reference if declared else "",
        "signature": first.signature,
        "fields": list(first.reading.fields),
        "headline": first.reading.headline,
        "systems": [_numbers(report[key]) if key in report.metrics else None for report in reports],
    }


def _numbers(metric: MetricReport) -> MetricNumbers:
    tally = metric.tally
    # A single item cannot be resampled.
    intervals = metric.intervals if tally.items > 1 else {}
    numbers: MetricNumbers = {
        "values": [metric.values.get(name) for name in metric.reading.fields],
        "ci": {name: Interval(*interval) for name, interval in intervals.items()},
        "matched": (rounded(tally.matched_pred), rounded(tally.matched_gold)),
        "totals": (rounded(tally.pred_total), rounded(tally.gold_total)),
        "proved": (tally.proved, tally.items),
        "undefined": dict(metric.undefined),
    }
    curves = calibration_of(metric)
    if curves is not None:
        numbers["calibration"] = {
            "reliability": [
                (rounded(leaves), rounded(right), rounded(mean)) for leaves, right, mean in curves.reliability
            ],
            "risk_coverage": [
                (rounded(share), rounded(risk), rounded(least)) for share, risk, least in curves.risk_coverage
            ],
        }
    return numbers
