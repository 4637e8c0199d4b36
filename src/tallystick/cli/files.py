"""Files that appear complete or not at all: written beside their target, and renamed once complete."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TextIO

from tallystick.errors import MachineError, TallystickError, UsageError

__all__ = ["FAULTS", "Staging", "unwritable"]

#: Faults of the machine, not the user: disk full, quota exceeded, broken device.
FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def unwritable(path: str | Path, error: OSError) -> TallystickError:
    """Return the error for a file that cannot be written: a system error or a user error."""
    kind = MachineError if error.errno in FAULTS else UsageError
    return kind(f"-o {path}: {error.strerror or error}")


class Staging:
    """Files to be written together: all of them are renamed at the end, or none if anything fails."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Path, Path]] = []
        self.folders: list[Path] = []

    def add(self, path: Path, text: str) -> None:
        """Write the text of a file."""
        try:
            with self.open(path) as file:
                file.write(text)
        except OSError as error:
            raise unwritable(path, error) from error

    def open(self, path: Path) -> TextIO:
        """Open a file for writing; it appears at `path` when all files are complete."""
        if path.exists() and not path.is_file():
            # A pipe or a device cannot be replaced, so it is written to directly.
            return open(path, "w", encoding="utf-8", errors="backslashreplace")
        self._make(path.parent)
        # The target of a link is replaced, not the link.
        real = Path(os.path.realpath(path))
        beside = real.with_name(f".{real.name}.{os.urandom(4).hex()}.part")
        self.waiting.append((beside, real))
        file = open(beside, "x", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
        if real.exists():
            beside.chmod(real.stat().st_mode & 0o777)
        return file

    def _make(self, folder: Path) -> None:
        """Create a folder with its parents, and record which are new."""
        missing = [
            missing_folder for missing_folder in (folder, *folder.parents) if not missing_folder.exists()
        ]
        for missing_folder in reversed(missing):
            missing_folder.mkdir()
            self.folders.append(missing_folder)

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
                    with suppress(OSError):  # another process may have created something there
                        folder.rmdir()
