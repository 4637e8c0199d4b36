"""JSON lines: the corpus in the first line, then a line for each item."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.formats import Format
from tallystick.report.view import ResultView, Target
from tallystick.visible import json_text

__all__ = ["FORMAT"]


def _write(view: ResultView, _target: Target) -> Iterator[str]:
    return (json_text(line) + "\n" for line in view.lines())


FORMAT = Format(
    "jsonl", "The corpus in the first line, then a line for each item", ("scores",), _write, rank=30
)
