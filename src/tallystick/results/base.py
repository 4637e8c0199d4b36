"""The common base of results: access by metric, and display in consoles and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from tallystick.lazy import Lazy

__all__ = ["PRESENTED", "Result"]

Entry = TypeVar("Entry")

#: How results are presented. That layer is above this one, so it is imported when first used.
PRESENTED: Lazy[Callable[..., Any]] = Lazy(
    {
        "render": "tallystick.report.formats:render",
        "scores": "tallystick.report.scores:ScoreView",
        "comparison": "tallystick.report.comparison:ComparisonView",
        "ranking": "tallystick.report.ranking:RankingView",
        "agreement": "tallystick.report.agreement:AgreementView",
        "matrices": "tallystick.report.matrix:MatrixView",
        "correlations": "tallystick.report.correlation:CorrelationView",
        "metric line": "tallystick.report.display:metric_line",
        "metric html": "tallystick.report.display:metric_html",
        "item line": "tallystick.report.display:item_line",
        "item html": "tallystick.report.display:item_html",
        "pandas": "tallystick.report.frames:report_in_pandas",
        "polars": "tallystick.report.frames:report_in_polars",
        "comparison in pandas": "tallystick.report.frames:comparison_in_pandas",
        "comparison in polars": "tallystick.report.frames:comparison_in_polars",
        "ranking in pandas": "tallystick.report.frames:ranking_in_pandas",
        "ranking in polars": "tallystick.report.frames:ranking_in_polars",
        "page": "tallystick.report.page.inline:inline_page",
        "metric plot": "tallystick.report.plotting:plot_metric",
        "report plot": "tallystick.report.plotting:plot_report",
        "comparison plot": "tallystick.report.plotting:plot_comparison",
    }
)


class Result(Generic[Entry]):
    """A result with an entry for each metric: ``result["b3"]``."""

    __slots__ = ()

    kind: ClassVar[str]
    """The name of the result in output formats."""
    noun: ClassVar[str]
    """The name of the result in messages."""
    metrics: Mapping[str, Entry]

    def __getitem__(self, key: str) -> Entry:
        try:
            return self.metrics[key]
        except KeyError:
            known = ", ".join(self.metrics)
            raise KeyError(f"no metric {key!r} in this {self.noun}; it has {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __repr__(self) -> str:
        return self._rendered("text").rstrip("\n")

    def _repr_html_(self) -> str:
        return self._rendered("notebook")

    def _rendered(self, format_name: str) -> str:
        text: str = PRESENTED["render"](format_name, PRESENTED[self.kind](self))
        return text
