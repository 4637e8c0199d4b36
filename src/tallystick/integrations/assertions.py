"""`assert_score`: a score as a test, with a failure that says what went wrong."""

from __future__ import annotations

from itertools import islice

from tallystick.core.describe import alignment_lines
from tallystick.errors import UsageError
from tallystick.run.report import ItemScore, MetricReport, Report
from tallystick.run.score import Given, parameters_of, run_score
from tallystick.run.settings import Settings
from tallystick.run.table import percent

__all__ = ["assert_score", "explain_failure"]

#: How many lines are shown of what was missed and what was spurious in one item.
_MOST_LINES = 10


def assert_score(
    gold: Given,
    pred: Given,
    metric: str = "",
    *,
    at_least: float,
    field: str = "",
    task: str | None = None,
    worst: int = 3,
    average: str = "micro",
    on_error: str = "fail",
    match_by: str = "auto",
    preset: str | None = None,
    **options: object,
) -> Report:
    """Raise an AssertionError if a score is lower than it has to be, with the worst items; else give the report.

    `field` is ``precision``, ``recall`` or another number of the metric; without it, the one that stands for the
    metric. The score is compared unrounded, and one that is undefined is too low. `metric` may be left out where
    the task has one only.

    >>> graph = "(w / want-01 :ARG0 (b / boy))"
    >>> assert_score(graph, graph, "smatch", at_least=1.0)["smatch"].f1
    1.0
    """
    __tracebackhide__ = True
    settings = Settings(average=average, on_error=on_error, match_by=match_by)
    metrics = [metric] if metric else []
    report = run_score(gold, pred, metrics, parameters_of(options), settings, task=task, preset=preset)
    if len(report.metrics) != 1:
        raise UsageError(f"name the metric: one of {', '.join(report.metrics)}")
    (found,) = report.metrics.values()
    name = field or found.reading.headline
    if name not in found.values:
        raise UsageError(f"{found.key} has no {name!r}; it has {', '.join(found.values)}")
    value = found.values[name]
    if value is None or value < at_least:
        raise AssertionError(explain_failure(report, found, name, at_least, worst))
    return report


def explain_failure(report: Report, metric: MetricReport, field: str, at_least: float, worst: int) -> str:
    """Why a score is too low: the number, and the items that cost most."""
    value = metric.values[field]
    shown = "undefined: there is nothing to be found" if value is None else repr(value)
    lines = [f"{metric.key} {field} is {shown}, below {at_least:g}"]
    left_out = [f"{report.skipped} skipped"] * bool(report.skipped)
    left_out += [f"{report.zeroed} counted as empty"] * bool(report.zeroed)
    lines[0] += f" ({'; '.join([_counted(report.items, 'item'), *left_out])})"
    short = [item for item in metric.items if (number := item.values.get(field)) is not None and number < 1]
    # Of two items that are equally bad, the one with more to lose comes first.
    short.sort(key=lambda item: (item.values.get(field) or 0.0, -_size(item)))
    if short[:worst]:
        lines.append(f"the worst of {_counted(len(short), 'item')} short of 100:")
    for item in short[:worst]:
        lines += _item_lines(item)
    return "\n".join(lines)


def _item_lines(item: ItemScore) -> list[str]:
    numbers = "  ".join(f"{name} {percent(value)}" for name, value in item.values.items())
    lines = [f"  {item.id}  {numbers}" + "  (the prediction counts as empty)" * item.zeroed]
    wrong = (text for kind, text in alignment_lines(item.alignment, 2) if kind != "matched")
    told = list(islice(wrong, _MOST_LINES + 1))
    lines += told[:_MOST_LINES]
    if len(told) > _MOST_LINES:
        more = sum(kind != "matched" for kind, _ in alignment_lines(item.alignment, 2)) - _MOST_LINES
        lines.append(f"    … and {more} more")
    return lines


def _size(item: ItemScore) -> float:
    return item.score.gold_total + item.score.pred_total


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
