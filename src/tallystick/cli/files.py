"""Files that appear complete or not at all: written beside their place, and moved there when all is well."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TextIO

from tallystick.errors import MachineError, TallystickError, UsageError

__all__ = ["FAULTS", "Staging", "unwritable"]

#: What is nobody's mistake: no room is left, the user's share of it is used up, the device is broken.
FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def unwritable(place: str | Path, error: OSError) -> TallystickError:
    """Why a file could not be written: the machine is to blame, or whoever named the file."""
    kind = MachineError if error.errno in FAULTS else UsageError
    return kind(f"-o {place}: {error.strerror or error}")


class Staging:
    """Files to be written together. They take their places at the end, and none does where anything fails."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Path, Path]] = []
        self.folders: list[Path] = []

    def add(self, place: Path, text: str) -> None:
        """Write the text of a file that is to stand at a place."""
        try:
            with self.open(place) as file:
                file.write(text)
        except OSError as error:
            raise unwritable(place, error) from error

    def open(self, place: Path) -> TextIO:
        """A file to write to, which is to stand at a place when all is well."""
        if place.exists() and not place.is_file():
            # A pipe or a device cannot be replaced; it takes what it is given.
            return open(place, "w", encoding="utf-8", errors="backslashreplace")
        self._make(place.parent)
        # Where a link stands, what it points at is replaced.
        real = Path(os.path.realpath(place))
        beside = real.with_name(f".{real.name}.{os.urandom(4).hex()}.part")
        self.waiting.append((beside, real))
        file = open(beside, "x", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
        if real.exists():
            beside.chmod(real.stat().st_mode & 0o777)
        return file

    def _make(self, folder: Path) -> None:
        """Make a folder with those above it, and remember which are new."""
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir()
            self.folders.append(one)

    def __enter__(self) -> Staging:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for beside, real in self.waiting:
                    os.replace(beside, real)
        except OSError as failure:
            raise unwritable(failure.filename, failure) from failure
        finally:
            for beside, _ in self.waiting:
                with suppress(OSError):
                    beside.unlink(missing_ok=True)
            if kind is not None:
                for folder in reversed(self.folders):
                    with suppress(OSError):  # somebody else may have put something there
                        folder.rmdir()
