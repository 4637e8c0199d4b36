"""``tallystick correlate``."""

from __future__ import annotations

import click

from tallystick.cli.metric_options import ScoringCommand, complete_files
from tallystick.cli.options import output_options
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import progress_bar
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.report.correlation import CorrelationView
from tallystick.run.correlate import DataSet, run_correlate
from tallystick.run.inputs.datasets import data_sets, has_fields, in_data_set
from tallystick.run.inputs.sources import open_source

__all__ = ["correlate"]


@click.command(
    no_args_is_help=True, cls=ScoringCommand, short_help="Correlate metrics with human judgements."
)
@click.argument("gold")
@click.argument("pred")
@click.option(
    "--with",
    "judgements",
    metavar="JUDGEMENTS",
    shell_complete=complete_files,
    help="Human judgements: one number per line, CSV, TSV or JSON lines.",
)
@click.option(
    "--judgement",
    multiple=True,
    metavar="COLUMN",
    help="Column of judgements to use. Default: all with numbers.",
)
@run_options("correlate")
@output_options("correlations")
def correlate(
    gold: str,
    pred: str,
    judgements: str | None,
    judgement: tuple[str, ...],
    run: RunArguments,
    output: Output,
) -> None:
    """Correlate the scores of items with human judgements, and metrics with each other.

    JUDGEMENTS has one number per line in the order of GOLD, or is a table with a header (CSV, TSV) or JSON lines. The
    column "id" identifies the item. Every other numeric column is a judgement. The result has Pearson's r, Spearman's
    rho and Kendall's tau-b with bootstrap intervals, and tests of the differences between metrics. Items without a
    judgement or with an undefined score are left out and counted.

    For several data sets, write {NAME} where their paths differ: every file that matches GOLD is a data set.

    \b
    Examples:
      tallystick correlate gold.jsonl pred.jsonl --with h.csv
      tallystick correlate gold.jsonl pred.jsonl -m span,span-type -f latex
      tallystick correlate {set}.gold.amr {set}.pred.amr --with {set}.csv
    """
    if not gold or not pred or judgements == "":
        raise UsageError("an argument is empty; is a shell variable unset?")
    if judgement and judgements is None:
        raise UsageError("--judgement needs --with FILE")
    if [gold, pred, judgements].count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    paths = {"": (gold, pred, judgements)}
    if has_fields(gold):
        paths = {
            label: (in_data_set(gold, values), in_data_set(pred, values),
                    in_data_set(judgements, values) if judgements is not None else None)
            for label, values in data_sets(gold).items()
        }  # fmt: skip
    sets = {
        label: DataSet(open_source(own[0]), open_source(own[1]), open_source(own[2]) if own[2] else None)
        for label, own in paths.items()
    }
    sources = [
        source
        for own in sets.values()
        for source in (own.gold, own.pred, own.judgements)
        if source is not None
    ]
    output.check(*sources)  # type: ignore[arg-type]
    scored = [path for own in paths.values() for path in own[:2]]
    with progress_bar(output.progress, *scored) as advance:
        result = run_correlate(
            sets, run.request(), run.statistics(), judgements=judgement, jobs=run["jobs"], progress=advance
        )
    if not output.quiet:
        show_warnings(result.problems, result.notes)
    output.write(CorrelationView(result))
