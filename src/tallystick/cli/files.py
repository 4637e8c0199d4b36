"""Files that appear complete or not at all: written beside their place, and moved there when all is well."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from tallystick.errors import UsageError

__all__ = ["Staging"]


class Staging:
    """Files to be written together. They take their places at the end, and none does where anything fails."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Path, Path]] = []
        self.folders: list[Path] = []

    def add(self, place: Path, text: str) -> None:
        """Write the text of a file that is to stand at a place."""
        try:
            if place.exists() and not place.is_file():
                # A pipe or a device cannot be replaced; it takes what it is given.
                place.write_text(text, "utf-8", "backslashreplace")
                return
            self._make(place.parent)
            # Where a link stands, what it points at is replaced.
            real = Path(os.path.realpath(place))
            beside = real.with_name(f".{real.name}.{secrets.token_hex(4)}.part")
            self.waiting.append((beside, real))
            with open(beside, "x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.write(text)
            if real.exists():
                beside.chmod(real.stat().st_mode & 0o777)
        except OSError as error:
            raise UsageError(f"-o {place}: {error.strerror or error}") from error

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
            raise UsageError(f"-o {failure.filename}: {failure.strerror}") from failure
        finally:
            for beside, _ in self.waiting:
                with suppress(OSError):
                    beside.unlink(missing_ok=True)
            if kind is not None:
                for folder in reversed(self.folders):
                    with suppress(OSError):  # somebody else may have put something there
                        folder.rmdir()
