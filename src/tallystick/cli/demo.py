"""``tallystick demo``."""

from __future__ import annotations

import click

from tallystick.cli.options import write
from tallystick.registry import tasks
from tallystick.report.table import aligned
from tallystick.run.report import MetricReport
from tallystick.run.score import score

__all__ = ["demo"]


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f}"


@click.command()
def demo() -> None:
    """Score embedded examples of every task; needs no files."""
    body = []
    for task in tasks().values():
        if task.example is None:
            continue
        gold, pred = task.example
        report = score(gold, pred, task=task.name, items=False, **task.example_options)
        for place, metric in enumerate(report.metrics.values()):
            body.append([task.name if place == 0 else "", *_row(metric)])
    write(aligned(["task", "metric", "P", "R", "F1"], body, left=2), None)
    write("\nTry it on your own files:  tallystick score gold.jsonl pred.jsonl\n", None)


def _row(metric: MetricReport) -> list[str]:
    cells = [_percent(metric.values[name]) if name in metric.values else "" for name in ("precision", "recall", "f1")]
    return [metric.key, *cells]
