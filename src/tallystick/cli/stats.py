"""``tallystick stats``."""

from __future__ import annotations

from pathlib import Path

import click

from tallystick.cli.messages import notify
from tallystick.cli.options import output_options
from tallystick.cli.output import check_output, show_problems, show_warnings, write
from tallystick.cli.progress import bar_of, size_of
from tallystick.errors import DataError, UsageError
from tallystick.report.statistics import WRITERS
from tallystick.run.inputs.labels import UNLABELLED
from tallystick.run.inputs.reading import files_of, refuse_missing
from tallystick.run.inputs.sources import open_source
from tallystick.run.stats import Statistics, count_files
from tallystick.visible import visible

__all__ = ["stats"]

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True)
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="What the files hold; told from them where that is certain.")
@click.option(
    "--by",
    metavar="KEY",
    default="file",
    show_default=True,
    help="One row for each file, document, language or value of a key of the items' meta. The language is the item's "
    "own, else the file's name before _umr, else the folder it is in.",
)
@click.option("--details", is_flag=True, help="Show details in tables too; JSON and CSV always have them.")
@output_options(*WRITERS)
def stats(
    files: tuple[str, ...],
    task_name: str | None,
    by: str,
    details: bool,
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
    guard_csv: bool,
) -> int:
    """Count what is in FILES. Directories stand for their files.

    What cannot be read is not counted; how many items that are is said.

    \b
    Examples:
      tallystick stats gold.jsonl pred.jsonl
      tallystick stats gold.jsonl --by document -f csv
      tallystick stats folder --by language -f json
    """
    found_files = files_of(files)
    paths = found_files.paths
    check_output(output, *(open_source(path) for path in paths if path != "-" and Path(path).is_file()))
    try:
        refuse_missing(paths)
        if found_files.problems:
            raise DataError(found_files.problems)
        with bar_of(not quiet and not no_progress, "counting", "items", lambda: size_of(paths)) as advance:
            found = count_files(paths, task_name, by, advance)
        if not found.total.items:
            raise DataError(found.problems)
    except DataError as error:
        show_problems(error, "nothing was counted")
        return BAD_DATA
    if [row.label for row in found.rows] == [UNLABELLED]:
        raise UsageError(
            f"--by {by}: no item has {by!r} in its meta; there are file, document and language too"
        )
    if not quiet:
        show_warnings(found_files.warnings)
        _tell(found)
    write(WRITERS[output_format](found, details=details), output, guard=guard_csv and output_format == "csv")
    return 0


def _tell(found: Statistics) -> None:
    """How much could not be read, on standard error."""
    files = {problem.path for problem in found.problems}
    if files:
        shown = ", ".join(map(visible, sorted(files)[:3])) + (
            f" and {len(files) - 3} more" if len(files) > 3 else ""
        )
        notify(f"warning: not everything can be read in {shown}; tallystick check lists why")
