"""A journal of outcomes, from which an interrupted run resumes.

The first line identifies the run: version, signatures, inputs by content. Each line after it has a few
outcomes, in the order of the run, after the number of those before them. Every line begins with its checksum. From
the first line on that is torn (the run was killed) or out of place (lines were lost, doubled or exchanged), the work is
done again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Generator, Iterator
from io import BufferedReader, FileIO
from pathlib import Path
from time import monotonic
from types import TracebackType

from tallystick.errors import DataError, MachineError, UsageError
from tallystick.run.engines.wire import decode, encode
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome

__all__ = ["Journal"]

#: Outcomes are written after this number of items or of seconds.
MOST_OUTCOMES = 64
MOST_SECONDS = 0.5
#: Seconds between two syncs to disk.
SYNC_SECONDS = 2.0

_KIND = "tallystick journal 2"
_ANEW = "remove it to start again"

#: The identity of a run: plain values by name.
Identity = dict[str, object]


class Journal:
    """A file that records the finished items of a run. It is removed when the run ends.

    This includes a run that ends with bad data: the data must change, and then the journal is useless.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.taken = 0
        """Number of outcomes from an earlier run."""
        self.damaged = False
        """Whether a record was damaged or out of order, so that all items after it are scored again."""
        self._file = self._open()
        self._reader: BufferedReader | None = None
        self._synced = monotonic()
        # Only a journal is ever removed: the user may have named a data file.
        self._is_journal = False

    def _open(self) -> FileIO:
        try:
            if self.path.exists() and not self.path.is_file():
                raise UsageError(f"--resume {self.path}: expected a file")
            # Not truncated, created if necessary. Unbuffered: a failed write must not be repeated.
            file = FileIO(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+")
        except OSError as error:
            raise UsageError(f"--resume {self.path}: {error.strerror or error}") from error
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise UsageError(f"--resume {self.path}: another run is writing to it") from error
        return file

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            ended = self._is_journal and (kind is None or issubclass(kind, DataError))
            if ended or not self._file.seek(0, os.SEEK_END):
                self.path.unlink(missing_ok=True)
        finally:
            self._file.close()

    def through(
        self,
        identity: Identity,
        pairs: Iterator[BlockPair],
        score: Callable[[Iterator[BlockPair]], Iterator[Outcome]],
    ) -> Generator[Outcome, None, None]:
        """Yield the outcome of every pair: from the journal first, then scored and recorded."""
        for outcome in self._recorded(identity):
            if next(pairs, None) is None:
                raise UsageError(f"--resume {self.path}: it has more items than the files; {_ANEW}")
            self.taken += 1
            yield outcome
        waiting: list[Outcome] = []
        written = self.taken
        last = monotonic()
        try:
            for outcome in score(pairs):
                waiting.append(outcome)
                if len(waiting) >= MOST_OUTCOMES or monotonic() - last > MOST_SECONDS:
                    # Written before it is used, and removed from the queue before the write can fail.
                    full, waiting = waiting, []
                    self._write([written, [encode(done) for done in full]])
                    written += len(full)
                    last = monotonic()
                yield outcome
        finally:
            if waiting:
                self._write([written, [encode(done) for done in waiting]])

    def _recorded(self, identity: Identity) -> Iterator[Outcome]:
        """Yield the outcomes of an earlier run, truncate the file after them and seek to its end."""
        expected = {"kind": _KIND, **identity}
        # Kept until the end: deleting the reader would close the file and release the lock.
        reader = self._reader = BufferedReader(self._file)
        end = self._begun(expected, reader.readline())
        position = 0
        while (record := _whole(line := reader.readline())) is not None:
            if not isinstance(record, list) or record[0] != position:
                break
            outcomes = record[1]
            end += len(line)
            position += len(outcomes)
            yield from map(decode, outcomes)
        # The last record of a killed run may be truncated; a complete line that is not a record is an error.
        self.damaged = line.endswith(b"\n")
        self._reader = None
        reader.detach()
        self._file.seek(end)
        self._file.truncate()

    def _begun(self, expected: Identity, line: bytes) -> int:
        """Return where the records begin, if the first line is that of this run."""
        if _line(expected).startswith(line) and not line.endswith(b"\n"):
            # Empty, or killed while it wrote its first line.
            self._is_journal = True
            self._file.seek(0)
            self._file.truncate()
            self._write(expected, sync=True)
            return self._file.tell()
        header = _whole(line)
        if not isinstance(header, dict) or "kind" not in header:
            raise UsageError(f"--resume {self.path}: this file is not a journal; choose another name")
        if difference := _difference(header, json.loads(json.dumps(expected))):
            raise UsageError(f"--resume {self.path}: {difference}; {_ANEW}")
        self._is_journal = True
        return len(line)

    def _write(self, value: object, *, sync: bool = False) -> None:
        try:
            line = memoryview(_line(value))
            while line:
                line = line[self._file.write(line) :]
            if sync or monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = monotonic()
        except OSError as error:
            raise MachineError(f"--resume {self.path}: {error.strerror or error}") from error


def _lock(file: FileIO) -> None:
    """Keep other runs away. Worker processes do not inherit a lock of this kind."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - not on Windows
        return
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _line(value: object) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _whole(line: bytes) -> object | None:
    """Return the content of a line, or None if it is truncated."""
    checksum, _, text = line[:-1].partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text):
        return None
    content: object = json.loads(text)
    return content


def _difference(header: Identity, expected: Identity) -> str | None:
    """Say how a journal differs from this run, or return None."""
    if header["kind"] != expected["kind"] or header.get("version") != expected.get("version"):
        return f"it was started by another version ({header.get('version')})"
    if header.get("inputs") != expected.get("inputs"):
        known = {json.dumps(source) for source in header["inputs"]}  # type: ignore[attr-defined]
        for name, path, digest in expected["inputs"]:  # type: ignore[attr-defined]
            if json.dumps([name, path, digest]) not in known:
                return f"{path} was not an input of the earlier run, or has changed since"
        return "the earlier run had different inputs"
    for name in expected:
        if header.get(name) != expected[name]:
            return (
                f"the earlier run had different options: {name} {header.get(name)!r}, not {expected[name]!r}"
            )
    return None
