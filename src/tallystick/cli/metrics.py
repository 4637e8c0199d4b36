"""``tallystick metrics``."""

from __future__ import annotations

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import Output
from tallystick.errors import UsageError
from tallystick.registry import find_task, meant, tasks
from tallystick.report.catalogue import MetricView, PresetView
from tallystick.tasks.base import Metric, Task

__all__ = ["metrics"]


@click.command(short_help="List metrics, or describe one.")
@click.argument("name", required=False)
@click.option("--task", "task_name", help="Only the metrics of this task.")
@click.option("--presets", is_flag=True, help="List the presets: named sets of options.")
@output_options("metrics")
def metrics(
    name: str | None,
    task_name: str | None,
    presets: bool,
    output: Output,
) -> None:
    """List every metric, or show one in full: definition, options, reference.

    \b
    Examples:
      tallystick metrics
      tallystick metrics ceaf-rme
      tallystick metrics --task coref -f json
      tallystick metrics --presets
    """  # fmt: skip
    output.check()
    if presets:
        searched = _tasks(task_name)
        output.write(PresetView([(task, preset) for task in searched for preset in task.presets]))
        return
    full = name is not None
    if name is not None and ":" in name:
        # A user's own type: all metrics of its task, usually one.
        task_name, name = name, None
    output.write(MetricView(_metrics(name, _tasks(task_name)), full))


def _tasks(name: str | None) -> list[Task]:
    return [find_task(name)] if name else list(tasks().values())


def _metrics(name: str | None, searched: list[Task]) -> list[tuple[Task, Metric]]:
    """The metrics of that name, else of that group; all if there is no name."""
    known = [(task, metric) for task in searched for metric in task.metrics]
    named = [(task, metric) for task, metric in known if name is None or metric.name == name]
    named = named or [(task, metric) for task, metric in known if metric.name.startswith(f"{name}.")]
    if not named:
        none = f"the task {searched[0].name} has no" if len(searched) == 1 else "no task has a"
        hint = meant(str(name), [metric.name for _, metric in known])
        raise UsageError(f"{none} metric {name!r}{hint}; run tallystick metrics to list all metrics")
    return named
