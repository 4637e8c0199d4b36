"""Drawings with matplotlib: how the scores of items are distributed, how systems compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.run.table import TITLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tallystick.run.comparison import Comparison
    from tallystick.run.report import MetricReport, Report

__all__ = ["plot_comparison", "plot_metric", "plot_report"]

_BINS = 20


def _axes(ax: Axes | None, height: float) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise UsageError("plot needs matplotlib: pip install tallystick[plot]") from error
    _, made = pyplot.subplots(figsize=(6.4, height), layout="constrained")
    return made


def _values(metric: MetricReport) -> tuple[list[float], str]:
    """The numbers of the items, × 100, and in words how many have none."""
    if metric.tally.items and not metric.items:
        raise UsageError("the report has no items to draw: score with items=True")
    values = [100 * item.value for item in metric.items if item.value is not None]
    undefined = len(metric.items) - len(values)
    return values, f", {undefined} undefined" if undefined else ""


def _title(name: str) -> str:
    return TITLES.get(name, name)


def plot_metric(metric: MetricReport, ax: Axes | None = None) -> Axes:
    """How many items have which score, with the score of the whole as a line."""
    values, undefined = _values(metric)
    ax = _axes(ax, 4.0)
    ax.hist(values, bins=_BINS, range=(0, 100), color="#4878a8")
    if metric.value is not None:
        ax.axvline(
            100 * metric.value,
            color="#a03020",
            linestyle="--",
            label=f"{metric.average} {100 * metric.value:.2f}",
        )
        ax.legend()
    ax.set_xlim(0, 100)
    ax.set_xlabel(f"{metric.key}, {_title(metric.reading.headline)} × 100")
    ax.set_ylabel("items")
    ax.set_title(f"{len(metric.items)} items{undefined}")
    return ax


def plot_report(report: Report, metrics: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """One metric as a histogram of its items; several beside one another as boxes."""
    shown = [report[key] for key in metrics] if metrics else list(report.metrics.values())
    if len(shown) == 1:
        return plot_metric(shown[0], ax)
    found = [_values(metric) for metric in shown]
    ax = _axes(ax, 1.5 + 0.4 * len(shown))
    places = range(len(shown), 0, -1)
    drawn = [(place, values) for place, (values, _) in zip(places, found, strict=True) if values]
    if drawn:
        ax.boxplot(
            [values for _, values in drawn], positions=[place for place, _ in drawn], orientation="horizontal"
        )
    whole = [
        (100 * metric.value, place)
        for place, metric in zip(places, shown, strict=True)
        if metric.value is not None
    ]
    ax.plot(
        [value for value, _ in whole],
        [place for _, place in whole],
        "D",
        color="#a03020",
        label=report.settings.average,
    )
    ax.set_yticks(list(places), [metric.key + told for metric, (_, told) in zip(shown, found, strict=True)])
    ax.set_ylim(0.5, len(shown) + 0.5)
    ax.set_xlim(-2, 102)
    ax.set_xlabel(f"{', '.join(dict.fromkeys(_title(metric.reading.headline) for metric in shown))} × 100")
    ax.set_title(f"{report.task}, {report.items} items")
    ax.legend()
    return ax


def plot_comparison(found: Comparison, metrics: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """Every system's score with its interval; a filled dot is significantly better than the baseline."""
    shown = [found[key] for key in metrics] if metrics else list(found.metrics.values())
    ax = _axes(ax, 1.5 + 0.3 * len(shown) * len(found.names))
    labels: list[str] = []
    base = found.names[0]
    for metric in shown:
        for name in found.names:
            place = -len(labels)
            labels.append(f"{metric.key}  {name}" if len(shown) > 1 else name)
            score = metric.systems[name]
            value, (low, high) = score.values[metric.headline], score.intervals[metric.headline]
            if value is None:
                continue
            if low is not None and high is not None:
                ax.plot([100 * low, 100 * high], [place, place], color="#4878a8")
            better = base in metric.better_than(name, found.statistics)
            ax.plot([100 * value], [place], "o", color="#4878a8", fillstyle="full" if better else "none")
    ax.set_yticks([-place for place in range(len(labels))], labels)
    ax.set_xlabel(f"{', '.join(dict.fromkeys(_title(metric.headline) for metric in shown))} × 100")
    level = f"{100 * found.statistics.level:g} % intervals"
    ax.set_title(f"{found.task}, {found.items} items, {level}; filled: better than {base}")
    return ax
