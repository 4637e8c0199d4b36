"""``tallystick explain``."""

from __future__ import annotations

import json
import sys

import click

from tallystick.cli.options import given_parameters, output_options, scoring_options, write
from tallystick.cli.score import show_notes
from tallystick.errors import UsageError
from tallystick.report.describe import alignment_as_dict, alignment_lines
from tallystick.run.report import ItemScore, MetricReport, Report
from tallystick.run.score import score as score_sides

__all__ = ["explain"]

_COLOURS = {"matched": "green", "partly": "yellow", "missed": "red", "spurious": "magenta", "label": None}


@click.command(no_args_is_help=True)
@click.argument("gold")
@click.argument("pred")
@scoring_options
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only the item of this id (may be repeated).")
@click.option("--worst", type=click.IntRange(min=1), metavar="N", help="Only the N items with the lowest scores.")
@output_options("text", "json")
def explain(gold: str, pred: str, task: str | None, metrics: tuple[str, ...], on_error: str, match_by: str,
            time_limit: float | None, ids: tuple[str, ...], worst: int | None, output_format: str, output: str | None,
            quiet: bool, no_progress: bool, **parameters: object) -> None:
    """Show what matched and what did not, item by item.

    \b
    = matched   ≈ matched in part   - missed (in gold only)   + spurious (in pred only)

    \b
    Examples:
      tallystick explain gold.jsonl pred.jsonl --id doc-7
      tallystick explain gold.jsonl pred.jsonl -m argument --worst 10
    """  # fmt: skip
    report = score_sides(
        gold, pred, metrics, task=task, on_error=on_error, match_by=match_by, time_limit=time_limit,
        **given_parameters(parameters),
    )  # fmt: skip
    if not quiet:
        show_notes(report)
    shown = [(metric, item) for metric in report.metrics.values() for item in _selected(report, metric, ids, worst)]
    if output_format == "json":
        data = [
            {"metric": metric.key, "id": item.id, "scores": dict(item.values), "alignment": alignment_as_dict(item.alignment)}
            for metric, item in shown
        ]
        write(json.dumps(data, ensure_ascii=False, indent=2) + "\n", output)
        return
    colour = output is None and sys.stdout.isatty()
    write("\n".join(_in_text(metric, item, colour) for metric, item in shown), output)


def _selected(report: Report, metric: MetricReport, ids: tuple[str, ...], worst: int | None) -> list[ItemScore]:
    items = list(metric.items)
    if ids:
        known = {item.id for item in items}
        for name in ids:
            if name not in known:
                raise UsageError(f"there is no item {name!r} among the {report.items} items")
        items = [item for item in items if item.id in ids]
    if worst is not None:
        # An undefined score is no bad score: nothing was to be found, and nothing was.
        scored = [item for item in items if item.values[metric.reading.headline] is not None]
        items = sorted(scored, key=lambda item: item.values[metric.reading.headline] or 0.0)[:worst]
    return items


def _in_text(metric: MetricReport, item: ItemScore, colour: bool) -> str:
    numbers = "  ".join(
        f"{name} {'–' if value is None else f'{100 * value:.2f}'}" for name, value in item.values.items()
    )
    lines = [click.style(f"{item.id}  {metric.key}  {numbers}", bold=True) if colour else f"{item.id}  {metric.key}  {numbers}"]
    for kind, text in alignment_lines(item.alignment, 1):
        lines.append(click.style(text, fg=_COLOURS[kind]) if colour else text)
    return "\n".join(lines) + "\n"
