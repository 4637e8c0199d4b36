"""Errors and their locations.

Every error of the package descends from :class:`TallystickError`. Errors about data include their location, so that a
message can always point at a file, a line and a column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tallystick.dataclass import dataclass
from tallystick.visible import visible

__all__ = [
    "OF_GOLD",
    "OF_PRED",
    "REPAIRED",
    "UNKNOWN",
    "ConfigError",
    "DataError",
    "MachineError",
    "MemoryLimitError",
    "NotProvenError",
    "PluginWarning",
    "Problem",
    "TallystickError",
    "TimeLimitError",
    "UndecidableError",
    "UsageError",
    "in_python",
    "no_exit",
    "warnings_of",
]

#: A line longer than this is cut around the caret when it is shown.
_SHOWN_WIDTH = 100


#: The path of items that were not read from a file.
UNKNOWN = "<data>"
#: The paths of values for which only the side is known.
OF_GOLD, OF_PRED = "<gold>", "<pred>"
#: The code of notes about repairs, without which an item could not be read.
REPAIRED = "repaired"


#: An option on the command line, with its value where that is one of a few words.
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?: (extract|id|json|keep|lenient|order|skip|zero)\b)?")


def in_python(text: str) -> str:
    """Return a text with options spelt as in Python.

    >>> in_python("raise --time-limit, or pass --on-error skip")
    'raise time_limit, or pass on_error="skip"'
    """
    return _OPTION.sub(
        lambda found: found[1].replace("-", "_") + (f'="{found[2]}"' if found[2] else ""), text
    )


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in the data, with its location and a hint.

    >>> print(Problem("expected an object", path="gold.jsonl", line=3, column=7))
    gold.jsonl:3:7: expected an object
    """

    message: str
    path: str = UNKNOWN
    line: int = 0
    column: int = 0
    item: str | None = None
    hint: str | None = None
    code: str = "data"
    level: str = "error"
    text: str | None = None
    """The line itself, if known."""

    @property
    def location(self) -> str:
        """The location as editors and terminals understand it: ``path:line:column``."""
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}" if self.column else f"{self.path}:{self.line}"

    def to_dict(self) -> dict[str, object]:
        """The problem as plain values, as JSON has it."""
        return {
            "level": self.level, "code": self.code, "path": self.path, "line": self.line, "column": self.column,
            "item": self.item, "message": self.message, "hint": self.hint,
        }  # fmt: skip

    def __str__(self) -> str:
        item = f" (item {self.item})" if self.item is not None else ""
        return visible(f"{self.location}: {self.message}{item}")

    def shown(self) -> str:
        """The problem in full: message, the line with a caret under the location, and the hint."""
        lines = [str(self)]
        if self.text is not None and 0 < self.column <= len(self.text) + 1:
            start = max(0, self.column - 1 - _SHOWN_WIDTH // 2)
            piece = self.text[start : start + _SHOWN_WIDTH].rstrip("\n")
            # A tab or an invisible character must not move the caret.
            piece = "".join(sign if sign.isprintable() else " " for sign in piece)
            lines += [f"    {piece}", f"    {' ' * (self.column - 1 - start)}^"]
        if self.hint:
            lines.append(f"    hint: {visible(self.hint)}")
        return "\n".join(lines)


class TallystickError(Exception):
    """Base class of all errors of the package."""


class UsageError(TallystickError):
    """An invalid call: an unknown metric, option or task."""


class PluginWarning(RuntimeWarning):
    """A task of another package is faulty and left out."""


class ConfigError(UsageError):
    """Invalid defaults in the project configuration; the message lists each of them."""


class UndecidableError(TallystickError, TypeError):
    """A type does not determine how its values are compared."""


class MachineError(TallystickError):
    """A system error: a worker process died, or a disk is full."""


class NotProvenError(TallystickError):
    """A result is not proved optimal, but was required to be."""


class DataError(TallystickError, ValueError):
    """The data cannot be scored; `problems` lists every reason.

    `unlisted` is the number of further problems, which were not kept.
    """

    def __init__(self, problems: Sequence[Problem] | Problem | str, unlisted: int = 0) -> None:
        if isinstance(problems, str):
            problems = Problem(problems)
        # Once each: both sides may be the same file.
        listed = (problems,) if isinstance(problems, Problem) else tuple(dict.fromkeys(problems))
        self.problems: tuple[Problem, ...] = listed
        self.unlisted = unlisted
        super().__init__("\n".join(str(problem) for problem in self.problems))
        for hint in dict.fromkeys(problem.hint for problem in self.problems if problem.hint):
            self.add_note(f"hint: {visible(in_python(hint))}")

    def __reduce__(self) -> tuple[type[DataError], tuple[tuple[Problem, ...], int]]:
        return (type(self), (self.problems, self.unlisted))


class TimeLimitError(DataError):
    """An item took longer than its time limit, in a search that has no result before its end."""

    def __init__(self, problems: Sequence[Problem] | Problem | str, unlisted: int = 0) -> None:
        if isinstance(problems, str):
            problems = Problem(
                problems, code="time-limit", hint="raise --time-limit, or pass --on-error skip or zero"
            )
        super().__init__(problems, unlisted)


class MemoryLimitError(DataError):
    """An item needs more memory than it may use."""

    def __init__(self, problems: Sequence[Problem] | Problem | str, unlisted: int = 0) -> None:
        if isinstance(problems, str):
            problems = Problem(
                problems, code="memory-limit", hint="raise --memory-limit, or pass --on-error skip or zero"
            )
        super().__init__(problems, unlisted)


class no_exit:  # noqa: N801 - used like a function, and written as a class because it is entered for every item
    """Turn `sys.exit` in a user's code into an error of the item: it must not end the run, with status 0 say."""

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, SystemExit):
            raise DataError(
                Problem(f"{self.what} called sys.exit({error.code!r})", code="sys-exit")
            ) from error


def warnings_of(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """The warnings among some problems, as plain values."""
    return [problem.to_dict() for problem in problems if problem.level == "warning"]
