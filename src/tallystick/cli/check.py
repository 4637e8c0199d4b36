"""``tallystick check``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import click

from tallystick.cli.options import output_options
from tallystick.cli.output import check_output, in_json, write
from tallystick.errors import Problem
from tallystick.registry import find_task
from tallystick.run.check import check_source
from tallystick.run.inputs import exists, files_in
from tallystick.run.sources import open_source

__all__ = ["check"]

LEVELS = ("error", "warning", "note")

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True)
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="What the files hold; told from them where that is certain.")
@click.option("--select", metavar="CODES", help="Only problems of these codes, separated by commas.")
@click.option("--ignore", metavar="CODES", help="No problems of these codes.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="note", show_default=True, help="Only this level and above."
)
@output_options("text", "json")
def check(
    files: tuple[str, ...],
    task_name: str | None,
    select: str | None,
    ignore: str | None,
    level: str,
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
) -> int:
    """Validate FILES: every problem as file:line:column, with a summary by code.

    Exits with 0 if there are warnings only, with 3 if there are errors. Directories stand for their files.

    \b
    Examples:
      tallystick check gold.jsonl pred.jsonl --task relations
      tallystick check gold.jsonl --ignore duplicate-id --level error
      tallystick check gold.jsonl -f json
    """  # fmt: skip
    task = find_task(task_name) if task_name else None
    paths = list(_paths(files))
    check_output(output, *(open_source(path) for path in paths if path != "-" and Path(path).is_file()))
    found: list[Problem] = []
    for path in paths:
        if path == "-" or exists(path):
            found += check_source(open_source(path), task)
        else:
            found.append(Problem("there is no such file", path, code="no-file"))
    wanted, unwanted = _codes(select), _codes(ignore)
    problems = [
        problem
        for problem in found
        if (not wanted or problem.code in wanted)
        and problem.code not in unwanted
        and LEVELS.index(problem.level) <= LEVELS.index(level)
    ]
    if output_format == "json":
        write(in_json([asdict(problem) for problem in problems]), output)
    else:
        write(_in_text(problems, len(paths), len(found) - len(problems)), output)
    return BAD_DATA if any(problem.level == "error" for problem in problems) else 0


def _paths(files: Iterable[str]) -> Iterator[str]:
    for name in files:
        if name != "-" and exists(name) and Path(name).is_dir():
            yield from (str(path) for path in files_in(Path(name)).values())
        else:
            yield name


def _codes(text: str | None) -> set[str]:
    return {code.strip() for code in (text or "").split(",") if code.strip()}


def _in_text(problems: list[Problem], files: int, hidden: int) -> str:
    unseen = f" ({hidden} not shown, by --select, --ignore or --level)" if hidden else ""
    checked = f"{files} file{'s' * (files != 1)}"
    if not problems:
        return f"{checked}, no problems{unseen}\n"
    lines = []
    for problem in problems:
        first, *rest = problem.shown().split("\n")
        lines += [f"{problem.level}: {first}  [{problem.code}]", *rest]
    codes = Counter((problem.level, problem.code) for problem in problems)
    lines += ["", *(f"{count:6}  {kind}  {code}" for (kind, code), count in sorted(codes.items()))]
    lines.append(f"{checked}, {len(problems)} problem{'s' * (len(problems) != 1)}{unseen}")
    return "\n".join(lines) + "\n"
