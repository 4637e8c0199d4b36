"""The common part of readers: sources, blocks, items.

Reading has two steps. A reader first cuts a source into **blocks**, the raw text of one item each: cheap,
linear, and enough to know the item's id. Then it makes an **item** of a block: the parsed value, or the
problems that prevent it. The second step is independent for each block, so it can run in other processes, and
one malformed item never harms its neighbours.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import BinaryIO, Protocol

from tallystick.dataclass import dataclass
from tallystick.errors import Problem

__all__ = ["MOST_LINE_BYTES", "Block", "Item", "Line", "Reader", "Source"]

#: A line longer than this is refused rather than read into memory.
MOST_LINE_BYTES = 256 * 1024 * 1024
#: So many bytes are read at once.
_PIECE = 1 << 18


@dataclass(frozen=True, slots=True)
class Block:
    """The raw text of one item and its location."""

    text: str
    path: str = "<data>"
    line: int = 1
    """The number of its first line in the source."""
    id: str | None = None
    problems: tuple[Problem, ...] = ()
    """Problems before parsing, such as a wrong encoding."""
    end: int = 0
    """The position in the source after the block, in bytes: for progress."""
    document: str = ""
    """The document that the block belongs to, where an earlier line of the source names it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One scored unit: a sentence, a document."""

    value: object
    id: str | None = None
    problems: tuple[Problem, ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    """Metadata of the item, for `--by`."""
    path: str = "<data>"
    line: int = 0
    words: tuple[str, ...] | None = None
    """The tokens that the item is about, where the format has them and the value does not."""
    text: str | None = None
    """The text that the item is about, where the format has one and the value does not."""

    @property
    def malformed(self) -> bool:
        """Whether the item could not be read completely. Warnings do not count."""
        return any(problem.level == "error" for problem in self.problems)


class Reader(Protocol):
    """A format: how a source is cut into blocks, and a block read as an item."""

    name: str

    def blocks(self, source: Source) -> Iterator[Block]:
        """Cut a source into the raw texts of its items."""

    def item(self, block: Block) -> Item:
        """Read one item."""


@dataclass(frozen=True, slots=True)
class Line:
    """A decoded line without its line break."""

    text: str
    number: int
    end: int
    problem: Problem | None = None


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    """Cut a stream behind line breaks: first one line, then as many lines as there are at once.

    A line that is too long is truncated. The last piece may have no line break.
    """
    first = stream.readline(MOST_LINE_BYTES)
    if first:
        yield first
    waiting: list[bytes] = []
    length = 0
    while more := stream.read1(_PIECE):  # type: ignore[attr-defined]
        end = more.rfind(b"\n") + 1
        if end:
            yield b"".join([*waiting, more[:end]])
            waiting, length = [], 0
        if end < len(more):
            waiting.append(more[end:])
            length += len(more) - end
        while length >= MOST_LINE_BYTES:
            line = b"".join(waiting)
            yield line[:MOST_LINE_BYTES]
            waiting, length = [line[MOST_LINE_BYTES:]], length - MOST_LINE_BYTES
    if length:
        yield b"".join(waiting)


def _texts(piece: bytes) -> list[str] | None:
    """Decode a piece that consists of whole lines; None if a line needs a closer look."""
    if not piece.endswith(b"\n") or b"\0" in piece or b"\r" in piece or len(piece) >= MOST_LINE_BYTES:
        return None
    try:
        return piece.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class Source:
    """Text from a file, from standard input (``-``), or given directly."""

    path: str
    text: str | None = None

    @classmethod
    def of(cls, origin: str | Path) -> Source:
        """The source at a path."""
        return cls(str(origin))

    @property
    def shown(self) -> str:
        """The name of the source in messages."""
        return "<stdin>" if self.path == "-" else self.path

    @property
    def size(self) -> int | None:
        """The number of bytes, None if it cannot be known."""
        if self.text is not None:
            return len(self.text.encode("utf-8", "surrogatepass"))
        if self.path == "-" or self.path.endswith(".gz"):
            return None
        return Path(self.path).stat().st_size

    def _open(self) -> BinaryIO:
        if self.text is not None:
            return io.BytesIO(self.text.encode("utf-8", "surrogatepass"))
        if self.path == "-":
            return sys.stdin.buffer
        if self.path.endswith(".gz"):
            import gzip

            return gzip.open(self.path, "rb")  # type: ignore[return-value]
        return open(self.path, "rb")

    def lines(self) -> Iterator[Line]:
        """The lines, decoded one by one; a line that is not UTF-8 carries the problem with it."""
        stream = self._open()
        try:
            number = end = 0
            for piece in _pieces(stream):
                texts = _texts(piece) if number else None
                if texts is None:
                    # The first line, and pieces with anything that is not plain text, line by line.
                    lines = piece.split(b"\n")
                    last = lines.pop()
                    lines = [line + b"\n" for line in lines]
                    for raw in [*lines, last] if last else lines:
                        number += 1
                        end += len(raw)
                        yield self._line(raw, number, end)
                    continue
                # Characters outside ASCII take more than one byte. There is no line after the last line break.
                encoded = texts if piece.isascii() else piece.split(b"\n")[:-1]
                for text, length in zip(texts, map(len, encoded), strict=True):
                    number += 1
                    end += length + 1
                    yield Line(text, number, end)
        finally:
            if stream is not sys.stdin.buffer:
                stream.close()

    def _line(self, raw: bytes, number: int, end: int) -> Line:
        if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raw = raw[3:]
        problem = None
        if len(raw) >= MOST_LINE_BYTES:
            problem = self._problem("the line is too long to be read", number, 1, "too-long", "")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            text = raw.decode("utf-8", "replace")
            column = len(raw[: error.start].decode("utf-8", "replace")) + 1
            kind = "binary data" if b"\0" in raw else f"the byte 0x{raw[error.start]:02x}"
            problem = self._problem(
                f"expected UTF-8 text, not {kind}", number, column, "encoding", text[:200],
                "is this the right file? If it is text in another encoding, convert it to UTF-8 first",
            )  # fmt: skip
        else:
            if "\0" in text:
                column = text.index("\0") + 1
                message = "expected text, not binary data (a NUL byte)"
                problem = self._problem(
                    message, number, column, "encoding", text[:200], "is this the right file?"
                )
        return Line(text.rstrip("\r\n"), number, end, problem)

    def _problem(
        self, message: str, line: int, column: int, code: str, text: str, hint: str | None = None
    ) -> Problem:
        return Problem(message, self.shown, line, column, hint=hint, code=code, text=text.rstrip("\r\n"))
