"""``tallystick compare``."""

from __future__ import annotations

import click

from tallystick.cli.metric_options import ScoringCommand
from tallystick.cli.names import named_sources, names_option
from tallystick.cli.options import output_options
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import progress_bar
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.report.comparison import ComparisonView
from tallystick.run.compare import run_compare
from tallystick.run.inputs.sources import open_source

__all__ = ["compare"]


@click.command(
    no_args_is_help=True, cls=ScoringCommand, short_help="Compare systems, with significance tests."
)
@click.argument("gold")
@click.argument("systems", metavar="BASE SYSTEM…", nargs=-1, required=True)
@run_options("compare")
@names_option("systems")
@click.option("--pairwise", is_flag=True, help="Show a second table with every pair of systems.")
@output_options("comparison")
def compare(
    gold: str,
    systems: tuple[str, ...],
    run: RunArguments,
    names: str | None,
    output: Output,
    *,
    pairwise: bool,
) -> None:
    """Compare two or more systems against GOLD. The first system is the baseline.

    For each metric, the table shows every system's score and its difference from the baseline, both with intervals, the
    number of items on which it wins, ties and loses, and a p-value. Letters after a score name the systems that it is
    significantly better than. Pass only files or only directories. Items that were not scored for every system are
    left out and counted.

    \b
    Examples:
      tallystick compare gold.jsonl base.jsonl new.jsonl
      tallystick compare gold.jsonl base.jsonl new.jsonl --paired-bs --names a,b
      tallystick compare gold.jsonl base.jsonl new.jsonl --pairs baseline -f latex
      tallystick compare gold.jsonl a.jsonl b.jsonl c.jsonl --pairwise
      tallystick compare gold/ base/ new/ --unit document
      tallystick compare gold/ base/ new/ --average groups --by dataset
    """
    if not gold or "" in systems:
        raise UsageError("an argument is empty; is a shell variable unset?")
    if len(systems) < 2:
        raise UsageError(
            "pass at least two systems: tallystick compare GOLD BASE SYSTEM…; "
            "for a single system, run tallystick score GOLD PRED --confidence"
        )
    if (gold, *systems).count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    golden, sources = open_source(gold), [open_source(path) for path in systems]
    output.check(golden, *sources)
    named = named_sources(sources, names)
    paths = [path for system in systems for path in (gold, system)]
    with progress_bar(output.progress, *paths) as advance:
        comparison = run_compare(
            golden,
            named,
            run.request(),
            run.statistics(),
            unit=run["unit"],
            jobs=run["jobs"],
            progress=advance,
        )
    if not output.quiet:
        show_warnings(comparison.problems, comparison.notes)
    output.write(ComparisonView(comparison, pairwise, all_groups=bool(run["metrics"])))
