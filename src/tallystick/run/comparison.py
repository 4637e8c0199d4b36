"""The result of comparing systems: their scores, their differences, and what was compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from tallystick.errors import Problem, UsageError
from tallystick.run.comparison_table import cells_of, footer_lines
from tallystick.run.plotting import plot_comparison
from tallystick.run.settings import Settings
from tallystick.run.table import aligned, percent
from tallystick.stats.comparison import Difference, MetricComparison, Statistics

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

__all__ = ["Comparison", "SystemCoverage", "records_of"]


@dataclass(frozen=True, slots=True)
class SystemCoverage:
    """How much of a system's output was scored."""

    items: int
    skipped: int = 0
    """How many items, or parts of items, were left out because they cannot be read."""
    zeroed: int = 0
    """How many were counted as empty."""
    left_out: int = 0
    """How many items were scored, and left out here, because not all systems have them, or not all of their parts."""
    unproved: str = ""
    """Which metrics have items that are not proved to be optimal, in words; empty if all are."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """How systems compare with one another.

    ``comparison["smatch"].systems["b"].f1`` is a number, ``comparison["smatch"].difference("a", "b").tests["ar"].p``
    a p-value.
    """

    task: str
    names: tuple[str, ...]
    """The systems; the first one is the baseline."""
    metrics: Mapping[str, MetricComparison]
    items: int
    """How many items all systems have in common: those that were compared."""
    units: int
    """How many items, or documents, were drawn and exchanged."""
    unit: str
    statistics: Statistics
    settings: Settings
    coverage: Mapping[str, SystemCoverage]
    part: str = "item"
    """What is skipped, in a word."""
    problems: tuple[Problem, ...] = ()

    def __getitem__(self, key: str) -> MetricComparison:
        try:
            return self.metrics[key]
        except KeyError:
            raise KeyError(
                f"no metric {key!r} in this comparison; it has {', '.join(self.metrics)}"
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    @property
    def comparisons(self) -> int:
        """How many differences were tested: all but those that are undefined."""
        first = self.statistics.tests[0]
        differences = (one for metric in self.metrics.values() for one in metric.differences)
        return sum(one.tests[first].p is not None for one in differences)

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each metric and system, and each further comparison of two systems."""
        try:
            import pandas as pd
        except ImportError as error:
            raise UsageError("to_pandas needs pandas: pip install tallystick[pandas]") from error
        return pd.DataFrame(records_of(self))

    def to_polars(self) -> polars.DataFrame:
        """The same table for Polars."""
        try:
            import polars as pl
        except ImportError as error:
            raise UsageError("to_polars needs polars: pip install tallystick[polars]") from error
        return pl.DataFrame(records_of(self), infer_schema_length=None)

    def plot(self, metrics: Sequence[str] | str = (), ax: Axes | None = None) -> Axes:
        """Draw every system's score with its interval."""
        return plot_comparison(self, [metrics] if isinstance(metrics, str) else metrics, ax)

    def __repr__(self) -> str:
        header, body, left = cells_of(self, percent)
        return aligned(header, body, left=left) + "\n".join(footer_lines(self, scale=", × 100"))

    def _repr_html_(self) -> str:
        header, body, _ = cells_of(self, percent)
        head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
        note = "<br>".join(escape(line) for line in footer_lines(self, scale=", × 100"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{note}</p>"


def records_of(found: Comparison) -> list[dict[str, object]]:
    """Everything as rows: each metric and system, compared with the baseline; then the other comparisons."""
    rows = []
    for metric in found.metrics.values():
        first, *others = found.names
        rows.append(_record(found, metric, first, None))
        rows += [_record(found, metric, name, metric.difference(first, name)) for name in others]
        rows += [_record(found, metric, one.system, one) for one in metric.differences if one.base != first]
    return rows


def _record(
    found: Comparison, metric: MetricComparison, name: str, one: Difference | None
) -> dict[str, object]:
    score = metric.systems[name]
    low, high = score.intervals[metric.headline]
    row: dict[str, object] = {
        "metric": metric.key, "system": name, "base": one.base if one else None, "number": metric.headline,
        "value": score.values[metric.headline], "low": low, "high": high,
        "deviation": score.deviations[metric.headline], "difference": one.value if one else None,
        "difference_low": one.interval.low if one else None, "difference_high": one.interval.high if one else None,
        "wins": one.wins if one else None, "ties": one.ties if one else None, "losses": one.losses if one else None,
        "incomparable": one.incomparable if one else None,
    }  # fmt: skip
    for test in found.statistics.tests:
        verdict = one.tests[test] if one else None
        row[f"p_{test}"] = verdict.p if verdict else None
        row[f"p_{test}_adjusted"] = verdict.adjusted if verdict else None
        if test == "ar":
            row["exact_ar"] = verdict.exact if verdict else None
    better = one.better(found.statistics) if one else None
    own = found.coverage[name]
    return row | {"better": better, "items": found.items, "left_out": own.left_out, "skipped": own.skipped,
                  "zeroed": own.zeroed}  # fmt: skip
