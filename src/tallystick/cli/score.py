"""``tallystick score``."""

from __future__ import annotations

import math

import click

from tallystick.cli.options import given_parameters, output_options, scoring_options, settings_from, write
from tallystick.cli.progress import progress_bar
from tallystick.errors import UsageError
from tallystick.report.machine import as_csv, as_json, as_jsonl
from tallystick.report.table import as_latex, as_markdown, as_text
from tallystick.run.report import AVERAGES, Report
from tallystick.run.score import score as score_sides

__all__ = ["score"]

WRITERS = {"text": as_text, "json": as_json, "jsonl": as_jsonl, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}


@click.command(no_args_is_help=True)
@click.argument("gold")
@click.argument("pred")
@scoring_options
@click.option("--items", is_flag=True, help="Give the scores of every item too.")
@click.option("--average", type=click.Choice(AVERAGES), default="micro", show_default=True,
              help="Ratio of sums; mean over items; or mean weighted by sentences or tokens.")
@click.option("--by", metavar="KEY", help="Break down by type, relation, document, language or a key of the items' meta.")
@click.option("--confidence", is_flag=False, flag_value="0.95", type=float, metavar="LEVEL",
              help="Add bootstrap confidence intervals (0.95 if no level is given).")
@click.option("--seed", type=int, default=12345, show_default=True, help="The seed of the bootstrap.")
@click.option("--undefined", type=click.Choice(["null", "zero"]), default="null", show_default=True,
              help="What 0/0 counts as.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to score in.")
@click.option("--fail-under", multiple=True, metavar="METRIC.FIELD=VALUE",
              help="Exit with status 1 if a score is lower, such as b3.f1=0.80 (compared unrounded).")
@click.option("--require-optimal", is_flag=True, help="Exit with status 4 unless every item is proved optimal.")
@click.option("--signature", "signatures", multiple=True, metavar="TEXT",
              help="Score with exactly the options of a signature from an earlier run.")
@output_options("text", "json", "jsonl", "csv", "markdown", "latex")
def score(gold: str, pred: str, task: str | None, metrics: tuple[str, ...], on_error: str, match_by: str,
          time_limit: float | None, items: bool, average: str, by: str | None, confidence: float | None, seed: int,
          undefined: str, jobs: int, fail_under: tuple[str, ...], require_optimal: bool, signatures: tuple[str, ...],
          output_format: str, output: str | None, quiet: bool, no_progress: bool, **parameters: object) -> int:
    """Score PRED against GOLD.

    Both are files, directories (paired by file name), or - for standard input.

    \b
    Examples:
      tallystick score gold.jsonl pred.jsonl
      tallystick score gold.jsonl pred.jsonl --task coref -m muc,b3,ceaf-e
      tallystick score gold.jsonl pred.jsonl -m 'ceaf-rme(phi=3,recall=literal)' -f json --items
      tallystick score gold.jsonl pred.jsonl --confidence --by type
      tallystick score gold.jsonl pred.jsonl --fail-under span.f1=0.80
      tallystick score gold.jsonl pred.jsonl --task mymodule:Recipe
    """  # fmt: skip
    expressions, settings = settings_from(signatures, metrics)
    average = settings.get("average", average)
    undefined = settings.get("undefined", undefined)
    on_error = settings.get("on-error", on_error)
    gates = [_gate(text) for text in fail_under]
    options = given_parameters(parameters)
    with progress_bar(not quiet and not no_progress, gold, pred) as advance:
        report = score_sides(
            gold, pred, expressions or metrics, task=task, items=items, average=average, undefined=undefined,
            confidence=confidence, seed=seed, on_error=on_error, match_by=match_by, by=by, jobs=jobs,
            time_limit=time_limit, require_optimal=require_optimal, progress=advance, **options,
        )  # fmt: skip
    _check_fingerprints(report, settings)
    if not quiet:
        show_notes(report)
    write(WRITERS[output_format](report, items=items), output)
    return _missed_gates(report, gates)


def show_notes(report: Report) -> None:
    """Warnings, and what was left out, on standard error."""
    for problem in report.problems:
        click.echo(f"{problem.level}: {problem}", err=True)
    for count, what in ((report.skipped, "left out of both sides"), (report.zeroed, "counted as empty predictions")):
        if count:
            click.echo(f"note: {count} item{'s' * (count != 1)} {what}", err=True)


def _gate(text: str) -> tuple[str, str, float]:
    name, _, value = text.rpartition("=")
    metric, _, field = name.rpartition(".")
    try:
        limit = float(value)
    except ValueError:
        limit = math.nan
    if not metric or math.isnan(limit):
        raise UsageError(f"--fail-under {text!r} is not of the form METRIC.FIELD=VALUE, such as b3.f1=0.80")
    return metric, field, limit


def _missed_gates(report: Report, gates: list[tuple[str, str, float]]) -> int:
    missed = 0
    for metric, field, limit in gates:
        if metric not in report.metrics:
            raise UsageError(f"--fail-under: {metric!r} was not scored; this run has {', '.join(report.metrics)}")
        values = report[metric].values
        if field not in values:
            raise UsageError(f"--fail-under: {metric} has no {field!r}; it has {', '.join(values)}")
        value = values[field]
        if value is None or value < limit:
            shown = "undefined" if value is None else f"{value:.6g}"
            click.echo(f"gate missed: {metric}.{field} is {shown}, below {limit:g}", err=True)
            missed = 1
    return missed


def _check_fingerprints(report: Report, settings: dict[str, str]) -> None:
    """A signature names the content of a file; another file is another metric."""
    for key, wanted in settings.items():
        if key.startswith("fingerprint "):
            name = key.removeprefix("fingerprint ")
            for metric in report.metrics.values():
                if f"|{name}:" in metric.signature and f"|{name}:{wanted}|" not in metric.signature:
                    raise UsageError(f"the signature was made with another --{name} (fingerprint {wanted})")
