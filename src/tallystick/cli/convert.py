"""``tallystick convert``."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import click

from tallystick.cli.files import Staging
from tallystick.cli.messages import notify
from tallystick.cli.metric_options import TaskCommand, given_parameters, parameter_options, unambiguous
from tallystick.cli.output import check_output, show_problems, show_warnings, write
from tallystick.cli.progress import bar_of, size_of
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.formats.folders import read_folder
from tallystick.run.convert import (
    POLICIES,
    Conversion,
    convert_source,
    find_writer,
    targets,
    writer_parameters,
)
from tallystick.run.inputs.items import refuse_missing, task_of
from tallystick.run.inputs.sources import open_source
from tallystick.tasks.base import Writer
from tallystick.visible import visible

__all__ = ["convert"]

#: Exit status where there are errors.
BAD_DATA = 3


class ConvertCommand(TaskCommand):
    """A command with one option for every parameter of a writer."""

    title = "Options of targets"

    def declared(self, *names: str) -> tuple[click.Option, ...]:
        """The options of writers."""
        return _writer_options(*names)


@cache
def _writer_options(*names: str) -> tuple[click.Option, ...]:
    return unambiguous(
        option for parameter in writer_parameters(*names).values() for option in parameter_options(parameter)
    )


def _known_targets() -> str:
    return "; ".join(f"{task}: {', '.join(writers)}" for task, writers in targets().items())


@click.command(no_args_is_help=True, cls=ConvertCommand)
@click.argument("source", metavar="IN")
@click.option(
    "--to", "target", required=True, metavar="NAME", help=f"Target format. From {_known_targets()}."
)
@click.option("-o", "--output", metavar="OUT", help="A file or a directory; - is standard output.")
@click.option("--task", "task_name", help="Task of IN. Detected from the file when unambiguous.")
@click.option(
    "--on-error",
    type=click.Choice(POLICIES),
    default="fail",
    show_default=True,
    help="Malformed item: list all problems and write nothing, or leave it out and count it.",
)
@click.option("--quiet", is_flag=True, help="No notes or warnings on standard error.")
@click.option("--no-progress", is_flag=True, help="No progress bar.")
def convert(
    source: str,
    target: str,
    output: str | None,
    task_name: str | None,
    on_error: str,
    quiet: bool,
    no_progress: bool,
    **parameters: object,
) -> int:
    """Convert IN to another format.

    IN is a file, a directory, or - for standard input. If IN is a directory, OUT is a directory with the same file
    names, with the extension of the target format. OUT is created only after all files are converted, and never
    replaces IN. A message on standard error lists what the target format cannot represent.

    \b
    Examples:
      tallystick convert gold.amr --to json -o graphs.json
      tallystick convert gold.amr --to amr
      tallystick convert folder --to json -o converted
      tallystick convert gold.amr --to json -o graphs.json --on-error skip
    """
    if not source:
        raise UsageError("IN is empty; is a shell variable unset?")
    try:
        refuse_missing([source])
        skipped: list[Problem] = []
        files = _files(source, skipped)
        task = task_of(list(files.values()), task_name)
        writer = find_writer(task, target)
        output_paths = _output_paths(source, files, output, writer)
        done: dict[str, Conversion] = {}
        problems: list[Problem] = []
        shown, paths = not quiet and not no_progress, [file.path for file in files.values()]
        with Staging() as staging, bar_of(shown, "converting", "items", lambda: size_of(paths)) as advance:
            for name, file in files.items():
                try:
                    conversion = convert_source(
                        file, task, target, given_parameters(parameters), on_error=on_error, advance=advance
                    )
                except DataError as error:
                    problems += error.problems
                    continue
                done[file.shown] = conversion
                if conversion.items and not problems:
                    output_path = output_paths.get(name)
                    if output_path is None:
                        write(conversion.text)
                    else:
                        staging.add(output_path, conversion.text)
            if not any(conversion.items for conversion in done.values()):
                problems += [problem for conversion in done.values() for problem in conversion.problems]
            if problems:
                raise DataError(problems)
    except DataError as error:
        show_problems(error, "nothing was written")
        return BAD_DATA
    if not quiet:
        show_warnings(skipped)
        _report(done, task.part, target)
    return 0


def _files(path: str, skipped: list[Problem]) -> dict[str, Source]:
    """The files to convert, by name within the directory; the name is empty if there is no directory."""
    if path == "-" or not Path(path).is_dir():
        return {"": open_source(path)}
    folder = read_folder(Path(path))
    if not folder.files:
        raise DataError(Problem("the directory has no files", path, code="empty"))
    skipped += folder.warnings(path)
    return {name: Source(str(output_path)) for name, output_path in folder.files.items()}


def _output_paths(
    source: str, files: dict[str, Source], output: str | None, writer: Writer
) -> dict[str, Path]:
    """Return the output path of each file by its name in the directory; none for standard output."""
    if "" in files:
        if output in (None, "-"):
            return {}
        output_path = Path(str(output))
        if output_path.is_dir():
            if source == "-":
                raise UsageError(f"-o {output} is a directory; name a file for standard input")
            output_path = output_path / _renamed(Path(source).name, writer)
        check_output(str(output_path), files[""])
        return {"": output_path}
    if output in (None, "-"):
        raise UsageError("IN is a directory; name an output directory with -o OUT")
    folder, home = Path(str(output)), Path(source)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"-o {output} is a file, but IN is a directory; name a directory")
    if not folder.exists() and folder.suffix and not str(output).endswith(("/", os.sep)):
        raise UsageError(
            f"-o {output} looks like a file, but IN is a directory; "
            f"to create a directory of this name, write {output}/"
        )
    if folder.resolve().is_relative_to(home.resolve()):
        raise UsageError(f"-o {output} is inside {source}; name a directory outside of it")
    output_paths = {name: folder / _renamed(name, writer) for name in files}
    owner: dict[Path, str] = {}
    for name, output_path in output_paths.items():
        if owner.setdefault(output_path, name) != name:
            raise UsageError(f"{owner[output_path]} and {name} would both be written to {output_path}")
        if output_path.exists() and any(output_path.samefile(file.path) for file in files.values()):
            raise UsageError(f"-o {output}: {output_path} would replace an input")
    return output_paths


def _renamed(name: str, writer: Writer) -> str:
    """The name of a file with the ending of what is written."""
    plain = Path(name.removesuffix(".gz"))
    return str(plain.with_suffix(writer.suffix))


def _report(done: dict[str, Conversion], part: str, target: str) -> None:
    """Report on standard error what was left out and what the target cannot represent."""
    problems = [problem for conversion in done.values() for problem in conversion.problems]
    show_warnings(problem for problem in problems if problem.level == "error")
    warnings = sum(problem.level == "warning" for problem in problems)
    if warnings:
        notify(f"note: {warnings} warning{'s' * (warnings != 1)}; tallystick check lists them")
    for problem in (problem for conversion in done.values() for problem in conversion.write_problems):
        notify(f"{problem.level}: {problem}")
    for path, conversion in done.items():
        if not conversion.items:
            notify(f"note: {visible(path)}: nothing could be read, so nothing was written")
    counts = (
        (sum(conversion.left_out for conversion in done.values()), "item"),
        (sum(conversion.parts for conversion in done.values()), part),
    )
    for count, what in counts:
        if count:
            notify(f"note: {count} {what}{'s' * (count != 1)} left out")
    lost: Counter[str] = Counter()
    for conversion in done.values():
        lost.update(conversion.lost)
    if lost.total():
        listed = ", ".join(f"{count} {what}" for what, count in lost.items() if count)
        notify(f"note: {target} cannot represent {listed}")
