"""Streams that can be read only once, and whose beginning has to be looked at before."""

from __future__ import annotations

import io
import sys
from typing import BinaryIO

__all__ = ["Ahead"]

#: How much is read at once.
_PIECE = 64 * 1024


class _Rejoined(io.RawIOBase):
    """What was looked at, and then the rest."""

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
        """What there is, at most so much; nothing at the end."""
        read = getattr(self.stream, "read1", self.stream.read)
        return bytes(read(size))

    def look(self, size: int, lines: int) -> bytes:
        """Wait until so many bytes or lines have come, or the end."""
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


class Ahead(io.BufferedReader):
    """A stream whose beginning can be looked at before it is read, however slowly it comes.

    >>> stream = Ahead(io.BytesIO(b"one, two"))
    >>> stream.look(3, lines=1), stream.read()
    (b'one', b'one, two')
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._rejoined = _Rejoined(stream)
        super().__init__(self._rejoined, _PIECE)

    def look(self, size: int, lines: int) -> bytes:
        """The first bytes: fewer only where the stream ends, or so many lines are there already.

        Nothing must have been read yet."""
        return self._rejoined.look(size, lines)
