"""Defaults of a project: ``tallystick.toml``, or ``[tool.tallystick]`` in its ``pyproject.toml``.

The nearest one counts, from the working directory upwards. Only the command line looks for it; calls from Python pass
options explicitly.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import ConfigError, Problem, UsageError

__all__ = ["Config", "find_config", "refuse", "working_directory"]

OWN_FILE, SHARED_FILE = "tallystick.toml", "pyproject.toml"
_SHARED_TABLE = ("tool", "tallystick")

#: The location in an error message of the TOML reader; newer versions also have it as attributes.
_LOCATION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TABLE = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"""^(\s*)(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")


@dataclass(frozen=True, slots=True)
class Config:
    """The project configuration: values by option, for all commands or, in a table of that name, for one."""

    path: Path
    values: Mapping[str, object]
    text: str = ""
    table: tuple[str, ...] = ()
    """The table of the file that contains the configuration."""
    distrust: str = ""
    """Why the file may not set options that import code, connect or silence messages; empty if it may."""

    @property
    def shown(self) -> str:
        """The path for display, relative to the working directory if the file is inside it."""
        here = working_directory()
        inside = here is not None and self.path.is_relative_to(here)
        return str(self.path.relative_to(here) if here is not None and inside else self.path)

    def problem(self, message: str, key: str, *tables: str, hint: str | None = None) -> Problem:
        """A problem with a key, at the top level or in one of our tables."""
        line, column, text = self._locate(key, (*self.table, *tables))
        return Problem(message, self.shown, line, column, hint=hint, code="config", text=text)

    def _locate(self, key: str, tables: tuple[str, ...]) -> tuple[int, int, str | None]:
        """The line and column of a key, if they can be determined without parsing TOML again."""
        here: tuple[str, ...] = ()
        for number, line in enumerate(self.text.splitlines(), 1):
            if match := _TABLE.match(line):
                here = tuple(part.strip().strip("\"'") for part in match[1].split("."))
                if here == (*tables, key):
                    return number, line.index("[") + 1, line
            elif (match := _KEY.match(line)) and here == tables and key in (match[2], match[3], match[4]):
                return number, len(match[1]) + 1, line
        return 0, 0, None


def working_directory() -> Path | None:
    """The working directory; None if it was deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def find_config(start: Path | None) -> Config | None:
    """The defaults that apply in a folder: those of the nearest file, or None."""
    if start is None:
        return None
    for folder in (start, *start.parents):
        for config in _in_folder(folder):
            return config
    return None


def _in_folder(folder: Path) -> Iterator[Config]:
    """The configuration in a folder. A ``pyproject.toml`` without our table is ignored."""
    own, shared = folder / OWN_FILE, folder / SHARED_FILE
    if _is_file(own):
        text = _text_of(own)
        yield Config(own, _parsed(own, text), text, distrust=_distrust(own))
    if _is_file(shared):
        text = _text_of(shared)
        if "tallystick" not in text:
            return  # other problems of this file are not ours to report
        value: object = _parsed(shared, text)
        for name in _SHARED_TABLE:
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, Mapping):
            yield Config(shared, value, text, _SHARED_TABLE, _distrust(shared))


def _distrust(path: Path) -> str:
    """Return why a file is not trusted: it belongs to another user, or all users can write to it.

    Root can do anything anyway, so files that belong to root are trusted.
    """
    if not hasattr(os, "geteuid"):  # pragma: no cover - Windows
        return ""
    trusted = (os.geteuid(), 0)
    # A link is judged by its target, which its creator chose.
    if path.lstat().st_uid not in trusted or path.stat().st_uid not in trusted:
        return "it belongs to another user"
    return "every user may write to it" if path.stat().st_mode & stat.S_IWOTH else ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder above without permission to read it
        return False


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{path}: cannot read the file: {reason}; pass --no-config to ignore it") from error


def _parsed(path: Path, text: str) -> Mapping[str, object]:
    import tomllib  # few projects have such a file

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise refuse([Problem("arrays or tables are nested too deeply", str(path), code="config")]) from error
    except ValueError as error:
        # Not only syntax errors: a number may have more digits than Python reads.
        message = str(error).partition(";")[0]
        location = _LOCATION.search(message)
        lines = text.splitlines()
        line, column = (
            (int(location[1]), int(location[2])) if location and location[1] else (max(len(lines), 1), 0)
        )
        shown = lines[line - 1] if line <= len(lines) else None
        problem = Problem(_LOCATION.sub("", message), str(path), line, column, code="config", text=shown)
        raise refuse([problem]) from error


def refuse(problems: list[Problem]) -> ConfigError:
    """The error for invalid defaults, each problem with its location."""
    shown = "\n".join(problem.shown() for problem in problems)
    return ConfigError(
        f"invalid defaults in the configuration of this project (pass --no-config to ignore them)\n{shown}"
    )
