"""The files in a directory and the directories inside it: none is lost without a message."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem

__all__ = ["Folder", "read_folder"]

#: How many names of skipped files a warning shows.
_MOST_NAMES = 3


@dataclass(slots=True)
class Folder:
    """The contents of a directory."""

    files: dict[str, Path] = field(default_factory=dict)
    """By name within the directory, sorted."""
    hidden: list[str] = field(default_factory=list)
    """Files and directories whose names begin with a dot, which are skipped."""
    others: list[str] = field(default_factory=list)
    """Pipes, sockets and devices, which are skipped."""
    problems: list[Problem] = field(default_factory=list)
    """Problems of unreadable entries."""

    def warnings(self, path: str) -> tuple[Problem, ...]:
        """Name what was skipped."""
        skipped = (("hidden-file", "hidden", self.hidden), ("special-file", "special", self.others))
        return tuple(
            Problem(_skipped(names, kind), path, code=code, level="warning")
            for code, kind, names in skipped
            if names
        )


def _skipped(names: list[str], kind: str) -> str:
    shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    return f"skipped {len(names)} {kind} {'entry' if len(names) == 1 else 'entries'}: {shown}"


def read_folder(path: Path) -> Folder:
    """List a directory; raise an error that names everything in it that cannot be read.

    Links are followed. A link to a directory that contains it would never end, and is skipped: its files are listed
    already.
    """
    folder = Folder()
    try:
        above = os.path.realpath(path)
    except OSError as error:  # the working directory is gone
        raise DataError(_unreadable(path, error)) from error
    _walk(path, "", folder, (above,))
    if folder.problems:
        raise DataError(folder.problems)
    folder.files = dict(sorted(folder.files.items(), key=lambda file: file[1]))
    return folder


def _walk(directory: Path, prefix: str, folder: Folder, above: tuple[str, ...]) -> None:
    try:
        with os.scandir(directory) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        folder.problems.append(_unreadable(directory, error))
        return
    for entry in entries:
        name, inner = prefix + entry.name, directory / entry.name
        if entry.name.startswith("."):
            folder.hidden.append(name)
            continue
        try:
            # Not `entry.is_file()`, which takes a link that leads nowhere for something that is not there.
            os.stat(inner)
            is_folder, is_file = inner.is_dir(), inner.is_file()
        except OSError as error:
            folder.problems.append(_unreadable(inner, error))
            continue
        if is_file:
            folder.files[name] = inner
        elif not is_folder:
            folder.others.append(name)
        elif (real := os.path.realpath(inner)) not in above:
            _walk(inner, f"{name}/", folder, (*above, real))


def _unreadable(path: Path, error: OSError) -> Problem:
    return Problem(f"cannot be read: {error.strerror or error}", str(path), code="unreadable")
