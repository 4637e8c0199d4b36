"""``tallystick stats``."""

from __future__ import annotations

from pathlib import Path

import click

from tallystick.cli.messages import notify
from tallystick.cli.options import output_options
from tallystick.cli.output import Output, show_problems, show_warnings
from tallystick.cli.progress import bar_of, size_of
from tallystick.errors import DataError, UsageError
from tallystick.report.statistics import StatisticsView
from tallystick.results.statistics import FileStatistics
from tallystick.run.inputs.items import files_of, refuse_missing
from tallystick.run.inputs.labels import UNLABELLED
from tallystick.run.inputs.sources import open_source
from tallystick.run.stats import count_files
from tallystick.visible import visible

__all__ = ["stats"]

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True)
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="Task of the files. Detected from the files when unambiguous.")
@click.option(
    "--by",
    metavar="KEY",
    default="file",
    show_default=True,
    help="One row for each file, document, language or value of a key of the items' meta. The language is the item's "
    "own, else the file's name before _umr, else the folder it is in.",
)
@click.option("--details", is_flag=True, help="Also show details in tables; JSON and CSV always have them.")
@output_options("statistics")
def stats(
    files: tuple[str, ...],
    task_name: str | None,
    by: str,
    details: bool,
    output: Output,
) -> int:
    """Count the contents of FILES. Directories are searched for files.

    Malformed items are not counted; their number is reported.

    \b
    Examples:
      tallystick stats gold.jsonl pred.jsonl
      tallystick stats gold.jsonl --by document -f csv
      tallystick stats folder --by language -f json
    """
    listed = files_of(files)
    paths = listed.paths
    output.check(*(open_source(path) for path in paths if path != "-" and Path(path).is_file()))
    try:
        refuse_missing(paths)
        if listed.problems:
            raise DataError(listed.problems)
        with bar_of(output.progress, "counting", "items", lambda: size_of(paths)) as advance:
            statistics = count_files(paths, task_name, by, advance)
        if not statistics.total.items:
            raise DataError(statistics.problems)
    except DataError as error:
        show_problems(error, "nothing was counted")
        return BAD_DATA
    if [row.label for row in statistics.rows] == [UNLABELLED]:
        raise UsageError(f"--by {by}: no item has {by!r} in its meta; available: file, document, language")
    if not output.quiet:
        show_warnings(listed.warnings)
        _warn_of_unread(statistics)
    output.write(StatisticsView(statistics, details))
    return 0


def _warn_of_unread(statistics: FileStatistics) -> None:
    """Report on standard error how many items could not be read."""
    files = {problem.path for problem in statistics.problems}
    if files:
        shown = ", ".join(map(visible, sorted(files)[:3])) + (
            f" and {len(files) - 3} more" if len(files) > 3 else ""
        )
        notify(f"warning: some items in {shown} cannot be read; tallystick check lists the problems")
