"""``tallystick check``."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import check_output, in_json, in_pieces
from tallystick.cli.progress import Advance, bar_of, size_of
from tallystick.errors import Problem
from tallystick.registry import find_task
from tallystick.run.check import check_source
from tallystick.run.inputs.reading import files_of
from tallystick.run.inputs.sides import exists
from tallystick.run.inputs.sources import open_source
from tallystick.run.table import aligned
from tallystick.tasks.base import Task
from tallystick.visible import guarded_csv, json_text

__all__ = ["check"]

LEVELS = ("error", "warning", "note")

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True, short_help="Find every problem of files.")
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="What the files hold; told from them where that is certain.")
@click.option("--select", metavar="CODES", help="Only problems of these codes, separated by commas.")
@click.option("--ignore", metavar="CODES", help="No problems of these codes.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="note", show_default=True, help="Only this level and above."
)
@click.option(
    "--summary", is_flag=True, help="Only how many problems of each code there are, in how many files."
)
@output_options("text", "json", "csv")
def check(
    files: tuple[str, ...],
    task_name: str | None,
    select: str | None,
    ignore: str | None,
    level: str,
    summary: bool,
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
    guard_csv: bool,
) -> int:
    """Validate FILES: every problem as file:line:column, with a summary by code.

    Exits with 0 if there are warnings only, with 3 if there are errors. Directories stand for their files.
    Problems are written as they are found.

    \b
    Examples:
      tallystick check gold.jsonl pred.jsonl --task relations
      tallystick check gold.jsonl --ignore duplicate-id --level error
      tallystick check gold.jsonl -f json
      tallystick check folder --summary
    """
    task = find_task(task_name) if task_name else None
    found_files = files_of(files)
    paths = found_files.paths
    check_output(output, *(open_source(path) for path in paths if path != "-" and Path(path).is_file()))
    wanted = _Wanted(_codes(select), _codes(ignore), LEVELS.index(level))
    seen = _Seen(len(paths))
    writer = SUMMARIES[output_format] if summary else WRITERS[output_format]
    # Where the problems themselves run over the screen, a bar would only stand in their way.
    alone = summary or output not in (None, "-") or not sys.stdout.isatty()
    shown = alone and not quiet and not no_progress
    with bar_of(shown, "checking", "items", lambda: size_of(paths)) as advance, in_pieces(output) as write:
        problems = chain(found_files.problems, found_files.warnings, _problems(paths, task, advance))
        found = seen.counted(problems, wanted)
        guarded = guard_csv and output_format == "csv"
        for piece in writer(found, seen):
            if not write(guarded_csv(piece) if guarded else piece):
                break
    return BAD_DATA if any(kind == "error" for kind, _ in seen.codes) else 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which problems are asked for."""

    select: set[str]
    ignore: set[str]
    level: int

    def __call__(self, problem: Problem) -> bool:
        return (
            (not self.select or problem.code in self.select)
            and problem.code not in self.ignore
            and LEVELS.index(problem.level) <= self.level
        )


@dataclass(slots=True)
class _Seen:
    """What was found so far."""

    files: int
    problems: int = 0
    hidden: int = 0
    codes: dict[tuple[str, str], tuple[int, set[str]]] = field(default_factory=dict)
    """By level and code, how many problems there are and in which files."""

    def counted(self, problems: Iterator[Problem], wanted: Callable[[Problem], bool]) -> Iterator[Problem]:
        """Those that are wanted, counted as they come."""
        for problem in problems:
            if not wanted(problem):
                self.hidden += 1
                continue
            self.problems += 1
            count, paths = self.codes.get((problem.level, problem.code), (0, set()))
            paths.add(problem.path)
            self.codes[problem.level, problem.code] = (count + 1, paths)
            yield problem

    def rows(self) -> list[tuple[str, str, int, int]]:
        """Level, code, problems and files: what is worst first, then what there is most of."""
        rows = [(level, code, count, len(paths)) for (level, code), (count, paths) in self.codes.items()]
        return sorted(rows, key=lambda row: (LEVELS.index(row[0]), -row[2], row[1]))


def _problems(paths: list[str], task: Task | None, advance: Advance | None) -> Iterator[Problem]:
    for path in paths:
        if path == "-" or exists(path):
            yield from check_source(open_source(path), task, advance)
        else:
            yield Problem("there is no such file", path, code="no-file")


def _codes(text: str | None) -> set[str]:
    return {code.strip() for code in (text or "").split(",") if code.strip()}


def _in_text(problems: Iterator[Problem], seen: _Seen) -> Iterator[str]:
    for problem in problems:
        first, *rest = problem.shown().split("\n")
        yield "\n".join([f"{problem.level}: {first}  [{problem.code}]", *rest]) + "\n"
    if seen.problems:
        yield "\n"
    yield _closing(seen)


def _summary_in_text(problems: Iterator[Problem], seen: _Seen) -> Iterator[str]:
    for _ in problems:
        pass
    yield _closing(seen)


def _closing(seen: _Seen) -> str:
    """How many problems of each code there are, and in all."""
    unseen = f" ({seen.hidden} not shown, by --select, --ignore or --level)" if seen.hidden else ""
    checked = f"{seen.files} file{'s' * (seen.files != 1)}"
    if not seen.problems:
        return f"{checked}, no problems{unseen}\n"
    body = [[level, code, str(count), str(files)] for level, code, count, files in seen.rows()]
    table = aligned(["level", "code", "problems", "files"], body, left=2)
    return f"{table}{checked}, {seen.problems} problem{'s' * (seen.problems != 1)}{unseen}\n"


_FIELDS = ("level", "code", "path", "line", "column", "item", "message", "hint")


def _in_json(problems: Iterator[Problem], _seen: _Seen) -> Iterator[str]:
    """An array with one problem a line."""
    opening = "[\n"
    for problem in problems:
        yield opening + json_text(problem.to_dict())
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def _summary_in_json(problems: Iterator[Problem], seen: _Seen) -> Iterator[str]:
    for _ in problems:
        pass
    codes = [
        {"level": level, "code": code, "problems": count, "files": files}
        for level, code, count, files in seen.rows()
    ]
    counts = {"files": seen.files, "problems": seen.problems, "hidden": seen.hidden}
    yield in_json(counts | {"codes": codes})


def _in_csv(problems: Iterator[Problem], _seen: _Seen) -> Iterator[str]:
    yield _csv_line(_FIELDS)
    for problem in problems:
        yield _csv_line([getattr(problem, name) for name in _FIELDS])


def _summary_in_csv(problems: Iterator[Problem], seen: _Seen) -> Iterator[str]:
    for _ in problems:
        pass
    yield _csv_line(["level", "code", "problems", "files"])
    yield from (_csv_line(row) for row in seen.rows())


def _csv_line(values: object) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(values)  # type: ignore[arg-type]
    return stream.getvalue()


WRITERS = {"text": _in_text, "json": _in_json, "csv": _in_csv}
SUMMARIES = {"text": _summary_in_text, "json": _summary_in_json, "csv": _summary_in_csv}
