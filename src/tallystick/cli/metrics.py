"""``tallystick metrics``."""

from __future__ import annotations

import shutil
import sys
import textwrap

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import check_output, in_json, write
from tallystick.errors import UsageError
from tallystick.registry import find_task, meant, tasks
from tallystick.run.table import aligned, folded
from tallystick.tasks.base import Metric, Preset, Task

__all__ = ["metrics"]


@click.command(short_help="List every metric, or show one in full.")
@click.argument("name", required=False)
@click.option("--task", "task_name", help="Only the metrics of this task.")
@click.option("--presets", is_flag=True, help="List the presets: named sets of options.")
@output_options("text", "json")
def metrics(
    name: str | None,
    task_name: str | None,
    presets: bool,
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
) -> None:
    """List every metric, or show one in full: definition, options, reference.

    \b
    Examples:
      tallystick metrics
      tallystick metrics ceaf-rme
      tallystick metrics --task coref -f json
      tallystick metrics --presets
    """  # fmt: skip
    check_output(output)
    if presets:
        _write_presets(task_name, output_format, output)
        return
    full = name is not None
    if name is not None and ":" in name:
        # A type of the user's own: all metrics of its task, which most often are one.
        task_name, name = name, None
    found = _found(name, [find_task(task_name)] if task_name else list(tasks().values()))
    if output_format == "json":
        write(in_json([_as_dict(task, metric) for task, metric in found]), output)
    elif not full:
        header = ["task", "metric", "what it measures"]
        body = [[task.name, metric.name, metric.summary] for task, metric in found]
        width = _terminal(output)
        # A line a metric for programs that read lines; for people, lines that fit.
        write(folded(header, body, width) if width else aligned(header, body, left=3), output)
    else:
        width = _terminal(output)
        write("\n".join(_in_full(task, metric, width) for task, metric in found), output)


def _write_presets(task_name: str | None, output_format: str, output: str | None) -> None:
    among = [find_task(task_name)] if task_name else list(tasks().values())
    found = [(task, preset) for task in among for preset in task.presets]
    if output_format == "json":
        rows = [
            {
                "task": task.name,
                "preset": preset.name,
                "summary": preset.summary,
                "options": dict(preset.options),
            }
            | {"undefined": preset.undefined}
            for task, preset in found
        ]
        write(in_json(rows), output)
        return
    width = _terminal(output)
    if width is None:
        body = [[task.name, preset.name, _written(preset), preset.summary] for task, preset in found]
        write(aligned(["task", "preset", "options", "what it reproduces"], body, left=4), output)
    else:
        write("\n".join(_preset_in_full(task, preset, width) for task, preset in found), output)


def _preset_in_full(task: Task, preset: Preset, width: int) -> str:
    lines = [f"{preset.name}  (task {task.name})", *_wrapped(f"  {preset.summary}", 2, width)]
    if preset.metrics:
        lines += _wrapped(f"  metrics  {', '.join(preset.metrics)}", 11, width)
    lines += _wrapped(f"  options  {_written(preset)}", 11, width)
    return "\n".join(lines) + "\n"


def _terminal(output: str | None) -> int | None:
    """How wide the terminal is that will show the output; None where it goes elsewhere."""
    return shutil.get_terminal_size().columns if output is None and sys.stdout.isatty() else None


def _wrapped(line: str, indent: int, width: int | None) -> list[str]:
    """A line as several that fit, the further ones indented."""
    if width is None:
        return [line]
    return textwrap.wrap(
        line, max(width, 40), subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def _written(preset: Preset) -> str:
    options = {**preset.options, "undefined": preset.undefined}
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _found(name: str | None, among: list[Task]) -> list[tuple[Task, Metric]]:
    """The metrics of that name, else of that group; all if there is no name."""
    known = [(task, metric) for task in among for metric in task.metrics]
    found = [(task, metric) for task, metric in known if name is None or metric.name == name]
    found = found or [(task, metric) for task, metric in known if metric.name.startswith(f"{name}.")]
    if not found:
        place = f"the task {among[0].name}" if len(among) == 1 else "any task"
        hint = meant(str(name), [metric.name for _, metric in known])
        raise UsageError(
            f"there is no metric {name!r} of {place}{hint}; tallystick metrics lists all of them"
        )
    return found


def _as_dict(task: Task, metric: Metric) -> dict[str, object]:
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


def _in_full(task: Task, metric: Metric, width: int | None) -> str:
    told = []
    if metric.definition:
        told.append(f"  definition  {metric.definition}")
    if metric.reference:
        told.append(f"  reference   {metric.reference}")
    if metric.asymmetric:
        told.append(f"  asymmetric  {metric.asymmetric}")
    for choice in task.formats:
        told.append(f"  format      {choice.description}")
    for parameter in metric.parameters:
        choices = f" [{'|'.join(map(str, parameter.choices))}]" if parameter.choices else ""
        default = f"; default {parameter.default}" if parameter.choices else ""
        told.append(f"  option      {parameter.name}{choices}: {parameter.help}{default}")
    if members := [one.name for one in task.metrics if one.name.startswith(f"{metric.name}.")]:
        told.append(f"  see also    {', '.join(members)}")
    lines = [f"{metric.name}  (task {task.name})", *_wrapped(f"  {metric.summary}", 2, width), ""]
    return "\n".join([*lines, *(part for line in told for part in _wrapped(line, 14, width))]) + "\n"
