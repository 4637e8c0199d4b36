"""``tallystick metrics``."""

from __future__ import annotations

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import check_output, in_json, write
from tallystick.cli.wrapping import text_table
from tallystick.declare import Metric, Preset, Task
from tallystick.errors import UsageError
from tallystick.registry import find_task, meant, tasks

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
    if name is not None and ":" in name:
        # A type of the user's own: its task has but one metric.
        task_name, name = name, name.partition(":")[2]
    found = _found(name, [find_task(task_name)] if task_name else list(tasks().values()))
    if output_format == "json":
        write(in_json([_as_dict(task, metric) for task, metric in found]), output)
    elif name is None:
        body = [[task.name, metric.name, metric.summary] for task, metric in found]
        write(text_table(["task", "metric", "what it measures"], body, 1, output), output)
    else:
        write("\n".join(_in_full(task, metric) for task, metric in found), output)


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
    body = [[task.name, preset.name, _written(preset), preset.summary] for task, preset in found]
    write(text_table(["task", "preset", "options", "what it reproduces"], body, 2, output), output)


def _written(preset: Preset) -> str:
    options = {**preset.options, "undefined": preset.undefined}
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _found(name: str | None, among: list[Task]) -> list[tuple[Task, Metric]]:
    """The metrics of that name, or of that group; all if there is no name."""
    known = [(task, metric) for task in among for metric in task.metrics]
    found = [
        (task, metric)
        for task, metric in known
        if name is None or metric.name == name or metric.name.startswith(f"{name}.")
    ]
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


def _in_full(task: Task, metric: Metric) -> str:
    lines = [f"{metric.name}  (task {task.name})", f"  {metric.summary}", ""]
    if metric.definition:
        lines.append(f"  definition  {metric.definition}")
    if metric.reference:
        lines.append(f"  reference   {metric.reference}")
    if metric.asymmetric:
        lines.append(f"  asymmetric  {metric.asymmetric}")
    for choice in task.formats:
        lines.append(f"  format      {choice.description}")
    for parameter in metric.parameters:
        choices = f" [{'|'.join(map(str, parameter.choices))}]" if parameter.choices else ""
        default = f"; default {parameter.default}" if parameter.choices else ""
        lines.append(f"  option      {parameter.name}{choices}: {parameter.help}{default}")
    return "\n".join(lines) + "\n"
