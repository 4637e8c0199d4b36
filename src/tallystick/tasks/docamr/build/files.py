"""Files that are named by options: opened once to see that they can be read."""

from __future__ import annotations

from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Source
from tallystick.formats.folders import read_folder

__all__ = ["files_at", "source_at"]


def source_at(path: str | Path) -> Source:
    """The source at a path; an error if there is none that can be read."""
    if str(path) != "-":
        try:
            with open(path, "rb"):
                pass
        except FileNotFoundError:
            raise DataError(Problem("no such file or directory", str(path), code="no-file")) from None
        except OSError as error:
            message = f"cannot read the file: {error.strerror or error}"
            raise DataError(Problem(message, str(path), code="unreadable")) from error
    return Source.of(path)


def files_at(path: str | Path) -> list[Source]:
    """The source at a path, or all in the directory there and in its subdirectories, by name."""
    folder = Path(path)
    if str(path) == "-" or not folder.is_dir():
        return [source_at(path)]
    files = [source_at(file) for file in read_folder(folder).files.values()]
    if not files:
        raise DataError(Problem("the directory contains no files", str(path), code="empty"))
    return files
