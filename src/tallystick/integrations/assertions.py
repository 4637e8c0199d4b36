"""`assert_score`: a score as a test, with a failure message that lists the errors."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.registry import MetricLike
from tallystick.report.alignment_text import alignment_lines
from tallystick.report.wording import counted, percent
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.run.score import ItemsLike, score

__all__ = ["Checked", "assert_score", "check_score"]

#: The maximum number of missed and of spurious parts shown for one item.
_MOST_LINES = 10


def assert_score(
    gold: ItemsLike,
    pred: ItemsLike,
    metric: MetricLike = "",
    *,
    at_least: float,
    field: str = "",
    worst: int = 3,
    **options: object,
) -> Report:
    """Raise an AssertionError with the worst items if a score is too low; otherwise return the report.

    `field` is ``precision``, ``recall`` or another number of the metric; by default, the headline of the
    metric. The score is compared unrounded, and an undefined score fails. `metric` is a name or an object; leave
    it out if the task has a single metric. `options` are those of :func:`~tallystick.run.score.score`.

    >>> graph = "(w / want-01 :ARG0 (b / boy))"
    >>> assert_score(graph, graph, "smatch", at_least=1.0)["smatch"].f1
    1.0
    """
    __tracebackhide__ = True
    return check_score(gold, pred, metric, field=field, **options).at_least(at_least, worst)


def check_score(
    gold: ItemsLike, pred: ItemsLike, metric: MetricLike = "", *, field: str = "", **options: Any
) -> Checked:
    """Score for a test, without checking the score."""
    report = score(gold, pred, [] if metric == "" else [metric], **options)
    if len(report.metrics) != 1:
        raise UsageError(f"name the metric: one of {', '.join(report.metrics)}")
    (metric_report,) = report.metrics.values()
    name = field or metric_report.reading.headline
    if name not in metric_report.values:
        raise UsageError(f"{metric_report.key} has no {name!r}; it has {', '.join(metric_report.values)}")
    return Checked(report, metric_report, name)


@dataclass(frozen=True, slots=True)
class Checked:
    """A score in a test: one number of one metric."""

    report: Report
    metric: MetricReport
    field: str

    @property
    def value(self) -> float | None:
        """The number itself."""
        return self.metric.values[self.field]

    def at_least(self, limit: float, worst: int = 3) -> Report:
        """Return the report if the number is high enough; otherwise raise an AssertionError with the reason."""
        __tracebackhide__ = True
        if self.value is None or self.value < limit:
            raise AssertionError(self.failure(limit, worst))
        return self.report

    def failure(self, limit: float, worst: int) -> str:
        """Explain why a score is too low: the number, and the items that lower it most."""
        shown = "undefined (0/0)" if self.value is None else repr(self.value)
        counts = [counted(self.report.items, "item")]
        counts += [f"{self.report.skipped} skipped"] * bool(self.report.skipped)
        counts += [f"{self.report.zeroed} counted as empty"] * bool(self.report.zeroed)
        lines = [f"{self.metric.key} {self.field} is {shown}, below {limit:g} ({'; '.join(counts)})"]
        if limit > 1:
            lines.append(f"scores are fractions: {limit:g} % is {limit / 100:g}")
        short = [
            (number, item) for item in self.metric.items if (number := item.values[self.field]) is not None
        ]
        # Of two equally bad items, the larger one comes first.
        short = sorted(
            (entry for entry in short if entry[0] < 1), key=lambda entry: (entry[0], -_size(entry[1]))
        )
        if short[:worst]:
            lines.append(f"the worst of {counted(len(short), 'item')} below 100:")
        return "\n".join(chain(lines, *(_item_lines(item) for _, item in short[:worst])))


def _item_lines(item: ItemScore) -> list[str]:
    numbers = "  ".join(f"{name} {percent(value)}" for name, value in item.values.items())
    lines = [f"  {item.id}  {numbers}" + "  (the prediction counts as empty)" * item.zeroed]
    wrong = (text for kind, text in alignment_lines(item.alignment, 2) if kind != "matched")
    shown = list(islice(wrong, _MOST_LINES + 1))
    lines += shown[:_MOST_LINES]
    if len(shown) > _MOST_LINES:
        more = sum(kind != "matched" for kind, _ in alignment_lines(item.alignment, 2)) - _MOST_LINES
        lines.append(f"    … and {more} more")
    return lines


def _size(item: ItemScore) -> float:
    return item.score.gold_total + item.score.pred_total
