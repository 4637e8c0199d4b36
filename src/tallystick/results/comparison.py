"""The result of comparing systems: their scores, their differences, and what was compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import PRESENTED, Result
from tallystick.results.settings import Settings
from tallystick.stats.comparison import MetricComparison, Statistics

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

    from tallystick.notebook import InlinePage
    from tallystick.results.report import Report

__all__ = ["Comparison", "SystemCoverage"]


@dataclass(frozen=True, slots=True)
class SystemCoverage:
    """How much of a system's output was scored."""

    items: int
    skipped: int = 0
    """Number of items, or parts of items, that were left out because they cannot be read."""
    zeroed: int = 0
    """Number of predictions that were counted as empty."""
    left_out: int = 0
    """Number of scored items that were left out because other systems lack them, or parts of them."""
    repaired: int = 0
    """Number of predictions that were repaired before they could be read."""
    unproved: str = ""
    """The metrics with items that are not proved optimal, as text; empty if there are none."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result[MetricComparison]):
    """A comparison of systems.

    ``comparison["smatch"].systems["b"].f1`` is a number, ``comparison["smatch"].difference("a", "b").tests["ar"].p``
    a p-value.
    """

    kind: ClassVar[str] = "comparison"
    noun: ClassVar[str] = "comparison"

    task: str
    names: tuple[str, ...]
    """The systems; the first one is the baseline."""
    metrics: Mapping[str, MetricComparison]
    items: int
    """Number of items that all systems have: those that were compared."""
    units: int
    """Number of items, or documents, that were resampled."""
    unit: str
    statistics: Statistics
    settings: Settings
    coverage: Mapping[str, SystemCoverage]
    part: str = "item"
    """Name of the parts that are skipped."""
    whole_groups: bool = False
    """Whether each item belongs to exactly one group of ``--by``, so that items are resampled within groups."""
    lone_groups: tuple[str, ...] = ()
    """Groups with a single unit, which cannot be resampled."""
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    """Notes of the task that apply to every run."""

    @property
    def comparisons(self) -> int:
        """Largest number of differences that the p-values of a metric are adjusted for; undefined ones do not count."""
        first = self.statistics.tests[0]
        return max(
            (
                sum(difference.tests[first].p is not None for difference in metric.differences)
                for metric in self.metrics.values()
            ),
            default=0,
        )

    @property
    def by_group(self) -> list[MetricComparison]:
        """The metrics within the groups of ``--by``; empty without ``--by``."""
        return [metric for metric in self.metrics.values() if metric.group is not None]

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each metric and system, and each further comparison of two systems."""
        frame: pandas.DataFrame = PRESENTED["comparison in pandas"](self)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The same table for Polars."""
        frame: polars.DataFrame = PRESENTED["comparison in polars"](self)
        return frame

    def show(
        self,
        reports: Mapping[str, Report],
        item: str | int | None = None,
        *,
        title: str = "",
        worst: int | None = None,
        height: int = 720,
    ) -> InlinePage:
        """Show the page of all systems in a notebook. `reports` are those of the systems, by name."""
        page: InlinePage = PRESENTED["page"](
            reports, item, comparison=self, title=title, worst=worst, height=height
        )
        return page

    def plot(self, metrics: Sequence[str] | str = (), ax: Axes | None = None) -> Axes:
        """Draw every system's score with its interval."""
        keys = [metrics] if isinstance(metrics, str) else metrics
        axes: Axes = PRESENTED["comparison plot"](self, keys, ax)
        return axes
