"""A report as tables of pandas and Polars: a row for each metric, or for each item under each metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.run.rows import fields_of

if TYPE_CHECKING:
    import pandas
    import polars

    from tallystick.run.report import Report

__all__ = ["pandas_of", "polars_of", "records_of"]


def pandas_of(report: Report, *, items: bool) -> pandas.DataFrame:
    """The table for pandas; that of the metrics has them as its index."""
    try:
        import pandas as pd
    except ImportError as error:
        raise UsageError("to_pandas needs pandas: pip install tallystick[pandas]") from error
    if items:
        # Columns of numbers stay numbers where all of them are undefined.
        kinds = dict.fromkeys(fields_of(report), "float64")
        return pd.DataFrame(records_of(report, items=True), columns=_columns(report)).astype(kinds)
    rows = {key: dict(metric.values) for key, metric in report.metrics.items()}
    return pd.DataFrame.from_dict(rows, orient="index", dtype="float64")


def polars_of(report: Report, *, items: bool) -> polars.DataFrame:
    """The table for Polars, which has no index: the metric is a column."""
    try:
        import polars as pl
    except ImportError as error:
        raise UsageError("to_polars needs polars: pip install tallystick[polars]") from error
    kinds = dict.fromkeys(fields_of(report), pl.Float64)
    return pl.DataFrame(records_of(report, items=items), schema_overrides=kinds, infer_schema_length=None)


def records_of(report: Report, *, items: bool) -> list[dict[str, object]]:
    """The rows: numbers that a metric does not have are None, as are those that are undefined."""
    fields = fields_of(report)
    if not items:
        return [
            {"metric": key, **{name: metric.values.get(name) for name in fields}}
            for key, metric in report.metrics.items()
        ]
    _refuse_without_items(report)
    return [
        {
            "item": item.id,
            "metric": metric.key,
            **{name: item.values.get(name) for name in fields},
            "matched_pred": float(item.score.matched_pred),
            "matched_gold": float(item.score.matched_gold),
            "pred_total": float(item.score.pred_total),
            "gold_total": float(item.score.gold_total),
            "optimal": item.score.optimal,
            "zeroed": item.zeroed,
        }
        for metric in report.metrics.values()
        for item in metric.items
    ]


def _columns(report: Report) -> list[str]:
    counts = ["matched_pred", "matched_gold", "pred_total", "gold_total"]
    return ["item", "metric", *fields_of(report), *counts, "optimal", "zeroed"]


def _refuse_without_items(report: Report) -> None:
    if report.items and not any(metric.items for metric in report.metrics.values()):
        raise UsageError("the report has no items: score with items=True")
