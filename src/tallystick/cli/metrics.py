"""``tallystick metrics``."""

from __future__ import annotations

import json

import click

from tallystick.cli.options import output_options, write
from tallystick.declare import Metric, Task
from tallystick.errors import UsageError
from tallystick.registry import tasks
from tallystick.report.table import aligned

__all__ = ["metrics"]


@click.command()
@click.argument("name", required=False)
@click.option("--task", "task_name", help="Only the metrics of this task.")
@output_options("text", "json")
def metrics(
    name: str | None, task_name: str | None, output_format: str, output: str | None, quiet: bool, no_progress: bool
) -> None:
    """List every metric, or show one in full: definition, options, reference.

    \b
    Examples:
      tallystick metrics
      tallystick metrics ceaf-rme
      tallystick metrics --task coref -f json
    """
    found = [
        (task, metric)
        for task in tasks().values()
        for metric in task.metrics
        if task_name in (None, task.name) and (name is None or metric.name == name or metric.name.startswith(f"{name}."))
    ]
    if not found:
        raise UsageError(f"there is no metric {name!r}; tallystick metrics lists all of them" if name else f"there is no task {task_name!r}")
    if output_format == "json":
        write(json.dumps([_as_dict(task, metric) for task, metric in found], ensure_ascii=False, indent=2) + "\n", output)
    elif name is None:
        body = [[task.name, metric.name, metric.summary] for task, metric in found]
        write(aligned(["task", "metric", "what it measures"], body, left=3), output)
    else:
        write("\n".join(_in_full(task, metric) for task, metric in found), output)


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
