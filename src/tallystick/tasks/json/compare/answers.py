"""Answers of a user's comparators, in memory and in a file, so that a second run asks nothing again.

The file has a line for each pair: a digest of the function's name, its version and the two texts, and the credit. Other
names and versions have other digests, so old answers are never used for them. A batch is appended by one write. A
last line that was cut by an interruption is removed. A file with more than a million
answers is written anew with the latest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from tallystick.errors import UsageError

__all__ = ["MOST_ANSWERS", "AnswerFile", "Answers", "answers_at"]

MOST_ANSWERS = 1_000_000
_HEADING = b"tallystick answers 1\n"
_DIGEST_BYTES = 16


class AnswerFile:
    """Credits by digest; with a path, they are read from there and appended there."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.credits: dict[bytes, Fraction] = {}
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise UsageError(f"--answers {path}: cannot read the file: {error.strerror}") from error
        if not content.startswith(_HEADING) and not _HEADING.startswith(content):
            raise UsageError(f"--answers {path}: this file is not an answer cache; choose another name")
        complete = content.rfind(b"\n") + 1
        if complete < len(content):
            # The last line was cut, perhaps within its number.
            os.truncate(path, complete)
        lines = content[len(_HEADING) : complete].splitlines()
        for line in lines:
            digest, _, credit = line.partition(b" ")
            try:
                self.credits[bytes.fromhex(digest.decode("ascii"))] = _number(credit.decode("ascii"))
            except (ValueError, ZeroDivisionError):
                continue  # damaged: it is requested again
        if len(lines) > MOST_ANSWERS:
            self._bound()
            self._rewrite(path)

    def add(self, digests: Sequence[bytes], credits: Sequence[Fraction]) -> None:
        """Keep answers."""
        self.credits.update(zip(digests, credits, strict=True))
        self._bound()
        if self.path is not None:
            self._append(self.path, _lines(digests, credits))

    def _bound(self) -> None:
        for digest in list(self.credits)[: max(0, len(self.credits) - MOST_ANSWERS)]:
            del self.credits[digest]

    def _append(self, path: Path, text: bytes) -> None:
        try:
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                if not os.fstat(file).st_size:
                    text = _HEADING + text
                os.write(file, text)
            finally:
                os.close(file)
        except OSError as error:
            raise UsageError(f"--answers {path}: answers cannot be written: {error.strerror}") from error

    def _rewrite(self, path: Path) -> None:
        """Write the file anew; it is replaced as a whole, so that an interruption loses nothing."""
        new = path.with_name(f"{path.name}.new")
        new.write_bytes(_HEADING + _lines(list(self.credits), list(self.credits.values())))
        os.replace(new, path)


def _lines(digests: Sequence[bytes], credits: Sequence[Fraction]) -> bytes:
    rows = [f"{digest.hex()} {_text(credit)}\n" for digest, credit in zip(digests, credits, strict=True)]
    return "".join(rows).encode("ascii")


def _text(credit: Fraction) -> str:
    """Return a credit as it is written: as a float where that is exact."""
    return repr(float(credit)) if Fraction(float(credit)) == credit else str(credit)


def _number(text: str) -> Fraction:
    credit = Fraction(text) if "/" in text else Fraction(float(text))
    if not 0 <= credit <= 1:
        raise ValueError(text)
    return credit


class Answers:
    """The answers of one function in one version."""

    def __init__(self, file: AnswerFile, name: str, version: str) -> None:
        self.file = file
        self.name = name
        self.version = version

    def get(self, gold: object, pred: object) -> Fraction | None:
        """Return the credit of a pair; None if it is not known."""
        return self.file.credits.get(self._digest(gold, pred))

    def add(self, pairs: Sequence[tuple[object, object]], credits: Sequence[Fraction]) -> None:
        """Keep the credits of some pairs."""
        self.file.add([self._digest(gold, pred) for gold, pred in pairs], credits)

    def _digest(self, gold: object, pred: object) -> bytes:
        from hashlib import blake2b  # few runs ask a function

        text = json.dumps([self.name, self.version, gold, pred], default=str)
        return blake2b(text.encode(), digest_size=_DIGEST_BYTES).digest()


_FILES: dict[str, AnswerFile] = {}


def answers_at(path: str | None, name: str, version: str) -> Answers:
    """Return the answers of a function: those of a file, shared by all comparators, or none that are known yet."""
    if path is None:
        return Answers(AnswerFile(), name, version)
    key = os.path.abspath(path)
    if key not in _FILES or not os.path.exists(key):
        _FILES[key] = AnswerFile(Path(path))
    return Answers(_FILES[key], name, version)
