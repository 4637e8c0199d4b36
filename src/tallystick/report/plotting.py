"""Drawings with matplotlib: how the scores of items are distributed, how systems compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tallystick.errors import UsageError
from tallystick.report.calibration import Curves, calibration_of
from tallystick.report.wording import title_of
from tallystick.results.comparison import Comparison
from tallystick.results.report import MetricReport, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    """The numbers of the items, × 100, and a note on how many have none."""
    if metric.tally.items and not metric.items:
        raise UsageError("the report has no items to draw: score with items=True")
    values = [100 * item.value for item in metric.items if item.value is not None]
    undefined = len(metric.items) - len(values)
    return values, f", {undefined} undefined" if undefined else ""


def plot_metric(metric: MetricReport, ax: Axes | None = None) -> Axes:
    """How many items have which score, with the score of the whole as a line; confidences as curves."""
    curves = calibration_of(metric)
    if curves is not None:
        return _plot_calibration(metric, curves, ax)
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
    ax.set_xlabel(f"{metric.key}, {title_of(metric.reading.headline)} × 100")
    ax.set_ylabel("items")
    ax.set_title(f"{len(metric.items)} items{undefined}")
    return ax


def _plot_calibration(metric: MetricReport, curves: Curves, ax: Axes | None) -> Axes:
    """Draw the risk–coverage curve, and beside it, on a separate figure, the reliability diagram."""
    if ax is None:
        only = _axes(None, 4.0)
        figure: Any = only.figure
        only.remove()
        ax, beside = figure.subplots(1, 2)
        beside.plot([0, 100], [0, 100], color="#999999", linestyle=":")
        beside.plot(
            [100 * mean for _, _, mean in curves.reliability],
            [100 * right for _, right, _ in curves.reliability],
            "o-",
            color="#4878a8",
        )
        beside.set_xlabel("confidence, %")
        beside.set_ylabel("right, %")
        beside.set_title("reliability")
    assert ax is not None
    ax.plot(
        [100 * share for share, _, _ in curves.risk_coverage],
        [100 * risk for _, risk, _ in curves.risk_coverage],
        drawstyle="steps-pre",
        color="#4878a8",
    )
    ax.set_xlim(0, 100)
    ax.set_xlabel("coverage, %")
    ax.set_ylabel("wrong, %")
    ax.set_title(f"{metric.key}, {metric.tally.pred_total:g} leaves")
    return ax


def plot_report(report: Report, metrics: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """One metric as a histogram of its items; several side by side as boxes."""
    shown = [report[key] for key in metrics] if metrics else list(report.metrics.values())
    if len(shown) == 1:
        return plot_metric(shown[0], ax)
    values_of = [_values(metric) for metric in shown]
    ax = _axes(ax, 1.5 + 0.4 * len(shown))
    positions = range(len(shown), 0, -1)
    drawn = [(position, values) for position, (values, _) in zip(positions, values_of, strict=True) if values]
    if drawn:
        ax.boxplot(
            [values for _, values in drawn],
            positions=[position for position, _ in drawn],
            orientation="horizontal",
        )
    whole = [
        (100 * metric.value, position)
        for position, metric in zip(positions, shown, strict=True)
        if metric.value is not None
    ]
    ax.plot(
        [value for value, _ in whole],
        [position for _, position in whole],
        "D",
        color="#a03020",
        label=report.settings.average,
    )
    ax.set_yticks(
        list(positions),
        [metric.key + undefined for metric, (_, undefined) in zip(shown, values_of, strict=True)],
    )
    ax.set_ylim(0.5, len(shown) + 0.5)
    ax.set_xlim(-2, 102)
    ax.set_xlabel(f"{', '.join(dict.fromkeys(title_of(metric.reading.headline) for metric in shown))} × 100")
    ax.set_title(f"{report.task}, {report.items} items")
    ax.legend()
    return ax


def plot_comparison(comparison: Comparison, metrics: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """Every system's score with its interval; a filled dot is significantly better than the baseline."""
    shown = [comparison[key] for key in metrics] if metrics else list(comparison.metrics.values())
    ax = _axes(ax, 1.5 + 0.3 * len(shown) * len(comparison.names))
    labels: list[str] = []
    base = comparison.names[0]
    for metric in shown:
        for name in comparison.names:
            position = -len(labels)
            labels.append(f"{metric.key}  {name}" if len(shown) > 1 else name)
            score = metric.systems[name]
            value, (low, high) = score.values[metric.headline], score.intervals[metric.headline]
            if value is None:
                continue
            if low is not None and high is not None:
                ax.plot([100 * low, 100 * high], [position, position], color="#4878a8")
            better = base in metric.better_than(name, comparison.statistics)
            ax.plot([100 * value], [position], "o", color="#4878a8", fillstyle="full" if better else "none")
    ax.set_yticks([-position for position in range(len(labels))], labels)
    ax.set_xlabel(f"{', '.join(dict.fromkeys(title_of(metric.headline) for metric in shown))} × 100")
    level = f"{100 * comparison.statistics.level:g} % intervals"
    ax.set_title(f"{comparison.task}, {comparison.items} items, {level}; filled: better than {base}")
    return ax
