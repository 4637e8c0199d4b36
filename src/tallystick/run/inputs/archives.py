"""Zip files from other people: read in place, without unpacking, within limits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Source

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

__all__ = ["MOST_BYTES", "MOST_MEMBERS", "archived_files", "is_archive", "unwrapped"]

File = TypeVar("File")

#: Maximum number of files in a zip file.
MOST_MEMBERS = 10_000
#: Maximum number of bytes in total, unpacked.
MOST_BYTES = 2 << 30

#: The flag bit of encrypted members.
_ENCRYPTED = 1


def is_archive(path: Path) -> bool:
    """Return whether a path is that of a zip file."""
    return path.suffix.lower() == ".zip" and path.is_file()


def archived_files(path: Path) -> dict[str, Callable[[], Source]]:
    """The files of a zip file by name, each as a function that reads it; raise an error if it is out of bounds."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
    except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise DataError(_problem(path, f"cannot read the zip file: {error}")) from error
    if reason := _out_of_bounds(members):
        raise DataError(_problem(path, reason))
    visible = [member for member in members if not _is_hidden(PurePosixPath(member.filename))]
    return {member.filename: partial(_read, path, member) for member in visible}


def unwrapped(files: Mapping[str, File], tops: Collection[str]) -> Mapping[str, File]:
    """Return files that are inside a single folder without that folder, unless it is one of `tops`.

    >>> dict(unwrapped({"team/en.txt": 1, "team/de.txt": 2}, {"en.txt", "de.txt"}))
    {'en.txt': 1, 'de.txt': 2}
    """
    while files:
        top = {name.partition("/")[0] for name in files}
        if len(top) > 1 or top & set(tops) or not all("/" in name for name in files):
            return files
        files = {name.partition("/")[2]: file for name, file in files.items()}
    return files


def _out_of_bounds(members: list[ZipInfo]) -> str:
    """Return why a zip file is rejected; empty if it is accepted."""
    if len(members) > MOST_MEMBERS:
        return f"the zip file contains {len(members)} files; at most {MOST_MEMBERS} are read"
    size = sum(member.file_size for member in members)
    if size > MOST_BYTES:
        return f"the zip file unpacks to {size} bytes; at most {MOST_BYTES} are read"
    for member in members:
        name = PurePosixPath(member.filename)
        if name.is_absolute() or ".." in name.parts or "\\" in member.filename:
            return f"the zip file contains {member.filename!r}, a path outside the archive"
        if member.flag_bits & _ENCRYPTED:
            return f"the zip file contains {member.filename!r}, which is encrypted"
    return ""


def _is_hidden(name: PurePosixPath) -> bool:
    """Hidden files, and what macOS adds to zip files."""
    return name.parts[0] == "__MACOSX" or any(part.startswith(".") for part in name.parts)


def _read(path: Path, member: ZipInfo) -> Source:
    from zipfile import BadZipFile, ZipFile

    shown = f"{path}/{member.filename}"
    try:
        with ZipFile(path) as archive:
            data = _content(archive, member)
    except (BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise DataError(_problem(shown, f"the file cannot be unpacked: {error}")) from error
    # Invalid UTF-8 is kept, so that the reader reports its location.
    return Source(shown, data.decode("utf-8", "surrogateescape"))


def _content(archive: ZipFile, member: ZipInfo) -> bytes:
    """The contents of a file: at most the size that its entry declares, for which the limits were checked."""
    import zlib

    try:
        with archive.open(member) as stream:
            return stream.read(member.file_size)
    except zlib.error as error:
        raise ValueError(error) from error


def _problem(path: Path | str, message: str) -> Problem:
    return Problem(message, str(path), code="archive")
