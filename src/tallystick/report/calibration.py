"""The curves of a metric of confidences, as pages and plots show them."""

from __future__ import annotations

from typing import Any, NamedTuple

from tallystick.results.report import MetricReport

__all__ = ["Curves", "calibration_of"]

Point = tuple[float, float, float]


class Curves(NamedTuple):
    """How well confidences tell right from wrong."""

    reliability: list[Point]
    """The number of leaves, the share of correct leaves, and the mean confidence of each bin."""
    risk_coverage: list[Point]
    """Coverage, risk and least confidence, from the most confident leaves to all of them."""


def calibration_of(metric: MetricReport) -> Curves | None:
    """Return the curves of a metric; None if it is not about confidences."""
    if metric.reading.data is None:
        return None
    data: Any = metric.reading.data(metric.tally)
    if "risk_coverage" not in data:
        return None
    return Curves(
        [(point["leaves"], point["accuracy"], point["confidence"]) for point in data["reliability"]],
        [(point["coverage"], point["risk"], point["confidence"]) for point in data["risk_coverage"]],
    )
