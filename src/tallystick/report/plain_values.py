"""A report as plain values: what ``-f json`` writes and :meth:`Report.to_dict` returns."""

from __future__ import annotations

from tallystick.errors import REPAIRED, warnings_of
from tallystick.report.rows import score_fields
from tallystick.results.report import MetricReport, Report
from tallystick.version import VERSION

__all__ = ["as_dict", "per_item"]


def as_dict(report: Report, *, items: bool = False) -> dict[str, object]:
    """Return the report as a dictionary, in the form that ``-f json`` writes."""
    result: dict[str, object] = {
        "tallystick": VERSION,
        "task": report.task,
        "signature": {key: metric.signature for key, metric in report.metrics.items()},
        "items": report.items,
        "skipped": report.skipped,
        "zeroed": report.zeroed,
        "scores": {key: _score(metric) for key, metric in report.metrics.items()},
        "warnings": warnings_of(report.problems),
    }
    settings = report.settings
    if settings.confidence:
        result |= {"level": settings.confidence, "resamples": settings.resamples, "seed": settings.seed}
    if report.repaired or report.settings.repair != "none":
        result["repaired"] = report.repaired
        if items:
            result["repairs"] = [p.to_dict() for p in report.problems if p.code == REPAIRED]
    if report.coverage:
        result["coverage"] = dict(report.coverage)
    if report.notes:
        result["notes"] = list(report.notes)
    if report.groups:
        result["by"] = {
            str(report.settings.by): {
                label: {"scores": {key: _score(metric) for key, metric in metrics.items()}}
                for label, metrics in report.groups.items()
            }
        }
    if items:
        result["per_item"] = per_item(report)
    return result


def _score(metric: MetricReport) -> dict[str, object]:
    result = score_fields(metric.score, dict(metric.values))
    if metric.reading.data is not None and metric.tally.items:
        result |= metric.reading.data(metric.tally)
    if metric.average != "micro":
        result["average"] = metric.average
        left_out = {name: count for name, count in metric.undefined.items() if count}
        if left_out:
            result["undefined"] = left_out
    if metric.intervals:
        result["ci"] = {name: list(interval) for name, interval in metric.intervals.items()}
    return result


def per_item(report: Report) -> list[dict[str, object]]:
    """The scores of each item."""
    keys = list(report.metrics)
    columns = [report.metrics[key].items for key in keys]
    return [
        {
            "id": row[0].id,
            **({"zeroed": True} if row[0].zeroed else {}),
            "scores": {
                key: score_fields(item.score, dict(item.values), item=True)
                for key, item in zip(keys, row, strict=True)
            },
        }
        for row in zip(*columns, strict=True)
    ]
