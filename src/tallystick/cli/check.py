"""``tallystick check``."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from tallystick.cli.options import output_options, write
from tallystick.errors import Problem
from tallystick.formats.base import Source
from tallystick.registry import find_task
from tallystick.run.check import check_source

__all__ = ["check"]

LEVELS = ("error", "warning", "note")


@click.command(no_args_is_help=True)
@click.argument("files", nargs=-1, required=True)
@click.option("--task", "task_name", help="What the files hold; told from them where that is certain.")
@click.option("--select", metavar="CODES", help="Only problems of these codes, separated by commas.")
@click.option("--ignore", metavar="CODES", help="No problems of these codes.")
@click.option("--level", type=click.Choice(LEVELS), default="note", show_default=True, help="Only this level and above.")
@output_options("text", "json")
def check(
    files: tuple[str, ...], task_name: str | None, select: str | None, ignore: str | None, level: str,
    output_format: str, output: str | None, quiet: bool, no_progress: bool,
) -> int:
    """Validate FILES: every problem as file:line:column, with a summary by code.

    Exits with 0 if there are warnings only, with 3 if there are errors.

    \b
    Examples:
      tallystick check gold.jsonl pred.jsonl --task relations
      tallystick check gold.jsonl -f json
    """  # fmt: skip
    task = find_task(task_name) if task_name else None
    wanted = set(select.split(",")) if select else None
    unwanted = set(ignore.split(",")) if ignore else set()
    problems: list[Problem] = []
    for name in files:
        if name != "-" and not Path(name).is_file():
            problems.append(Problem("there is no such file", name, code="no-file"))
            continue
        problems.extend(check_source(Source(name), task))
    problems = [
        problem
        for problem in problems
        if (wanted is None or problem.code in wanted)
        and problem.code not in unwanted
        and LEVELS.index(problem.level) <= LEVELS.index(level)
    ]
    if output_format == "json":
        write(json.dumps([asdict(problem) for problem in problems], ensure_ascii=False, indent=2) + "\n", output)
    else:
        write(_in_text(problems, len(files)), output)
    return 3 if any(problem.level == "error" for problem in problems) else 0


def _in_text(problems: list[Problem], files: int) -> str:
    lines = [f"{problem.level}: {problem.shown()}  [{problem.code}]".replace("\n", "\n  ") for problem in problems]
    if not problems:
        return f"{files} file{'s' * (files != 1)}, no problems\n"
    codes = Counter((problem.level, problem.code) for problem in problems)
    lines.append("")
    lines += [f"{count:6}  {kind}  {code}" for (kind, code), count in sorted(codes.items())]
    return "\n".join(lines) + "\n"
