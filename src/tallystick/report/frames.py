"""Results as tables of pandas and Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.report.comparison import records_of
from tallystick.report.ranking import records_of as ranking_records
from tallystick.report.rows import COUNTS, counts_of, fields_of, further_counts, rows_of
from tallystick.results.comparison import Comparison
from tallystick.results.ranking import Ranking
from tallystick.results.report import Report

if TYPE_CHECKING:
    from types import ModuleType

    import pandas
    import polars

__all__ = [
    "comparison_in_pandas",
    "comparison_in_polars",
    "ranking_in_pandas",
    "ranking_in_polars",
    "report_in_pandas",
    "report_in_polars",
]


def _library(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(f"to_{name} needs {name}: pip install tallystick[{name}]") from error


def report_in_pandas(report: Report, *, items: bool, groups: bool) -> pandas.DataFrame:
    """A row for each metric, which is the index, or for each item or group under each metric."""
    pd = _library("pandas")
    frame: pandas.DataFrame
    if groups:
        kinds = dict.fromkeys(fields_of(report), "float64")
        frame = pd.DataFrame(_group_records(report)).astype(kinds)
    elif items:
        # Columns of numbers stay numbers where all of them are undefined.
        kinds = dict.fromkeys(fields_of(report), "float64")
        columns = [
            "item",
            "metric",
            *fields_of(report),
            *COUNTS,
            *further_counts(report),
            "optimal",
            "zeroed",
        ]
        frame = pd.DataFrame(_item_records(report), columns=columns).astype(kinds)
    else:
        rows = {key: dict(metric.values) for key, metric in report.metrics.items()}
        frame = pd.DataFrame.from_dict(rows, orient="index", dtype="float64")
    return frame


def report_in_polars(report: Report, *, items: bool, groups: bool) -> polars.DataFrame:
    """The same for Polars, which has no index: the metric is a column."""
    pl = _library("polars")
    kinds = dict.fromkeys(fields_of(report), pl.Float64)
    if groups:
        records = _group_records(report)
    else:
        records = _item_records(report) if items else _metric_records(report)
    frame: polars.DataFrame = pl.DataFrame(records, schema_overrides=kinds, infer_schema_length=None)
    return frame


def comparison_in_pandas(comparison: Comparison) -> pandas.DataFrame:
    """A row for each metric and system, and each further comparison of two systems."""
    frame: pandas.DataFrame = _library("pandas").DataFrame(records_of(comparison))
    return frame


def comparison_in_polars(comparison: Comparison) -> polars.DataFrame:
    """The same for Polars."""
    frame: polars.DataFrame = _library("polars").DataFrame(records_of(comparison), infer_schema_length=None)
    return frame


def ranking_in_pandas(ranking: Ranking) -> pandas.DataFrame:
    """A row for each metric, system and data set, and for each mean."""
    frame: pandas.DataFrame = _library("pandas").DataFrame(ranking_records(ranking))
    return frame


def ranking_in_polars(ranking: Ranking) -> polars.DataFrame:
    """The same for Polars."""
    frame: polars.DataFrame = _library("polars").DataFrame(ranking_records(ranking), infer_schema_length=None)
    return frame


def _metric_records(report: Report) -> list[dict[str, object]]:
    """The rows: numbers that a metric does not have are None, as are those that are undefined."""
    fields = fields_of(report)
    return [
        {"metric": key, **{name: metric.values.get(name) for name in fields}}
        for key, metric in report.metrics.items()
    ]


def _group_records(report: Report) -> list[dict[str, object]]:
    """The whole and each group under each metric."""
    if not report.groups:
        raise UsageError('the report has no groups: score with by="type" or another label')
    fields = fields_of(report)
    return [
        {
            "group": "all" if row.group is None else row.group,
            "metric": row.metric.key,
            **{name: row.values.get(name) for name in fields},
            **dict(zip(COUNTS, counts_of(row.tally, row.reading), strict=True)),
            **dict.fromkeys(further_counts(report)),
            **row.reading.counted(row.tally),
        }
        for row in rows_of(report)
    ]


def _item_records(report: Report) -> list[dict[str, object]]:
    if report.items and not any(metric.items for metric in report.metrics.values()):
        raise UsageError("the report has no items: score with items=True")
    fields = fields_of(report)
    return [
        {
            "item": item.id,
            "metric": metric.key,
            **{name: item.values.get(name) for name in fields},
            **{name: float(getattr(item.score, name)) for name in COUNTS},
            **dict.fromkeys(further_counts(report)),
            **item.score.reading.counted(item.score.tally),
            "optimal": item.score.optimal,
            "zeroed": item.zeroed,
        }
        for metric in report.metrics.values()
        for item in metric.items
    ]
