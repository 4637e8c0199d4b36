"""``tallystick agree``."""

from __future__ import annotations

import click

from tallystick.cli.metric_options import ScoringCommand, given_parameters
from tallystick.cli.options import (
    agreement_options,
    average_option,
    jobs_option,
    names_option,
    output_options,
    undefined_option,
)
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import bar_of
from tallystick.errors import UsageError
from tallystick.report.agreement import AgreementView
from tallystick.results.settings import ITEM_AVERAGES, Settings
from tallystick.run.agree import run_agree
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.sources import open_source
from tallystick.run.request import Request
from tallystick.visible import visible

__all__ = ["agree"]


@click.command(no_args_is_help=True, cls=ScoringCommand, short_help="Compare annotators with one another.")
@click.argument("annotators", nargs=-1, required=True)
@agreement_options
@names_option("annotators")
@average_option(*ITEM_AVERAGES)
@click.option(
    "--by",
    metavar="KEY",
    help="Break down by document, language, type, relation or a key of the items' meta.",
)
@undefined_option
@jobs_option
@output_options("agreement")
def agree(
    annotators: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    on_error: str,
    match_by: str,
    time_limit: float | None,
    on_timeout: str,
    memory_limit: str | None,
    strict_text: bool,
    names: str | None,
    average: str,
    by: str | None,
    undefined: str,
    jobs: int,
    output: Output,
    **parameters: object,
) -> None:
    """Compare ANNOTATORS, two or more, with one another: a matrix and its mean for each metric.

    Each is a file or a directory of files; all files, or all directories. Items are paired by id where they have
    ids, files in directories by name. What only one of two annotators has is left out, and the number is stated.
    A metric that treats both sides alike is computed once for each pair, others in both directions.

    \b
    Examples:
      tallystick agree gold.jsonl pred.jsonl
      tallystick agree gold.jsonl pred.jsonl gold.jsonl --names ann,bob,cy
      tallystick agree gold.jsonl pred.jsonl --by document -f csv
    """
    if "" in annotators:
        raise UsageError("an annotator is empty: is a variable of the shell unset?")
    if len(annotators) < 2:
        raise UsageError("two annotators or more are needed: tallystick agree A B C…")
    if annotators.count("-") > 1:
        raise UsageError("only one annotator can be read from standard input")
    sources = [open_source(path) for path in annotators]
    output.check(*sources)
    named = names_of(sources)
    if names is not None:
        given = [visible(name.strip()) for name in names.split(",")]
        if len(given) != len(sources) or len(set(given)) != len(given) or not all(given):
            raise UsageError(
                f"--names {names}: {len(sources)} different names are needed, separated by commas"
            )
        named = dict(zip(given, sources, strict=True))
    settings = Settings(
        average=average, undefined=undefined, on_error=on_error, match_by=match_by, time_limit=time_limit,
        on_timeout=on_timeout, memory_limit=memory_limit, by=by, strict_text=strict_text,
    )  # fmt: skip
    with bar_of(output.progress, "comparing", "items", lambda: 1.0) as advance:
        request = Request(metrics, given_parameters(parameters), settings, task, preset)
        agreement = run_agree(named, request, jobs=jobs, progress=advance)
    if not output.quiet:
        show_warnings(agreement.problems)
    output.write(AgreementView(agreement))
