"""``tallystick rank``."""

from __future__ import annotations

from pathlib import Path

import click

from tallystick.cli.metric_options import ScoringCommand
from tallystick.cli.names import names_option, renamed
from tallystick.cli.options import output_options
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import bar_of
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.ranking import RankingView
from tallystick.run.inputs.submissions import named_systems
from tallystick.run.rank import DATASET, run_rank

__all__ = ["rank"]


@click.command(no_args_is_help=True, cls=ScoringCommand, short_help="Rank systems over several data sets.")
@click.argument("gold")
@click.argument("systems", metavar="SYSTEM…", nargs=-1, required=True)
@run_options("rank")
@names_option("systems")
@output_options("ranking")
def rank(gold: str, systems: tuple[str, ...], run: RunArguments, names: str | None, output: Output) -> None:
    """Rank systems by their mean over the data sets of GOLD.

    GOLD is a folder with a file or a folder for each data set. A SYSTEM is a folder or a zip file with files of the
    same names. To rank all systems in a folder, pass that folder alone. For each metric, the table has the rank of
    each system with its interval, the mean, and the score on each data set. Systems share a rank unless the best of
    them is significantly better.

    \b
    Examples:
      tallystick rank gold/ base/ new/
      tallystick rank gold/ systems/
      tallystick rank gold/ systems/ -m span --on-missing zero -f csv
    """
    if not gold or "" in systems:
        raise UsageError("an argument is empty; is a shell variable unset?")
    if "-" in (gold, *systems):
        raise UsageError("standard input is not a folder: rank reads folders and zip files")
    output.check(*(Source(path) for path in (gold, *systems) if not Path(path).is_dir()))
    named = renamed(named_systems(systems, gold), names)
    with bar_of(output.progress, "scoring", "items", lambda: None) as advance:
        ranking = run_rank(
            gold,
            named,
            run.request(run.settings(by=DATASET)),
            run.statistics(),
            on_missing=run["on_missing"],
            unit=run["unit"],
            jobs=run["jobs"],
            progress=None if advance is None else lambda outcome: advance(outcome.size, 1),
        )
    if not output.quiet:
        show_warnings(ranking.comparison.problems, ranking.comparison.notes)
    output.write(RankingView(ranking))
