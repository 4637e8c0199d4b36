"""``tallystick check``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import Output, show_problems
from tallystick.cli.progress import Advance, bar_of, size_of
from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.registry import find_task
from tallystick.report.problems import FirstProblemsView, ProblemSummaryView, ProblemView
from tallystick.results.problems import LEVELS, ProblemCounts
from tallystick.run.check import check_source
from tallystick.run.inputs.items import files_of
from tallystick.run.inputs.sides import exists
from tallystick.run.inputs.sources import open_source
from tallystick.tasks.base import Task

__all__ = ["check"]

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True, short_help="Validate files.")
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="Task of the files. Detected from the files when unambiguous.")
@click.option(
    "--schema",
    metavar="FILE",
    help="Validate JSON documents against a JSON Schema, or the type module:Type.",
)
@click.option(
    "--repair",
    type=click.Choice(("none", "extract", "lenient")),
    help="Repair JSON predictions, and list the repairs.",
)
@click.option("--pred-at", metavar="POINTER", help="JSON Pointer to the prediction in each line.")
@click.option("--select", metavar="CODES", help="Only report these codes, separated by commas.")
@click.option("--ignore", metavar="CODES", help="Do not report these codes.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="note", show_default=True, help="Lowest level to report."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="List every problem, not only the first three of each code. JSON and CSV always have all.",
)
@click.option("--summary", is_flag=True, help="Only count problems and files, by code.")
@output_options("problems")
def check(
    files: tuple[str, ...],
    task_name: str | None,
    schema: str | None,
    repair: str | None,
    pred_at: str | None,
    select: str | None,
    ignore: str | None,
    level: str,
    every: bool,
    summary: bool,
    output: Output,
) -> int:
    """Validate FILES: list problems as file:line:column, and count them by code.

    The exit status is 3 if there are errors, else 0. Directories are searched for files.

    \b
    Examples:
      tallystick check gold.jsonl pred.jsonl --task relations
      tallystick check gold.jsonl --ignore duplicate-id --level error
      tallystick check gold.jsonl -f json
      tallystick check folder --summary
      tallystick check gold.jsonl --all
      tallystick check pred.jsonl --task json --schema schema.json
    """
    task = find_task(task_name) if task_name else None
    if schema or repair or pred_at:
        from tallystick.run.check_json import checked_as_predictions  # for JSON documents only

        try:
            task = checked_as_predictions(task, schema, repair, pred_at)
        except DataError as error:  # the schema is at fault
            show_problems(error, "nothing was checked")
            return BAD_DATA
    listed = files_of(files)
    paths = listed.paths
    output.check(*(open_source(path) for path in paths if path != "-" and Path(path).is_file()))
    wanted = _Wanted(_codes(select), _codes(ignore), LEVELS.index(level))
    counts = ProblemCounts(len(paths))
    # A progress bar would interfere with problems printed to the same terminal.
    alone = not every or output.path not in (None, "-") or not sys.stdout.isatty()
    with bar_of(alone and output.progress, "checking", "items", lambda: size_of(paths)) as advance:
        problems = chain(listed.problems, listed.warnings, _problems(paths, task, advance))
        wanted_problems = counts.counted(problems, wanted)
        view = ProblemSummaryView if summary else ProblemView if every else FirstProblemsView
        output.write(view(wanted_problems, counts))
    return BAD_DATA if counts.errors else 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The selection of problems."""

    select: set[str]
    ignore: set[str]
    level: int

    def __call__(self, problem: Problem) -> bool:
        return (
            (not self.select or problem.code in self.select)
            and problem.code not in self.ignore
            and LEVELS.index(problem.level) <= self.level
        )


def _problems(paths: list[str], task: Task | None, advance: Advance | None) -> Iterator[Problem]:
    for path in paths:
        if path == "-" or exists(path):
            yield from check_source(open_source(path), task, advance)
        else:
            yield Problem("no such file", path, code="no-file")


def _codes(text: str | None) -> set[str]:
    return {code.strip() for code in (text or "").split(",") if code.strip()}
