"""Output of results and notes: results to standard output or a file, everything else to standard error."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from tallystick.cli.files import Staging, unwritable
from tallystick.cli.messages import notify
from tallystick.dataclass import dataclass
from tallystick.errors import DataError, MachineError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.formats.texts import STRICT
from tallystick.report.formats import formats
from tallystick.report.view import Numbers, ResultView, TableView, Target
from tallystick.report.wording import counted
from tallystick.results.report import Report
from tallystick.visible import visible

__all__ = [
    "Output",
    "check_output",
    "in_pieces",
    "show_notes",
    "show_problems",
    "show_warnings",
    "unwritten",
    "write",
]

#: How many problems of one kind are shown beside a result; `tallystick check` lists all.
_MOST_NOTES = 3
#: Problems that depend on the options of a run, or on both of its files.
_OF_RUNS = STRICT | {"tag-scheme", "no-partner"}
#: Problems of items that cannot be paired.
_OF_PAIRS = frozenset({"no-partner", "no-id"})


@dataclass(frozen=True, slots=True)
class Output:
    """The output options of a command: format and destination."""

    format: str
    path: str | None
    quiet: bool = False
    no_progress: bool = False
    guard_csv: bool = False
    numbers: Numbers = Numbers()

    @property
    def progress(self) -> bool:
        """Whether a progress bar is wanted."""
        return not self.quiet and not self.no_progress

    @property
    def terminal(self) -> bool:
        """Whether the result is shown on a terminal."""
        return self.path is None and sys.stdout.isatty()

    def check(self, *inputs: Source) -> None:
        """Reject an output that cannot be written, or would replace an input, before the work is done."""
        check_output(self.path, *inputs)

    def write(self, view: ResultView) -> None:
        """Write a result."""
        with in_pieces(self.path) as write_piece:
            for piece in formats()[self.format].write(view, self._target()):
                if not write_piece(piece):
                    break
        # For text, on standard error; other formats include it.
        if self.format == "text" and not self.quiet and isinstance(view, TableView):
            for line in view.signatures():
                notify(line)

    def _target(self) -> Target:
        colour = self.terminal and not os.environ.get("NO_COLOR")
        return Target(self.terminal, colour, self.guard_csv, self.numbers, self.quiet)


def check_output(output: str | None, *inputs: Source, option: str = "-o") -> None:
    """Reject an output that cannot be written, or would replace an input, before the work is done."""
    if output in (None, "-"):
        return
    path = Path(str(output))
    try:
        if path.is_dir():
            raise UsageError(f"{option} {output}: this is a directory")
        if not path.parent.is_dir():
            raise UsageError(f"{option} {output}: no such directory: {path.parent}")
        if path.exists():
            if not os.access(path, os.W_OK):
                raise UsageError(f"{option} {output}: the file cannot be written")
            for source in inputs:
                if Path(source.path).exists() and path.samefile(source.path):
                    raise UsageError(f"{option} {output} would replace an input")
    except (OSError, ValueError) as error:
        raise UsageError(f"{option} {output}: {error}") from error


def write(text: str, output: str | None = None) -> None:
    """Write the result to standard output or to a file, which appears complete or not at all."""
    if output in (None, "-"):
        _print(text)
        _flush()
        return
    with Staging() as staging:
        staging.add(Path(str(output)), text)


@contextmanager
def in_pieces(output: str | None = None) -> Iterator[Callable[[str], bool]]:
    """A long result, written piece by piece; each call returns whether the stream is still open."""
    if output in (None, "-"):
        yield _print
        _flush()
        return
    path = Path(str(output))
    with Staging() as staging:
        try:
            file = staging.open(path)
        except OSError as error:
            raise unwritable(path, error) from error

        def write_on(text: str) -> bool:
            try:
                file.write(text)
            except OSError as error:
                raise unwritable(path, error) from error
            return True

        try:
            yield write_on
        finally:
            try:
                file.close()
            except OSError as error:
                raise unwritable(path, error) from error


def _print(text: str) -> bool:
    """Write to standard output; False if its reader has closed it."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        _never_mind()
        return False
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    except OSError as error:
        raise unwritten(error) from error
    return True


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _never_mind()
    except OSError as error:
        raise unwritten(error) from error


def unwritten(error: OSError) -> MachineError:
    """The error for a result that could not be written to standard output."""
    _never_mind()
    return MachineError(f"standard output: {error.strerror or error}")


def _never_mind() -> None:
    """Python must not report the error again when it closes standard output."""
    with suppress(OSError):  # it was closed from the beginning
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_warnings(problems: Iterable[Problem], notes: Iterable[str] = ()) -> None:
    """Problems beside a result, on standard error, a few of each kind; then the notes of the task."""
    shown: Counter[str] = Counter()
    for problem in problems:
        if problem.level == "note":  # for `tallystick check`; it does not affect a result
            continue
        shown[problem.code] += 1
        if shown[problem.code] <= _MOST_NOTES:
            # Errors too: beside a result, they concern items that --on-error skips or counts as empty.
            notify(f"warning: {problem}")
    for code, count in shown.items():
        if count > _MOST_NOTES:
            more = f"{count - _MOST_NOTES} more of this kind ({code})"
            # `check` cannot see problems that arise only from two files together.
            where = "-f json" if code in _OF_RUNS else "tallystick check --all"
            notify(f"warning: {more}; {where} lists them")
    for note in notes:
        notify(f"note: {note}")


def show_notes(report: Report, system: str = "") -> None:
    """Warnings, notes and what was left out, on standard error; notes begin with the name of the `system`, if any."""
    about = f"{system}: " if system else ""
    show_warnings(report.problems, [f"{about}{note}" for note in report.notes])
    for count, what in (
        (report.skipped, "left out of both sides"),
        (report.zeroed, "scored with an empty prediction"),
        (report.repaired, "repaired"),
    ):
        if count:
            notify(f"note: {about}{counted(count, report.part)} {what}")


def show_problems(error: DataError, result: str = "nothing was scored") -> None:
    """Write all problems with their locations to standard error; for items without a partner, only a few per file."""
    lines: list[str] = []
    alone: Counter[tuple[str, str]] = Counter()
    hints: dict[str, None] = {}
    for problem in error.problems:
        if problem.code in _OF_PAIRS and problem.hint:
            # The same for every item: once is enough, at the end.
            hints[f"    hint: {visible(problem.hint)}"] = None
            problem = replace(problem, hint=None)
        if problem.code == "no-partner":
            # Each reports the same for another item; thousands of them, if ids do not match, would not help.
            alone[problem.path, problem.message] += 1
            if alone[problem.path, problem.message] > _MOST_NOTES:
                continue
        lines.append(problem.shown())
    for (path, message), count in alone.items():
        if count > _MOST_NOTES:
            more = count - _MOST_NOTES
            lines.append(f"{path}: {message}: {counted(more, 'more item')} like this")
    count = len(error.problems) + error.unlisted
    if error.unlisted:
        lines.append(f"… and {error.unlisted} more")
    notify("\n".join([*lines, *hints, f"{counted(count, 'problem')}{_in_items(error)}; {result}"]))


def _in_items(error: DataError) -> str:
    """The number of items with problems, where some have several."""
    items = {(problem.path, problem.item) for problem in error.problems}
    known = all(problem.item is not None for problem in error.problems)
    several = known and not error.unlisted and len(items) < len(error.problems)
    return f" in {counted(len(items), 'item')}" if several else ""
