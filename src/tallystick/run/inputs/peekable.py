"""Streams that can be read only once, but whose beginning can be peeked at."""

from __future__ import annotations

import io
import sys
from typing import BinaryIO

__all__ = ["PeekableStream"]

#: How much is read at once.
_PIECE = 64 * 1024


class _HeadThenRest(io.RawIOBase):
    """The head that was peeked at, then the rest of the stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.head = bytearray()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = bytes(self.head[: len(buffer)]) or self._piece(len(buffer))
        del self.head[: len(piece)]
        buffer[: len(piece)] = piece
        return len(piece)

    def _piece(self, size: int) -> bytes:
        """Read at most `size` bytes; none at the end."""
        read = getattr(self.stream, "read1", self.stream.read)
        return bytes(read(size))

    def peek_lines(self, size: int, lines: int) -> bytes:
        """Wait for `size` bytes, `lines` lines or the end of the stream, and return the head."""
        seen = self.head.count(b"\n")
        while (
            len(self.head) < size
            and seen < lines
            and (piece := self._piece(min(_PIECE, size - len(self.head))))
        ):
            self.head += piece
            seen += piece.count(b"\n")
        return bytes(self.head[:size])

    def close(self) -> None:
        if not self.closed and self.stream is not sys.stdin.buffer:
            self.stream.close()
        super().close()


class PeekableStream(io.BufferedReader):
    """A stream whose beginning can be peeked at before it is read, even if it arrives slowly.

    >>> stream = PeekableStream(io.BytesIO(b"one, two"))
    >>> stream.peek_lines(3, lines=1), stream.read()
    (b'one', b'one, two')
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._rejoined = _HeadThenRest(stream)
        super().__init__(self._rejoined, _PIECE)

    def peek_lines(self, size: int, lines: int) -> bytes:
        """The first bytes: fewer only if the stream ends or enough lines have arrived.

        Nothing must have been read yet."""
        return self._rejoined.peek_lines(size, lines)
