"""``tallystick demo``."""

from __future__ import annotations

import click

from tallystick.cli.messages import notify
from tallystick.cli.output import write
from tallystick.registry import is_built_in, tasks
from tallystick.report.columns import aligned
from tallystick.report.wording import percent
from tallystick.results.report import MetricReport
from tallystick.run.request import Request
from tallystick.run.score import run_score

__all__ = ["demo"]


@click.command(short_help="Score embedded examples of every task.")
def demo() -> None:
    """Score embedded examples of every task.

    \b
    Example:
      tallystick demo
    """
    body = []
    for task in tasks().values():
        if task.example is None:
            continue
        gold, pred = task.example
        request = Request(parameters=task.example_options, task=task.name)
        try:
            report = run_score(gold, pred, request, items=False)
        except Exception as error:  # whatever another package raises; the other examples are not concerned
            if is_built_in(task):
                raise
            notify(f"warning: the example of the task {task.name!r} fails: {type(error).__name__}: {error}")
            continue
        for index, metric in enumerate(report.metrics.values()):
            body.append([task.name if index == 0 else "", *_row(metric)])
    table = aligned(["task", "metric", "P", "R", "F1"], body, left=2)
    write(f"{table}micro, × 100\n\nTry it on your own files:  tallystick score gold.jsonl pred.jsonl\n")


def _row(metric: MetricReport) -> list[str]:
    names = ("precision", "recall", "f1")
    cells = [percent(metric.values[name]) if name in metric.values else "" for name in names]
    return [metric.key, *cells]
