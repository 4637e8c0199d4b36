"""JSON: all data, for programs. Fractions at full precision."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import ResultView, Target
from tallystick.visible import json_text

__all__ = ["FORMAT"]


def _write(view: ResultView, _target: Target) -> Iterator[str]:
    data = view.data()
    if not isinstance(data, Iterator):
        yield json_text(data, indent=2) + "\n"
        return
    # A stream is an array with an element in each line, written as they come.
    opening = "[\n"
    for element in data:
        yield opening + json_text(element)
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


FORMAT = Format(
    "json",
    "Everything, for programs",
    (
        "scores",
        "comparison",
        "ranking",
        "agreement",
        "correlations",
        "matrices",
        "statistics",
        "problems",
        "metrics",
        "explanations",
    ),
    _write,
    rank=20,
)
