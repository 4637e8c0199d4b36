"""Metrics and presets as output formats see them: a list, or each in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.columns import aligned, folded
from tallystick.report.view import ProseView, Target
from tallystick.tasks.base import Metric, Preset, Task

__all__ = ["MetricView", "PresetView"]

#: No text is wrapped more narrowly than this, however narrow the terminal.
_LEAST_WIDTH = 40


@dataclass(frozen=True, slots=True)
class MetricView(ProseView):
    """Metrics with their tasks: listed, or each in full with its definition, options and reference."""

    kind: ClassVar[str] = "metrics"

    metrics: Sequence[tuple[Task, Metric]]
    full: bool = False

    def prose(self, target: Target) -> Iterator[str]:
        """For a terminal, lines that fit; for programs that read lines, a line for each metric."""
        if self.full:
            yield "\n".join(_metric_in_full(task, metric, target) for task, metric in self.metrics)
            return
        header = ["task", "metric", "what it measures"]
        rows = [[task.name, metric.name, metric.summary] for task, metric in self.metrics]
        yield folded(header, rows, target.columns) if target.terminal else aligned(header, rows, left=3)

    def data(self) -> list[dict[str, object]]:
        """Each metric in full."""
        return [_metric_as_dict(task, metric) for task, metric in self.metrics]


@dataclass(frozen=True, slots=True)
class PresetView(ProseView):
    """Presets with their tasks: named sets of options."""

    kind: ClassVar[str] = "metrics"

    presets: Sequence[tuple[Task, Preset]]

    def prose(self, target: Target) -> Iterator[str]:
        """For a terminal, a paragraph for each; for programs that read lines, a line."""
        if target.terminal:
            yield "\n".join(_preset_in_full(task, preset, target) for task, preset in self.presets)
            return
        header = ["task", "preset", "options", "what it reproduces"]
        rows = [[task.name, preset.name, _options(preset), preset.summary] for task, preset in self.presets]
        yield aligned(header, rows, left=4)

    def data(self) -> list[dict[str, object]]:
        """Each preset with its options."""
        return [
            {
                "task": task.name,
                "preset": preset.name,
                "summary": preset.summary,
                "options": dict(preset.options),
                "undefined": preset.undefined,
            }
            for task, preset in self.presets
        ]


def _wrapped(line: str, indent: int, target: Target) -> list[str]:
    """Wrap a line; continuation lines are indented."""
    if not target.terminal:
        return [line]
    width = max(target.columns, _LEAST_WIDTH)
    return textwrap.wrap(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def _options(preset: Preset) -> str:
    options = {**preset.options, "undefined": preset.undefined}
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _preset_in_full(task: Task, preset: Preset, target: Target) -> str:
    lines = [f"{preset.name}  (task {task.name})", *_wrapped(f"  {preset.summary}", 2, target)]
    if preset.metrics:
        lines += _wrapped(f"  metrics  {', '.join(preset.metrics)}", 11, target)
    lines += _wrapped(f"  options  {_options(preset)}", 11, target)
    return "\n".join(lines) + "\n"


def _metric_in_full(task: Task, metric: Metric, target: Target) -> str:
    details = []
    if metric.definition:
        details.append(f"  definition  {metric.definition}")
    if metric.reference:
        details.append(f"  reference   {metric.reference}")
    if metric.asymmetric:
        details.append(f"  asymmetric  {metric.asymmetric}")
    for choice in task.formats:
        details.append(f"  format      {choice.description}")
    for parameter in metric.parameters:
        choices = f" [{'|'.join(map(str, parameter.choices))}]" if parameter.choices else ""
        default = f"; default {parameter.default}" if parameter.choices else ""
        details.append(f"  option      {parameter.name}{choices}: {parameter.help}{default}")
    if members := [other.name for other in task.metrics if other.name.startswith(f"{metric.name}.")]:
        details.append(f"  see also    {', '.join(members)}")
    lines = [f"{metric.name}  (task {task.name})", *_wrapped(f"  {metric.summary}", 2, target), ""]
    return "\n".join([*lines, *(part for line in details for part in _wrapped(line, 14, target))]) + "\n"


def _metric_as_dict(task: Task, metric: Metric) -> dict[str, object]:
    return {
        "task": task.name,
        "metric": metric.name,
        "summary": metric.summary,
        "definition": metric.definition,
        "reference": metric.reference,
        "standard": metric.standard,
        "asymmetric": metric.asymmetric,
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.fingerprint(parameter.default),
                "choices": [str(choice) for choice in parameter.choices],
                "help": parameter.help,
            }
            for parameter in metric.parameters
        ],
    }
