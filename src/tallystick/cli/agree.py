"""``tallystick agree``."""

from __future__ import annotations

import click

from tallystick.cli.names import named_sources, names_option
from tallystick.cli.options import OptionalLevel, output_options
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import bar_of
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.report.agreement import AgreementView
from tallystick.run.agree import run_agree
from tallystick.run.inputs.sources import open_source

__all__ = ["agree"]


@click.command(no_args_is_help=True, cls=OptionalLevel, short_help="Measure agreement between annotators.")
@click.argument("annotators", nargs=-1, required=True)
@run_options("agree")
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the N groups of --by with the lowest means, worst first.",
)
@names_option("annotators")
@output_options("agreement")
def agree(
    annotators: tuple[str, ...], run: RunArguments, worst: int | None, names: str | None, output: Output
) -> None:
    """Measure agreement between two or more ANNOTATORS: a matrix and its mean for each metric.

    Pass only files or only directories. Items are paired by id if they have ids, files in directories by name. Items
    that only one of two annotators has are left out and counted. Symmetric metrics are computed once for each pair,
    others in both directions.

    --labels adds chance-corrected coefficients, agreement by label, and confusions. Labels are the types of tokens, of
    spans with the same boundaries, of relations and of events, the relations and tags of words, and the values of JSON
    fields.

    \b
    Examples:
      tallystick agree gold.jsonl pred.jsonl
      tallystick agree gold.jsonl pred.jsonl gold.jsonl --names ann,bob,cy
      tallystick agree gold.jsonl pred.jsonl --confidence --labels
      tallystick agree gold.jsonl pred.jsonl --by document --worst 10
    """
    if "" in annotators:
        raise UsageError("an argument is empty; is a shell variable unset?")
    if len(annotators) < 2:
        raise UsageError("pass at least two annotators: tallystick agree A B C…")
    if worst is not None and not run["by"]:
        raise UsageError("--worst needs groups: add --by, such as --by document")
    if annotators.count("-") > 1:
        raise UsageError("only one annotator can be read from standard input")
    sources = [open_source(path) for path in annotators]
    output.check(*sources)
    named = named_sources(sources, names)
    with bar_of(output.progress, "comparing", "items", lambda: 1.0) as advance:
        agreement = run_agree(named, run.request(), labels=run["labels"], jobs=run["jobs"], progress=advance)
    if not output.quiet:
        show_warnings(agreement.problems, agreement.notes)
    output.write(AgreementView(agreement if worst is None else agreement.worst(worst)))
