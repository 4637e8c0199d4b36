"""The result of a run: a report of scores by metric, in the requested average."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.results.base import PRESENTED, Result
from tallystick.results.settings import Settings
from tallystick.tally import Alignment, Numbers, Reading, Score, Tally

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

    from tallystick.notebook import InlinePage
    from tallystick.stats.bootstrap import Interval

__all__ = ["ItemScore", "MetricReport", "Report"]


@dataclass(frozen=True, slots=True, repr=False)
class ItemScore(Numbers):
    """The score of one item under one metric."""

    id: str
    score: Score
    zeroed: bool = False
    """Whether the prediction was malformed or missing, and counted as empty."""
    originals: Callable[[], tuple[Any, Any]] | None = field(default=None, repr=False, compare=False)
    """Function that returns the two sides as they were compared, for display."""
    page: Any = field(default=None, repr=False, compare=False)
    """Data of the item for the report page, if computed with the score."""
    draw: Callable[[], Any] | None = field(default=None, repr=False, compare=False)
    """Function that returns the data of the item for the report page."""

    @property
    def values(self) -> Mapping[str, float | None]:
        """The numbers by name."""
        return self.score.values

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.score.value

    @property
    def alignment(self) -> Alignment:
        """The matched, missed and spurious parts."""
        return self.score.alignment

    def __repr__(self) -> str:
        return f"<{PRESENTED['item line'](self)}>"

    def _repr_html_(self) -> str:
        html: str = PRESENTED["item html"](self)
        return html


@dataclass(frozen=True, slots=True, repr=False)
class MetricReport(Numbers):
    """One metric over all items."""

    key: str
    signature: str
    score: Score
    """The micro score: the ratio of sums."""
    values: Mapping[str, float | None]
    """The numbers in the requested average."""
    average: str = "micro"
    undefined: Mapping[str, int] = field(default_factory=dict)
    """Number of items left out of each mean because their number is undefined."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    items: Sequence[ItemScore] = ()

    @property
    def tally(self) -> Tally:
        """The summed counts."""
        return self.score.tally

    @property
    def reading(self) -> Reading:
        """How the counts become numbers."""
        return self.score.reading

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.values.get(self.reading.headline)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the distribution of item scores."""
        axes: Axes = PRESENTED["metric plot"](self, ax)
        return axes

    def __repr__(self) -> str:
        return f"<{PRESENTED['metric line'](self)}>"

    def _repr_html_(self) -> str:
        html: str = PRESENTED["metric html"](self)
        return html


@dataclass(frozen=True, slots=True, repr=False)
class Report(Result[MetricReport]):
    """The scores of a run.

    ``report["span"].f1`` is a number, ``report["span"].items[3].alignment.missed`` an explanation.
    """

    kind: ClassVar[str] = "scores"
    noun: ClassVar[str] = "report"

    task: str
    metrics: Mapping[str, MetricReport]
    items: int
    skipped: int = 0
    zeroed: int = 0
    repaired: int = 0
    """Number of scored items whose prediction was repaired before it could be read."""
    problems: Sequence[Problem] = ()
    settings: Settings = field(default_factory=Settings)
    groups: Mapping[str, Mapping[str, MetricReport]] = field(default_factory=dict)
    """The same metrics by label, if `by` was given."""
    whole_groups: bool = False
    """Whether each item belongs to exactly one group, such as a data set; types are parts of items."""
    coverage: Mapping[str, int] = field(default_factory=dict)
    """Numbers of compared parts and of parts without a partner, if items have such parts."""
    part: str = "item"
    """Name of the parts that are skipped or counted as empty."""
    notes: tuple[str, ...] = ()
    """Notes of the task: its assumptions, and patterns among the errors."""

    def to_dict(self, *, items: bool = False) -> dict[str, object]:
        """Return the data of ``-f json`` as plain values; with `items`, also those of each item."""
        data: dict[str, object] = PRESENTED["scores"](self, items=items).data()
        return data

    def flat(self) -> dict[str, float]:
        """The numbers by name, for loggers: ``smatch.f1``, ``items``, ``skipped``, ``zeroed``.

        Undefined numbers are left out: experiment trackers take floats only.
        """
        numbers: dict[str, float] = {
            f"{key}.{name}": value
            for key, metric in self.metrics.items()
            for name, value in metric.values.items()
            if value is not None
        }
        return numbers | {"items": self.items, "skipped": self.skipped, "zeroed": self.zeroed}

    def to_pandas(self, *, items: bool = False, groups: bool = False) -> pandas.DataFrame:
        """The scores as a table, one row for each metric.

        With `items`, one row for each item and metric; with `groups`, one for each group of ``by`` and metric.
        """
        frame: pandas.DataFrame = PRESENTED["pandas"](self, items=items, groups=groups)
        return frame

    def to_polars(self, *, items: bool = False, groups: bool = False) -> polars.DataFrame:
        """The same for Polars, with the metric as a column."""
        frame: polars.DataFrame = PRESENTED["polars"](self, items=items, groups=groups)
        return frame

    def plot(self, metrics: Sequence[str] | str = (), ax: Axes | None = None) -> Axes:
        """Draw the distribution of item scores: one metric as a histogram, several as boxes."""
        keys = [metrics] if isinstance(metrics, str) else metrics
        axes: Axes = PRESENTED["report plot"](self, keys, ax)
        return axes

    def show(
        self, item: str | int | None = None, *, title: str = "", worst: int | None = None, height: int = 720
    ) -> InlinePage:
        """Show the report page in a notebook; with `item`, an id or an index, that item alone."""
        page: InlinePage = PRESENTED["page"](self, item, title=title, worst=worst, height=height)
        return page

    @property
    def unproved(self) -> str:
        """The metrics with items that are not proved optimal, as text; empty if there are none."""
        open_items = {key: m.tally.items - m.tally.proved for key, m in self.metrics.items()}
        counts = [f"{count} of {self.items} items of {key}" for key, count in open_items.items() if count]
        return f"not proved to be optimal: {', '.join(counts)}" if counts else ""
